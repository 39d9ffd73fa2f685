// The dialogs of an assessor's page: a question with a text, and the page of keys and guidelines.
import { $, element } from "./elements.js";
import { rendered } from "./rendering.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./assessor.js").WorkList} WorkList */

/** @param {string} title @param {string} label @param {(text: string) => void} act @param {string} [given] */
export function ask(title, label, act, given = "") {
  const dialog = /** @type {HTMLDialogElement} */ ($("ask")), box = /** @type {HTMLTextAreaElement} */ ($("ask-text"));
  $("ask-title").textContent = title;
  $("ask-label").textContent = label;
  box.value = given;
  // At once, not when the closing is told: a quick next key is for the page.
  const done = () => { dialog.close(); box.blur(); if (box.value.trim()) act(box.value.trim()); };
  $("ask-yes").onclick = (event) => { event.preventDefault(); done(); };
  box.onkeydown = (event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); done(); } };
  dialog.showModal();
  box.focus();
}

/** Fill the page of keys and guidelines, and show it to who has not seen these guidelines yet. @param {WorkList} work */
export function showGuide(work) {
  const { text, version, active_time: timed } = work.guidelines, body = $("keys").querySelector("tbody"), guide = /** @type {HTMLDialogElement} */ ($("guide"));
  for (const [key, what] of TEXTS.keys) {
    const row = element("tr");
    row.append(element("th", { scope: "row" }, key), element("td", {}, what));
    body?.append(row);
  }
  $("guidelines").replaceChildren(rendered(text));
  $("timed").hidden = !timed;
  const place = `guidelines ${work.person.name}`, seen = `${version} ${text.length}`;
  try {
    if (!text.trim() || localStorage.getItem(place) === seen) return;
    localStorage.setItem(place, seen);
  } catch { /* a browser that keeps nothing shows them each time */ }
  guide.showModal();
  guide.scrollTop = 0;
}
