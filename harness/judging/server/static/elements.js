// Small things that all pages use: elements, keys of entries, time spent.
import { PAGES } from "./texts.js";

/** @template {HTMLElement} T @param {string} id @returns {T} */
export const $ = (id) => /** @type {T} */ (document.getElementById(id));

/** @param {string} tag @param {Record<string, string>} [attributes] @param {string} [text] */
export function element(tag, attributes = {}, text = "") {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (text) made.textContent = text;
  return made;
}

/** A name that no other entry has. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Let the browser save something as a file. @param {string} name @param {unknown} content */
export function saveAs(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content, null, 1)], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The browser's own viewer of a PDF. @param {string | null} address */
export function pdfViewer(address) {
  const viewer = element("iframe", { id: "doc-pdf", class: "pdf", title: PAGES.assessor.pdf_title });
  viewer.hidden = !address;
  if (address) viewer.setAttribute("src", `${address}#navpanes=0`);
  return viewer;
}

/** Where selected text of an element lies, in units of its text: none, or [start, end]. @param {HTMLElement} box */
export function selected(box) {
  const range = getSelection()?.rangeCount ? getSelection()?.getRangeAt(0) : null;
  if (!range || !box.contains(range.commonAncestorContainer)) return null;
  const offset = (/** @type {Node} */ node, /** @type {number} */ within) => {
    const before = document.createRange();
    before.setStart(box, 0);
    before.setEnd(node, within);
    return before.toString().length;
  };
  return [offset(range.startContainer, range.startOffset), offset(range.endContainer, range.endOffset)];
}

/** Time on a document while the page is seen and somebody does something. */
export class ActiveClock {
  constructor() {
    this.since = "";
    this.total = 0;
    this.last = 0;
    for (const name of ["keydown", "pointermove", "scroll", "pointerdown"]) {
      document.addEventListener(name, () => this.tick(), { passive: true, capture: true });
    }
    document.addEventListener("visibilitychange", () => { this.tick(); this.last = document.hidden ? 0 : performance.now(); });
  }

  restart() {
    this.since = new Date().toISOString();
    [this.total, this.last] = [0, document.hidden ? 0 : performance.now()];
  }

  tick() {
    const now = performance.now();  // a clock that is set back makes no time less than none
    if (this.last) this.total += Math.min(now - this.last, 60_000);
    if (!document.hidden) this.last = now;
  }

  get milliseconds() { this.tick(); return Math.round(this.total); }
}
