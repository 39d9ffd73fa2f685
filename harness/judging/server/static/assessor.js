// The page of an assessor: the list, one document, its judgment. Where the data is and where
// judgments go is up to a transport: the server (online.js) or a file (offline.js).
import { ask, showGuide } from "./dialogs.js";
import { $, ActiveClock, element, newKey, pdfViewer, selected } from "./elements.js";
import { ListView } from "./list.js";
import { markedText, merged, stopWords, toCharacters, wordMarks, wordsOf } from "./marking.js";
import { Queue } from "./queue.js";

/**
 * @typedef {{value: number, name: string, colour: string | null, description: string | null}} Grade
 * @typedef {{name: string, grades: Grade[], relevant: number}} Dimension
 * @typedef {{version: number, text: string, dimensions: Dimension[], passages: boolean, active_time: boolean}} Guidelines
 * @typedef {{id: string, title: string | null, description: string | null, narrative: string | null, language: string | null}} Topic
 * @typedef {[number, string, string, number, string | null, Record<string, number> | null]} Item assignment, topic, document, whether for training, state, grades
 * @typedef {{person: {name: string, role: string}, guidelines: Guidelines, topics: Topic[], words: Record<string, string>, total: number, done: number, first: number, items: Item[]}} WorkList
 * @typedef {{dimension: string, grade: number, text: string | null}} Feedback
 * @typedef {{assignment: number, doc: string, kind: string, part: string, other: {title: string, text: string} | null, found: boolean, title: string, text: string, sha256: string | null, pdf: string | null, state: string | null, grades: Record<string, number> | null, skip: string | null, note: string | null, passages: [number, number][], feedback: Feedback[] | null}} Shown
 * @typedef {{assignment?: number, topic?: string, key: string, kind: string, grades?: Record<string, number> | null, passages?: [number, number][] | null, text?: string | null, content_sha256?: string | null, shown_at?: string | null, judged_at?: string | null, active_ms?: number | null}} Entry
 * @typedef {{list(most?: number): Promise<WorkList>, item(assignment: number): Promise<Shown>, save(entry: Entry): void, pending(): Entry[], onChange(listener: (status: string, problem: string | null) => void): void}} Transport
 */

/** So many items are asked for first, so that a document is there at once. */
const FIRST = 200;
const COLOURS = ["#9aa5b1", "#2e9e64", "#0b6b3a", "#063f22"];
/** @type {Record<string, string>} The button that a key presses. */
const BUTTONS = { j: "next", ArrowRight: "next", k: "previous", ArrowLeft: "previous", " ": "next-open", u: "undo", s: "skip", n: "note", "?": "help" };
/** @type {Record<string, string>} */
const PASSAGES = { p: "mark", b: "entry-point", x: "unmark" };

/** @param {Transport} transport */
export async function start(transport) {
  const work = await transport.list(FIRST), wanted = Number(location.hash.slice(1));
  const view = new Assessor(transport, work);
  transport.onChange((status, problem) => view.showConnection(status, problem));
  for (const entry of transport.pending()) view.apply(entry);
  const late = transport.pending().filter((it) => view.queue.positionOf(it.assignment ?? -1) < 0);
  let isWhole = work.items.length === work.total;
  const complete = async () => { if (!isWhole) view.extend(await transport.list(), late); isWhole = true; };
  if (wanted && view.queue.positionOf(wanted) < 0) await complete();
  const opened = view.queue.positionOf(wanted);
  await view.open(opened >= 0 ? opened : view.queue.nextOpen(-1));
  await complete();
}

