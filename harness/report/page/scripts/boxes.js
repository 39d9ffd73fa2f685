/* Spread: box plots of runs over topics, and of topics over runs. */

import { basisOfChosen, leftRuns } from "./attributes.js";
import { isolated } from "./scales.js";
import { better, caption, chosenTopics, label, mean, meanOfRun, nameOf, orderBy, quantile, rangeOf, section, shown, valueOf } from "./core.js";
import { ChoiceField, Controls } from "./fields.js";
import { described, markSigns, Rows, Signs } from "./figures.js";
import { openChosen } from "./links.js";
import { html, useMemo } from "./preact.js";
import { chosen, report } from "./state.js";
import { DataTable } from "./tables.js";

/** Whiskers reach so many lengths of the box, as Tukey's do; the slack is for rounding. */
const BOX_REACH = 1.5;

/** Quartiles, ends of the whiskers and the positions of the values beyond them; nulls are left out. @param {Maybe<number>[]} values @returns {Maybe<Box>} */
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

/** The marks of box plots, and what is said of a value beyond the whiskers. @param {BoxRow[]} rows @param {(row: BoxRow, nth: number) => string} beyond @returns {FigureMark[]} */
function boxMarks(rows, beyond) {
  return [
    { kind: "whisker", of: (index) => [rows[index].low, rows[index].q1, rows[index].q3, rows[index].high] },
    { kind: "box", of: (index) => [rows[index].q1, rows[index].q3] },
    { kind: "tick", of: (index) => rows[index].median },
    { kind: "point", of: (index) => rows[index].mean },
    { kind: "outliers", of: (index) => rows[index].outliers.map(({ value }) => value), words: (index, nth) => beyond(rows[index], nth) },
  ];
}

/** @param {BoxRow} row @param {number} digits @param {(position: number) => string} named */
function boxWords({ name, outliers, ...box }, digits, named) {
  const fixed = (/** @type {Maybe<number>} */ value) => shown(value, digits ? 4 : 1);
  const few = outliers.slice(0, 4).map(({ value, position }) => `${named(position)} ${shown(value, digits)}`);
  const more = outliers.length > few.length ? [`and ${outliers.length - few.length} more`] : [];
  return [isolated(name), `median ${fixed(box.median)}, mean ${fixed(box.mean)}`, `quartiles ${fixed(box.q1)} to ${fixed(box.q3)}`,
    `whiskers ${fixed(box.low)} to ${fixed(box.high)}`, few.length && `beyond: ${[...few, ...more].join(", ")}`].filter(Boolean).join("\n");
}

/**
 * The boxes of the runs that are left over the chosen topics, or of the topics over the runs, ordered by a key, and what belongs to them.
 * @param {"run" | "topic"} item @param {"mean" | "median"} key @param {string} sentence @param {string} ordered
 */
function boxFigure(item, key, sentence, ordered) {
  const { measure } = chosen;
  const { digits } = report.measures[measure];
  const isRun = item === "run";
  const [own, others] = isRun ? [leftRuns(), chosenTopics()] : [chosenTopics(), leftRuns()];
  const boxes = own.flatMap((position) => {
    const box = boxOf(others.map((other) => (isRun ? valueOf(measure, other, position) : valueOf(measure, position, other))));
    if (!box) return [];
    if (isRun) box.mean = Number(meanOfRun(measure, position, others));
    const { id, title } = report.topics[isRun ? 0 : position];
    return [{ ...box, position, name: isRun ? report.runs[position].name : `${id} ${title || ""}`.trim() }];
  });
  const rows = orderBy(boxes.length, (index) => better(measure, boxes[index][key])).map((index) => boxes[index]);
  const named = (/** @type {number} */ index) => (isRun ? `topic ${isolated(report.topics[others[index]].id)}` : isolated(report.runs[others[index]].name));
  const { title, x, y } = described(`${item}s`, { measure: label() });
  const [low, high] = rangeOf(measure);
  const marks = boxMarks(rows, ({ name, outliers }, nth) => `${isolated(name)}\n${named(outliers[nth].position)}: ${shown(outliers[nth].value, digits)}`);
  const figure = { title, description: `A box plot a ${y}.`, item, names: rows.map(({ name }) => name), axis: { label: x, low, high }, marks,
    words: (/** @type {number} */ index) => boxWords(rows[index], digits, named),
    open: (/** @type {number} */ index) => openChosen(item, rows[index].position) };
  const numbers = (/** @type {BoxRow} */ { name, count, outliers, ...box }) => [nameOf(name), count,
    ...[box.mean, box.low, box.q1, box.median, box.q3, box.high].map((value) => shown(value)),
    outliers.map(({ value, position }) => `${named(position)}: ${shown(value)}`).join(", ") || "none"];
  const heads = [y, "values", "mean", "whisker from", "quartile", "median", "quartile", "whisker to", "beyond the whiskers"];
  return html`<div><h3>${title}</h3><${Rows} figure=${figure} />${caption(`${label()} ${sentence}`, basisOfChosen(), ordered, "quartiles interpolated linearly")}
    <${DataTable} title=${title} heads=${heads} rows=${() => rows.map(numbers)} /></div>`;
}

section({ id: "boxes", title: "Spread", order: 50, lead: "How values spread over topics and over runs." }, () => {
  const { measure, filter, only, subset, spread } = chosen;
  const runs = useMemo(() => boxFigure("run", spread === "mean" ? "mean" : "median", "of each run over the topics it was evaluated on", `runs by ${spread}`),
    [measure, filter, only, subset, spread]);
  const topics = useMemo(() => boxFigure("topic", "median", "on each topic over the runs that were evaluated on it", "topics by median, the easiest first"),
    [measure, filter, only, subset]);
  return html`<${Controls}><${ChoiceField} words="Runs by" name="spread" options=${[["mean", "mean"], ["median", "median"]]} /><//>
    <${Signs} listed=${markSigns(boxMarks([], () => ""), described("runs").key)} /><div class="columns broad">${runs}${topics}</div>`;
});
