// The transport of a page that a server gave. Each entry waits in the browser until the server has
// answered it: recorded, which is on its disk, or refused for good, which the assessor sees and can
// save, send again or decide. Whatever else happens is no answer, and the entry is sent again.
import { start } from "./assessor.js";
import { $, element, saveAs } from "./elements.js";
import { Outbox } from "./outbox.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./assessor.js").Entry} Entry */
/** @typedef {import("./assessor.js").Given} Given */
/** @typedef {import("./assessor.js").Meanwhile} Meanwhile */
/** @typedef {{key: string, event?: number, words?: number, error?: string, stands?: Meanwhile, now?: Meanwhile}} Answer */
/** @typedef {{event: number, changed: (Meanwhile & {assignment: number})[]}} Elsewhere what other pages have changed, up to an event */
/** @typedef {{answers: Answer[], guidelines?: number, elsewhere?: Elsewhere, given?: Given}} Answers guidelines: the version in force */
/** @typedef {{entry: Entry, reason: string, stands?: Meanwhile | undefined}} Refusal */

const { formToken: token = "", ledger = "" } = document.body.dataset;
const person = document.getElementById("person")?.textContent ?? "";
/** @type {Outbox<Entry>} */
const outbox = await Outbox.open(`outbox ${person}`);
/** @type {Outbox<Refusal>} */
const refused = await Outbox.open(`refused ${person}`);
/** So many entries are sent at once; fewer where the server cannot take them together. */
const MOST = 50;
/** Milliseconds after which an answer is not waited for any more: it may never come. */
const PATIENCE = 120_000;
/** After so many milliseconds without an answer what waits is listed, and can be saved as a file. */
const LONG = 8000;
/** @type {import("./assessor.js").Listener} */
let page = { status: () => {}, meanwhile: () => {}, correct: () => {}, changed: () => {}, given: () => {} };
/** @type {number | null} The number of the newest document that a strategy asked for, where one does. */
let asked = null;
/** @type {number | null} The newest event that this page was told of. */
let since = null;
/** @type {number | undefined} The version of the guidelines that this page has. */
let guidelines;
let sending = false, again = false, wait = 1000;
/** @typedef {Error & {status?: number, isFinal?: boolean}} Failure of a request: isFinal where the server, or a proxy by the size, makes nothing of it whenever it is sent */

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options = {}) {
  const headers = { "X-Form-Token": token, "Content-Type": "application/json" };
  const answer = await fetch(path, { ...options, headers, signal: AbortSignal.timeout(PATIENCE) });
  if (answer.ok) return answer.json();
  const { status, statusText } = answer, { error = null } = (await answer.json().catch(() => null)) ?? {};
  throw Object.assign(new Error(error ?? statusText), { status, isFinal: status === 413 || (error !== null && [400, 422].includes(status)) });
}

/** Send what waits, of this tab and of others; one tab at a time. */
async function send() {
  again = sending;
  if (sending) return;
  sending = true;
  try {
    do {
      again = false;
      await outbox.alone(sendAll);
    } while (again);
  } catch (error) {
    const { status, message } = /** @type {Failure} */ (error);
    const problem = status === 401 ? TEXTS.connection.signedOut : status ? TEXTS.connection.notYet(message) : null;
    page.status(TEXTS.connection[status ? "notSaved" : "notConnected"](outbox.length), problem);
    setTimeout(send, wait);
    wait = Math.min(wait * 2, 15_000);
    showRefused();
  } finally {
    sending = false;
  }
}

async function sendAll() {
  for (let waiting = await outbox.look(); waiting.size; waiting = await outbox.look()) {
    const entries = [...waiting.values()].slice(0, MOST);
    page.status(TEXTS.connection.saving(waiting.size), outbox.homeless.size ? TEXTS.connection.leaveOpen : null);
    const { answers, elsewhere, given, guidelines: newest } = await answered(entries);
    if (newest !== undefined) $("changed").hidden = newest === guidelines;
    for (const answer of answers) await settle(answer, entries);
    if (elsewhere) learn(elsewhere);
    if (given) take(given);
    wait = 1000;
    showRefused();
  }
  page.status(TEXTS.connection.saved, null);
}

/** The server's answers. Of entries that it cannot take together, or not in time, it gets ever fewer, so that only the one that is at fault is refused. @param {Entry[]} entries @returns {Promise<Answers>} */
async function answered(entries) {
  try {
    return await ask(`/api/entries?since=${since ?? ""}&asked=${asked ?? ""}`, { method: "POST", body: JSON.stringify(entries) });
  } catch (error) {
    const { status, isFinal, message } = /** @type {Failure} */ (error), [first] = entries;
    if (first && entries.length > 1 && (isFinal || status === 408)) return answered(entries.slice(0, entries.length / 2));
    if (!first || !isFinal) throw error;
    return { answers: [{ key: first.key, error: message }] };
  }
}

