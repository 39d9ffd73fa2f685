/* Topics and runs: every value of a measure as a cell of a map. */

import { attributeOf, basisOfChosen, colouring, colourSigns, leftRuns } from "./attributes.js";
import { DIVERGING, isolated, shade } from "./scales.js";
import {
  answer, better, caption, chosenTopics, extentOf, extentOnTopic, isGeometric, label, mean, meanOfRun, orderBy, participantOf, rangeOf, rankOnTopic, section,
  several, shown, summaryOf, valueOf,
} from "./core.js";
import { ChoiceField, Controls } from "./fields.js";
import { ColourScale, described, Grid, Signs } from "./figures.js";
import { linkTo, openChosen, topicWords } from "./links.js";
import { html, useMemo, useState } from "./preact.js";
import { chosen, report } from "./state.js";
import { DataTable } from "./tables.js";

/** So many shades are told apart; cells of one shade are one path, which keeps the map fast. */
const HEAT_SHADES = 50;

/** @type {Record<string, [string, (measure: number) => number[]]>} */
const HEAT_TOPICS = {
  id: ["topic", () => orderBy(report.topics.length, (topic) => topic, true)],
  hardest: ["difficulty, hardest first (median of the runs)",
    (measure) => orderBy(report.topics.length, (topic) => better(measure, extentOnTopic(measure, topic).median), true)],
  relevant: ["number of relevant documents", () => orderBy(report.topics.length, (topic) => report.topics[topic].relevant)],
};

/** @type {Record<string, [string, (measure: number) => number[]]>} */
const HEAT_RUNS = {
  value: ["value, best first", (measure) => orderBy(report.runs.length, (run) => better(measure, summaryOf(measure, run)))],
  name: ["name", () => orderBy(report.runs.length, (run) => report.runs[run].name.toLowerCase(), true)],
  group: ["group", () => orderBy(report.runs.length, (run) => participantOf(run).toLowerCase(), true)],
};

/** What a cell shows: the value itself, or the value minus the topic's median, which shows what is special about both. */
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
  const medians = report.topics.map((_, topic) => Number(extentOnTopic(measure, topic).median));
  const of = (/** @type {number} */ topic, /** @type {number} */ run) => {
    const value = valueOf(measure, topic, run);
    return value === null ? null : value - medians[topic];
  };
  const high = Math.max(1e-9, ...medians.flatMap((_, topic) => report.runs.map((__, run) => Math.abs(of(topic, run) || 0))));
  const worst = report.measures[measure].lower_is_better ? 1 : 0;
  return { of, low: -high, high, colour: (/** @type {number} */ share) => shade(Math.abs(worst - share), DIVERGING) };
}

/** How a value looks on a scale: the number of its shade; that after them is of no value. @param {HeatScale} scale @param {Maybe<number>} value */
function shadeOf({ low, high }, value) {
  return value === null ? HEAT_SHADES : Math.round(((value - low) / (high - low)) * (HEAT_SHADES - 1));
}

/** The looks of a scale's shades, and of no value. @param {HeatScale} scale */
function looksOf({ colour }) {
  return [...Array.from({ length: HEAT_SHADES }, (_, index) => colour(index / (HEAT_SHADES - 1))), "url(#hatched)"].map((fill) => ({ fill }));
}

/** The fill of a cell beside the map. @param {HeatScale} scale @param {Maybe<number>} value */
function fillOf({ low, high, colour }, value) {
  return value === null ? "url(#hatched)" : colour((value - low) / (high - low));
}

/**
 * The margins: the mean of each run, with the colour of its attribute, and the median of each topic.
 * @param {number} measure @param {number[]} topics @param {number[]} runs @param {HeatScale} cells @returns {GridFigure["margins"]}
 */
function heatMargins(measure, topics, runs, cells) {
  const { digits } = report.measures[measure];
  const [values, colours] = [valueScale(measure), colouring()];
  const rows = runs.map((run) => {
    const name = isolated(report.runs[run].name);
    const own = meanOfRun(measure, run, topics);
    const average = isResidual() ? mean(topics.map((topic) => cells.of(topic, run))) : own;
    const known = colours.name && attributeOf(colours.name, run);
    return { fill: fillOf(cells, average), text: shown(own, digits ? 4 : 1),
      words: `${name}\n${isResidual() ? "mean difference from the median" : "mean"} ${shown(average, digits ? 4 : 1)}`,
      tag: { fill: colours.ofRun(run), words: known ? `${name}\n${colours.name} ${isolated(known)}` : name } };
  });
  const columns = topics.map((topic) => {
    const middle = extentOnTopic(measure, topic).median;
    return { fill: fillOf(values, middle), words: `${topicWords(topic)}\nmedian of all runs ${shown(middle, digits)}` };
  });
  return { rows, columns, above: "median", beside: isGeometric(measure) ? "geometric mean" : "mean" };
}

/**
 * The map; `picked` hears of the cell that has the mark, with the figure that it is of.
 * @param {number} measure @param {number[]} topics @param {number[]} runs @param {Record<string, string>} orders @param {HeatScale} scale
 * @param {(cell: { figure: GridFigure, topic: number, run: number }) => void} picked
 */
