// The organiser's page: progress, speed, agreement, what was skipped; work is moved or closed.

const token = document.body.dataset.formToken ?? "";

/** @param {string} path @param {unknown} [body] */
export async function ask(path, body) {
  const answer = await fetch(path, body === undefined ? {} : { method: "POST", body: JSON.stringify(body), headers: { "X-Form-Token": token, "Content-Type": "application/json" } });
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

/** @param {{assessor: string, topic: string, left: number}} row @param {string[]} people */
function actions(row, people) {
  const box = document.createElement("span");
  if (!row.left) return box;
  const to = document.createElement("select");
  to.setAttribute("aria-label", `Give ${row.topic} of ${row.assessor} to`);
  to.append(new Option("give to…", ""), ...people.filter((name) => name !== row.assessor).map((name) => new Option(name, name)));
  to.addEventListener("change", () => act("/api/reassign", { assessor: row.assessor, topic: row.topic, to: to.value }, `Why is what is left of ${row.topic} given to ${to.value}?`));
  const close = document.createElement("button");
  close.textContent = "Close";
  close.addEventListener("click", () => act("/api/close", { assessor: row.assessor, topic: row.topic }, `Why is what is left of ${row.topic} taken off ${row.assessor}'s list?`));
  box.append(to, " ", close);
  return box;
}

/** @param {string} path @param {Record<string, string>} body @param {string} question */
async function act(path, body, question) {
  const text = prompt(question);
  if (!text?.trim()) return draw();
  try {
    await ask(path, { ...body, text });
    notice("");
  } catch (error) {
    notice(error instanceof Error ? error.message : String(error));
  }
  await draw();
}

async function draw() {
  const data = await ask("/api/overview");
  /** @param {string} id @param {HTMLElement[]} parts */
  const put = (id, ...parts) => document.getElementById(id)?.replaceChildren(...parts);
  const people = [...new Set(data.progress.map((/** @type {{assessor: string}} */ row) => row.assessor))];
  const total = (/** @type {string} */ name) => data.progress.reduce((/** @type {number} */ sum, /** @type {Record<string, number>} */ row) => sum + (row[name] ?? 0), 0);
  put("progress", table(`${total("judged")} of ${total("assigned")} judged, ${total("skipped")} skipped, ${total("closed")} closed, ${total("left")} left; ${data.conflicts} conflicts to decide`, ["assessor", "topic", "assigned", "judged", "skipped", "closed", "left", "what is left"], data.progress.map((/** @type {any} */ row) => [row.assessor, row.topic, row.assigned, row.judged, row.skipped, row.closed, row.left, actions(row, /** @type {string[]} */ (people))])));
  const gold = new Map(data.gold.map((/** @type {any} */ row) => [row.assessor, `${row.right} of ${row.judged}`]));
  put("speed", table("Speed, and judgments of documents whose grade is known", ["assessor", "judgments", "median seconds", "active seconds", "known grades met"], data.speed.map((/** @type {any} */ row) => [row.assessor, row.judgments, row.median_seconds, row.median_active_seconds, gold.get(row.assessor) ?? null])));
  const { agreement } = data;
  const overall = Object.values(agreement.overall).map((/** @type {any} */ it) => [it.agreement.coefficient, shown(it.agreement), it.low, it.high, it.agreement.units]);
  const pairs = agreement.pairs.map((/** @type {any} */ it) => [it.first, it.second, it.units, shown(it["percent agreement"]), shown(it["Cohen's κ"]), it.overlap, it.difference]);
  const own = Object.entries(agreement.consistency).map(([name, it]) => [name, /** @type {Agreement} */ (it).units, shown(/** @type {Agreement} */ (it))]);
  put("agreement", table(`Agreement on ${agreement.dimension}, with ${agreement.confidence * 100} % intervals over topics`, ["coefficient", "value", "low", "high", "documents"], overall), table("Pairs (difference: first less second; below 0 the first is stricter)", ["first", "second", "documents", "same grade", "Cohen's κ", "overlap of relevant", "difference"], pairs), table("Each with him- or herself, on what was shown twice", ["assessor", "documents", "same grade"], own));
  put("skips", table("Skipped or closed", ["topic", "document", "assessor", "state", "reason"], data.skips.map((/** @type {any} */ row) => [row.topic, row.doc, row.assessor, row.state, row.text])));
}

if (document.getElementById("speed")) {
  await draw().catch((error) => notice(error.message));
  setInterval(() => { if (!document.hidden && !document.querySelector("select:focus")) draw().catch((error) => notice(error.message)); }, 15_000);
}
