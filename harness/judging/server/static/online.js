// The transport of a page that a server gave. Each entry waits in the browser until the server has
// answered it: recorded, which is on its disk, or refused for good, which the assessor sees and can
// save or send again. Whatever else happens is no answer, and the entry is sent again.
import { start } from "./assessor.js";
import { $, element } from "./elements.js";
import { Outbox } from "./outbox.js";

/** @typedef {import("./assessor.js").Entry} Entry */
/** @typedef {{key: string, event?: number, words?: number, error?: string}} Answer */
/** @typedef {{entry: Entry, reason: string}} Refusal */

const token = document.body.dataset.formToken ?? "";
const person = document.getElementById("person")?.textContent ?? "";
/** @type {Outbox<Entry>} */
const outbox = new Outbox(`outbox ${person}`);
/** @type {Outbox<Refusal>} */
const refused = new Outbox(`refused ${person}`);
/** So many entries are sent at once; fewer where the server cannot take them together. */
const MOST = 50;
/** Answers to a request that the server cannot make anything of, whenever it is sent. */
const UNFIT = [400, 413, 422];
/** @type {(status: string, problem: string | null) => void} */
let tell = () => {};
let sending = false, wait = 1000;

/** @param {string} path @param {RequestInit} [options] */
async function ask(path, options = {}) {
  const answer = await fetch(path, { ...options, headers: { "X-Form-Token": token, "Content-Type": "application/json" } });
  if (answer.ok) return answer.json();
  const content = await answer.json().catch(() => ({ error: answer.statusText }));
  throw Object.assign(new Error(content.error), { status: answer.status });
}

async function send() {
  if (sending) return;
  sending = true;
  try {
    for (let entries = outbox.all().slice(0, MOST); entries.length; entries = outbox.all().slice(0, MOST)) {
      tell(`saving ${outbox.length}…`, null);
      for (const answer of await answers(entries)) settle(answer, entries);
      wait = 1000;
    }
    tell("all saved", null);
  } catch (error) {
    const { status, message } = /** @type {Error & {status?: number}} */ (error);
    const signedOut = "You are signed out. Your judgments wait here: sign in again in another tab.";
    const problem = status === 401 ? signedOut : status ? `Not saved yet: ${message}` : null;
    tell(`${status ? "not saved" : "not connected"}: ${outbox.length} waiting to be saved`, problem);
    setTimeout(send, wait);
    wait = Math.min(wait * 2, 15_000);
  } finally {
    sending = false;
  }
}

/** The server's answers. Of entries that it cannot take together it gets ever fewer, so that only the one that is at fault is refused. @param {Entry[]} entries @returns {Promise<Answer[]>} */
async function answers(entries) {
  try {
    return (await ask("/api/entries", { method: "POST", body: JSON.stringify(entries) })).answers;
  } catch (error) {
    const { status, message } = /** @type {Error & {status?: number}} */ (error), [first] = entries;
    if (!first || !UNFIT.includes(status ?? 0)) throw error;
    return entries.length > 1 ? answers(entries.slice(0, entries.length / 2)) : [{ key: first.key, error: message }];
  }
}

/** @param {Answer} answer @param {Entry[]} entries */
function settle({ key, error }, entries) {
  const entry = entries.find((it) => it.key === key);
  if (entry && error) refused.add(key, { entry, reason: error });
  outbox.remove(key);
  showRefused();
}

/** Say how many entries were refused, and list them for who asks. */
function showRefused() {
  const all = refused.all();
  $("refused").hidden = !all.length;
  $("refused").textContent = `Not recorded: ${all.length}`;
  $("refused-list").replaceChildren(...all.map(({ entry, reason }) => element("li", {}, `${wordsOf(entry)} – ${reason}`)));
}

/** @param {Entry} entry */
function wordsOf(entry) {
  const what = entry.kind === "words" ? `words to highlight in topic ${entry.topic}` : `assignment ${entry.assignment}, ${entry.kind}`;
  const grades = Object.entries(entry.grades ?? {}).map(([name, value]) => `${name} ${value}`);
  return [what, ...grades, ...(entry.text ? [entry.text.slice(0, 80)] : [])].join(", ");
}

function sendAgain() {
  for (const { entry } of refused.all()) {
    outbox.add(entry.key, entry);
    refused.remove(entry.key);
  }
  showRefused();
  void send();
}

function saveRefused() {
  const entries = refused.all().map(({ entry }) => entry);
  const content = JSON.stringify({ format: "harness judgments 1", assessor: person, entries }, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  link.download = `${person}.not-recorded.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

addEventListener("online", () => { wait = 1000; void send(); });
addEventListener("beforeunload", (event) => { if (outbox.length || refused.homeless.size) event.preventDefault(); });
$("refused").addEventListener("click", () => /** @type {HTMLDialogElement} */ ($("refused-dialog")).showModal());
$("refused-again").addEventListener("click", sendAgain);
$("refused-save").addEventListener("click", saveRefused);
showRefused();

await start({
  list: (most) => ask(most ? `/api/list?most=${most}` : "/api/list"),
  item: (assignment) => ask(`/api/items/${assignment}`),
  save(entry) {
    outbox.add(entry.key, entry);
    if (outbox.homeless.size) tell("this browser keeps nothing", "This browser has no room left: leave this page open until all is saved.");
    void send();
  },
  pending: () => outbox.all(),
  onChange(listener) { tell = listener; void send(); },
}).catch((error) => { const notice = document.getElementById("notice"); if (notice) { notice.textContent = `The list could not be fetched: ${error.message}`; notice.hidden = false; } });
