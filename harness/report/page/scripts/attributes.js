/* What is known of runs: their colours, which of them and which topics are looked at. */

import { stroke } from "./scales.js";
import { boardOf, chosenTopics, meansOf, nameOf, ofSubset, orderBy, rankAmong, several, summaryOf } from "./core.js";
import { hasWords } from "./fields.js";
import { linkTo } from "./links.js";
import { chosen, report } from "./state.js";

/** Whether a run's name, group or another attribute has the words of a filter. @param {string} words @param {number} run */
export function matchesRun(words, run) {
  const { name, group, attributes } = report.runs[run];
  return hasWords(words, [name, group, ...Object.values(attributes)]);
}

/** What is known of runs beside their names: the group, where there are groups, and the participants' attributes. */
export function attributeNames() {
  const { runs } = report;
  return [...(runs.some((run) => run.group) ? ["group"] : []), ...Object.keys(runs.length ? runs[0].attributes : {})];
}

/** @param {string} name @param {number} run */
export function attributeOf(name, run) {
  return name === "group" ? report.runs[run].group : report.runs[run].attributes[name] || "";
}

/** The values of an attribute, sorted; what is not known is left out. @param {string} name */
export function attributeValues(name) {
  return [...new Set(report.runs.map((_, run) => attributeOf(name, run)).filter(Boolean))].sort();
}

/** The attributes that divide the runs into parts, not into as many as there are runs. */
export function dividing() {
  return attributeNames().filter((name) => name === "group" || (attributeValues(name).length > 1
    && attributeValues(name).length <= Math.max(8, report.runs.length / 4)));
}

/** The runs that are left over, with the filter they were found by: many drawings ask for them. */
let left = { filter: "", only: /** @type {string[]} */ ([]), runs: /** @type {Maybe<Set<number>>} */ (null) };

/** Those that the reader has left over by words and attributes. @returns {Set<number>} */
function leftSet() {
  const { filter, only } = chosen;
  if (left.runs && left.filter === filter && left.only === only) return left.runs;
  const wanted = attributeNames().map((name) => ({ name, values: only.filter((value) => value.startsWith(`${name}:`)) })).filter(({ values }) => values.length);
  const runs = new Set([...report.runs.keys()].filter((run) => matchesRun(filter, run)
    && wanted.every(({ name, values }) => values.includes(`${name}:${attributeOf(name, run)}`))));
  left = { filter, only, runs };
  return runs;
}

/** @param {number} run */
export function isLeft(run) {
  return leftSet().has(run);
}

export function leftRuns() {
  return [...leftSet()];
}

/** What numbers rest on, for captions: all runs and topics of the page. */
export function basis(runs = report.runs.length, topics = several(report.topics.length, "topic")) {
  const all = several(report.runs.length, "run");
  return [runs < report.runs.length ? `${runs} of ${all}, as filtered` : all, topics, report.dialect && `dialect ${report.dialect}`].filter(Boolean).join("; ");
}

/** As `basis`, of the chosen topics and the runs that are left, or all of them. */
export function basisOfChosen(filtered = true) {
  return basis(filtered ? leftRuns().length : report.runs.length, `${several(chosenTopics().length, "topic")}${ofSubset()}`);
}

/** So many values of an attribute have colours of their own; the rest are grey. */
const COLOURS = 6;

/** The values of the attribute that colours runs, those of most runs first, and the colour of a run. */
export function colouring() {
  const names = dividing();
  const name = chosen.colour || names.find((attribute) => attributeValues(attribute).length <= COLOURS) || names[0] || "";
  const count = (/** @type {string} */ value) => report.runs.filter((_, run) => attributeOf(name, run) === value).length;
  const values = name ? attributeValues(name) : [];
  const most = orderBy(values.length, (index) => count(values[index])).slice(0, COLOURS).map((index) => values[index]);
  const colours = new Map(most.map((value, index) => [value, stroke(index).stroke]));
  const ofRun = (/** @type {number} */ run) => (name ? colours.get(attributeOf(name, run)) || "var(--muted)" : stroke(0).stroke);
  return { name, most, others: values.length - most.length, ofRun };
}

/** What the colours of runs mean: [attributes of a sign, words] of each. @param {ReturnType<typeof colouring>} colours */
export function colourSigns({ most, others }) {
  const dot = (/** @type {string} */ fill) => ({ d: "M8 2a4 4 0 1 0 .1 0z", fill });
  return [...most.map((value, index) => [dot(stroke(index).stroke), value]),
    ...(others > 0 ? [[dot("var(--muted)"), `${several(others, "other")} and none`]] : [])];
}

/**
 * The columns that name a run, its group and its other attributes, where there are any; `signs` go after the name.
 * @param {(row: any) => number} [runOf] @param {(run: number) => Child[]} [signs]
 */
export function namingColumns(runOf = (run) => run, signs = () => []) {
  /** @type {TableColumn<any>[]} */
  const columns = [
    { name: "run", text: true, value: (row) => report.runs[runOf(row)].name, cell: (row) => [linkTo("run", runOf(row)), ...signs(runOf(row))] },
    ...attributeNames().map((name) => ({ name, text: true, value: (/** @type {any} */ row) => attributeOf(name, runOf(row)),
      cell: (/** @type {any} */ row) => nameOf(attributeOf(name, runOf(row))) })),
  ];
  return columns;
}

/** A row for each run: its value and rank by a measure over the chosen topics, and what their leaderboard says of it. @param {number} measure */
export function standings(measure) {
  const [board, every] = [boardOf(measure), !chosen.subset];
  const interval = every ? report.intervals[measure] : null;
  const values = report.runs.map((_, run) => summaryOf(measure, run));
  const rows = values.map((value, run) => ({
    run, value, error: every ? report.errors[measure][run] : null, mean: value, low: interval && interval.low[run], high: interval && interval.high[run],
    rank: board && board.order.length === values.length && !isApart(board) ? null : rankAmong(measure, value, values),
  }));
  if (!board) return rows;
  const mean = meansOf(board);
  board.order.forEach((run, position) => {
    const { low, high, rank, letters } = board;
    Object.assign(rows[run], {
      position, mean: mean[position], low: low[position], high: high[position],
      letters: letters && letters[position], rank: isApart(board) ? rows[run].rank : rank[position],
    });
  });
  return rows;
}

/** Whether a leaderboard is of means that are not the values it stands beside. @param {Maybe<Board>} board */
export function isApart(board) {
  return Boolean(board && board.mean && !board.subset);
}