function heatFigure(measure, topics, runs, orders, scale, picked) {
  const { title, x, y } = described("heat-map", { measure: label(measure), ...orders });
  const cell = (/** @type {number} */ item) => ({ topic: topics[item % topics.length], run: runs[Math.floor(item / topics.length)] });
  const figure = /** @type {GridFigure} */ ({
    title: `${title}: ${several(runs.length, "run")} on ${several(topics.length, "topic")}`, description: `Rows: ${y}. Columns: ${x}.`, item: "cell", opens: "opens the topic",
    rows: runs.map((run) => report.runs[run].name), columns: topics.map((topic) => `${report.topics[topic].id} ${report.topics[topic].title || ""}`.trim()),
    ids: topics.map((topic) => report.topics[topic].id),
    looks: looksOf(scale), look: (row, column) => shadeOf(scale, scale.of(topics[column], runs[row])), margins: heatMargins(measure, topics, runs, scale),
    words: (item) => {
      const { topic, run } = cell(item);
      return `${topicWords(topic)}\n${isolated(report.runs[run].name)}\n${heatValue(measure, topic, run)}`;
    },
    open: (item) => openChosen("topic", cell(item).topic), pick: (item) => picked({ figure, ...cell(item) }),
  });
  return figure;
}

/** @param {number} measure @param {number} topic @param {number} run */
function heatValue(measure, topic, run) {
  const value = valueOf(measure, topic, run);
  return value === null ? "not evaluated"
    : `${label(measure)} ${shown(value, report.measures[measure].digits)}, rank ${rankOnTopic(measure, topic, run)}`;
}

/** The map with what stands above and below it: what the cells show, how they are ordered, and their numbers. @param {(cell: any) => void} picked */
function heatParts(picked) {
  const { measure } = chosen;
  const [those, left] = [new Set(chosenTopics()), new Set(leftRuns())];
  const [[topicsBy, topicOrder], [runsBy, runOrder]] = [HEAT_TOPICS[chosen.topics_by] || HEAT_TOPICS.hardest, HEAT_RUNS[chosen.runs_by] || HEAT_RUNS.value];
  const [topics, runs] = [topicOrder(measure).filter((topic) => those.has(topic)), runOrder(measure).filter((run) => left.has(run))];
  if (!runs.length || !topics.length) return null;
  const [scale, missing, colours] = [heatScale(measure), report.values[measure].some((row) => row.includes(null)), colouring()];
  const figure = heatFigure(measure, topics, runs, { topics: topicsBy, runs: runsBy }, scale, picked);
  return { figure,
    above: html`<div class="legend"><${ColourScale} title=${label(measure)} ...${scale} steps=${HEAT_SHADES} missing=${missing && "not evaluated"} />
      ${colours.name && html`<${Signs} listed=${colourSigns(colours)} />`}</div>`,
    below: html`${caption(`${label()} of each run on each topic${isResidual() ? ", minus the median of all runs on the topic: blue is better, orange is worse" : ""}`, basisOfChosen(),
      "on the right the mean of each run, above the median of each topic", `topics by ${topicsBy}`, `runs by ${runsBy}`)}
      <${DataTable} title=${`${label()} by topic and run`} heads=${["topic", "median of all runs", ...runs.map((run) => report.runs[run].name)]}
        rows=${() => topics.map((topic) => [report.topics[topic].id, extentOnTopic(measure, topic).median, ...runs.map((run) => valueOf(measure, topic, run))])} />` };
}

/** The topic on which the runs that are left differ most. @param {number} measure */
function mostDivided(measure) {
  const left = leftRuns();
  const rows = chosenTopics().map((topic) => {
    const { q1: low, q3: high } = left.length === report.runs.length ? extentOnTopic(measure, topic)
      : extentOf(measure, left.map((run) => valueOf(measure, topic, run)));
    return { topic, low, high, spread: low === null || high === null ? 0 : high - low };
  });
  if (!rows.length || left.length < 2) return null;
  const most = rows.reduce((best, row) => (row.spread > best.spread ? row : best));
  const { digits } = report.measures[measure];
  const { title } = report.topics[most.topic];
  return most.spread > 0 && answer("Runs differ most on topic ", linkTo("topic", most.topic), title && ` (${title})`,
    `: the middle half of them has ${label(measure)} from ${shown(most.low, digits)} to ${shown(most.high, digits)}.`);
}

function HeatMap() {
  const { measure, heat, topics_by: topicsBy, runs_by: runsBy, filter, only, subset, colour } = chosen;
  const [picked, setPicked] = useState(/** @type {any} */ (null));
  const parts = useMemo(() => heatParts(setPicked), [measure, heat, topicsBy, runsBy, filter, only, subset, colour]);
  const known = report.topics.some((topic) => topic.relevant !== null);
  const offered = (/** @type {any} */ orders) => Object.entries(orders).filter(([key]) => key !== "relevant" || known).map(([key, [words]]) => [key, words]);
  const divided = useMemo(() => mostDivided(measure), [measure, subset, filter, only]);
  return html`${divided}<${Controls}><${ChoiceField} words="Topics by" name="topics_by" options=${offered(HEAT_TOPICS)} />
      <${ChoiceField} words="Runs by" name="runs_by" options=${offered(HEAT_RUNS)} />
      <${ChoiceField} words="Cells show" name="heat" options=${[["", "values"], ["residual", "values minus the topic's median"]]} /><//>
    ${parts ? html`${parts.above}<${Grid} figure=${parts.figure} /><p class="readout">${picked && picked.figure === parts.figure
      ? html`<b>${heatValue(measure, picked.topic, picked.run)}</b> · topic ${linkTo("topic", picked.topic)} · run ${linkTo("run", picked.run)}`
      : "Click a cell, or move with the arrow keys, to see which it is."}</p>${parts.below}`
      : caption("No run is left by the filter, or no topic is in the subset")}`;
}

section({ id: "heatmap", title: "Topics and runs", order: 30, there: () => report.runs.length > 1 && report.topics.length > 1 }, HeatMap);
