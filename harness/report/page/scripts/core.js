/* What all sections share: how they are declared, numbers, and words. */

import { html } from "./preact.js";
import { isNarrow, shortened } from "./scales.js";
import { chosen, report } from "./state.js";

/** The sections that modules declare, in any order. */
export const sections = /** @type {SectionDeclared[]} */ ([]);

/**
 * Declare a section of the page: its anchor, heading and place in the order, and the component that it shows: of
 * what is in `report` and `chosen` it makes a template. It is left out where `there` says that there is nothing to show.
 * @param {Omit<SectionDeclared, "Content">} options @param {() => any} Content
 */
export function section(options, Content) {
  sections.push({ ...options, Content });
}

/** A name of the participants' making: kept apart from the direction of the text around it; the whole one is its tip. @param {string} text @param {number} [most] */
export function nameOf(text, most = isNarrow() ? 16 : 32) {
  return html`<bdi class="name" title=${text}>${shortened(text, most)}</bdi>`;
}

/** The element with an id, which the page has. @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/** The runs of the page, for a list of them. */
export function runOptions() {
  return report.runs.map(({ name }, run) => [run, name]);
}

/** The measures, as `runOptions`. */
export function measureOptions() {
  return report.measures.map(({ label: name }, measure) => [measure, name]);
}

/** What a section answers, in a sentence at its top. @param {...Child} parts */
export function answer(...parts) {
  return html`<p class="answer">${parts}</p>`;
}

/** The text below a figure: what was measured, over what, by which test. @param {...Child} parts */
export function caption(...parts) {
  return html`<p class="caption">${parts.filter(Boolean).join("; ")}.</p>`;
}

/* --- numbers ------------------------------------------------------------------------------- */

/** A value with the decimals of its measure; a dash where there is none. @param {Maybe<number> | undefined} number @param {number} [digits] */
export function shown(number, digits = 4) {
  return number === null || number === undefined || Number.isNaN(number) ? "–" : digits ? number.toFixed(digits) : Math.round(number).toLocaleString("en");
}

/** So many of a thing: "1 run", "2 runs", "2 to 5 runs". @param {number} count @param {string} thing @param {number} [most] */
export function several(count, thing, most = count) {
  const [first, last] = [count, most].map((number) => number.toLocaleString("en"));
  return `${first}${most === count ? "" : ` to ${last}`} ${thing}${most === 1 ? "" : "s"}`;
}

/** Pairs, all of them: "all 36 pairs", "the one pair". @param {number} pairs */
export function allOf(pairs) {
  return pairs === 1 ? "the one pair" : `all ${several(pairs, "pair")}`;
}

/** A p-value with the digits that the page has; of the smallest it has none. @param {number} p */
export function shownP(p) {
  const short = p.toPrecision(2);
  return p ? (Number(short) === p ? short : String(p)) : `< ${report.least_p}`;
}

/** @param {Maybe<number> | undefined} share */
export function percent(share) {
  return share === null || share === undefined ? "–" : `${(100 * share).toFixed(1)}\u00a0%`;
}

/** The value of a run on a topic by a measure, null where it was not evaluated. @param {number} measure @param {number} topic @param {number} run */
export function valueOf(measure, topic, run) {
  const value = report.values[measure][topic][run];
  if (value === null) return null;
  return report.measures[measure].digits ? value / report.unit : value;
}

/** The values of a topic by run; nulls included. @param {number} measure @param {number} topic */
export function valuesOfTopic(measure, topic) {
  return report.runs.map((_, run) => valueOf(measure, topic, run));
}

/** The quantile of numbers, interpolated linearly; null of none. @param {Maybe<number>[]} numbers @param {number} share */
export function quantile(numbers, share) {
  return quantileIn(sortedOf(numbers), share);
}

/** Numbers, the least first, without nulls. @param {Maybe<number>[]} numbers */
function sortedOf(numbers) {
  return Float64Array.from(numbers.filter((number) => number !== null)).sort();
}

/** As `quantile`, of numbers in their order. @param {Float64Array} sorted @param {number} share */
function quantileIn(sorted, share) {
  if (!sorted.length) return null;
  const position = (sorted.length - 1) * share;
  const low = Math.floor(position);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (position - low) * (sorted[high] - sorted[low]);
}
export const median = (/** @type {Maybe<number>[]} */ numbers) => quantile(numbers, 0.5);

