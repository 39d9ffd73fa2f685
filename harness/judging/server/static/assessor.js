// The page of an assessor: the list, one document, its judgment. Where the data is and where
// judgments go is up to a transport: the server (online.js) or a file (offline.js).
import { ask, showGuide } from "./dialogs.js";
import { $, ActiveClock, element, newKey, selected } from "./elements.js";
import { markedText, merged, stopWords, toCharacters, wordMarks, wordsOf } from "./marking.js";

/**
 * @typedef {{value: number, name: string, colour: string | null, description: string | null}} Grade
 * @typedef {{name: string, grades: Grade[], relevant: number}} Dimension
 * @typedef {{version: number, text: string, dimensions: Dimension[], passages: boolean}} Guidelines
 * @typedef {{id: string, title: string | null, description: string | null, narrative: string | null, language: string | null}} Topic
 * @typedef {[number, number, string, number, string | null, Record<string, number> | null]} Item
 * @typedef {{person: {name: string, role: string}, guidelines: Guidelines, topics: Topic[], items: Item[]}} WorkList
 * @typedef {{dimension: string, grade: number, text: string | null}} Feedback
 * @typedef {{assignment: number, doc: string, found: boolean, title: string, text: string, sha256: string | null, state: string | null, grades: Record<string, number> | null, skip: string | null, note: string | null, passages: [number, number][], feedback: Feedback[] | null}} Shown
 * @typedef {{assignment: number, key: string, kind: string, grades?: Record<string, number> | null, passages?: [number, number][] | null, text?: string | null, content_sha256?: string | null, shown_at?: string | null, judged_at?: string | null, active_ms?: number | null}} Entry
 * @typedef {{list(): Promise<WorkList>, item(assignment: number): Promise<Shown>, save(entry: Entry): void, pending(): Entry[], onChange(listener: (status: string, problem: string | null) => void): void}} Transport
 */

const ROW = 28;
const COLOURS = ["#9aa5b1", "#2e9e64", "#0b6b3a", "#063f22"];
/** @type {Record<string, string>} How the list shows a state. */
const SIGNS = { judged: "●", skipped: "–" };
/** @type {Record<string, string>} The button that a key presses. */
const BUTTONS = { j: "next", ArrowRight: "next", k: "previous", ArrowLeft: "previous", " ": "next-open", u: "undo", s: "skip", n: "note", "?": "help" };
/** @type {Record<string, string>} */
const PASSAGES = { p: "mark", b: "entry-point", x: "unmark" };

/** @param {Transport} transport */
export async function start(transport) {
  const work = await transport.list();
  const view = new Assessor(transport, work);
  transport.onChange((status, problem) => view.showConnection(status, problem));
  for (const entry of transport.pending()) view.apply(entry);
  const first = Number(location.hash.slice(1));
  const opened = view.items.findIndex((item) => item[0] === first);
  await view.open(opened >= 0 ? opened : view.nextOpen(-1));
  return view;
}

