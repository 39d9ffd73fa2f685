/* Topics and runs: every value of a measure as a cell of a map. */

import { attributeOf, basisOfChosen, colouring, colourSigns, leftRuns } from "./attributes.js";
import { DIVERGING, everyNth, explorable, figure, isolated, rectangle, room, round, shade, shortened, signs, textAt, ticks } from "./charts.js";
import {
  better, caption, choiceField, chosenTopics, controls, el, isGeometric, label, mean, meanOfRun, median, orderBy, participantOf, put, rangeOf, rankOnTopic,
  section, several, shape, shown, summaryOf, valueOf, valuesOfTopic,
} from "./core.js";
import { linkTo, openChosen, topicWords } from "./links.js";
import { chosen, report, whenever } from "./state.js";
import { dataTable } from "./tables.js";

/** So many shades are told apart; cells of one shade are one path, which keeps the map fast. */
const HEAT_SHADES = 50;

/** @type {Record<string, [string, (measure: number) => number[]]>} */
const HEAT_TOPICS = {
  id: ["topic", () => orderBy(report.topics.length, (topic) => topic, true)],
  hardest: ["difficulty, hardest first (median of the runs)",
    (measure) => orderBy(report.topics.length, (topic) => better(measure, median(valuesOfTopic(measure, topic))), true)],
  relevant: ["number of relevant documents", () => orderBy(report.topics.length, (topic) => report.topics[topic].relevant)],
};

/** @type {Record<string, [string, (measure: number) => number[]]>} */
const HEAT_RUNS = {
  value: ["value, best first", (measure) => orderBy(report.runs.length, (run) => better(measure, summaryOf(measure, run)))],
  name: ["name", () => orderBy(report.runs.length, (run) => report.runs[run].name.toLowerCase(), true)],
  group: ["group", () => orderBy(report.runs.length, (run) => participantOf(run).toLowerCase(), true)],
};

/** What a cell shows: the value itself, or the value less the topic's median, which shows what is special about both. */
const isResidual = () => chosen.heat === "residual";

/** The scale of a measure's own values. @param {number} measure */
function valueScale(measure) {
  const [low, high] = rangeOf(measure);
  const of = (/** @type {number} */ topic, /** @type {number} */ run) => valueOf(measure, topic, run);
  return { of, low, high, colour: (/** @type {number} */ share) => shade(share) };
}

/** What the cells of a measure show: the function of their values, its lowest and highest, and the colour of a share. @param {number} measure */
function heatScale(measure) {
  if (!isResidual()) return valueScale(measure);
  const medians = report.topics.map((_, topic) => Number(median(valuesOfTopic(measure, topic))));
  const of = (/** @type {number} */ topic, /** @type {number} */ run) => {
    const value = valueOf(measure, topic, run);
    return value === null ? null : value - medians[topic];
  };
  const high = Math.max(1e-9, ...medians.flatMap((_, topic) => report.runs.map((__, run) => Math.abs(of(topic, run) || 0))));
  const worst = report.measures[measure].lower_is_better ? 1 : 0;
  return { of, low: -high, high, colour: (/** @type {number} */ share) => shade(Math.abs(worst - share), DIVERGING) };
}

/** The colours of a measure's values, from its lowest to its highest. @param {number} measure @param {HeatScale} scale @param {boolean} missing */
function heatLegend(measure, { low, high, colour }, missing) {
  const [width, left] = [300, 12];
  const svg = figure(width + 2 * left + (missing ? 130 : 10), 36, "Colours", `${label(measure)} from ${shown(low, 2)} to ${shown(high, 2)}`);
  const step = width / HEAT_SHADES;
  const xOf = (/** @type {number} */ value) => left + ((value - low) / (high - low)) * width;
  for (let index = 0; index < HEAT_SHADES; index += 1) {
    svg.append(shape("path", { class: "cells", d: rectangle(left + index * step, 2, step + 0.5, 12), fill: colour(index / (HEAT_SHADES - 1)) }));
  }
  for (const mark of ticks(low, high, 5).filter((tick) => tick >= low && tick <= high)) {
    svg.append(shape("path", { class: "axis", d: `M${round(xOf(mark))} 14v4` }),
      textAt(xOf(mark), 31, String(mark).replace("-", "−"), { class: "tick", "text-anchor": "middle" }));
  }
  if (missing) {
    svg.append(shape("path", { d: rectangle(left + width + 20, 2, 16, 12), fill: "url(#hatched)", class: "outlined" }),
      textAt(left + width + 42, 12, "not evaluated", { class: "tick" }));
  }
  return svg;
}

