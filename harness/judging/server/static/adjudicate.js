// The adjudicator's page: documents on which assessors differ, side by side with what they gave.
import { newKey, pdfViewer } from "./elements.js";
import { ask, notice, table } from "./organise.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./assessor.js").Guidelines} Guidelines */
/** @typedef {{topic: string, doc: string, title: string, text: string, pdf: string | null, judgments: {assessor: string, dimension: string, grade: number, judged_at: string | null}[]}} Conflict */

const data = await ask("/api/conflicts");
/** @type {Conflict[]} */
const conflicts = data.conflicts;
/** @type {Guidelines} */
const guidelines = data.guidelines;
const box = /** @type {HTMLElement} */ (document.getElementById("conflict"));
let index = 0;

/** @param {string} tag @param {string} text @param {string} [kind] */
function element(tag, text, kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = kind;
  made.dir = "auto";
  return made;
}

/** @param {string} dimension @param {number} value */
const nameOf = (dimension, value) => guidelines.dimensions.find((it) => it.name === dimension)?.grades.find((it) => it.value === value)?.name ?? String(value);

function draw() {
  const count = document.getElementById("count"), conflict = conflicts[index];
  const all = conflicts.length;
  if (count) count.textContent = conflict ? TEXTS.adjudicate.position(index + 1, all) : all ? TEXTS.adjudicate.done(all) : TEXTS.adjudicate.nothing;
  box.replaceChildren();
  if (!conflict) return;
  const topic = data.topics[conflict.topic], text = document.createElement("div"), side = document.createElement("div");
  text.append(element("h2", `${conflict.topic} ${topic.title ?? ""}`), element("p", topic.description ?? ""), element("p", topic.narrative ?? ""), element("h3", `${conflict.doc} ${conflict.title}`), element("div", conflict.text, "text"));
  if (conflict.pdf) text.append(pdfViewer(conflict.pdf));
  side.append(table(TEXTS.adjudicate.given, TEXTS.adjudicate.givenColumns, conflict.judgments.map((it) => [it.assessor, it.dimension, `${it.grade} ${nameOf(it.dimension, it.grade)}`])));
  const form = document.createElement("form");
  for (const dimension of guidelines.dimensions) {
    const set = document.createElement("fieldset");
    set.append(element("legend", dimension.name));
    for (const grade of dimension.grades) {
      const label = document.createElement("label"), input = document.createElement("input");
      Object.assign(input, { type: "radio", name: dimension.name, value: String(grade.value), required: true });
      label.append(input, ` ${grade.value} ${grade.name} `);
      set.append(label, document.createElement("br"));
    }
    form.append(set);
  }
  form.append(element("button", TEXTS.adjudicate.decide), element("p", TEXTS.adjudicate.how));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const grades = Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, Number(value)]));
    try {
      await ask("/api/adjudicate", { topic: conflict.topic, doc: conflict.doc, grades, key: newKey() });
      notice("");
      index += 1;
      draw();
    } catch (error) {
      notice(error instanceof Error ? error.message : String(error));
    }
  });
  side.append(form);
  const beside = document.createElement("div");
  beside.className = "beside";
  beside.append(text, side);
  box.append(beside);
}

/** A digit chooses the grade of the first dimension that has none. @param {KeyboardEvent} event */
function choose(event) {
  const sets = [...box.querySelectorAll("fieldset")];
  const set = sets.find((it) => !it.querySelector("input:checked")) ?? sets[0];
  const input = /** @type {HTMLInputElement | null | undefined} */ (/^[0-9]$/.test(event.key) ? set?.querySelector(`input[value="${event.key}"]`) : null);
  if (!input || event.ctrlKey || event.metaKey || event.altKey) return;
  input.checked = true;
  input.focus();
  event.preventDefault();
}

document.addEventListener("keydown", choose);
draw();
