// The page of an assessor: the list, one document, its judgment. Where the data is and where
// judgments go is up to a transport: the server (online.js) or a file (offline.js).
import { ask, showGuide } from "./dialogs.js";
import { DocumentView } from "./document_view.js";
import { AHEAD, Documents } from "./documents.js";
import { $, ActiveClock, element, newKey, selected } from "./elements.js";
import { ListView } from "./list.js";
import { merged, toCharacters } from "./marking.js";
import { Queue } from "./queue.js";
import { TEXTS } from "./texts.js";

/**
 * @typedef {{value: number, name: string, colour: string | null, description: string | null}} Grade
 * @typedef {{name: string, grades: Grade[], relevant: number}} Dimension
 * @typedef {{version: number, text: string, dimensions: Dimension[], passages: boolean, active_time: boolean}} Guidelines
 * @typedef {{id: string, title: string | null, description: string | null, narrative: string | null, language: string | null}} Topic
 * @typedef {[number, string, string, number, string | null, Record<string, number> | null, number | string, string]} Item assignment, topic, document, whether for training, state, grades, the event or the key of the entry that stands, title
 * @typedef {{person: {name: string, role: string}, guidelines: Guidelines, topics: Topic[], words: Record<string, string>, last: number[], total: number, done: number, first: number, items: Item[], event: number, asked: number | null}} WorkList
 * @typedef {{asked: number, topics: Topic[], items: Item[]}} Given what a strategy asked for meanwhile
 * @typedef {{dimension: string, grade: number, text: string | null}} Feedback
 * @typedef {{assignment: number, topic: string, doc: string, kind: string, part: string, other: {title: string, text: string} | null, is_there: boolean, title: string, text: string, facts: [string, string][], html: boolean, images: Record<string, string>, address: string | null, sha256: string | null, pdf: string | null, state: string | null, event: number, grades: Record<string, number> | null, skip: string | null, note: string | null, answer: string | null, passages: [number, number][], feedback: Feedback[] | null}} Shown
 * @typedef {{assignment?: number, topic?: string, key: string, kind: string, before?: number | string, grades?: Record<string, number> | null, passages?: [number, number][] | null, text?: string | null, content_sha256?: string | null, shown_at?: string | null, judged_at?: string | null, active_ms?: number | null, guideline?: number, ledger?: string}} Entry
 * @typedef {{event: number, kind: string | null, grades: Record<string, number>, text: string | null}} Meanwhile what stands since somebody judged elsewhere
 * @typedef {{status: (status: string, problem: string | null) => void, meanwhile: (entry: Entry, stands: Meanwhile) => void, correct: (assignment: number, now: Meanwhile, key: string) => void, changed: (assignment: number, now: Meanwhile) => void, given: (given: Given) => void}} Listener
 * @typedef {{list(most?: number): Promise<WorkList>, item(assignment: number): Promise<Shown>, save(entry: Entry): void, pending(): Entry[], listen(listener: Listener): void}} Transport
 */

/** So many items are asked for first, so that a document is there at once. */
const FIRST = 200;
const COLOURS = ["#9aa5b1", "#2e9e64", "#0b6b3a", "#063f22"];
/** @type {Record<string, string>} The button that a key presses. */
const BUTTONS = {
  j: "next", ArrowRight: "next", k: "previous", ArrowLeft: "previous", " ": "next-open",
  u: "undo", s: "skip", n: "note", "?": "help", l: "show-list",
};
/** @type {Record<string, string>} */
const PASSAGES = { p: "mark", b: "entry-point", x: "unmark" };

