// How the list of an assessor is drawn: only the rows that are seen, the search, the progress.
import { $, element } from "./elements.js";

/** @typedef {import("./queue.js").Queue} Queue */

const ROW = 28;
/** @type {Record<string, string>} How the list shows a state. */
const SIGNS = { judged: "●", skipped: "–" };

export class ListView {
  /** @param {Queue} queue @param {(position: number) => void} choose what a click on a row does */
  constructor(queue, choose) {
    this.queue = queue;
    this.choose = choose;
    this.chosen = -1;
    /** @type {number[]} */
    this.visible = [];
    $("list").addEventListener("scroll", () => this.drawRows());
    $("search").addEventListener("input", () => { $("list").scrollTop = 0; this.draw(); });
    new ResizeObserver(() => this.drawRows()).observe($("list"));
    this.draw();
  }

  /** Everything, after the queue has got longer or something else is looked for. */
  draw() {
    this.visible = this.queue.matching(/** @type {HTMLInputElement} */ ($("search")).value.trim().toLocaleLowerCase());
    this.drawRows();
  }

  drawRows() {
    const list = $("list"), bar = /** @type {HTMLProgressElement} */ ($("progress"));
    [bar.max, bar.value] = [this.queue.length || 1, this.queue.done];
    $("progress-text").textContent = `${this.queue.done} of ${this.queue.length} done`;
    $("list-space").style.height = `${this.visible.length * ROW}px`;
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 5), count = Math.ceil(list.clientHeight / ROW) + 10;
    $("list-space").replaceChildren(...this.visible.slice(first, first + count).map((i, n) => this.row(i, first + n)));
    list.setAttribute("aria-activedescendant", `row-${this.chosen}`);
  }

  /** @param {number} i the position in the queue @param {number} place that among what is visible */
  row(i, place) {
    const [, topic, , training, state, grades] = this.queue.items[i] ?? [0, "…", "", 0, null, null];
    const row = element("div", {
      class: "list-row", role: "option", id: `row-${i}`, "aria-selected": String(i === this.chosen),
      "aria-setsize": String(this.visible.length), "aria-posinset": String(place + 1),
    });
    row.style.top = `${place * ROW}px`;
    row.append(
      element("span", { "aria-hidden": "true" }, SIGNS[state ?? ""] ?? "○"),
      element("span", { class: "what" }, `${topic} · ${i + 1}${training ? " (training)" : ""}`),
      element("span", { class: "value" }, state === "judged" ? Object.values(grades ?? {}).join(" ") : state ?? ""),
    );
    row.addEventListener("click", () => this.choose(i));
    return row;
  }

  /** Scroll to a position, and show that it is chosen. @param {number} position */
  reveal(position) {
    this.chosen = position;
    const list = $("list"), top = this.visible.indexOf(position) * ROW;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - ROW) list.scrollTop = top - list.clientHeight / 2;
    this.drawRows();
  }
}
