/* Pages whose tables and figures are in them: these are sorted, copied and saved as on the page of scripts. */

import { oneStop } from "./keyboard.js";
import { onUnpacked } from "./page.js";
import { listing } from "./tables.js";
import { takeAlong } from "./take.js";

/** Put in the place of a table of the page that which is sorted by its headings. @param {HTMLTableElement} table */
function replaceTable(table) {
  const box = /** @type {HTMLElement} */ (table.closest(".scroll"));
  const [heads, ...rows] = [...table.rows].map((row) => [...row.cells]);
  const sorted = listing(box.getAttribute("aria-label") || "", heads.map(({ textContent, className }) => [textContent || "", className]),
    rows.map((row) => row.map((cell) => [...cell.childNodes])));
  sorted.querySelector("caption")?.classList.add("hidden");
  box.replaceWith(sorted);
}

onUnpacked(() => {
  for (const content of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("main .content"))) {
    const home = /** @type {HTMLElement} */ (content.closest("section"));
    content.querySelectorAll("table").forEach(replaceTable);
    content.before(takeAlong(home.id, content));
    oneStop(home, ".taking > button");
  }
});