/** @param {Maybe<number>[]} numbers */
export function mean(numbers) {
  const there = numbers.filter((number) => number !== null);
  return there.length ? there.reduce((sum, number) => sum + number, 0) / there.length : null;
}

/**
 * The positions 0 … n − 1 in the order of a key, the largest first; nulls last, equal ones as they are.
 * @param {number} length @param {(position: number) => any} key @param {boolean} [ascending]
 */
export function orderBy(length, key, ascending = false) {
  const positions = Array.from({ length }, (_, position) => position);
  const keys = positions.map(key);
  const sign = ascending ? 1 : -1;
  return positions.sort((a, b) => {
    if (keys[a] === null || keys[b] === null) return Number(keys[a] === null) - Number(keys[b] === null) || a - b;
    return sign * (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0) || a - b;
  });
}

/**
 * A value by a measure, or a difference, as a number of which more is better; null of null.
 * @template {Maybe<number>} N @param {number} measure @param {N} value @returns {N}
 */
export function better(measure, value) {
  return value !== null && report.measures[measure].lower_is_better ? /** @type {N} */ (-value) : value;
}

/** The best of values by a measure, and whose it is; their quartiles, median and worst. @param {number} measure @param {Maybe<number>[]} values */
export function extentOf(measure, values) {
  const sorted = sortedOf(values);
  const [least, q1, middle, q3, most] = [0, 0.25, 0.5, 0.75, 1].map((share) => quantileIn(sorted, share));
  const [best, worst] = report.measures[measure].lower_is_better ? [least, most] : [most, least];
  return { bestRun: values.indexOf(best), best, median: middle, worst, q1, q3 };
}

/** Those of all runs on each topic that were asked for, by measure and topic: several sections show them. */
const extents = /** @type {Map<string, ReturnType<typeof extentOf>>} */ (new Map());

/** As `extentOf`, of all runs on a topic. @param {number} measure @param {number} topic */
export function extentOnTopic(measure, topic) {
  const key = `${measure} ${topic}`;
  const extent = extents.get(key) || extentOf(measure, valuesOfTopic(measure, topic));
  extents.set(key, extent);
  return extent;
}

/**
 * The rank of a value by a measure among others, from 1, equal values sharing the best of their ranks; null of null.
 * @param {number} measure @param {Maybe<number>} value @param {Maybe<number>[]} others
 */
export function rankAmong(measure, value, others) {
  if (value === null) return null;
  return 1 + others.filter((other) => other !== null && better(measure, other) > better(measure, value)).length;
}

/** The lowest and highest value of a measure: 0 to 1, or wider where the values are. @param {number} measure @returns {[number, number]} */
export function rangeOf(measure) {
  if (!ranges.has(measure)) ranges.set(measure, valuesRange(measure));
  return ranges.get(measure) ?? [0, 1];
}

const ranges = /** @type {Map<number, [number, number]>} */ (new Map());

/** @param {number} measure @returns {[number, number]} */
function valuesRange(measure) {
  const values = report.topics.flatMap((_, topic) => valuesOfTopic(measure, topic)).map(Number); // what is missing is as 0
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [0, report.measures[measure].digits ? 1 : 0]);
  return [low, high > low ? high : low + 1];
}

/* --- what is said of what is shown --------------------------------------------------------- */

/** The measure's label. */
export function label(measure = chosen.measure) {
  return report.measures[measure].label;
}

/** The topics of the chosen subset, or all. */
export function chosenTopics() {
  return report.subsets[chosen.subset] || [...report.topics.keys()];
}

/** Whose topics are chosen, after their number; nothing of all. */
export function ofSubset() {
  return chosen.subset && ` of the subset ${chosen.subset}`;
}

/** The leaderboard of a measure over the chosen topics, with its uncertainty, where there is one. */
export function boardOf(measure = chosen.measure) {
  return report.boards.find((board) => board.subset === chosen.subset && board.measure === measure) || null;
}

/** The confidence of intervals. */
export function percentOf() {
  return `${Number((100 * report.confidence).toPrecision(6))}\u00a0%`;
}

/** The means that a leaderboard is of, in its order: those of the measure, unless it has its own. @param {Board} board */
export function meansOf(board) {
  return board.mean || board.order.map((run) => Number(report.summary[board.measure][run]));
}

/**
 * One of the numbers that a leaderboard has of all pairs; null where both runs are one, or where it has none.
 * @param {Board} board @param {number} run @param {number} other @param {Maybe<number[]>} numbers
 */