/** Lines across a cell that has no value. */
function hatchingOld() {
  return shape("pattern", { id: "hatched", width: 5, height: 5, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    shape("path", { class: "axis", d: "M0 0V5" }));
}

/**
 * The cells, those of one shade as one path.
 * @param {HeatScale} scale @param {number[]} topics @param {number[]} runs
 * @param {{ left: number, top: number, across: number, down: number }} frame
 */
function heatCells({ of, low, high, colour }, topics, runs, { left, top, across, down }) {
  const gap = across > 14 ? 1 : 0;
  const paths = new Map();
  runs.forEach((run, row) => topics.forEach((topic, column) => {
    const value = of(topic, run);
    const key = value === null ? null : Math.round(((value - low) / (high - low)) * (HEAT_SHADES - 1));
    const drawn = paths.get(key) || [];
    if (!drawn.length) paths.set(key, drawn);
    drawn.push(rectangle(left + column * across, top + row * down, across - gap, down - gap));
  }));
  return Array.from(paths, ([key, drawn]) => shape("path", { class: "cells", d: drawn.join(""),
    fill: key === null ? "url(#hatched)" : colour(key / (HEAT_SHADES - 1)) }));
}

/** A cell beside the map, which says what it is. @param {HeatScale} scale @param {Maybe<number>} value @param {string} d @param {string} words */
function marginCell({ low, high, colour }, value, d, words) {
  const fill = value === null ? "url(#hatched)" : colour(Math.min(1, Math.max(0, (value - low) / (high - low))));
  return shape("path", { class: "margin", d, fill, "data-words": words });
}

/**
 * The margins: the mean of each run, with the colour of its attribute, and the median of each topic.
 * @param {number} measure @param {number[]} topics @param {number[]} runs
 * @param {{ left: number, top: number, across: number, down: number, right: number }} frame
 */
function heatMargins(measure, topics, runs, { left, top, across, down, right }) {
  const { digits } = report.measures[measure];
  const [values, colours, cells] = [valueScale(measure), colouring(), heatScale(measure)];
  const named = isResidual() ? "mean difference from the median" : "mean";
  const rows = runs.flatMap((run, row) => {
    const name = isolated(report.runs[run].name);
    const own = meanOfRun(measure, run, topics);
    const average = isResidual() ? mean(topics.map((topic) => cells.of(topic, run))) : own;
    const known = colours.name && attributeOf(colours.name, run);
    return [marginCell(cells, average, rectangle(right + 4, top + row * down, 12, down), `${name}\n${named} ${shown(average, digits ? 4 : 1)}`),
      shape("path", { fill: colours.ofRun(run), d: rectangle(left - 6, top + row * down + 1, 4, down - 2), "data-words": known ? `${name}\n${colours.name} ${isolated(known)}` : name }),
      textAt(right + 20, top + (row + 0.5) * down + 4, shown(own, digits ? 4 : 1), { class: "small tick" })];
  });
  const columns = topics.map((topic, column) => {
    const middle = median(valuesOfTopic(measure, topic));
    return marginCell(values, middle, rectangle(left + column * across, top - 16, across, 12), `${topicWords(topic)}\nmedian of all runs ${shown(middle, digits)}`);
  });
  return [...rows, ...columns, textAt(left - 10, top - 6, "median of all runs", { class: "small tick", "text-anchor": "end" }),
    textAt(right + 20, top - 6, isGeometric(measure) ? "geometric mean" : "mean", { class: "small tick" })];
}

/** @param {number} measure @param {number[]} topics @param {number[]} runs @param {(topic: number, run: number) => void} picked */
function heatMap(measure, topics, runs, picked) {
  const longest = Math.max(...topics.map((topic) => `${report.topics[topic].id} ${report.topics[topic].title || ""}`.trim().length));
  const [left, top] = [160, 42 + Math.round(5.6 * Math.min(17, longest))];
  const across = Math.min(72, Math.max(8, Math.floor((room() - 110 - left) / topics.length)));
  const down = Math.min(24, Math.max(12, Math.floor(600 / runs.length)));
  const [right, bottom] = [left + across * topics.length, top + down * runs.length];
  const frame = { left, top, across, down };
  const title = `${label(measure)} of ${several(runs.length, "run")} on ${several(topics.length, "topic")}`;
  const svg = figure(right + 104, bottom + 6, title, "A row a run, a column a topic.");
  svg.append(shape("defs", {}, hatchingOld()), ...heatCells(heatScale(measure), topics, runs, frame),
    ...heatMargins(measure, topics, runs, { ...frame, right }));
  runs.forEach((run, row) => {
    const y = top + (row + 0.5) * down + 4;
    svg.append(textAt(left - 10, y, shortened(report.runs[run].name, 24), { class: "small", "text-anchor": "end" }));
  });
  const every = everyNth(across);
  topics.forEach((topic, column) => {
    if (column % every) return;
    const { id, title: asked } = report.topics[topic];
    const [x, y] = [left + (column + 0.5) * across + 3, top - 22];
    svg.append(textAt(x, y, shortened(asked ? `${id} ${asked}` : id, 17), { class: "small", transform: `rotate(-65 ${round(x)} ${y})` }));
  });
  const cell = /** @type {(item: number) => [number, number]} */ ((item) => [topics[item % topics.length],
    runs[Math.floor(item / topics.length)]]);
  const box = explorable(svg, title, {
    item: "cell", opens: "opens the topic", grid: { ...frame, rows: runs.length, columns: topics.length },
    words: (item) => heatWords(measure, ...cell(item)),
    crossed: (item) => {
      const [x, y] = [left + (item % topics.length) * across, top + Math.floor(item / topics.length) * down];
      return `M${left} ${y + down / 2}H${x}M${x + across} ${y + down / 2}H${right}M${x + across / 2} ${top}V${y}M${x + across / 2} ${y + down}V${bottom}`;
    },
    open: (item) => openChosen("topic", cell(item)[0]),
    pick: (item) => picked(...cell(item)),
  });
  return { box, every };
}

/** @param {number} measure @param {number} topic @param {number} run */
function heatValue(measure, topic, run) {
  const value = valueOf(measure, topic, run);
  return value === null ? "not evaluated"
    : `${label(measure)} ${shown(value, report.measures[measure].digits)}, rank ${rankOnTopic(measure, topic, run)}`;
}

/** @param {number} measure @param {number} topic @param {number} run */
function heatWords(measure, topic, run) {
  return `${topicWords(topic)}\n${isolated(report.runs[run].name)}\n${heatValue(measure, topic, run)}`;
}

/** What the marked cell is, with links to its topic and its run. @param {number} measure @param {number} topic @param {number} run */
function heatReadout(measure, topic, run) {
  return [el("b", {}, heatValue(measure, topic, run)), " · topic ", linkTo("topic", topic), " · run ", linkTo("run", run)];
}

section({ id: "heatmap", title: "Topics and runs", order: 30 }, (content) => {
  const known = report.topics.some((topic) => topic.relevant !== null);
  const offered = (/** @type {any} */ orders) => Object.entries(orders).filter(([key]) => key !== "relevant" || known)
    .map(([key, [words]]) => [key, words]);
  const legend = el("div", { class: "legend" });
  const map = el("div");
  const readout = el("p", { class: "readout" });
  const below = el("div");
  put(content, controls(choiceField("Topics by", "topics_by", offered(HEAT_TOPICS)), choiceField("Runs by", "runs_by", offered(HEAT_RUNS)),
    choiceField("Cells show", "heat", [["", "values"], ["residual", "values less the topic's median"]])), legend, map, readout, below);

  function draw() {
    const measure = chosen.measure;
    const [those, left] = [new Set(chosenTopics()), new Set(leftRuns())];
    const [topicOrder, runOrder] = [HEAT_TOPICS[chosen.topics_by] || HEAT_TOPICS.hardest, HEAT_RUNS[chosen.runs_by] || HEAT_RUNS.value];
    const topics = topicOrder[1](measure).filter((topic) => those.has(topic));
    const runs = runOrder[1](measure).filter((run) => left.has(run));
    if (!runs.length || !topics.length) {
      put(legend);
      put(map, caption("No run is left by the filter, or no topic is in the subset"));
      put(below);
      return;
    }
    const missing = report.values[measure].some((row) => row.includes(null));
    const { box, every } = heatMap(measure, topics, runs, (topic, run) => put(readout, ...heatReadout(measure, topic, run)));
    put(legend, heatLegend(measure, heatScale(measure), missing), colouring().name && signs(...colourSigns(colouring())));
    put(map, box);
    put(readout, "Click a cell, or move with the arrow keys, to see which it is.");
    put(below, caption(`${label()} of each run on each topic${isResidual() ? ", less the median of all runs on the topic: blue is better, orange is worse" : ""}`, basisOfChosen(),
      "on the right the mean of each run, above the median of each topic", `topics by ${topicOrder[0]}`, `runs by ${runOrder[0]}`,
      every > 1 && `one topic of ${every} is named`, "rank: 1 + the number of runs with a better value"),
    dataTable(`${label()} by topic and run`, ["topic", "median of all runs", ...runs.map((run) => report.runs[run].name)],
      () => topics.map((topic) => [report.topics[topic].id, median(valuesOfTopic(measure, topic)), ...runs.map((run) => valueOf(measure, topic, run))])));
  }
  whenever(["measure", "heat", "topics_by", "runs_by", "filter", "only", "subset", "colour"], draw);
});
