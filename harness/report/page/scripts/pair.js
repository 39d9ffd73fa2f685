/* Two runs: what one gains over the other, topic by topic. */

import { isolated, shortened, ticks } from "./scales.js";
import {
  announce, answer, better, boardOf, caption, chosenTopics, isGeometric, label, meanOfRun, nameOf, ofPair, ofSubset,
  orderBy, percentOf, rangeOf, runOptions, section, several, shown, shownP, signed, valueOf, whyNoBoard,
} from "./core.js";
import { Button, ChoiceField, Controls } from "./fields.js";
import { Bars, described, Points, Signs } from "./figures.js";
import { linkTo, topicItems } from "./links.js";
import { html, useMemo } from "./preact.js";
import { choose, chosen, report } from "./state.js";
import { DataTable, Listing } from "./tables.js";

const [GAIN, LOSS] = ["var(--hue-0)", "var(--hue-1)"];

/** The difference of a run to another on each topic that both were evaluated on. @param {number} measure @param {number} run @param {number} other */
function pairDifferences(measure, run, other) {
  const { digits } = report.measures[measure];
  return chosenTopics().map((topic) => ({ topic, row: report.values[measure][topic] })).filter(({ row }) => row[run] !== null && row[other] !== null)
    .map(({ topic, row }) => ({ topic, difference: (Number(row[run]) - Number(row[other])) / (digits ? report.unit : 1) }));
}

/**
 * Half the t interval of a mean difference; nothing of geometric means, and where all differences are equal.
 * @param {number} measure @param {Board} board @param {number[]} differences
 */
function marginOf(measure, board, differences) {
  const mean = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const squares = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return isGeometric(measure) || squares < 1e-12 ? 0 : board.quantile * Math.sqrt(squares / (differences.length - 1) / differences.length);
}

/** The interval of a difference, which ends where differences do. @param {Board} board @param {number} difference @param {number} margin */
function intervalOf({ limit }, difference, margin) {
  const most = limit ?? Infinity;
  return [-margin, margin].map((side) => signed(Math.min(most, Math.max(-most, difference + side)))).join(" to ");
}

/**
 * Wins, means and the leaderboard's p-value, as a table of one row a run.
 * @param {number} measure @param {number} run @param {number} other @param {ReturnType<typeof pairDifferences>} rows
 */
function pairTable(measure, run, other, rows) {
  const wins = rows.filter(({ difference }) => better(measure, difference) > 0).length;
  const losses = rows.filter(({ difference }) => better(measure, difference) < 0).length;
  const means = [run, other].map((of) => Number(meanOfRun(measure, of, rows.map(({ topic }) => topic))));
  const board = boardOf(measure);
  const tested = board && report.tested[report.boards.indexOf(board)];
  const [p, corrected, error] = board && tested ? [...tested, board.errors].map((numbers) => ofPair(board, run, other, numbers)) : [null, null, null];
  const margin = board && marginOf(measure, board, rows.map(({ difference }) => difference));
  const both = /** @type {[string, string][]} */ ([
    ...(tested && p !== null && corrected !== null ? [["p of this pair", shownP(p)], [`p among all ${tested[1].length.toLocaleString("en")} pairs`, shownP(corrected)]] : []),
    ...(error === null ? [] : [["standard error of the sample", shown(error)]]),
  ]);
  const heads = [isGeometric(measure) ? "geometric mean" : "mean", "difference", ...(margin ? [`${percentOf()} interval`] : []), "topics won", "topics tied", ...both.map(([head]) => head)];
  const row = (/** @type {number} */ of, /** @type {number} */ own, /** @type {number} */ its, /** @type {number} */ won) =>
    [linkTo("run", of), shown(own), signed(own - its), ...(margin ? [intervalOf(board, own - its, margin)] : []),
      shown(won, 0), shown(rows.length - wins - losses, 0), ...both.map(([, cell]) => cell)];
  return html`<${Listing} title="${label(measure)} of both runs over ${several(rows.length, "topic")}" few=${true}
    heads=${[["run", "text"], ...heads.map((head) => [head, "number"])]} rows=${[row(run, means[0], means[1], wins), row(other, means[1], means[0], losses)]} />`;
}

