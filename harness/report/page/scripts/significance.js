/* Significance: the p-values of all pairs of runs. Measures: how far their leaderboards agree. */

import { attributeNames, basis, basisOfChosen, colouring, colourSigns, isLeft, leftRuns, matchesRun, namingColumns } from "./attributes.js";
import { againstRun } from "./comparing.js";
import { inkOn, isolated, rectangle, shade } from "./scales.js";
import {
  allOf, boardOf, caption, label, meansOf, measureOptions, nameOf, orderBy, pOf, section, several, shown, shownP, signed, whyNoBoard,
} from "./core.js";
import { ChoiceField, Controls, FilterField } from "./fields.js";
import { Grid, Points, Signs } from "./figures.js";
import { goTo, openChosen } from "./links.js";
import { html, useMemo, useState } from "./preact.js";
import { choose, chosen, report } from "./state.js";
import { DataTable, Listing, OnOpening, Sortable } from "./tables.js";

/** The classes of p-values, the smallest first: below which, and the side of their square in a cell. @param {number} alpha */
function classesOf(alpha) {
  const below = [0.001, 0.01, 0.05].filter((limit) => limit < alpha).concat(alpha);
  const sides = [0.92, 0.66, 0.44, 0.3];
  return [...below.map((limit, index) => ({ limit, side: sides[index], words: `p < ${limit}`, kind: `p${index}` })),
    { limit: Infinity, side: 0.14, words: `p ≥ ${alpha}: not significant`, kind: "p-none" }];
}

/** The mean of a run in a leaderboard. @param {Board} board @param {number} run */
function meanIn(board, run) {
  return meansOf(board)[board.order.indexOf(run)];
}

/** All pairs of some runs of a leaderboard, in its order, with their positions among them. @param {Board} board @param {number[]} runs */
function pairsOf(board, runs) {
  const means = new Map(meansOf(board).map((mean, position) => [board.order[position], mean]));
  return runs.flatMap((better, column) => runs.slice(column + 1).map((worse, below) => ({ better, worse, column, row: column + 1 + below,
    difference: Number(means.get(better)) - Number(means.get(worse)), p: Number(pOf(board, better, worse, board.corrected)) })));
}

/** @param {Board} board @param {number} better @param {number} worse */
function pairWords(board, better, worse) {
  const p = Number(pOf(board, better, worse, board.corrected));
  return [isolated(report.runs[better].name), isolated(report.runs[worse].name),
    `difference ${signed(meanIn(board, better) - meanIn(board, worse))}, p ${shownP(p)}, ${p < board.alpha ? "" : "not "}significant`].join("\n");
}

/**
 * The lower triangle: a row and a column a run, the best first.
 * @param {Board} board @param {number[]} runs some of those of the leaderboard, in its order @returns {GridFigure}
 */
function pairMatrix(board, runs) {
  const names = runs.map((run) => report.runs[run].name);
  const pairs = pairsOf(board, runs);
  const different = pairs.filter(({ p }) => p < board.alpha).length;
  const classes = classesOf(board.alpha);
  const cellOf = (/** @type {number} */ item) => [runs[item % runs.length], runs[Math.floor(item / runs.length)]];
  return {
    title: `p-values of ${allOf(pairs.length)} of ${runs.length} runs by ${label(board.measure)}`,
    description: `${different} of ${several(pairs.length, "pair")} ${different === 1 ? "differs" : "differ"} significantly.`,
    item: "pair", opens: "shows the two runs", triangle: true, rows: names, columns: names,
    looks: classes.map(({ side, kind }) => ({ class: kind, share: side })),
    look: (row, column) => classes.findIndex(({ limit }) => Number(pOf(board, runs[column], runs[row], board.corrected)) < limit),
    words: (item) => pairWords(board, cellOf(item)[0], cellOf(item)[1]),
    open: (item) => {
      const [run, other] = cellOf(item);
      choose({ measure: board.measure, run, other }, { section: "pair" });
      goTo("pair");
    },
  };
}

/** The columns of what is known of pairs. @param {Board} board @returns {TableColumn<any>[]} */
function pairColumns(board) {
  return [{ name: "difference", value: ({ difference }) => difference, cell: ({ difference }) => signed(difference) },
    { name: "p", rising: true, value: ({ p }) => p, cell: ({ p }) => shownP(p) },
    { name: "significant", text: true, value: ({ p }) => (p < board.alpha ? "yes" : "no") }];
}