/** @param {Transport} transport */
export async function start(transport) {
  const work = await transport.list(FIRST), wanted = Number(location.hash.slice(1));
  const view = new Assessor(transport, work);
  transport.listen({
    status: (status, problem) => view.showConnection(status, problem),
    meanwhile: (entry, stands) => view.meanwhile(entry, stands),
    correct: (assignment, now, key) => view.correct(assignment, now, key),
    changed: (assignment, now) => view.changed(assignment, now),
    given: (given) => view.take(given),
  });
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
    /** Whether a strategy chooses what comes next by each judgment, and whether that is waited for. */
    this.live = work.asked !== null;
    this.waiting = false;
    this.queue = new Queue(work);
    this.documents = new Documents((assignment) => transport.item(assignment));
    this.list = new ListView(this.queue, (position) => this.open(position));
    this.view = new DocumentView();
    this.index = -1;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {Record<string, number>} */
    this.chosen = {};
    /** @type {[number, number][]} */
    this.passages = [];
    this.clock = new ActiveClock();
    this.view.learn(this.queue.topics);
    this.makeGrades();
    this.listen();
    showGuide(work);
  }

  /** The whole list, of which a part was there; what was done with that part since stays. @param {WorkList} work @param {Entry[]} late not applied yet */
  extend(work, late) {
    const assignment = this.item?.[0];
    this.queue.extend(work);
    for (const entry of late) this.apply(entry);
    if (assignment !== undefined) this.index = this.queue.positionOf(assignment);
    this.view.learn(this.queue.topics);
    this.list.draw();
    this.list.reveal(this.index);
  }

  get item() { return this.queue.items[this.index]; }
  get dimensions() { return this.guidelines.dimensions; }
  get topic() { return this.queue.topics.get(this.item?.[1] ?? ""); }
  get ownWords() { return /** @type {HTMLInputElement} */ ($("words")).value; }

  makeGrades() {
    for (const dimension of this.dimensions) {
      const set = element("fieldset", { "data-dimension": dimension.name });
      set.append(element("legend", {}, dimension.name));
      dimension.grades.forEach((grade, number) => {
        const value = String(grade.value);
        const button = element("button", { type: "button", class: "grade", "aria-pressed": "false", "data-value": value, title: grade.description ?? "" });
        button.textContent = grade.name + " ";
        button.append(element("kbd", {}, this.keyOf(dimension, grade)));
        const shade = dimension.grades.length < 2 ? 0 : Math.round((number * (COLOURS.length - 1)) / (dimension.grades.length - 1));
        button.style.borderLeftColor = grade.colour ?? COLOURS[dimension.grades.length <= COLOURS.length ? number : shade] ?? "";
        button.addEventListener("click", () => this.choose(dimension, grade.value));
        set.append(button);
      });
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
    this.view.onKey = (event) => this.key(event);
    /** @type {Record<string, () => void>} */
    const clicks = {
      previous: () => this.open(this.index - 1), next: () => this.open(this.index + 1),
      "next-open": () => this.open(this.queue.nextOpen(this.index)), undo: () => this.undo(),
      skip: () => this.shown && ask(TEXTS.ask.skip, TEXTS.ask.skipWhy, (text) => this.skip(text)),
      note: () => this.shown && ask(TEXTS.ask.note, TEXTS.ask.noteFor, (text) => this.note(text), this.shown?.note ?? ""),
      mark: () => this.mark(false), "entry-point": () => this.mark(true), unmark: () => this.unmark(),
      help: () => /** @type {HTMLDialogElement} */ ($("guide")).showModal(),
      "show-list": () => this.list.toggle(),
    };
    for (const [id, act] of Object.entries(clicks)) $(id).addEventListener("click", act);
    $("words").addEventListener("input", () => this.drawText());
    $("words").addEventListener("change", () => this.saveWords());
  }

  saveWords() {
    const topic = this.topic?.id, text = this.ownWords.trim();
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
    else if (key === "/") { $("side").classList.add("open"); $("search").focus(); }
    else if (key === "h") { this.view.highlights = !this.view.highlights; this.drawText(); }
    else if (key === "t") { this.view.asText = !this.view.asText; this.drawText(); }
    else if (key === "w" || key === "q") this.view.step(key === "w" ? 1 : -1);
    else if (/^[0-9]$/.test(key)) this.chooseByKey(key);
    else return this.view.scroll(key);
    return true;
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
      before: this.item?.[6] ?? 0,
      content_sha256: shown.sha256,
      shown_at: this.clock.since,
      judged_at: new Date().toISOString(),
      active_ms: this.guidelines.active_time ? this.clock.milliseconds : null,
      guideline: this.guidelines.version,
      ...what,
    };
    if (entry.kind !== "noted") this.list.tick();
    this.apply(entry);
    this.transport.save(entry);
  }

  judge() {
    const item = this.item;
    if (!item || !this.shown) return;
    const training = item[3];
    this.save({ kind: "judged", grades: { ...this.chosen }, passages: this.passages });
    this.shown.passages = this.passages;
    if (training) void this.showFeedback(item[0]);
    else this.goOn();
  }

  /** The next document that is not judged; where there is none this one stays. */
  goOn() {
    const next = this.queue.nextOpen(this.index), here = next !== this.index && this.queue.items[next]?.[1] === this.item?.[1];
    this.waiting = this.live && !here && this.transport.pending().length > 0;
    if (this.waiting) return void (this.draw(), this.notice(TEXTS.notice.choosing));
    if (next !== this.index) return void this.open(next);
    this.draw();
    if (this.queue.done === this.queue.length) this.notice(TEXTS.notice.done);
  }

  /** What a strategy asked for by what was judged here: it comes after what is there of its topic. @param {Given} given */
  take(given) {
    const assignment = this.item?.[0];
    this.queue.insert(given);
    this.index = this.queue.positionOf(assignment ?? -1);
    this.view.learn(this.queue.topics);
    this.list.draw();
    if (this.waiting) this.goOn();
    else if (this.index < 0) void this.open(this.queue.nextOpen(-1));
    else void this.documents.prepare(this.queue.ahead(this.index, AHEAD));
  }

  /** Training answers before it goes on. @param {number} assignment */
  async showFeedback(assignment) {
    for (let tries = 0; tries < 20 && this.transport.pending().length; tries++) await new Promise((done) => setTimeout(done, 100));
    this.documents.forget(assignment);
    const shown = await this.documents.get(assignment);
    if (this.item?.[0] !== assignment) return;
    this.shown = shown;
    this.draw();
    for (const part of shown.feedback ?? []) {
      const right = this.chosen[part.dimension] === part.grade;
      const answer = right ? TEXTS.notice.right : TEXTS.notice.expected(this.nameOf(part.dimension, part.grade));
      this.notice(TEXTS.notice.feedback(part.dimension, answer, part.text ?? ""));
    }
  }

  /** @param {string} dimension @param {number} value */
  nameOf(dimension, value) {
    return this.dimensions.find((it) => it.name === dimension)?.grades.find((it) => it.value === value)?.name ?? String(value);
  }

  /** @param {Record<string, number>} grades */
  namesOf(grades) { return Object.entries(grades).map(([name, value]) => this.nameOf(name, value)).join(", "); }

  /** @param {string} text */
  skip(text) {
    if (!this.shown) return;
    this.save({ kind: "skipped", text });
    this.goOn();
  }

  /** @param {string} text */
  note(text) {
    this.save({ kind: "noted", text });
    if (this.shown) this.shown.note = text;
    this.draw();
  }

  /** Take back what was done last, wherever that was, and show it. */
  async undo() {
    const assignment = this.queue.acts.at(-1), position = this.queue.positionOf(assignment ?? -1), item = this.queue.items[position];
    if (!item) return this.notice(TEXTS.notice.noAct);
    if (this.index !== position) await this.open(position);
    if (this.index !== position || !this.shown) return;
    this.save({ kind: "undone" });
    this.chosen = { ...(item[5] ?? {}) };
    this.draw();
    this.notice(TEXTS.notice.takenBack);
  }

  /** What an entry makes of the page, before the server has it. @param {Entry} entry */
  apply(entry) {
    if (entry.kind === "words") this.words[entry.topic ?? ""] = entry.text ?? "";
    this.queue.apply(entry);
    this.list.drawRows();
  }

  /** Somebody judged a document in another tab, or on another machine, since it was shown here. @param {Entry} entry @param {Meanwhile} stands */
  meanwhile(entry, stands) {
    const { event, kind, grades } = stands, judged = kind === "judged" ? grades : null;
    this.queue.meanwhile(entry.assignment ?? -1, { state: kind, grades: judged, event });
    this.documents.forget(entry.assignment ?? -1);
    this.list.drawRows();
    if (this.item?.[0] === entry.assignment) {
      this.chosen = { ...(judged ?? {}) };
      this.drawGrades();
    }
    this.notice(TEXTS.notice.meanwhile(judged ? this.namesOf(judged) : kind ?? TEXTS.state.open));
  }

  /** What stands for the server, which is something else where an entry was refused, decided later, or took back what was judged before this page was opened. What waits of a document is answered later. @param {number} assignment @param {Meanwhile} now @param {string} key the entry that is answered */
  correct(assignment, { event, kind, grades }, key) {
    if (this.transport.pending().some((it) => it.assignment === assignment && it.kind !== "noted" && it.key !== key)) return;
    const item = this.queue.items[this.queue.positionOf(assignment)], given = kind === "judged" ? grades : null;
    if (item && this.isShownAs(item, kind, given)) return void (item[6] = event);
    this.queue.meanwhile(assignment, { state: kind, grades: given, event });
    if (kind && key && !this.queue.acts.includes(assignment)) this.queue.acts.push(assignment);
    this.list.drawRows();
    if (this.item?.[0] !== assignment) return;
    this.chosen = { ...(given ?? {}) };
    this.drawGrades();
  }

  /** A document was judged, or taken back, on another page of the same person. @param {number} assignment @param {Meanwhile} now */
  changed(assignment, now) {
    this.documents.forget(assignment);
    this.correct(assignment, now, "");
  }

  /** Whether a document of the list stands as it does for the server. @param {any} item @param {string | null} kind @param {Record<string, number> | null} grades */
  isShownAs(item, kind, grades) {
    return item[4] === kind && this.namesOf(item[5] ?? {}) === this.namesOf(grades ?? {});
  }

  /** @param {number} index */
  async open(index) {
    const item = this.queue.items[index];
    if (!item) return this.queue.length ? undefined : this.notice(TEXTS.notice.nothing);
    this.index = index;
    this.waiting = false;
    this.shown = this.documents.there.get(item[0]) ?? null;
    // Until it is here nothing can be judged: a quick second key would go to the document before.
    if (!this.shown) {
      $("document").setAttribute("aria-busy", "true");
      try {
        const shown = await this.documents.get(item[0]);
        if (this.index !== index) return;
        this.shown = shown;
      } catch (error) {
        if (this.index !== index) return;
        const { status, message } = /** @type {Error & {status?: number}} */ (error);
        if (status) return this.notice(TEXTS.notice.notFetched(message));
        setTimeout(() => { if (this.index === index && !this.shown) void this.open(index); }, 2000);
        return this.notice(TEXTS.notice.unreachable);
      }
    }
    this.notice("");
    this.chosen = item[4] === "judged" ? { ...(item[5] ?? {}) } : {};
    this.passages = this.shown.passages.map(([first, length]) => [first, length]);
    this.clock.restart();
    history.replaceState(null, "", `#${item[0]}`);
    /** @type {HTMLInputElement} */ ($("words")).value = this.words[item[1]] ?? "";
    this.draw();
    $("work").scrollTop = 0;
    this.list.reveal(index);
    void this.documents.prepare(this.queue.ahead(index, AHEAD));
  }

  draw() {
    const topic = this.topic, shown = this.shown;
    if (!topic || !shown) return;
    $("document").removeAttribute("aria-busy");
    this.view.drawTopic(topic);
    this.view.drawHead(shown, this.list.nameOf(this.index));
    this.drawText();
    this.drawGrades();
  }

  drawGrades() {
    for (const set of $("grades").querySelectorAll("fieldset")) {
      const chosen = this.chosen[set.dataset.dimension ?? ""];
      for (const button of set.querySelectorAll("button")) button.setAttribute("aria-pressed", String(Number(button.dataset.value) === chosen));
    }
    this.drawState(this.item);
  }

  /** The state of a document in words. @param {any} item */
  drawState(item) {
    const state = $("doc-state"), { note = null, answer = null } = this.shown ?? {};
    const texts = { judged: TEXTS.state.judged(this.namesOf(item?.[5] ?? {})), skipped: TEXTS.state.skipped, closed: TEXTS.state.closed };
    const said = texts[/** @type {"judged" | "skipped" | "closed"} */ (item?.[4] ?? "")] ?? TEXTS.state.open;
    state.textContent = said + (note ? TEXTS.state.note(note) : "") + (answer ? TEXTS.state.answer(answer) : "");
    state.classList.toggle("done", item?.[4] === "judged");
  }

  drawText() {
    if (this.shown && this.topic) this.view.drawText(this.shown, this.topic, this.ownWords, this.passages);
  }

  /** @param {boolean} entry */
  mark(entry) {
    const range = selected($("doc-text")), text = this.shown?.text ?? "";
    if (!range) return this.notice(TEXTS.notice.select);
    const [first, end] = /** @type {[number, number]} */ (range.map((units) => toCharacters(text, units)));
    if (entry) this.passages = [...this.passages.filter(([, length]) => length), [first, 0]];
    else if (end > first) this.passages = merged([...this.passages, [first, end - first]]);
    this.changePassages();
  }

  unmark() {
    this.passages = [];
    this.changePassages();
  }

  changePassages() {
    this.drawText();
    if (this.shown) this.shown.passages = this.passages;
    if (this.complete) this.save({ kind: "judged", grades: { ...this.chosen }, passages: this.passages });
  }

  /** @param {string} status @param {string | null} problem */
  showConnection(status, problem) {
    $("connection").textContent = status;
    $("problem").textContent = problem ?? "";
    $("problem").hidden = !problem;
  }

  /** @param {string} text */
  notice(text) {
    $("notice").textContent = text;
    $("notice").hidden = !text;
  }
}
