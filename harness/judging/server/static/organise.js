// The organiser's page: progress, speed, agreement, notes, what was skipped; work is moved or closed.
import { newKey } from "./elements.js";
import { TEXTS } from "./texts.js";

const token = document.body.dataset.formToken ?? "";

/** @param {string} path @param {unknown} [body] */
export async function ask(path, body) {
  const headers = { "X-Form-Token": token, "Content-Type": "application/json" };
  const answer = await fetch(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers });
  const content = await answer.json();
  if (!answer.ok) throw new Error(content.error);
  return content;
}

/** @param {string} text */
export function notice(text) {
  const box = document.getElementById("notice");
  if (box) [box.textContent, box.hidden] = [text, !text];
}

/** @param {string} caption @param {string[]} header @param {(string | number | null | HTMLElement)[][]} rows */
export function table(caption, header, rows) {
  const made = document.createElement("table"), head = made.createTHead().insertRow();
  made.createCaption().textContent = caption;
  header.forEach((name, i) => {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    if (rows.length && typeof rows[0]?.[i] === "number") cell.className = "number";
    head.append(cell);
  });
  const body = made.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const value of row) {
      const cell = line.insertCell();
      if (value instanceof HTMLElement) cell.append(value);
      else cell.textContent = value === null ? "–" : typeof value === "number" && !Number.isInteger(value) ? value.toFixed(3) : String(value);
      if (typeof value === "number") cell.className = "number";
    }
  }
  return made;
}

/** @typedef {{coefficient: string, value: number | null, units: number, pairs: number, reason: string | null}} Agreement */

/** @param {Agreement} found */
const shown = (found) => (found.value === null ? `– (${found.reason})` : found.value);

/** What is left of chosen topics of an assessor: given to others, or closed. @param {string} assessor @param {HTMLElement} rows with a box for each topic @param {string[]} people */
function actions(assessor, rows, people) {
  const box = document.createElement("p"), to = document.createElement("select");
  const all = document.createElement("button"), shut = document.createElement("button");
  const chosen = () => /** @type {HTMLInputElement[]} */ ([...rows.querySelectorAll("input:checked")]).map((it) => it.value);
  const some = (/** @type {(topics: string[]) => unknown} */ make) => (chosen().length ? make(chosen()) : notice(TEXTS.organise.first));
  to.setAttribute("aria-label", TEXTS.organise.to(assessor));
  to.append(new Option(TEXTS.organise.give, ""), ...people.filter((name) => name !== assessor).map((name) => new Option(name, name)));
  to.addEventListener("change", () => some((topics) =>
    act("/api/reassign", { assessor, topics, to: to.value }, TEXTS.organise.whyGive(topics.length, to.value))));
  all.textContent = TEXTS.organise.all;
  all.addEventListener("click", () => rows.querySelectorAll("input").forEach((it) => { it.checked = true; }));
  shut.textContent = TEXTS.organise.close;
  shut.addEventListener("click", () => some((topics) => act("/api/close", { assessor, topics }, TEXTS.organise.whyClose(topics.length, assessor))));
  box.append(all, " ", to, " ", shut);
  return box;
}

/** @param {string} path @param {Record<string, unknown>} body @param {string} question */
async function act(path, body, question) {
  const text = prompt(question);
  if (!text?.trim()) return draw();
  let said = "";
  try {
    const { kept } = await ask(path, { ...body, text });
    if (kept) said = TEXTS.organise.kept(kept);
  } catch (error) {
    said = error instanceof Error ? error.message : String(error);
  }
  await draw();
  notice(said);
}

/** @typedef {any} Row what the server says of an assessor, a topic or a document */

/** @param {string} id @param {HTMLElement[]} parts */
const put = (id, ...parts) => document.getElementById(id)?.replaceChildren(...parts);
/** @param {number | null} share */
const percent = (share) => (share === null ? null : `${Math.round(share * 100)} %`);

const COUNTS = ["assigned", "judged", "skipped", "closed", "left"], counted = () => COUNTS.map((name) => TEXTS.organise.counts[name] ?? name);

/** All assessors with their sums; the topics of one are opened. @param {Row[]} rows @param {number} conflicts */
function progressOf(rows, conflicts) {
  const total = (/** @type {string} */ name, /** @type {Row[]} */ of = rows) => of.reduce((sum, row) => sum + row[name], 0);
  const people = [...new Set(rows.map((row) => row.assessor))];
  const caption = TEXTS.organise.progress(total, conflicts);
  const sums = people.map((name) => {
    const own = rows.filter((row) => row.assessor === name);
    return [name, own.length, ...COUNTS.map((count) => total(count, own))];
  });
  const parts = people.map((name) => topicsOf(name, rows.filter((row) => row.assessor === name), people));
  return [table(caption, [...TEXTS.organise.progressColumns, ...counted()], sums), ...parts];
}

/** @type {Set<string>} The assessors whose topics are open. */
const opened = new Set();

/** @param {string} name @param {Row[]} rows @param {string[]} people */
function topicsOf(name, rows, people) {
  const box = document.createElement("details"), summary = document.createElement("summary");
  summary.textContent = TEXTS.organise.ofAssessor(name);
  box.append(summary);
  box.open = opened.has(name);
  const fill = () => {
    opened[box.open ? "add" : "delete"](name);
    if (!box.open || box.children.length > 1) return;
    const cells = rows.map((row) => [row.left ? chooser(row) : "", row.topic, ...COUNTS.map((count) => row[count])]);
    const made = table(TEXTS.organise.topicsOf(name), [...TEXTS.organise.topicColumns, ...counted()], cells);
    box.append(made, actions(name, made, people));
  };
  box.addEventListener("toggle", fill);
  fill();
  return box;
}

