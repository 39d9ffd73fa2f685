/* Pages whose tables and figures are in them: these are sorted, copied and saved as on the page of scripts. */

import { oneStop } from "./keyboard.js";
import { onUnpacked } from "./page.js";
import { html, render } from "./preact.js";
import { Listing } from "./tables.js";
import { takeAlong } from "./take.js";

/** What is in an element of the page, as a template. @param {Element} element @returns {Child} */
function contentOf(element) {
  return [...element.childNodes].map((node) => (node instanceof Element
    ? html`<${node.localName} class=${node.className || null}>${contentOf(node)}<//>` : node.textContent));
}

/** Put in the place of a table of the page that which is sorted by its headings. @param {HTMLTableElement} table */
function replaceTable(table) {
  const box = /** @type {HTMLElement} */ (table.closest(".scroll"));
  const [heads, ...rows] = [...table.rows].map((row) => [...row.cells]);
  const home = document.createElement("div");
  box.replaceWith(home);
  render(html`<${Listing} title=${box.getAttribute("aria-label")} heads=${heads.map(({ textContent, className }) => [textContent || "", className])}
    rows=${rows.map((row) => row.map(contentOf))} kind="untitled" />`, home);
}

onUnpacked(() => {
  for (const content of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main .content"))) {
    content.querySelectorAll("table").forEach(replaceTable);
    takeAlong(content);
    oneStop(/** @type {HTMLElement} */ (content.closest("section")), ".taking > button");
  }
});
