// The transport of a page that a server gave: entries wait in the browser until the server has
// said that they are on its disk. They survive a closed page, a lost network, a restarted server.
import { start } from "./assessor.js";

/** @typedef {import("./assessor.js").Entry} Entry */

const token = document.body.dataset.formToken ?? "";
const person = document.getElementById("person")?.textContent ?? "";
const OUTBOX = `outbox ${person}`, REFUSED = `refused ${person}`;
/** @type {(status: string, problem: string | null) => void} */
let tell = () => {};
let sending = false, wait = 1000;

/** @returns {Entry[]} */
const outbox = () => JSON.parse(localStorage.getItem(OUTBOX) ?? "[]");
/** @param {Entry[]} entries */
const keep = (entries) => localStorage.setItem(OUTBOX, JSON.stringify(entries));

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
    for (let entries = outbox().slice(0, 50); entries.length; entries = outbox().slice(0, 50)) {
      tell(`saving ${outbox().length}…`, null);
      const { answers } = await ask("/api/entries", { method: "POST", body: JSON.stringify(entries) });
      const keys = new Set(answers.map((/** @type {{key: string}} */ it) => it.key));
      const refused = answers.filter((/** @type {{error?: string}} */ it) => it.error);
      if (refused.length) {
        const lost = entries.filter((it) => refused.some((/** @type {{key: string}} */ other) => other.key === it.key));
        localStorage.setItem(REFUSED, JSON.stringify([...JSON.parse(localStorage.getItem(REFUSED) ?? "[]"), ...lost]));
      }
      keep(outbox().filter((it) => !keys.has(it.key)));
      tell("all saved", refused.length ? `Not saved: ${refused[0].error}` : null);
      wait = 1000;
    }
    tell("all saved", null);
  } catch (error) {
    const status = /** @type {{status?: number}} */ (error).status;
    const problem = status === 401 ? "You are signed out. Your judgments wait here: sign in again in another tab." : status ? `The server refused: ${/** @type {Error} */ (error).message}` : null;
    tell(`not connected: ${outbox().length} waiting to be saved`, problem);
    setTimeout(send, wait);
    wait = Math.min(wait * 2, 15_000);
  } finally {
    sending = false;
  }
}

addEventListener("online", () => { wait = 1000; void send(); });
addEventListener("beforeunload", (event) => { if (outbox().length) event.preventDefault(); });

await start({
  list: (most) => ask(most ? `/api/list?most=${most}` : "/api/list"),
  item: (assignment) => ask(`/api/items/${assignment}`),
  save(entry) { keep([...outbox(), entry]); void send(); },
  pending: outbox,
  onChange(listener) { tell = listener; void send(); },
}).catch((error) => { const notice = document.getElementById("notice"); if (notice) { notice.textContent = `The list could not be fetched: ${error.message}`; notice.hidden = false; } });
