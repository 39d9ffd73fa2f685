/* Spread: box plots of runs over topics, and of topics over runs. */

import { basisOfChosen, leftRuns } from "./attributes.js";
import { explorable, figure, isolated, rectangle, round, scale, shortened, signs, textAt } from "./charts.js";
import {
  better, caption, choiceField, chosenTopics, controls, el, label, mean, meanOfRun, nameOf, orderBy, put, quantile, rangeOf, section, shape, shown, valueOf,
} from "./core.js";
import { openChosen } from "./links.js";
import { chosen, report, whenever } from "./state.js";
import { dataTable } from "./tables.js";

/** Whiskers reach so many lengths of the box, as Tukey's do; the slack is for rounding. */
const BOX_REACH = 1.5;

/**
 * Quartiles, ends of the whiskers and the positions of the values beyond them; nulls are left out.
 * @param {Maybe<number>[]} values @returns {Maybe<Box>}
 */
function boxOf(values) {
  const sorted = /** @type {number[]} */ (values.filter((value) => value !== null)).sort((a, b) => a - b);
  if (!sorted.length) return null;
  const [q1, middle, q3] = [0.25, 0.5, 0.75].map((share) => Number(quantile(sorted, share)));
  const reach = BOX_REACH * (q3 - q1) + 1e-12 * Math.max(...sorted.map(Math.abs));
  const within = (/** @type {number} */ value) => value >= q1 - reach && value <= q3 + reach;
  const inside = sorted.filter(within);
  const outliers = values.flatMap((value, position) => (value === null || within(value) ? [] : [{ value, position }]));
  return { count: sorted.length, q1, median: middle, q3, outliers, mean: Number(mean(sorted)),
    low: Math.min(q1, inside[0]), high: Math.max(q3, inside[inside.length - 1]) };
}

/** The scale of a measure, in a drawing of its own that stays above the boxes. @param {Scale} x @param {number} width @param {string} words */
function boxAxis(x, width, words) {
  const svg = figure(width, 38, "Scale", words);
  svg.setAttribute("class", "figure above");
  svg.append(textAt((x(x.low) + x(x.high)) / 2, 12, words, { "text-anchor": "middle" }),
    ...x.ticks.map((tick) => textAt(x(tick), 32, String(tick), { class: "tick", "text-anchor": "middle" })));
  svg.style.minWidth = svg.style.maxWidth;
  return svg;
}

/**
 * Box plots, one row each; `rows` are {name, box, words}, `named(position)` is what an outlier is of.
 * @param {number} measure @param {string} title @param {string} first @param {BoxRow[]} rows
 * @param {(position: number) => string} named @param {(index: number) => void} open
 */
function boxFigure(measure, title, first, rows, named, open) {
  const [left, right, down, width] = [138, 556, 18, 580];
  const { digits } = report.measures[measure];
  const x = scale(...rangeOf(measure), left, right);
  const middle = (/** @type {number} */ index) => (index + 0.5) * down + 4;
  const height = rows.length * down + 8;
  const svg = figure(width, height + 16, title, "A box plot a row.");
  for (const tick of x.ticks) {
    svg.append(shape("path", { class: "grid", d: `M${round(x(tick))} 0V${height}` }),
      textAt(x(tick), height + 12, String(tick), { class: "tick", "text-anchor": "middle" }));
  }
  const all = (/** @type {(box: Box, y: number) => string} */ path) => rows.map(({ box }, index) => path(box, middle(index))).join("");
  const xOf = (/** @type {number} */ value) => round(x(value));
  svg.append(
    shape("path", { class: "axis", d: all((/** @type {any} */ box, /** @type {number} */ y) =>
      `M${xOf(box.low)} ${y}H${xOf(box.q1)}M${xOf(box.q3)} ${y}H${xOf(box.high)}M${xOf(box.low)} ${y - 3}v6M${xOf(box.high)} ${y - 3}v6`) }),
    shape("path", { class: "box", d: all((/** @type {any} */ box, /** @type {number} */ y) => rectangle(xOf(box.q1),
      y - 5.5, xOf(box.q3) - xOf(box.q1), 11)) }),
    shape("path", { class: "middle", d: all((/** @type {any} */ box, /** @type {number} */ y) => `M${xOf(box.median)} ${y - 5.5}v11`) }),
    shape("path", { class: "diamond", d: all((/** @type {any} */ box, /** @type {number} */ y) => `M${xOf(box.mean)
      - 4} ${y}l4 -4l4 4l-4 4z`) }),
  );
  rows.forEach(({ name, box }, index) => {
    svg.append(textAt(left - 8, middle(index) + 4, shortened(name, 20), { class: "small", "text-anchor": "end" }));
    for (const { value, position } of box.outliers) {
      svg.append(shape("circle", { class: "dot", cx: xOf(value), cy: middle(index), r: 2.4,
        "data-words": `${isolated(name)}\n${named(position)}: ${shown(value, digits)}` }));
    }
  });
  const box = explorable(svg, title, {
    item: first, grid: { left: 0, top: 4, across: width, down, rows: rows.length, columns: 1 },
    words: (index) => boxWords(rows[index], digits, named),
    outline: (index) => rectangle(left - 2, 4 + index * down, right - left + 20, down),
    open,
  });
  box.prepend(boxAxis(x, width, label(measure)));
  return box;
}