/** All pairs as a table, drawn in part, for there may be thousands. @param {{ board: Board }} props */
function AllPairs({ board }) {
  const [words, setWords] = useState("");
  const rows = useMemo(() => pairsOf(board, board.order), [board]);
  const run = (/** @type {string} */ name, /** @type {"better" | "worse"} */ key) => ({ name, text: true,
    value: (/** @type {any} */ row) => report.runs[row[key]].name, cell: (/** @type {any} */ row) => nameOf(report.runs[row[key]].name) });
  const typed = words.trim().toLowerCase();
  return html`<div><${Controls}><${FilterField} words="Filter by run or group" value=${words} changed=${setWords} /><//>
    <${Sortable} title="All pairs by ${label(board.measure)}" sorted=${{ column: 3, ascending: true }} most=${200}
      columns=${[run("run", "better"), run("other", "worse"), ...pairColumns(board)]}
      rows=${rows.filter((row) => matchesRun(typed, row.better) || matchesRun(typed, row.worse))} /></div>`;
}

/** So many runs have a matrix; of more, one run is compared with all others. */
const MATRIX_RUNS = 40;

/** Which runs differ from one: the chosen run, or the best. @param {{ board: Board }} props */
function DifferingRuns({ board }) {
  const run = chosen.against < 0 ? board.order[0] : chosen.against;
  const rows = [...againstRun(board, run)].map(([other, p]) => ({ run: other, difference: meanIn(board, other) - meanIn(board, run), p }));
  const { name } = report.runs[run];
  const isNear = (/** @type {any} */ { p }) => p >= board.alpha;
  return html`<${Controls}><${ChoiceField} words="Compare all runs with" name="against" value=${run}
      options=${board.order.map((other) => [other, report.runs[other].name])} /><//>
    <p class="facts">${nameOf(name)} differs from ${rows.length - rows.filter(isNear).length} of ${several(rows.length, "other run")}; shaded: those ${report.words.against.not_shown} than it. p: Holm over these comparisons.</p>
    <${Sortable} key=${run} title="Runs compared with ${name} by ${label(board.measure)}" rows=${rows} kind="frozen short"
      columns=${[...namingColumns((row) => row.run), ...pairColumns(board)]} sorted=${{ column: attributeNames().length + 1, ascending: false }}
      rowAttributes=${(/** @type {any} */ row) => (isNear(row) ? { class: "near" } : {})} />`;
}

/** The pairs of the runs that are left: as a matrix, or of many runs one beside all others. @param {Board} board */
function significanceOf(board) {
  const runs = board.order.filter(isLeft);
  const many = runs.length > MATRIX_RUNS;
  const matrix = !many && runs.length > 1;
  const square = (/** @type {number} */ side) => rectangle(8 - side / 2, 6 - side / 2, side, side);
  const listed = classesOf(board.alpha).map(({ kind, side, words }) => [{ class: kind, d: square(12 * side) }, words]);
  return html`<p class="facts">${board.differ}.</p>${matrix && html`<${Signs} listed=${listed} />`}
    ${many ? html`<${DifferingRuns} board=${board} />` : matrix ? html`<${Grid} figure=${pairMatrix(board, runs)} />`
      : caption("Fewer than two runs are left by the filter")}
    ${caption(board.test, `alpha ${board.alpha}`, ...board.over, basisOfChosen(), matrix && "rows and columns in the order of the leaderboard, names on the diagonal")}
    <${OnOpening} words="All pairs as a table" make=${() => html`<${AllPairs} board=${board} />`} />`;
}

function Significance() {
  const { measure, against, filter, only, subset } = chosen;
  return useMemo(() => {
    const board = boardOf();
    if (!report.boards.length) return html`<p>No pairs of runs were tested: ${report.not_compared || "there are too few runs or topics"}.</p>`;
    return board ? significanceOf(board) : html`<p class="warning">${whyNoBoard(label())}</p>`;
  }, [measure, against, filter, only, subset]);
}

section({ id: "significance", title: "Significance", order: 60, lead: "Which differences can be told from chance." }, Significance);

/* --- agreement of the measures ---------------------------------------------------------------- */