/** @param {Row} row */
function chooser(row) {
  const box = document.createElement("input");
  Object.assign(box, { type: "checkbox", value: row.topic });
  box.setAttribute("aria-label", TEXTS.organise.chooseTopic(row.topic, row.assessor));
  return box;
}

/** Notes of assessors, and answers to them. @param {Row[]} rows */
function notesTable(rows) {
  const cells = rows.map((row) => [row.topic, row.doc, row.assessor, row.text, row.answer ?? answering(row)]);
  return table(TEXTS.organise.notes, TEXTS.organise.noteColumns, cells);
}

/** @param {Row} row */
function answering(row) {
  const button = document.createElement("button");
  button.textContent = TEXTS.organise.answering;
  const why = TEXTS.organise.noted(row.assessor, row.doc, row.text);
  button.addEventListener("click", () => act("/api/answer", { assignment: row.assignment, key: newKey() }, why));
  return button;
}

/** @param {Row[]} rows */
function recallTable(rows) {
  const enough = rows.filter((row) => row.low !== null && row.low >= 0.9).length;
  const caption = TEXTS.organise.recall(enough, rows.length);
  const interval = (/** @type {Row} */ row) => (row.low === null ? null : TEXTS.organise.interval(percent(row.low), percent(row.high)));
  const cells = rows.map((row) => [row.topic, row.documents, row.judged, row.relevant, percent(row.recall), interval(row)]);
  return table(caption, TEXTS.organise.recallColumns, cells);
}

/** What a test says of topics whose documents a strategy hands out. @param {Row[]} rows */
function stoppingTable(rows) {
  const enough = rows.filter((row) => row.p < 0.05).length;
  const caption = TEXTS.organise.stopping(enough, rows.length);
  const cells = rows.map((row) => [row.topic, row.candidates, row.judged, row.relevant, row.since, row.p]);
  return table(caption, TEXTS.organise.stoppingColumns, cells);
}

/** @param {Row[]} rows */
function goldTable(rows) {
  const cells = rows.map((row) => [row.assessor, row.judged, row.right, percent(row.early), percent(row.late), row.direction]);
  return table(TEXTS.organise.gold, TEXTS.organise.goldColumns, cells);
}

async function draw() {
  const data = await ask("/api/overview");
  put("progress", ...progressOf(data.progress, data.conflicts));
  const timed = data.speed.some((/** @type {Row} */ row) => row.median_active_seconds !== null);
  const columns = [...TEXTS.organise.speedColumns, ...(timed ? [TEXTS.organise.active] : [])];
  const rows = data.speed.map((/** @type {Row} */ it) => [it.assessor, it.judgments, it.median_seconds, it.median_active_seconds].slice(0, columns.length));
  put("speed", table(TEXTS.organise.speed, columns, rows), ...(data.gold.length ? [goldTable(data.gold)] : []));
  put("recall", ...(data.recall.length ? [recallTable(data.recall)] : []), ...(data.stopping.length ? [stoppingTable(data.stopping)] : []));
  put("notes", ...(data.notes.length ? [notesTable(data.notes)] : []));
  const skips = data.skips.map((/** @type {Row} */ row) => [row.topic, row.doc, row.assessor, row.state, row.text]);
  put("skips", ...(skips.length ? [table(TEXTS.organise.skips, TEXTS.organise.skipColumns, skips)] : []));
  for (const box of document.querySelectorAll("details[data-part][open]")) void open(/** @type {HTMLDetailsElement} */ (box));
  const board = document.getElementById("leaderboard");
  if (board) board.hidden = !data.has_leaderboard;
}

/** @type {Record<string, () => Promise<HTMLElement[]>>} What is fetched when somebody opens it. */
const PARTS = {
  async agreement() {
    const data = await ask("/api/agreement");
    const overall = Object.values(data.overall).map((/** @type {Row} */ { agreement: it, low, high }) => [it.coefficient, shown(it), low, high, it.units]);
    const pairs = data.pairs.map((/** @type {Row} */ it) => [
      it.first, it.second, it.units, shown(it["percent agreement"]), shown(it["Cohen's κ"]), it.overlap, it.difference,
    ]);
    const own = Object.entries(data.consistency).map(([name, /** @type {Row} */ it]) => [name, it.units, shown(it)]);
    const caption = TEXTS.organise.agreement(data.dimension, data.confidence * 100);
    return [
      table(caption, TEXTS.organise.agreementColumns, overall),
      table(TEXTS.organise.pairs, TEXTS.organise.pairColumns, pairs),
      table(TEXTS.organise.own, TEXTS.organise.ownColumns, own),
    ];
  },
  async leaderboard() {
    const data = await ask("/api/leaderboard");
    return [table(TEXTS.organise.leaderboard(data.measure, data.documents), TEXTS.organise.leaderboardColumns(data.measure), data.rows)];
  },
};

/** @param {HTMLDetailsElement} box */
async function open(box) {
  const body = box.querySelector("div");
  try {
    body?.replaceChildren(...((await PARTS[box.dataset.part ?? ""]?.()) ?? []));
  } catch (error) {
    if (body) body.textContent = error instanceof Error ? error.message : String(error);
  }
}

/** @param {Error} error */
const failed = (error) => notice(error.message);

if (document.getElementById("speed")) {
  for (const box of document.querySelectorAll("details[data-part]")) {
    box.addEventListener("toggle", () => { if (/** @type {HTMLDetailsElement} */ (box).open) void open(/** @type {HTMLDetailsElement} */ (box)); });
  }
  await draw().catch(failed);
  setInterval(() => { if (!document.hidden && !document.querySelector("select:focus, #progress input:checked")) draw().catch(failed); }, 15_000);
}
