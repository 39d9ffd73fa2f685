/* The first documents of runs, their grades and their texts. */

import { isolated } from "./scales.js";
import { negativeWords, relevantFrom } from "./coverage.js";
import { better, caption, label, nameOf, orderBy, rankOnTopic, several, shown, valueOf } from "./core.js";
import { Controls, Select } from "./fields.js";
import { useOneStop } from "./keyboard.js";
import { linkTo } from "./links.js";
import { html, useState } from "./preact.js";
import { chosen, report } from "./state.js";
import { Listing } from "./tables.js";

/** How many runs have each document of a topic among their first ones. */
const holders = new Map();

/** @param {number} topic */
export function holdersOf(topic) {
  if (!holders.has(topic)) {
    const { docs, runs } = /** @type {NonNullable<Payload["first"]>} */ (report.first).topics[topic];
    const counts = docs.map(() => 0);
    for (const ranked of runs) for (const position of new Set(ranked)) counts[position] += 1;
    holders.set(topic, counts);
  }
  return holders.get(topic);
}

/** A grade as a sign and in words: [class, sign, words]. Below zero are those of judged.py. @param {number} grade */
function gradeWords(grade) {
  if (grade >= Number(report.relevance_level)) return ["relevant", "●", `relevant${grade > 1 ? `, grade ${grade}` : ""}`];
  if (grade >= 0) return ["nonrelevant", "○", `not relevant${grade > 0 ? `, grade ${grade}` : ""}`];
  return grade === -1 ? ["unjudged", "?", "unjudged"] : [report.unjudged?.junk ? "nonrelevant" : "unjudged", "×", negativeWords()];
}

/** @param {number} grade */
export function gradeCell(grade) {
  const [kind, sign, words] = gradeWords(grade);
  return html`<span class="grade ${kind}"><span aria-hidden="true">${sign} </span>${words}</span>`;
}

/** A document: its identifier, and its title and the beginning of its text where they are known. @param {string} doc */
export function documentCell(doc) {
  const [title, text] = Object.hasOwn(report.texts, doc) ? report.texts[doc] : ["", ""];
  return html`${nameOf(doc, Infinity)}${title && html`<bdi class="doc title">${title}</bdi>`}${text && html`<bdi class="doc">${text}</bdi>`}`;
}

/** The first documents of a run on a topic. @param {number} measure @param {number} topic @param {number} run */
function firstDocuments(measure, topic, run) {
  const { docs, grades, runs } = /** @type {NonNullable<Payload["first"]>} */ (report.first).topics[topic];
  const held = holdersOf(topic);
  const value = valueOf(measure, topic, run);
  const standing = value === null ? "not evaluated on this topic"
    : `${label(measure)} ${shown(value, report.measures[measure].digits)}, rank ${rankOnTopic(measure, topic, run)}`;
  const rows = runs[run].map((position, index) => [String(index + 1), gradeCell(grades[position]), documentCell(docs[position]),
    ...(report.runs.length > 1 ? [String(held[position] - 1)] : [])]);
  return html`<div class="first" key=${run}><h4>${linkTo("run", run)} ${standing}</h4>
    ${rows.length ? html`<${Listing} title="First documents of ${isolated(report.runs[run].name)}" rows=${rows}
      heads=${[["rank", "number"], ["judgment", "text"], ["document", "prose"], ...(report.runs.length > 1 ? [["others", "number"]] : [])]} />`
      : html`<p>The run retrieved nothing for this topic.</p>`}</div>`;
}

/** What the fields of `DrillDown` offer beside the runs by name. @type {Record<string, string>} */
const STANDINGS = { best: "best", median: "median", chosen: "chosen run", none: "no other run" };

/** Two runs side by side: chosen by their standing on the topic, or by name. */
export function DrillDown() {
  const { measure, topic, run } = chosen;
  const [wanted, want] = useState(["best", report.runs.length > 1 ? "median" : "none"]);
  const lists = useOneStop("a");
  const order = orderBy(report.runs.length, (other) => better(measure, valueOf(measure, topic, other)));
  const evaluated = order.filter((other) => valueOf(measure, topic, other) !== null);
  const standing = /** @type {Record<string, number>} */ ({ best: evaluated[0], median: evaluated[Math.floor(evaluated.length / 2)], chosen: run });
  const runOf = (/** @type {string} */ which) => standing[which] ?? Number(which);
  const field = (/** @type {string} */ words, /** @type {number} */ index) => {
    const kinds = Object.keys(STANDINGS).filter((kind) => index || kind !== "none");
    const options = [...kinds.map((kind) => [kind, kind === "none" ? STANDINGS.none : `${STANDINGS[kind]}: ${report.runs[runOf(kind)].name}`]),
      ...order.map((other) => [other, `${report.runs[other].name} ${shown(valueOf(measure, topic, other), report.measures[measure].digits)}`])];
    return html`<${Select} words=${words} options=${options} value=${wanted[index]}
      changed=${(/** @type {string} */ which) => want(wanted.map((before, other) => (other === index ? which : before)))} />`;
  };
  const { depth } = /** @type {NonNullable<Payload["first"]>} */ (report.first);
  return html`<h3>First documents of the runs</h3>
    ${report.runs.length > 1 && html`<${Controls}>${["Documents of", "and of"].map(field)}<//>`}
    <div class="columns" ref=${lists}>${[...new Set(wanted.filter((which) => which !== "none").map(runOf))].map((other) => firstDocuments(measure, topic, other))}</div>
    ${caption(`The first ${depth} documents of a run on the topic above`,
      report.runs.length > 1 && `others: how many of ${several(report.runs.length - 1, "other run")} have the document among their first ${depth}`,
      relevantFrom(), "unjudged: not in the judgments", report.unjudged?.negative.flat().some(Boolean) && `${negativeWords()}: in the judgments with a grade below 0`)}`;
}