/** What stands of a document, where the answer to an entry does not say it; nothing of one that is not on the list. @param {number} assignment @returns {Promise<Meanwhile | undefined>} */
async function standing(assignment) {
  try {
    const { event, state, grades, skip } = await ask(`/api/items/${assignment}`);
    return { event, kind: state, grades: grades ?? {}, text: skip };
  } catch (error) {
    if (/** @type {Failure} */ (error).status !== 404) throw error;
  }
}

/** What was judged on another page of the same person. @param {Elsewhere} elsewhere */
function learn({ event, changed }) {
  since = event;
  for (const { assignment, ...now } of changed) page.changed(assignment, now);
}

/** @param {Given} given */
function take(given) {
  asked = given.asked;
  page.given(given);
}

/** A refused entry is kept before it leaves the outbox: at any moment it is in one of the two. The page shows what stands instead. @param {Answer} answer @param {Entry[]} entries */
async function settle(answer, entries) {
  const { key, error, stands } = answer, entry = entries.find((it) => it.key === key), assignment = entry?.assignment;
  const now = assignment === undefined ? undefined : await standingNow(answer, assignment);
  if (entry && error) await refused.add(key, { entry, reason: error, stands });
  if (entry && stands) page.meanwhile(entry, stands);
  if (assignment !== undefined && now) page.correct(assignment, now, key);
  await outbox.remove(key);
  if (error) showRefused();
}

/** What stands of a document: as answered, or asked for where a refusal does not say. @param {Answer} answer @param {number} assignment */
async function standingNow({ now, error, stands }, assignment) {
  return now ?? (error && !stands ? await standing(assignment) : undefined);
}

/** Say how many entries were refused, and how many have waited for long; list them for who asks. */
function showRefused() {
  const all = refused.all(), waiting = wait >= LONG ? outbox.all() : [];
  $("refused").hidden = !all.length && !waiting.length;
  $("refused").textContent = TEXTS.refused.count(all.length, waiting.length);
  const rows = waiting.map((entry) => element("li", {}, `${wordsOfEntry(entry)} – ${TEXTS.refused.waits}`));
  $("refused-list").replaceChildren(...all.map(refusal), ...rows);
}

/** @param {Refusal} given */
function refusal({ entry, reason, stands }) {
  const row = element("li", {}, `${wordsOfEntry(entry)} – ${reason} `);
  if (!stands) return row;
  const mine = element("button", { type: "button" }, TEXTS.refused.mine), theirs = element("button", { type: "button" }, TEXTS.refused.theirs);
  mine.addEventListener("click", () => void resend({ ...entry, before: stands.event }));
  theirs.addEventListener("click", async () => { await refused.remove(entry.key); showRefused(); });
  row.append(mine, " ", theirs);
  return row;
}

/** @param {Entry} entry */
async function resend(entry) {
  page.status(TEXTS.connection.saving(outbox.length + 1), null);
  await outbox.add(entry.key, entry);
  await refused.remove(entry.key);
  showRefused();
  void send();
}

/** @param {Entry} entry */
function wordsOfEntry(entry) {
  const what = entry.kind === "words" ? TEXTS.refused.words(entry.topic ?? "") : TEXTS.refused.what(entry.assignment ?? 0, entry.kind);
  const grades = Object.entries(entry.grades ?? {}).map(([name, value]) => `${name} ${value}`);
  return [what, ...grades, ...(entry.text ? [entry.text.slice(0, 80)] : [])].join(", ");
}

/** All refused entries once more, but for those that somebody has to decide. */
async function sendAgain() {
  for (const { entry, stands } of refused.all()) if (!stands) await resend(entry);
}

function saveRefused() {
  const entries = [...refused.all().map(({ entry }) => entry), ...outbox.all()];
  saveAs(`${person}.not-recorded.json`, { format: "harness judgments 1", assessor: person, entries });
}

addEventListener("online", () => { wait = 1000; void send(); });
addEventListener("beforeunload", (event) => { if (outbox.length || refused.homeless.size) event.preventDefault(); });
$("refused").addEventListener("click", () => /** @type {HTMLDialogElement} */ ($("refused-dialog")).showModal());
$("changed").addEventListener("click", () => location.reload());
$("refused-again").addEventListener("click", () => void sendAgain());
$("refused-save").addEventListener("click", saveRefused);
showRefused();

await start({
  async list(most) {
    const work = await ask(most ? `/api/list?most=${most}` : "/api/list");
    asked = work.asked;
    guidelines ??= work.guidelines.version;
    since ??= work.event;  // what is known already is not read from a later list
    return work;
  },
  item: (assignment) => ask(`/api/items/${assignment}`),
  save(entry) {
    page.status(TEXTS.connection.saving(outbox.length + 1), null);
    void outbox.add(entry.key, { ...entry, ledger }).then(() => {
      if (outbox.homeless.size) page.status(TEXTS.connection.keepsNothing, TEXTS.connection.leaveOpen);
      void send();
    });
  },
  pending: () => outbox.all(),
  listen(listener) { page = listener; void send(); },
}).catch((error) => {
  $("notice").textContent = TEXTS.notice.listNotFetched(error.message);
  $("notice").hidden = false;
});
