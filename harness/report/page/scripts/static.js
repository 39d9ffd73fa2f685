/* Pages whose tables and figures are in them: these are sorted, copied and saved as on the page of scripts. */

import { oneStop } from "./keyboard.js";
import { onUnpacked } from "./page.js";
import { sortable } from "./tables.js";
import { takeAlong } from "./take.js";

/** What a cell is sorted by: a number as a number. @param {HTMLTableCellElement} cell */
function valueOfCell(cell) {
  const text = (cell.textContent || "").trim();
  return cell.className === "text" || !text ? text : Number(text.replace("−", "-").replace(/[^-+.\de]/g, ""));
}

/** Put in the place of a table of the page that which is sorted by its headings. @param {HTMLTableElement} table */
function replaceTable(table) {
  const [box, head] = [/** @type {HTMLElement} */ (table.closest(".scroll")), /** @type {HTMLTableSectionElement} */ (table.tHead)];
  const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => ({ value: valueOfCell(cell), nodes: [...cell.childNodes] })));
  const columns = [...head.rows[0].cells].map(({ textContent, className }, column) => ({
    name: textContent || "", text: className === "text", value: (/** @type {typeof rows[0]} */ row) => row[column].value,
    cell: (/** @type {typeof rows[0]} */ row) => row[column].nodes,
  }));
  const sorted = sortable({ columns, rows, title: box.getAttribute("aria-label") || "", sorted: { column: -1 } });
  sorted.element.querySelector("caption")?.classList.add("hidden");
  box.replaceWith(sorted.element);
}

onUnpacked(() => {
  for (const content of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main .content"))) {
    const home = /** @type {HTMLElement} */ (content.closest("section"));
    content.querySelectorAll("table").forEach(replaceTable);
    content.before(takeAlong(home.id, content));
    oneStop(home, ".taking > button");
  }
});