class Assessor {
  /** @param {Transport} transport @param {WorkList} work */
  constructor(transport, work) {
    this.transport = transport;
    this.items = work.items;
    this.topics = work.topics;
    this.guidelines = work.guidelines;
    this.index = -1;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Record<string, number>} */
    this.chosen = {};
    /** @type {[number, number][]} */
    this.passages = [];
    /** @type {number[]} */
    this.visible = this.items.map((_, i) => i);
    this.highlights = true;
    this.clock = new ActiveClock();
    this.common = stopWords(work.topics.map((it) => `${it.title ?? ""} ${it.description ?? ""}`));
    /** @type {Map<number, {assignment: number, grades: Record<string, number> | null, state: string | null}[]>} */
    this.before = new Map();
    this.makeGrades();
    this.listen();
    showGuide(this.guidelines.text);
    this.showProgress();
  }

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
      "next-open": () => this.open(this.nextOpen(this.index)), undo: () => this.undo(),
      skip: () => ask("Cannot judge", "Why? The organiser reads it.", (text) => this.skip(text)),
      note: () => ask("Note", "For the organiser", (text) => this.note(text), this.shown?.note ?? ""),
      mark: () => this.mark(false), "entry-point": () => this.mark(true), unmark: () => this.unmark(),
      help: () => /** @type {HTMLDialogElement} */ ($("guide")).showModal(),
    };
    for (const [id, act] of Object.entries(clicks)) $(id).addEventListener("click", act);
    $("list").addEventListener("scroll", () => this.drawList());
    $("search").addEventListener("input", () => this.search());
    $("words").addEventListener("input", () => { remember(`words ${this.topic?.id}`, this.words); this.drawText(); });
    new ResizeObserver(() => this.drawList()).observe($("list"));
  }

  get topic() { const item = this.items[this.index]; return item ? this.topics[item[1]] : undefined; }
  get words() { return /** @type {HTMLInputElement} */ ($("words")).value; }

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
      active_ms: this.clock.milliseconds,
      ...what,
    };
    this.apply(entry);
    this.transport.save(entry);
  }

  judge() {
    const item = this.items[this.index];
    if (!item || !this.shown) return;
    const training = item[3];
    this.save({ kind: "judged", grades: { ...this.chosen }, passages: this.passages });
    this.shown.grades = { ...this.chosen };
    this.shown.state = "judged";
    if (training) void this.showFeedback(item[0]);
    else if (this.nextOpen(this.index) !== this.index) void this.open(this.nextOpen(this.index));
    else this.draw();
  }

  /** Training answers before it goes on. @param {number} assignment */
  async showFeedback(assignment) {
    for (let tries = 0; tries < 20 && this.transport.pending().length; tries++) await new Promise((done) => setTimeout(done, 100));
    const shown = await this.transport.item(assignment);
    if (this.items[this.index]?.[0] !== assignment) return;
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
    void this.open(this.nextOpen(this.index));
  }

  /** @param {string} text */
  note(text) {
    this.save({ kind: "noted", text });
    if (this.shown) this.shown.note = text;
    this.draw();
  }

  undo() {
    const item = this.items[this.index];
    if (!item || !this.shown) return;
    if (!item[4]) return this.notice("There is nothing to take back on this document.");
    this.save({ kind: "undone" });
    Object.assign(this.shown, { state: item[4], grades: item[5], skip: null });
    this.chosen = { ...(item[5] ?? {}) };
    this.draw();
  }

  /** What an entry makes of the list, before the server has it. @param {Entry} entry */
  apply(entry) {
    const item = this.items.find((it) => it[0] === entry.assignment);
    if (!item) return;
    const history = this.before.get(entry.assignment) ?? [];
    if (entry.kind === "judged" || entry.kind === "skipped") {
      history.push({ assignment: entry.assignment, grades: item[5], state: item[4] });
      [item[4], item[5]] = [entry.kind, entry.grades ?? null];
    } else if (entry.kind === "undone") {
      const earlier = history.pop();
      [item[4], item[5]] = [earlier?.state ?? null, earlier?.grades ?? null];
    }
    this.before.set(entry.assignment, history);
    this.showProgress();
    this.drawList();
  }

  /** The next document without a judgment, from an index on and then from the start. @param {number} from */
  nextOpen(from) {
    const open = (/** @type {number} */ i) => !this.items[i]?.[4];
    for (let i = from + 1; i < this.items.length; i++) if (open(i)) return i;
    for (let i = 0; i < from; i++) if (open(i)) return i;
    return from < 0 ? 0 : from;
  }

  /** @param {number} index */
  async open(index) {
    const item = this.items[index];
    if (!item) return this.items.length ? undefined : this.notice("There is nothing on your list.");
    this.index = index;
    this.notice("");
    // Until it is here nothing can be judged: a quick second key would go to the document before.
    this.shown = null;
    $("document").setAttribute("aria-busy", "true");
    try {
      const shown = await this.transport.item(item[0]);
      if (this.index !== index) return;
      this.shown = shown;
    } catch (error) {
      if (this.index !== index) return;
      return this.notice(`The document could not be fetched: ${error instanceof Error ? error.message : error}`);
    }
    this.chosen = item[4] === "judged" ? { ...(item[5] ?? {}) } : {};
    this.passages = this.shown.passages.map(([first, length]) => [first, length]);
    this.clock.restart();
    history.replaceState(null, "", `#${item[0]}`);
    /** @type {HTMLInputElement} */ ($("words")).value = recalled(`words ${this.topic?.id}`);
    this.draw();
    $("work").scrollTop = 0;
    this.reveal();
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
    this.drawText();
    this.drawGrades();
    this.drawList();
  }

  drawGrades() {
    const item = this.items[this.index];
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
    const box = $("doc-text");
    box.replaceChildren();
    if (shown.found) return box.append(...markedText(shown.text, this.highlights ? this.wordMarks(shown.text) : [], this.passages));
    box.append(element("p", { class: "alert" }, "The text of this document is not here. Judge it elsewhere, or say that it cannot be judged."));
  }

  /** @param {string} text */
  wordMarks(text) {
    const own = wordsOf(this.words), topic = wordsOf(this.topic?.title ?? "");
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

  search() {
    const wanted = /** @type {HTMLInputElement} */ ($("search")).value.trim().toLocaleLowerCase();
    this.visible = [];
    this.items.forEach((item, i) => {
      const topic = this.topics[item[1]];
      if (!wanted || `${topic?.id} ${topic?.title ?? ""} ${item[2]} ${item[4] ?? "open"}`.toLocaleLowerCase().includes(wanted)) this.visible.push(i);
    });
    $("list").scrollTop = 0;
    this.drawList();
  }

  /** Only the rows that are seen are drawn: a list may have a hundred thousand. */
  drawList() {
    const list = $("list"), space = $("list-space");
    space.style.height = `${this.visible.length * ROW}px`;
    const first = Math.max(0, Math.floor(list.scrollTop / ROW) - 5), count = Math.ceil(list.clientHeight / ROW) + 10;
    const rows = this.visible.slice(first, first + count).map((i, n) => {
      const item = /** @type {Item} */ (this.items[i]), topic = this.topics[item[1]];
      const state = item[4] ?? "", position = first + n;
      const row = element("div", {
        class: "list-row", role: "option", id: `row-${i}`, "aria-selected": String(i === this.index),
        "aria-setsize": String(this.visible.length), "aria-posinset": String(position + 1),
      });
      row.style.top = `${position * ROW}px`;
      row.append(
        element("span", { "aria-hidden": "true" }, SIGNS[state] ?? "○"),
        element("span", { class: "what" }, `${topic?.id} · ${i + 1}${item[3] ? " (training)" : ""}`),
        element("span", { class: "value" }, state === "judged" ? Object.values(item[5] ?? {}).join(" ") : state),
      );
      row.addEventListener("click", () => this.open(i));
      return row;
    });
    space.replaceChildren(...rows);
    list.setAttribute("aria-activedescendant", `row-${this.index}`);
  }

  reveal() {
    const list = $("list"), position = this.visible.indexOf(this.index) * ROW;
    if (position < list.scrollTop || position > list.scrollTop + list.clientHeight - ROW) list.scrollTop = position - list.clientHeight / 2;
    this.drawList();
  }

  showProgress() {
    const done = this.items.filter((item) => item[4]).length;
    const bar = /** @type {HTMLProgressElement} */ ($("progress"));
    [bar.max, bar.value] = [this.items.length || 1, done];
    $("progress-text").textContent = `${done} of ${this.items.length} done`;
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

/** Browsers may keep nothing for files: then words last as long as the page. @param {string} name @param {string} value */
function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* they are not worth a message */ }
}

/** @param {string} name */
function recalled(name) {
  try { return localStorage.getItem(name) ?? ""; } catch { return ""; }
}