/** Which of two runs is better on how many topics, and by how much. @param {number} measure @param {number} run @param {number} other @param {ReturnType<typeof pairDifferences>} rows */
function pairAnswer(measure, run, other, rows) {
  const won = rows.filter(({ difference }) => better(measure, difference) > 0).length;
  const lost = rows.filter(({ difference }) => better(measure, difference) < 0).length;
  const [own, its] = [run, other].map((of) => Number(meanOfRun(measure, of, rows.map(({ topic }) => topic))));
  if (rows.length === 1) {
    const is = won ? " is better than " : lost ? " is worse than " : " has the same value as ";
    return answer(nameOf(report.runs[run].name), is, nameOf(report.runs[other].name), " on the one topic", won + lost > 0 && `, by ${shown(Math.abs(own - its))}`, ".");
  }
  const board = boardOf(measure);
  const p = board && ofPair(board, run, other, report.tested[report.boards.indexOf(board)][0]);
  return answer(nameOf(report.runs[run].name), ` is better than `, nameOf(report.runs[other].name), ` on ${shown(won, 0)} of ${several(rows.length, "topic")}, worse on ${shown(lost, 0)}; `,
    `the ${isGeometric(measure) ? "geometric means" : "means"} differ by ${signed(own - its)}${p === null ? "" : ` (p of this pair ${shownP(p)})`}.`);
}

/** The words of the figure, with names of at most so many characters. @param {number} measure @param {number} run @param {number} other @param {number} most */
function differenceWords(measure, run, other, most) {
  const [named, against] = [run, other].map((of) => isolated(shortened(report.runs[of].name, most)));
  return described("difference", { measure: label(measure), run: named, other: against });
}

/** @param {number} measure @param {number} run @param {number} other @param {ReturnType<typeof pairDifferences>} rows @returns {BarsFigure} */
function pairFigure(measure, run, other, rows) {
  const { digits, lower_is_better: rising } = report.measures[measure];
  const words = differenceWords(measure, run, other, 12);
  const most = Math.max(...rows.map(({ difference }) => Math.abs(difference))) || 1;
  const [low, next] = ticks(-most, most, 7);
  const decimals = Math.max(0, Math.ceil(-Math.log10(next - low) - 1e-9));
  const valueWords = (/** @type {number} */ of, /** @type {number} */ topic) => `${isolated(report.runs[of].name)} ${shown(valueOf(measure, topic, of), digits)}`;
  return {
    title: words.title,
    description: `Bars ${rising ? "below zero are gains, bars above" : "above zero are gains, bars below"} are losses.`,
    axis: { label: words.x, low: -most, high: most, most: 7, words: (tick) => signed(tick, decimals) }, height: 318,
    marks: [{ kind: "bar", of: (index) => (rows[index].difference ? [0, rows[index].difference] : null),
      colour: (index) => (better(measure, rows[index].difference) > 0 ? GAIN : LOSS) }],
    lines: [[0, "axis"]], share: { screen: 0.66, paper: 0.62 },
    ...topicItems(rows, ({ topic, difference }) =>
      `${valueWords(run, topic)}\n${valueWords(other, topic)}\ndifference ${signed(difference, digits)}`),
  };
}