export function ofPair(board, run, other, numbers) {
  const [first, second] = [board.order.indexOf(run), board.order.indexOf(other)].sort((a, b) => a - b);
  if (first < 0 || first === second || !numbers) return null;
  const number = numbers[first * board.order.length - (first * (first + 1)) / 2 + second - first - 1];
  return numbers === board.errors ? number : number / report.unit;
}

/** The group of a run, or the run itself where it has none. @param {number} run */
export function participantOf(run) {
  return report.runs[run].group || report.runs[run].name;
}

/** Say something to those who cannot see what changed; nothing while the page is being made. @param {string} text */
export function announce(text) {
  if (document.documentElement.dataset.ready) byId("status").textContent = text;
}

/** The rank of a run's value among those of all runs that have one: "3 of 9". @param {number} measure @param {Maybe<number>[]} values @param {number} run */
export function rankWords(measure, values, run) {
  return values[run] === null ? "–" : `${shown(rankAmong(measure, values[run], values), 0)} of ${shown(values.filter((value) => value !== null).length, 0)}`;
}

/** That of a run on a topic. @param {number} measure @param {number} topic @param {number} run */
export function rankOnTopic(measure, topic, run) {
  return rankWords(measure, report.values[measure][topic], run);
}

/** Whether a measure is summarised by geometric means. @param {number} measure */
export function isGeometric(measure) {
  return report.measures[measure].summary === "geometric";
}

/**
 * The mean of a run over topics: as evaluated where it is the measure's own summary, else of the values shown.
 * @param {number} measure @param {number} run @param {number[]} [topics]
 */
export function meanOfRun(measure, run, topics = report.topics.map((_, topic) => topic)) {
  const values = topics.map((topic) => valueOf(measure, topic, run));
  const averaged = isGeometric(measure) || report.measures[measure].summary === "mean";
  if (averaged && values.length === report.topics.length && !values.includes(null)) return report.summary[measure][run];
  if (!isGeometric(measure)) return mean(values);
  const logarithms = mean(values.map((value) => (value === null ? null : Math.log(Math.max(value, 0.00001)))));
  return logarithms === null ? null : Math.exp(logarithms);
}

/**
 * The number of a run by a measure over topics, the chosen ones at first: as evaluated over all of them, else of the values shown.
 * @param {number} measure @param {number} run @param {number[]} [topics]
 */
export function summaryOf(measure, run, topics = chosenTopics()) {
  if (topics.length === report.topics.length) return report.summary[measure][run];
  if (report.measures[measure].summary !== "sum") return meanOfRun(measure, run, topics);
  const values = topics.map((topic) => valueOf(measure, topic, run)).filter((value) => value !== null);
  return values.length ? values.reduce((sum, value) => sum + value, 0) : null;
}

/** A word of a command line, for a shell. @param {string} text */
export function shellWord(text) {
  return /^[\w@./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A command on what the page was made of, for which a file of a task stands; all but diagnoses are of the chosen topics. @param {string} name @param {string} options */
export function commandFor(name, options) {
  const subset = chosen.subset && name !== "diagnose" ? ` --topics ${shellWord(chosen.subset)}` : "";
  return `harness ${name} ${shellWord(report.source || "TASK.yaml")} ${options}${subset}`.trim();
}

/** A number with its sign, which is a true minus; only what is 0 has none, but for errors of sums. @param {number} number @param {number} [digits] */
export function signed(number, digits = 4) {
  const text = shown(Math.abs(number), digits);
  return Math.abs(number) < 1e-9 ? text : `${number < 0 ? "−" : "+"}${text}`;
}

/** Why a measure has no leaderboard of the chosen topics, and what makes one. @param {string} name */
export function whyNoBoard(name) {
  if (chosen.subset && report.boards.length) {
    return `no intervals, letters or p-values over the subset ${chosen.subset} on this page; in a terminal: ${commandFor("compare", `--pairs -m ${shellWord(name)}`)}`;
  }
  if (report.not_compared) return `runs are not compared: ${report.not_compared}`;
  const made = [...report.measures.keys()].filter(boardOf).map(label).join(", ") || "none";
  return `no intervals of ranks, letters or p-values by ${name}: the first ten measures that are no counts have them, `
    + `or those that the key compare: measures: of the task names (here: ${made})`;
}