class Assessor {
  /** @param {Transport} transport @param {WorkList} work */
  constructor(transport, work) {
    this.transport = transport;
    this.guidelines = work.guidelines;
    this.words = work.words;
    this.queue = new Queue(work);
    this.list = new ListView(this.queue, (position) => this.open(position));
    this.index = -1;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Record<string, number>} */
    this.chosen = {};
    /** @type {[number, number][]} */
    this.passages = [];
    this.highlights = true;
    this.clock = new ActiveClock();
    this.common = stopWords([]);
    this.learnWords();
    this.makeGrades();
    this.listen();
    showGuide(this.guidelines.text, this.guidelines.active_time);
  }

  /** The whole list, of which a part was there; what was done with that part since stays. @param {WorkList} work @param {Entry[]} late not applied yet */
  extend(work, late) {
    const assignment = this.item?.[0];
    this.queue.extend(work);
    for (const entry of late) this.apply(entry);
    if (assignment !== undefined) this.index = this.queue.positionOf(assignment);
    this.learnWords();
    this.list.draw();
    this.list.reveal(this.index);
  }

  learnWords() { this.common = stopWords([...this.queue.topics.values()].map((it) => `${it.title ?? ""} ${it.description ?? ""}`)); }

  get item() { return this.queue.items[this.index]; }
  get dimensions() { return this.guidelines.dimensions; }

  makeGrades() {
    let number = 0;
    for (const dimension of this.dimensions) {
      const set = element("fieldset", { "data-dimension": dimension.name });
      set.append(element("legend", {}, dimension.name));
      for (const grade of dimension.grades) {
        const value = String(grade.value);
        const button = element("button", { type: "button", class: "grade", "aria-pressed": "false", "data-value": value, title: grade.description ?? "" });
        button.textContent = grade.name + " ";
        button.append(element("kbd", {}, this.keyOf(dimension, grade)));
        button.style.borderLeftColor = grade.colour ?? COLOURS[Math.min(number++ % dimension.grades.length, 3)] ?? "";
        button.addEventListener("click", () => this.choose(dimension, grade.value));
        set.append(button);
      }
      $("grades").append(set);
    }
    for (const id of ["mark", "entry-point", "unmark"]) $(id).hidden = !this.guidelines.passages;
  }

  /** @param {Dimension} dimension @param {Grade} grade */
  keyOf(dimension, grade) {
    return grade.value >= 0 && grade.value <= 9 ? String(grade.value) : String(dimension.grades.indexOf(grade));
  }

  listen() {
    document.addEventListener("keydown", (event) => this.key(event));
    /** @type {Record<string, () => void>} */
    const clicks = {
      previous: () => this.open(this.index - 1), next: () => this.open(this.index + 1),
      "next-open": () => this.open(this.queue.nextOpen(this.index)), undo: () => this.undo(),
      skip: () => ask("Cannot judge", "Why? The organiser reads it.", (text) => this.skip(text)),
      note: () => ask("Note", "For the organiser", (text) => this.note(text), this.shown?.note ?? ""),
      mark: () => this.mark(false), "entry-point": () => this.mark(true), unmark: () => this.unmark(),
      help: () => /** @type {HTMLDialogElement} */ ($("guide")).showModal(),
    };
    for (const [id, act] of Object.entries(clicks)) $(id).addEventListener("click", act);
    $("words").addEventListener("input", () => this.drawText());
    $("words").addEventListener("change", () => this.saveWords());
  }

  get topic() { return this.queue.topics.get(this.item?.[1] ?? ""); }

  saveWords() {
    const topic = this.topic?.id, text = /** @type {HTMLInputElement} */ ($("words")).value.trim();
    if (topic === undefined || text === (this.words[topic] ?? "")) return;
    /** @type {Entry} */
    const entry = { kind: "words", key: newKey(), topic, text };
    this.apply(entry);
    this.transport.save(entry);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
      if (event.key === "Escape") target.blur();
      return;
    }
    // A button that has the focus is pressed by blank, as everywhere.
    if (event.key === " " && /^(BUTTON|SUMMARY)$/.test(target.tagName)) return;
    if (this.act(event.key)) event.preventDefault();
  }

  /** Do what a key stands for; whether it stands for anything. @param {string} key */
  act(key) {
    const id = BUTTONS[key] ?? (this.guidelines.passages ? PASSAGES[key] : undefined);
    if (id) $(id).click();
    else if (key === "/") $("search").focus();
    else if (key === "h") this.toggleHighlights();
    else if (/^[0-9]$/.test(key)) this.chooseByKey(key);
    else return false;
    return true;
  }

  toggleHighlights() {
    this.highlights = !this.highlights;
    this.drawText();
  }

  /** The key gives the grade of the first dimension that has none yet. @param {string} key */
  chooseByKey(key) {
    const dimension = this.dimensions.find((it) => !(it.name in this.chosen)) ?? this.dimensions[0];
    const grade = dimension?.grades.find((it) => this.keyOf(dimension, it) === key);
    if (dimension && grade) this.choose(dimension, grade.value);
  }

  /** @param {Dimension} dimension @param {number} value */
  choose(dimension, value) {
    if (!this.shown) return;
    this.chosen[dimension.name] = value;
    this.drawGrades();
    if (this.complete) this.judge();
  }

  get complete() { return this.dimensions.every((it) => it.name in this.chosen); }

  /** @param {Partial<Entry> & {kind: string}} what */
  save(what) {
    const shown = this.shown;
    if (!shown) return;
    /** @type {Entry} */
    const entry = {
      assignment: shown.assignment,
      key: newKey(),
      content_sha256: shown.sha256,
      shown_at: this.clock.since,
      judged_at: new Date().toISOString(),
      active_ms: this.guidelines.active_time ? this.clock.milliseconds : null,
      ...what,
    };
    this.apply(entry);
    this.transport.save(entry);
  }

  judge() {
    const item = this.item;
    if (!item || !this.shown) return;
    const training = item[3];
    this.save({ kind: "judged", grades: { ...this.chosen }, passages: this.passages });
    this.shown.grades = { ...this.chosen };
    this.shown.state = "judged";
    if (training) void this.showFeedback(item[0]);
    else if (this.queue.nextOpen(this.index) !== this.index) void this.open(this.queue.nextOpen(this.index));
    else this.draw();
  }

  /** Training answers before it goes on. @param {number} assignment */
  async showFeedback(assignment) {
    for (let tries = 0; tries < 20 && this.transport.pending().length; tries++) await new Promise((done) => setTimeout(done, 100));
    const shown = await this.transport.item(assignment);
    if (this.item?.[0] !== assignment) return;
    this.shown = shown;
    this.draw();
    for (const part of shown.feedback ?? []) {
      const right = this.chosen[part.dimension] === part.grade;
      const answer = right ? "right" : `expected ${this.nameOf(part.dimension, part.grade)}`;
      this.notice(`${part.dimension}: ${answer}. ${part.text ?? ""} (j: next document)`);
    }
  }

  /** @param {string} dimension @param {number} value */
  nameOf(dimension, value) {
    return this.dimensions.find((it) => it.name === dimension)?.grades.find((it) => it.value === value)?.name ?? String(value);
  }

  /** @param {string} text */
  skip(text) {
    if (!this.shown) return;
    this.save({ kind: "skipped", text });
    void this.open(this.queue.nextOpen(this.index));
  }

  /** @param {string} text */
  note(text) {
    this.save({ kind: "noted", text });
    if (this.shown) this.shown.note = text;
    this.draw();
  }

  undo() {
    const item = this.item;
    if (!item || !this.shown) return;
    if (!item[4]) return this.notice("There is nothing to take back on this document.");
    this.save({ kind: "undone" });
    Object.assign(this.shown, { state: item[4], grades: item[5], skip: null });
    this.chosen = { ...(item[5] ?? {}) };
    this.draw();
  }

  /** What an entry makes of the page, before the server has it. @param {Entry} entry */
  apply(entry) {
    if (entry.kind === "words") this.words[entry.topic ?? ""] = entry.text ?? "";
    this.queue.apply(entry);
    this.list.drawRows();
  }

  /** @param {number} index */
  async open(index) {
    const item = this.queue.items[index];
    if (!item) return this.queue.length ? undefined : this.notice("There is nothing on your list.");
    this.index = index;
    // Until it is here nothing can be judged: a quick second key would go to the document before.
    this.shown = null;
    $("document").setAttribute("aria-busy", "true");
    try {
      const shown = await this.transport.item(item[0]);
      if (this.index !== index) return;
      this.shown = shown;
      this.notice("");
    } catch (error) {
      if (this.index !== index) return;
      const { status, message } = /** @type {Error & {status?: number}} */ (error);
      if (status) return this.notice(`The document could not be fetched: ${message}`);
      setTimeout(() => { if (this.index === index && !this.shown) void this.open(index); }, 2000);
      return this.notice("The server cannot be reached. The document comes when it is there again.");
    }
    this.chosen = item[4] === "judged" ? { ...(item[5] ?? {}) } : {};
    this.passages = this.shown.passages.map(([first, length]) => [first, length]);
    this.clock.restart();
    history.replaceState(null, "", `#${item[0]}`);
    /** @type {HTMLInputElement} */ ($("words")).value = this.words[item[1]] ?? "";
    this.draw();
    $("work").scrollTop = 0;
    this.list.reveal(index);
  }

  draw() {
    const topic = this.topic, shown = this.shown;
    if (!topic || !shown) return;
    $("document").removeAttribute("aria-busy");
    $("topic-id").textContent = topic.id;
    $("topic-title").textContent = topic.title ?? "";
    $("topic-title").dir = $("topic-description").dir = $("topic-narrative").dir = "auto";
    $("topic-description").textContent = topic.description ?? "";
    $("topic-narrative").textContent = topic.narrative ?? "";
    $("topic-more").hidden = !topic.description && !topic.narrative;
    $("doc-id").textContent = shown.doc;
    $("doc-title").textContent = shown.title;
    $("doc-part").hidden = shown.kind === "document";
    $("doc-part").textContent = `${shown.kind}: ${shown.part}`;
    $("doc-other").hidden = !shown.other;
    $("doc-other").replaceChildren(element("h3", { dir: "auto" }, shown.other?.title), element("div", { class: "text", dir: "auto" }, shown.other?.text));
    this.drawText();
    this.drawGrades();
  }

  drawGrades() {
    const item = this.item;
    for (const set of $("grades").querySelectorAll("fieldset")) {
      const chosen = this.chosen[set.dataset.dimension ?? ""];
      for (const button of set.querySelectorAll("button")) button.setAttribute("aria-pressed", String(Number(button.dataset.value) === chosen));
    }
    const state = $("doc-state"), note = this.shown?.note ? ` · note: ${this.shown.note}` : "";
    const grades = Object.entries(item?.[5] ?? {}).map(([name, value]) => this.nameOf(name, value));
    /** @type {Record<string, string>} */
    const words = { judged: `Judged: ${grades.join(", ")}`, skipped: "Skipped: cannot be judged" };
    state.textContent = (words[item?.[4] ?? ""] ?? "Not judged yet") + note;
    state.classList.toggle("done", item?.[4] === "judged");
  }

  drawText() {
    const shown = this.shown;
    if (!shown) return;
    const box = $("doc-text"), viewer = /** @type {HTMLIFrameElement} */ ($("doc-pdf"));
    box.replaceChildren();
    $("doc-pdf-note").hidden = !shown.pdf;
    const next = pdfViewer(shown.pdf);
    // Another frame, not another address in it: that would be a step in the history of the page.
    if (viewer.getAttribute("src") !== next.getAttribute("src")) viewer.replaceWith(next);
    if (shown.found) return box.append(...markedText(shown.text, this.highlights ? this.wordMarks(shown.text) : [], [...this.passages, ...passageOf(shown)]));
    box.append(element("p", { class: "alert" }, "The text of this document is not here. Judge it elsewhere, or say that it cannot be judged."));
  }

  /** @param {string} text */
  wordMarks(text) {
    const own = wordsOf(/** @type {HTMLInputElement} */ ($("words")).value), topic = wordsOf(this.topic?.title ?? "");
    return wordMarks(text, own, topic.filter((word) => word.length > 1 && !this.common.has(word) && !own.includes(word)));
  }

  /** @param {boolean} entry */
  mark(entry) {
    const range = selected($("doc-text")), text = this.shown?.text ?? "";
    if (!range) return this.notice("Select text of the document first.");
    const [first, end] = /** @type {[number, number]} */ (range.map((units) => toCharacters(text, units)));
    if (entry) this.passages = [...this.passages.filter(([, length]) => length), [first, 0]];
    else if (end > first) this.passages = merged([...this.passages, [first, end - first]]);
    this.drawText();
    if (this.complete) this.save({ kind: "judged", grades: { ...this.chosen }, passages: this.passages });
  }

  unmark() {
    this.passages = [];
    this.drawText();
    if (this.complete) this.save({ kind: "judged", grades: { ...this.chosen }, passages: [] });
  }

  /** @param {string} status @param {string | null} problem */
  showConnection(status, problem) {
    $("connection").textContent = status;
    if (problem) this.notice(problem);
  }

  /** @param {string} text */
  notice(text) {
    $("notice").textContent = text;
    $("notice").hidden = !text;
  }

}

/** The passage of a document that is judged, where a passage is. @param {Shown} shown @returns {[number, number][]} */
function passageOf(shown) {
  const [, offset, length] = /^(\d+) (\d+)$/.exec(shown.kind === "passage" ? shown.part : "") ?? [];
  return length === undefined ? [] : [[Number(offset), Number(length)]];
}