/** @param {NonNullable<Payload["tau"]>} tau */
function tauTable(tau) {
  const cell = (/** @type {Maybe<number>} */ value) => {
    const share = Math.max(0, Number(value));
    return html`<td class="number shaded" style=${value === null ? null : `background:${shade(share)};color:${inkOn(share)}`}>${shown(value, 3)}</td>`;
  };
  const rows = tau.map((row, index) => [nameOf(label(index)), ...row.map(cell)]);
  return html`<${Listing} title=${`Kendall's τ of ${tau.length} measures, each by its own summary`} few=${true} rows=${rows}
    heads=${[["measure", "text"], ...report.measures.map((measure) => [measure.label, "number"])]} />`;
}

/** All runs by two measures, each by its own summary over all topics; null of none. @param {number} across @param {number} up @returns {Maybe<PointsFigure>} */
function measuresFigure(across, up) {
  const { ofRun } = colouring();
  const runs = leftRuns().filter((run) => report.summary[across][run] !== null && report.summary[up][run] !== null);
  if (!runs.length) return null;
  const points = runs.map((run) => ({ run, x: Number(report.summary[across][run]), y: Number(report.summary[up][run]), colour: ofRun(run) }));
  const sorted = orderBy(points.length, (index) => points[index].x, true).map((index) => points[index]);
  const axis = (/** @type {number} */ measure, /** @type {number[]} */ values) => (
    { label: label(measure), low: Math.min(...values), high: Math.max(...values) });
  return { title: `${label(up)} against ${label(across)}`, description: `A point a run, ${several(points.length, "run")}.`, item: "run",
    x: axis(across, points.map(({ x }) => x)), y: axis(up, points.map(({ y }) => y)), points: sorted, open: (index) => openChosen("run", sorted[index].run),
    words: (index) => [isolated(report.runs[sorted[index].run].name), ...[across, up].map((measure) => `${label(measure)} ${summaryWords(measure, sorted[index].run)}`)].join("\n") };
}

/** A run's summary by a measure. @param {number} measure @param {number} run */
function summaryWords(measure, run) {
  return shown(report.summary[measure][run], report.measures[measure].digits);
}

/** How two measures make one number of their topics: "AP: mean, GMAP: geometric mean". @param {...number} measures */
function summaries(...measures) {
  return [...new Set(measures)].map((measure) => `${label(measure)}: ${report.measures[measure].summary}`).join(", ");
}

/** @param {{ tau: NonNullable<Payload["tau"]> }} props */
function MeasuresCompared({ tau }) {
  const { across, up, filter, only, colour } = chosen;
  const figure = useMemo(() => measuresFigure(across, up), [across, up, filter, only, colour]);
  const pick = (/** @type {string} */ words, /** @type {Choice} */ name) => html`<${ChoiceField} words=${words} name=${name} options=${measureOptions()} />`;
  return html`<div><h3>Two measures</h3><${Controls}>${pick("Across", "across")}${pick("Up", "up")}<//>
    ${figure ? html`<${Points} figure=${figure} />` : caption("No run is left by the filter")}
    ${colouring().name && html`<${Signs} listed=${colourSigns(colouring())} />`}
    ${caption(`${label(up)} against ${label(across)}, each by its own summary over all topics (${summaries(across, up)})`, basis(), `τ-b ${shown(tau[across][up], 3)} over all runs`)}
    <${DataTable} title=${`${label(up)} and ${label(across)} of all runs`} heads=${["run", label(across), label(up)]}
      rows=${() => report.runs.map((run, index) => [nameOf(run.name), summaryWords(across, index), summaryWords(up, index)])} /></div>`;
}

section({ id: "agreement", title: "Measures", order: 70, lead: "How far the leaderboards of the measures agree." }, () => {
  const { tau } = report;
  if (!tau || report.measures.length < 2 || report.runs.length < 2) {
    return html`<p>${report.not_compared ? `Leaderboards were not compared: ${report.not_compared}.`
      : "It takes two measures and two runs to compare leaderboards."}</p>`;
  }
  return html`<div class="abreast"><div><h3>All measures</h3>${tauTable(tau)}
    ${caption("Kendall's τ-b between the leaderboards of two measures, which rank runs by each measure's own summary over all topics", basis(),
      "1: the same order; 0: no relation; −1: the reverse order; shades from 0 to 1")}</div><${MeasuresCompared} tau=${tau} /></div>`;
});
