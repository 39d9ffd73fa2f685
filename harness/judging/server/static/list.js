// How the list of an assessor is drawn: only the rows that are seen, the search, the progress.
import { $, element } from "./elements.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./queue.js").Queue} Queue */

const ROW = 40;
/** @type {Record<string, string>} How the list shows a state. */
const SIGNS = { judged: "●", skipped: "–" };
/** A longer time between two judgments is a break. */
const BREAK = 10 * 60_000;

export class ListView {
  /** @param {Queue} queue @param {(position: number) => void} choose what a click on a row does */
  constructor(queue, choose) {
    this.queue = queue;
    this.choose = choose;
    this.chosen = -1;
    /** @type {number[]} Between two judgments of this page, in milliseconds. */
    this.times = [];
    this.last = 0;
    /** @type {number[]} */
    this.visible = [];
    $("list").addEventListener("scroll", () => this.drawRows());
    $("search").addEventListener("input", () => { $("list").scrollTop = 0; this.draw(); });
    new ResizeObserver(() => this.drawRows()).observe($("list"));
    this.draw();
  }

  /** Show the list, or hide it where it lies over the document. */
  toggle() {
    $("side").classList.toggle("open");
    this.reveal(this.chosen);
  }

  /** Something was judged now. */
  tick() {
    const now = Date.now(), since = now - this.last;
    if (this.last && since < BREAK) this.times = [...this.times.slice(-29), since];
    this.last = now;
  }

  /** Everything, after the queue has got longer or something else is looked for. */
  draw() {
    this.visible = this.queue.matching(/** @type {HTMLInputElement} */ ($("search")).value.trim().toLocaleLowerCase());
    this.drawRows();
  }

  drawRows() {
    const list = $("list"), bar = /** @type {HTMLProgressElement} */ ($("progress"));
    [bar.max, bar.value] = [this.queue.length || 1, this.queue.done];
    $("progress-text").textContent = TEXTS.progress.done(this.queue.done, this.queue.length);
    this.drawPace();
    $("list-space").style.height = `${this.visible.length * ROW}px`;
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 5), count = Math.ceil(list.clientHeight / ROW) + 10;
    $("list-space").replaceChildren(...this.visible.slice(first, first + count).map((i, n) => this.row(i, first + n)));
    list.setAttribute("aria-activedescendant", `row-${this.chosen}`);
  }

  drawPace() {
    const topic = this.queue.items[this.chosen]?.[1], left = this.queue.length - this.queue.done, lines = [];
    if (topic !== undefined) {
      const { done, total } = this.queue.ofTopic(topic);
      lines.push(TEXTS.progress.topic(done, total));
    }
    if (this.times.length >= 5 && left) {
      const each = [...this.times].sort((a, b) => a - b)[this.times.length >> 1] ?? 0, minutes = (left * each) / 60_000;
      const rest = minutes < 90 ? TEXTS.progress.minutes(Math.max(1, Math.round(minutes))) : TEXTS.progress.hours(Math.round(minutes / 6) / 10);
      lines.push(TEXTS.progress.pace(Math.round(3_600_000 / Math.max(each, 1)), rest));
    }
    $("pace").textContent = lines.join(" · ");
  }

  /** @param {number} i */
  nameOf(i) { return `${this.queue.items[i]?.[1] ?? "…"} · ${i + 1}`; }

  /** @param {number} i the position in the queue @param {number} rank that among what is visible */
  row(i, rank) {
    const [, , doc, training, state, grades, , title] = this.queue.items[i] ?? [0, "…", "", 0, null, null, 0, ""];
    const row = element("div", {
      class: "list-row", role: "option", id: `row-${i}`, "aria-selected": String(i === this.chosen),
      "aria-setsize": String(this.visible.length), "aria-posinset": String(rank + 1),
    });
    row.style.top = `${rank * ROW}px`;
    const what = element("span", { class: "what" });
    what.append(element("b", {}, this.nameOf(i) + (training ? TEXTS.progress.training : "")), element("span", { dir: "auto" }, title || doc));
    row.append(
      element("span", { "aria-hidden": "true" }, SIGNS[state ?? ""] ?? "○"),
      what,
      element("span", { class: "value" }, state === "judged" ? Object.values(grades ?? {}).join(" ") : state ?? ""),
    );
    row.addEventListener("click", () => { $("side").classList.remove("open"); this.choose(i); });
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
