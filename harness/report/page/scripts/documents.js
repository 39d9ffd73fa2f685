/* The first documents of runs, their grades and their texts. */

import { isolated } from "./charts.js";
import { better, caption, controls, el, label, nameOf, orderBy, put, rankOnTopic, select, several, shown, valueOf } from "./core.js";
import { oneStop } from "./keyboard.js";
import { linkTo } from "./links.js";
import { chosen, report, whenever } from "./state.js";
import { listing } from "./tables.js";

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
  return grade === -1 ? ["unjudged", "?", "unjudged"] : ["unjudged", "×", "pooled, not judged"];
}

/** @param {number} grade */
export function gradeCell(grade) {
  const [kind, sign, words] = gradeWords(grade);
  return el("span", { class: `grade ${kind}` }, el("span", { "aria-hidden": "true" }, `${sign} `), words);
}

/** A document: its identifier, and its title and the beginning of its text where they are known. @param {string} doc */
export function documentCell(doc) {
  const [title, text] = Object.hasOwn(report.texts, doc) ? report.texts[doc] : ["", ""];
  return [nameOf(doc), title ? el("bdi", { class: "doc title" }, title) : null, text ? el("bdi", { class: "doc" }, text) : null];
}

/** The first documents of a run on a topic. @param {number} measure @param {number} topic @param {number} run */
function firstDocuments(measure, topic, run) {
  const { docs, grades, runs } = /** @type {NonNullable<Payload["first"]>} */ (report.first).topics[topic];
  const held = holdersOf(topic);
  const value = valueOf(measure, topic, run);
  const standing = value === null ? "not evaluated on this topic"
    : `${label(measure)} ${shown(value, report.measures[measure].digits)}, rank ${rankOnTopic(measure, topic, run)}`;
  const rows = runs[run].map((position, index) => [String(index + 1), gradeCell(grades[position]), documentCell(docs[position]),
    String(held[position] - 1)]);
  const title = `First documents of ${isolated(report.runs[run].name)}`;
  return el("div", { class: "first" }, el("h4", {}, linkTo("run", run), ` ${standing}`),
    rows.length ? listing(title, [["rank", "number"], ["judgment", "text"], ["document", "prose"], ["others", "number"]], rows)
      : el("p", {}, "The run retrieved nothing for this topic."));
}

/** Two runs side by side: chosen by their standing on the topic, or by name. @param {HTMLElement} home */
export function drillDown(home) {
  if (!report.first) {
    put(home, el("p", { class: "caption" }, "Which documents the runs found is not known: this page was made from results without the runs themselves."));
    return;
  }
  const kindWords = /** @type {Record<string, string>} */ ({ best: "best", median: "median", chosen: "chosen run", none: "no other run" });
  const wanted = ["best", report.runs.length > 1 ? "median" : "none"];
  const lists = el("div", { class: "columns" });
  oneStop(lists, "a");
  const runOf = (/** @type {string} */ which, /** @type {number[]} */ order) => {
    const evaluated = order.filter((/** @type {number} */ run) => valueOf(chosen.measure, chosen.topic, run) !== null);
    const lower = evaluated[Math.floor(evaluated.length / 2)];
    return { best: evaluated[0], median: lower, chosen: chosen.run }[which] ?? Number(which);
  };
  const fields = ["Documents of", "beside those of"].map((words, index) => select(words, [], "",
    (value) => { wanted[index] = value; draw(); }));
  put(home, el("h3", {}, "What the runs found first"), controls(...fields), lists,
    caption(`The first ${report.first.depth} documents of a run on the topic above`,
      `others: how many of ${several(report.runs.length - 1, "other run")} have the document among their first ${report.first.depth}`,
      `relevant from grade ${report.relevance_level}`, "unjudged: not in the judgments",
        "pooled, not judged: in the judgments with a grade below 0"));

  function draw() {
    const { measure, topic } = chosen;
    const order = orderBy(report.runs.length, (run) => better(measure, valueOf(measure, topic, run)));
    fields.forEach((field, index) => {
      const kinds = Object.keys(kindWords).filter((kind) => index || kind !== "none");
      const options = [...kinds.map((kind) => [kind, kind === "none" ? kindWords[kind]
        : `${kindWords[kind]}: ${report.runs[runOf(kind, order)].name}`]),
        ...order.map((run) => [run, `${report.runs[run].name} ${shown(valueOf(measure, topic, run), report.measures[measure].digits)}`])];
      put(field.list, options.map(([key, text]) => el("option", { value: key }, text)));
      field.list.value = wanted[index];
    });
    const runs = new Set(wanted.filter((which) => which !== "none").map((which) => runOf(which, order)));
    put(lists, [...runs].map((run) => firstDocuments(measure, topic, run)));
  }
  whenever(["measure", "topic", "run"], draw);
}
