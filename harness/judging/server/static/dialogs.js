// The dialogs of an assessor's page: a question with a text, and the page of keys and guidelines.
import { $, element } from "./elements.js";

const KEYS = [
  ["0 … 9", "give the grade of this number"],
  ["j or →", "next document"], ["k or ←", "previous document"],
  ["space", "next document without a judgment"],
  ["u", "take back the judgment of this document"],
  ["s", "cannot judge: say why"], ["n", "note"],
  ["p, b, x", "mark the selected passage, its best entry point, clear the marks"],
  ["h", "show or hide highlights"], ["/", "search the list"], ["?", "this page"],
];

/** @param {string} title @param {string} label @param {(text: string) => void} act @param {string} [given] */
export function ask(title, label, act, given = "") {
  const dialog = /** @type {HTMLDialogElement} */ ($("ask")), box = /** @type {HTMLTextAreaElement} */ ($("ask-text"));
  $("ask-title").textContent = title;
  $("ask-label").textContent = label;
  box.value = given;
  dialog.returnValue = "no";
  dialog.onclose = () => { if (dialog.returnValue === "yes" && box.value.trim()) act(box.value.trim()); };
  box.onkeydown = (event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); $("ask-yes").click(); } };
  dialog.showModal();
  box.focus();
}

/** @param {string} guidelines @param {boolean} timed whether the time on each document is recorded */
export function showGuide(guidelines, timed) {
  const body = $("keys").querySelector("tbody");
  for (const [key, what] of KEYS) {
    const row = element("tr");
    row.append(element("th", { scope: "row" }, key), element("td", {}, what));
    body?.append(row);
  }
  $("guidelines").textContent = guidelines;
  $("timed").hidden = !timed;
}
