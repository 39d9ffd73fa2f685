/* The keyboard: what belongs together is one stop of the tab key, and the arrow keys go through it. */

import { useLayoutEffect, useRef } from "./preact.js";

const STEPS = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 });

/**
 * Make one stop of the tab key of the links, buttons or fields in a box, also of those that come later:
 * the arrow keys go from one to the next, up and down in the column of a table, as in the toolbars and
 * grids of the ARIA practices. Up and down stay with a list of options.
 * @param {HTMLElement} box @param {string} kind the selector of the items
 */
export function oneStop(box, kind) {
  const all = () => /** @type {HTMLElement[]} */ ([...box.querySelectorAll(kind)]);
  const items = () => all().filter((item) => !item.closest("[hidden]"));
  const settle = (/** @type {HTMLElement} */ stop = items().find((item) => item === document.activeElement) || items()[0]) => {
    for (const item of all()) item.tabIndex = item === stop ? 0 : -1;
  };
  box.addEventListener("focusin", ({ target }) => {
    if (/** @type {HTMLElement} */ (target).matches(kind)) settle(/** @type {HTMLElement} */ (target));
  });
  box.addEventListener("keydown", (event) => {
    const item = /** @type {HTMLElement} */ (event.target);
    const step = STEPS[event.key];
    const vertical = /Up|Down/.test(event.key);
    if (!step || !item.matches(kind) || (vertical && item.tagName === "SELECT")) return;
    const next = (vertical && inColumn(item, step, kind)) || items()[items().indexOf(item) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
  new MutationObserver(() => settle()).observe(box, { childList: true, subtree: true, attributeFilter: ["hidden"] });
  settle();
}

/** The reference to a box that is one stop, for a component that makes it. @param {string} kind */
export function useOneStop(kind) {
  const box = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => oneStop(box.current, kind), []);
  return box;
}

/**
 * The item above or below another in a table: in the next row that has any, in the same place or the last.
 * @param {HTMLElement} item @param {number} step @param {string} kind @returns {HTMLElement | undefined}
 */
function inColumn(item, step, kind) {
  const rows = [...(item.closest("table")?.rows || [])];
  const itemsOf = (/** @type {Element} */ row) => /** @type {HTMLElement[]} */ ([...row.querySelectorAll(kind)]);
  const own = rows.findIndex((row) => row.contains(item));
  for (let row = own + step; rows[row]; row += step) {
    const others = itemsOf(rows[row]);
    if (others.length) return others[Math.min(itemsOf(rows[own]).indexOf(item), others.length - 1)];
  }
  return undefined;
}
