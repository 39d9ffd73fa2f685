/* Tables that can be sorted, and tables that stand behind figures. */

import { announce, el, orderBy, put, shown } from "./core.js";
import { oneStop } from "./keyboard.js";

/**
 * A table that is sorted by its headings.
 * `columns` are {name, value(row), cell(row)?, digits?, text?, help?}: `value` is what is
 * sorted and, without `cell` (an element or text), shown; columns of `text`, and those that are
 * `rising`, sort upwards first.
 * `rows` are anything, of which the first `most` are drawn until somebody asks for all; `sorted` is
 * {column, ascending}, of no column where they stand as they are; `sortedBy` hears of another choice. The table is one stop of the tab key,
 * and the arrow keys go through headings and rows. Returns {element, body, update(rows)};
 * `update` keeps the order that the reader has chosen.
 * @param {SortableTable<any>} options
 */
export function sortable({ columns, rows, title, sorted, sortedBy, rowAttributes, empty, most = Infinity }) {
  const body = el("tbody");
  const order = { column: sorted ? sorted.column : 0, ascending: Boolean(sorted && sorted.ascending) };
  let current = rows;
  const heads = columns.map((column, index) => {
    const button = column.name && el("button", { type: "button", title: column.help, on: { click: column.clicked || (() => sortBy(index)) } },
      el("bdi", { class: "name" }, column.name));
    return el(button ? "th" : "td", { scope: button ? "col" : null, class: kindOf(column) }, button);
  });

  /** @param {number} index */
  function sortBy(index) {
    order.ascending = order.column === index ? !order.ascending : Boolean(columns[index].text || columns[index].rising);
    order.column = index;
    draw();
    if (sortedBy) sortedBy(columns[index], order.ascending);
    announce(`${title}: sorted by ${columns[index].name}, ${order.ascending ? "ascending" : "descending"}`);
  }

  function draw() {
    heads.forEach((head, index) => {
      if (index === order.column) head.setAttribute("aria-sort", order.ascending ? "ascending" : "descending");
      else head.removeAttribute("aria-sort");
    });
    const key = columns[order.column]?.value || (() => 0);
    const positions = orderBy(current.length, (position) => sortKey(key(current[position])), order.ascending);
    const drawn = positions.slice(0, most).map((position) => el("tr", rowAttributes ? rowAttributes(current[position]) : {},
      columns.map((column, index) => cellOf(column, current[position], index))));
    if (positions.length > most) drawn.push(el("tr", {}, el("td", { colspan: columns.length }, allRows(positions.length))));
    wholeTables.set(table, () => { most = Infinity; draw(); });
    put(body, drawn.length ? drawn : el("tr", {}, el("td", { colspan: columns.length }, empty || "Nothing to show.")));
  }

  /** @param {number} count */
  function allRows(count) {
    return el("button", { type: "button", on: { click: () => { most = Infinity; draw(); /** @type {HTMLElement} */ (body.closest(".scroll")).focus(); } } },
      `Show all ${count} rows; the first ${most} are shown`);
  }

  /** @param {any[]} next */
  function update(next) {
    current = next;
    draw();
  }

  const table = el("table", {}, el("caption", {}, title), el("thead", {}, el("tr", {}, heads)), body);
  draw();
  return { element: scrolling(title, table), body, update };
}

/** What draws all rows of a table that was drawn in part. */
export const wholeTables = /** @type {WeakMap<Element, () => void>} */ (new WeakMap());

/** @param {any} value */
function sortKey(value) {
  if (value === undefined || value === "" || Number.isNaN(value)) return null;
  return typeof value === "string" ? value.toLowerCase() : value;
}

/** @param {TableColumn<any>} column */
function kindOf({ text, kind }) {
  return `${text ? "text" : "number"}${kind ? ` ${kind}` : ""}`;
}

/** The first column names its row. @param {TableColumn<any>} column @param {any} row @param {number} index */
function cellOf(column, row, index) {
  const kind = { class: kindOf(column) };
  const content = column.cell ? column.cell(row) : column.value(row);
  const words = typeof content === "number" ? shown(content, column.digits === undefined ? 4 : column.digits) : content;
  const children = words === null || words === undefined ? "–" : words;
  if (children instanceof HTMLTableCellElement) return children;
  return index ? el("td", kind, children) : el("th", { scope: "row", ...kind }, children);
}

/**
 * A box around a table, which is one stop of the tab key: at what is in it, or at the box itself where it
 * scrolls and nothing in it has the focus.
 * @param {string} title @param {HTMLTableElement} table
 */
function scrolling(title, table) {
  const box = el("div", { class: "scroll", tabindex: "-1", role: "region", "aria-label": title }, table);
  oneStop(table, "thead button, tbody :is(a, button)");
  new ResizeObserver(() => {
    const wide = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
    box.tabIndex = wide && !table.querySelector("a, button") ? 0 : -1;
  }).observe(box);
  return box;
}

/** What fills a box of `onOpening` that nobody has opened. */
export const fillers = /** @type {WeakMap<Element, () => void>} */ (new WeakMap());

/** Something behind words that is made when somebody opens it. @param {string} words @param {() => Node} make */
export function onOpening(words, make) {
  const box = el("details", { class: "data" }, el("summary", { on: { click: fillIn } }, words));
  box.addEventListener("toggle", () => box.open && fillIn()); // a search in the page opens it, too
  function fillIn() {
    if (box.childElementCount === 1) box.append(make());
  }
  fillers.set(box, fillIn);
  return box;
}

/** The words of a cell; nothing where a dash stands. @param {Child} cell */
function wordsOf(cell) {
  const text = [cell].flat().map((part) => (part instanceof Node ? part.textContent : part ?? "")).join("").trim();
  return text === "–" ? "" : text;
}

/**
 * A table of rows of cells, at first in their order. `heads` are words, or [words, class]; columns that have nothing
 * but numbers stand to the right. A cell that is an element <td> stays as it is.
 * @param {string} title @param {(string | [string, string])[]} heads @param {any[][]} rows
 */
export function listing(title, heads, rows) {
  const columns = heads.map((head, column) => {
    const isNumber = (/** @type {any[]} */ row) => /^([−+-]?\d[\d.]*)?$/.test(wordsOf(row[column]));
    const [name, kind] = Array.isArray(head) ? head : [head, column && rows.every(isNumber) ? "number" : "text"];
    const words = (/** @type {any[]} */ row) => wordsOf(row[column]);
    return {
      name, text: kind !== "number", kind: kind === "prose" ? kind : "",
      value: kind === "number" || !column ? (/** @type {any[]} */ row) => numberIn(words(row), Boolean(column)) : words,
      cell: (/** @type {any[]} */ row) => (Number.isInteger(row[column]) ? String(row[column]) : row[column]),
    };
  });
  return sortable({ columns, rows, title, sorted: { column: -1 } }).element;
}

/** The number that a text begins with, or, unless it must be one, the text. @param {string} text @param {boolean} must */
function numberIn(text, must) {
  const number = parseFloat(text.replace("−", "-").replaceAll(",", ""));
  return must || String(number) === text ? number : text;
}

/**
 * The numbers of a figure as a table, made when somebody opens it.
 * @param {string} title @param {string[]} heads @param {() => any[][]} rows
 */
export function dataTable(title, heads, rows) {
  return onOpening("Data of this figure", () => listing(title, heads, rows()));
}