/** @param {{ name: string, box: Box }} options @param {number} digits @param {(position: number) => string} named */
function boxWords({ name, box }, digits, named) {
  const fixed = (/** @type {Maybe<number>} */ value) => shown(value, digits ? 4 : 1);
  const few = box.outliers.slice(0, 4).map(({ value, position }) => `${named(position)} ${shown(value, digits)}`);
  const more = box.outliers.length > few.length ? [`and ${box.outliers.length - few.length} more`] : [];
  return [isolated(name), `median ${fixed(box.median)}, mean ${fixed(box.mean)}`, `quartiles ${fixed(box.q1)} to ${fixed(box.q3)}`,
    `whiskers ${fixed(box.low)} to ${fixed(box.high)}`, few.length && `beyond: ${[...few, ...more].join(", ")}`].filter(Boolean).join("\n");
}

/** @param {string} title @param {string} first @param {BoxRow[]} rows @param {(position: number) => string} named */
function boxTable(title, first, rows, named) {
  return dataTable(title, [first, "values", "mean", "whisker from", "quartile", "median", "quartile", "whisker to", "beyond the whiskers"],
    () => rows.map(({ name, box }) => [nameOf(name), box.count, ...[box.mean, box.low, box.q1, box.median, box.q3,
      box.high].map((value) => shown(value)),
      box.outliers.map(({ value, position }) => `${named(position)}: ${shown(value)}`).join(", ") || "none"]));
}

const BOX_SIGNS = [
  [{ class: "box", d: "M2 1h12v10h-12z" }, "quartiles"],
  [{ class: "middle", d: "M8 0v12" }, "median"],
  [{ class: "diamond", d: "M4 6l4 -4l4 4l-4 4z" }, "mean"],
  [{ class: "axis", d: "M0 6h15M15 3v6M0 3v6" }, "furthest value within 1.5 lengths of the box"],
  [{ class: "dot", d: "M8 3.6a2.4 2.4 0 1 0 .01 0z" }, "value beyond"],
];

/**
 * One of the two figures: `names` and `values(position)` are what is drawn, `key` orders it.
 * @param {HTMLElement} home
 * @param {{ heading: string, first: string, names: string[], positions: number[], values: (position: number) => Maybe<number>[], averaged?: (run: number) => Maybe<number>, key: string, sentence: string, ordered: string, named: (position: number) => string, open: (position: number) => void }} options1
 */
function drawBoxes(home, { heading, first, names, positions, values, averaged, key, sentence, ordered, named, open }) {
  const boxes = positions.flatMap((position) => {
    const box = boxOf(values(position));
    return box ? [{ name: names[position], position, box }] : [];
  });
  for (const { box, position } of boxes) if (averaged) box.mean = Number(averaged(position));
  const rows = orderBy(boxes.length, (index) => better(chosen.measure, boxes[index].box[key === "mean" ? "mean" : "median"])).map((index) => boxes[index]);
  const title = `${label()}: ${heading.toLowerCase()}`;
  put(home, el("h3", {}, heading), boxFigure(chosen.measure, title, first, rows, named, (index) => open(rows[index].position)),
    caption(`${label()} ${sentence}`, basisOfChosen(), ordered, "quartiles interpolated linearly"), boxTable(title, first, rows, named));
}

section({ id: "boxes", title: "Spread", order: 50, lead: "How values spread over topics and over runs." }, (content) => {
  const [runs, topics] = [el("div"), el("div")];
  const order = choiceField("Runs by", "spread", [["mean", "mean"], ["median", "median"]]);
  put(content, controls(order), signs(...BOX_SIGNS), el("div", { class: "columns broad" }, runs, topics));

  function drawRuns() {
    drawBoxes(runs, {
      heading: "Runs over topics", first: "run", names: report.runs.map((run) => run.name), positions: leftRuns(), key: chosen.spread,
      values: (run) => chosenTopics().map((topic) => valueOf(chosen.measure, topic, run)), averaged: (run) => meanOfRun(chosen.measure, run, chosenTopics()),
      sentence: "of each run over the topics it was evaluated on", ordered: `runs by ${chosen.spread}`,
      named: (index) => `topic ${isolated(report.topics[chosenTopics()[index]].id)}`, open: (run) => openChosen("run", run),
    });
  }

  function drawTopics() {
    drawBoxes(topics, {
      heading: "Topics over runs", first: "topic", names: report.topics.map(({ id,
        title }) => (title ? `${id} ${title}` : id)), positions: chosenTopics(), key: "median",
      values: (topic) => leftRuns().map((run) => valueOf(chosen.measure, topic, run)),
      sentence: "on each topic over the runs that were evaluated on it", ordered: "topics by median, the easiest first",
      named: (index) => isolated(report.runs[leftRuns()[index]].name), open: (topic) => openChosen("topic", topic),
    });
  }
  whenever(["measure", "filter", "only", "subset", "spread"], drawRuns);
  whenever(["measure", "filter", "only", "subset"], drawTopics);
});