/** Every topic by the values of both runs. @param {number} measure @param {number} run @param {number} other @param {ReturnType<typeof pairDifferences>} rows @returns {PointsFigure} */
function pairPoints(measure, run, other, rows) {
  const { digits } = report.measures[measure];
  const [low, high] = rangeOf(measure);
  const axis = (/** @type {number} */ of) => ({ label: `${label(measure)} of ${isolated(shortened(report.runs[of].name, 20))}`, low, high });
  const valuesOn = (/** @type {number} */ topic) => [other, run].map((of) => Number(valueOf(measure, topic, of)));
  return {
    title: `${label(measure)} of both runs on ${several(rows.length, "topic")}`, description: "On the diagonal both are equal.", x: axis(other), y: axis(run),
    points: rows.map(({ topic, difference }) => ({ at: /** @type {[number, number]} */ (valuesOn(topic)),
      class: better(measure, difference) > 0 ? "gain" : better(measure, difference) < 0 ? "loss" : "dot" })),
    ...topicItems(rows, ({ topic, difference }) => `${valuesOn(topic).map((value) => shown(value, digits)).reverse().join(" and ")}\ndifference ${signed(difference, digits)}`),
    share: { screen: 0.34, paper: 0.37 },
  };
}

/** What the p-value is of, or why there is none. @param {Maybe<Board>} board @param {number} measure */
function pairTest(board, measure) {
  return board ? `${board.test}, two-sided; p of this pair: by itself, for two runs chosen beforehand; p among all pairs: corrected together; ${board.over.join("; ")}` : !chosen.subset && whyNoBoard(label(measure));
}

/** What the chosen run gains over the other. @param {number} measure @param {number} run @param {number} other */
function pairOf(measure, run, other) {
  const rows = pairDifferences(measure, run, other);
  if (run === other || !rows.length) return html`<p>${run === other ? "Choose two different runs." : "No topic was evaluated for both runs."}</p>`;
  const sorted = chosen.pair_by === "topic" ? rows : orderBy(rows.length, (index) => better(measure, rows[index].difference)).map((index) => rows[index]);
  const [named, against] = [run, other].map((of) => isolated(shortened(report.runs[of].name, 40)));
  const board = boardOf(measure);
  const sign = (/** @type {string} */ fill, /** @type {string} */ words) => [{ fill, d: "M3 0h10v12h-10z" }, words];
  return html`${pairAnswer(measure, run, other, rows)}${pairTable(measure, run, other, rows)}
    ${!board && chosen.subset && html`<p class="warning">${whyNoBoard(label(measure))}</p>`}
    <${Signs} listed=${[sign(GAIN, `above zero: ${named} is better`), sign(LOSS, `below zero: ${against} is better`)]} />
    <div class="aside"><div><${Bars} figure=${pairFigure(measure, run, other, sorted)} /></div><div><${Points} figure=${pairPoints(measure, run, other, sorted)} /></div></div>
    ${caption(differenceWords(measure, run, other, 40).x, `${several(rows.length, "topic")}${ofSubset()} that both were evaluated on`,
      report.dialect && `dialect ${report.dialect}`, "tied: equal in all decimals shown", pairTest(board, measure))}
    <${DataTable} title="${label(measure)} of both runs" heads=${["topic", report.runs[run].name, report.runs[other].name, "difference"]}
      rows=${() => sorted.map(({ topic, difference }) => [report.topics[topic].id, ...[run, other].map((of) => valueOf(measure, topic, of)), difference])} />`;
}

section({ id: "pair", title: "Two runs", order: 40, there: () => report.runs.length > 1 }, () => {
  const { measure, run, other, subset, pair_by: by } = chosen;
  const shownPair = useMemo(() => pairOf(measure, run, other), [measure, run, other, subset, by]);
  const swap = () => {
    choose({ run: other, other: run });
    announce(`${report.runs[other].name} compared with ${report.runs[run].name}`);
  };
  return html`<${Controls}><${ChoiceField} words="Run" name="run" options=${runOptions()} />
      <${ChoiceField} words="Compared with" name="other" options=${runOptions()} /><${Button} pressed=${swap}>Swap<//>
      <${ChoiceField} words="Topics by" name="pair_by" options=${[["gain", "difference, largest gain first"], ["topic", "topic"]]} /><//>
    <div>${shownPair}</div>`;
});
