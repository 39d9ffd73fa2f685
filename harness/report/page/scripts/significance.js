/* Significance: the p-values of all pairs of runs. Measures: how far their leaderboards agree. */

import { attributeNames, basis, basisOfChosen, colouring, colourSigns, isLeft, leftRuns, matchesRun, namingColumns } from "./attributes.js";
import { axes, disc, explorable, figure, isolated, rectangle, scale, shade, shortened, signs, textAt } from "./charts.js";
import {
  allOf, boardOf, caption, choiceField, controls, el, filterField, label, meansOf, measureOptions, nameOf, orderBy, pOf, put, section, select, several,
  shape, shown, shownP, signed, whyNoBoard,
} from "./core.js";
import { goTo, openChosen } from "./links.js";
import { choose, chosen, report, whenever } from "./state.js";
import { dataTable, listing, onOpening, sortable } from "./tables.js";

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
    difference: Number(means.get(better)) - Number(means.get(worse)), p: Number(pOf(board, better, worse)) })));
}

/** @param {Board} board @param {number} better @param {number} worse */
function pairWords(board, better, worse) {
  const p = Number(pOf(board, better, worse));
  return [isolated(report.runs[better].name), isolated(report.runs[worse].name),
    `difference ${signed(meanIn(board, better) - meanIn(board, worse))}, p ${shownP(p)}, ${p < board.alpha ? "" : "not "}significant`].join("\n");
}

/**
 * The lower triangle: a row and a column a run, the best first; their names stand on the diagonal.
 * @param {Board} board @param {number[]} runs some of those of the leaderboard, in its order
 */
function pairMatrix(board, runs) {
  const count = runs.length;
  const [left, top] = [12, 18];
  const side = Math.min(30, Math.max(8, Math.floor(1040 / count)));
  const pairs = pairsOf(board, runs);
  const title = `p-values of ${allOf(pairs.length)} of ${count} runs by ${label(board.measure)}`;
  const different = pairs.filter(({ p }) => p < board.alpha).length;
  const svg = figure(left + count * side + 150, top + count * side + 6, title,
    `${different} of ${several(pairs.length, "pair")} ${different === 1 ? "differs" : "differ"} significantly.`);
  const classes = classesOf(board.alpha).map((kind) => ({ ...kind, d: /** @type {string[]} */ ([]) }));
  for (const { column, row, p } of pairs) {
    const { side: share, d } = classes.find(({ limit }) => p < limit) || classes[0];
    const [size, corner] = [side * share, (/** @type {number} */ cell) => (cell + 0.5) * side - (side * share) / 2];
    d.push(rectangle(left + corner(column), top + corner(row), size, size));
  }
  svg.append(shape("path", { class: "grid", d: `M${left} ${top}V${top + count * side}H${left + count * side}` }),
    ...classes.map(({ kind, d }) => shape("path", { class: kind, d: d.join("") })),
    ...runs.map((run, index) => textAt(left + index * side + 5, top + (index + 0.5) * side + 4, shortened(report.runs[run].name, 20), { class: "small" })));
  const cellOf = (/** @type {number} */ item) => [Math.floor(item / count), item % count];
  return explorable(svg, title, {
    item: "pair", opens: "shows the two runs", grid: { left, top, across: side, down: side, rows: count, columns: count },
    there: (item) => item % count < Math.floor(item / count),
    words: (item) => pairWords(board, runs[item % count], runs[Math.floor(item / count)]),
    crossed: (item) => {
      const [row, column] = cellOf(item);
      const [x, y] = [left + column * side, top + row * side];
      return `M${x + side} ${y + side / 2}H${left + row * side}M${x + side / 2} ${y}V${top + (column + 1) * side}`;
    },
    open: (item) => {
      const [row, column] = cellOf(item);
      choose({ measure: board.measure, run: runs[column], other: runs[row] }, { section: "pair" });
      goTo("pair");
    },
  });
}

/** All pairs as a table, which is made when it is opened, and drawn in part: there may be thousands. @param {Board} board */
function allPairs(board) {
  return onOpening("All pairs as a table", () => {
    const rows = pairsOf(board, board.order);
    const run = (/** @type {string} */ name, /** @type {string} */ key) => ({ name, text: true,
      value: (/** @type {any} */ row) => report.runs[row[key]].name, cell: (/** @type {any} */ row) =>
        nameOf(report.runs[row[key]].name) });
    const table = sortable({
      title: `All pairs by ${label(board.measure)}`,
      columns: [run("run", "better"), run("other", "worse"), { name: "difference", value: (row) => row.difference },
        { name: "p", value: (row) => row.p, cell: (row) => shownP(row.p), rising: true },
        { name: "significant", text: true, value: (row) => (row.p < board.alpha ? "yes" : "no") }],
      rows, sorted: { column: 3, ascending: true }, most: 200,
    });
    const filter = filterField("Filter by run or group", (words) => {
      table.update(rows.filter((row) => matchesRun(words, row.better) || matchesRun(words, row.worse)));
    });
    return el("div", {}, controls(filter), table.element);
  });
}

/** So many runs have a matrix; of more, one run is compared with all others. */
const MATRIX_RUNS = 40;

/** Which runs differ from one: the chosen run, or the best. @param {Board} board @param {number[]} runs those that are left */
function differingRuns(board, runs) {
  const run = chosen.against < 0 ? board.order[0] : chosen.against;
  const rows = board.order.filter((other) => other !== run)
    .map((other) => ({ run: other, difference: meanIn(board, other) - meanIn(board, run), p: Number(pOf(board, run, other)) }));
  const differing = rows.filter(({ p }) => p < board.alpha).length;
  const name = report.runs[run].name;
  const field = select("Compare all runs with", board.order.map((other) => [other, report.runs[other].name]), run,
    (value) => choose({ against: Number(value) }, { section: "significance" }));
  const table = sortable({
    title: `Runs compared with ${name} by ${label(board.measure)}`, rows: rows.filter((row) => runs.includes(row.run)),
    sorted: { column: attributeNames().length + 1, ascending: false },
    columns: [...namingColumns((row) => row.run), { name: "difference", value: (row) => row.difference, cell: (row) => signed(row.difference) },
      { name: "p", rising: true, value: (row) => row.p, cell: (row) => shownP(row.p) },
      { name: "differs", text: true, value: (row) => (row.p < board.alpha ? "yes" : "no") }],
    rowAttributes: (row) => (row.p < board.alpha ? {} : { class: "near" }),
  });
  table.element.classList.add("frozen", "short");
  return [controls(field), el("p", { class: "facts" }, nameOf(name), ` differs from ${differing} of ${several(rows.length, "other run")}; shaded: those that cannot be told from it.`),
    table.element];
}

section({ id: "significance", title: "Significance", order: 60, lead: "Which differences can be told from chance." }, (content) => {
  if (!report.boards.length) {
    put(content, el("p", {}, `No pairs of runs were tested: ${report.not_compared || "there are too few runs or topics"}.`));
    return;
  }
  const home = el("div");
  put(content, home);
  whenever(["measure", "against", "filter", "only", "subset"], () => {
    const board = boardOf();
    put(home, board ? significanceOf(board) : el("p", { class: "warning" }, whyNoBoard(label())));
  });
});

/** The pairs of the runs that are left: as a matrix, or of many runs one beside all others. @param {Board} board */
function significanceOf(board) {
  const runs = board.order.filter(isLeft);
  const many = runs.length > MATRIX_RUNS;
  const matrix = !many && runs.length > 1;
  return [
    el("p", { class: "facts" }, `${board.differ}.`),
    matrix && signs(...classesOf(board.alpha).map(({ kind, side, words }) => [{ class: kind, d: rectangle(8 - 6 * side,
      6 - 6 * side, 12 * side, 12 * side) }, words])),
    many ? differingRuns(board, runs) : matrix ? pairMatrix(board, runs) : caption("Fewer than two runs are left by the filter"),
    caption(board.test, `alpha ${board.alpha}`, ...board.over, basisOfChosen(), matrix && "rows and columns in the order of the leaderboard, names on the diagonal"),
    allPairs(board),
  ];
}

/* --- agreement of the measures ---------------------------------------------------------------- */

/** Black or white, whichever is easier to read on a shade. @param {number} share */
function inkOnOld(share) {
  const [red, green, blue] = (shade(share).match(/\d+/g) || []).map((part) => (Number(part) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
}

function tauTable() {
  const { measures, tau } = /** @type {NonNullable<Payload["tau"]>} */ (report.tau);
  const shadeOf = (/** @type {Maybe<number>} */ value) => Math.max(0, Number(value));
  const cell = (/** @type {Maybe<number>} */ value) => el("td", { class: "number shaded",
    style: value === null ? null : `background:${shade(shadeOf(value))};color:${inkOnOld(shadeOf(value))}` }, shown(value, 3));
  const names = measures.map((measure) => el("bdi", { class: "name", title: label(measure) }, label(measure)));
  const table = listing(`Kendall's τ of ${measures.length} measures, each by its own summary`, [["measure", "text"],
    ...measures.map((measure) => /** @type {[string, string]} */ ([label(measure), "number"]))], tau.map((row, index) => [names[index], ...row.map(cell)]));
  table.children[0].classList.add("few");
  return table;
}

/** All runs by two measures, each by its own summary over all topics. @param {number} across @param {number} up */
function measuresPlot(across, up) {
  const points = leftRuns().map((run) => ({ run, x: report.summary[across][run], y: report.summary[up][run] }))
    .filter(/** @returns {point is { run: number, x: number, y: number }} */ (point) => point.x !== null && point.y !== null);
  if (!points.length) return caption("No run is left by the filter");
  const box = { left: 60, right: 420, top: 12, bottom: 332 };
  const reach = (/** @type {"x" | "y"} */ key, /** @type {number} */ start, /** @type {number} */ stop) =>
    scale(Math.min(...points.map((point) => point[key])), Math.max(...points.map((point) => point[key])), start, stop);
  const [x, y] = [reach("x", box.left, box.right), reach("y", box.bottom, box.top)];
  const title = `${label(up)} against ${label(across)}`;
  const svg = figure(436, 380, title, `A point a run, ${several(points.length, "run")}.`);
  axes(svg, box, x, y, label(across), label(up));
  const sorted = orderBy(points.length, (index) => points[index].x, true).map((index) => points[index]);
  const { ofRun } = colouring();
  svg.append(...sorted.map((point) => shape("path", { class: "dots", style: `--hue:${ofRun(point.run)}`, d: disc(x(point.x), y(point.y), 4) })));
  return explorable(svg, title, {
    item: "run", grid: { left: 0, top: 0, across: 0, down: 0, rows: 1, columns: sorted.length },
    itemAt: (left, top) => {
      const far = sorted.map((point) => Math.hypot(x(point.x) - left, y(point.y) - top));
      const nearest = far.indexOf(Math.min(...far));
      return far[nearest] < 12 ? nearest : null;
    },
    words: (index) => `${isolated(report.runs[sorted[index].run].name)}\n${inWords(across, sorted[index].run)}\n${inWords(up, sorted[index].run)}`,
    outline: (index) => disc(x(sorted[index].x), y(sorted[index].y), 7),
    open: (index) => openChosen("run", sorted[index].run),
  });
}

/** A run's summary by a measure, and the measure's name before it. @param {number} measure @param {number} run */
function inWords(measure, run) {
  return `${label(measure)} ${summaryWords(measure, run)}`;
}
/** @param {number} measure @param {number} run */
function summaryWords(measure, run) {
  return shown(report.summary[measure][run], report.measures[measure].digits);
}

/** How two measures make one number of their topics: "AP: mean, GMAP: geometric mean". @param {...number} measures */
function summaries(...measures) {
  return [...new Set(measures)].map((measure) => `${label(measure)}: ${report.measures[measure].summary}`).join(", ");
}

section({ id: "agreement", title: "Measures", order: 70, lead: "How far the leaderboards of the measures agree." }, (content) => {
  if (!report.tau || report.measures.length < 2 || report.runs.length < 2) {
    put(content, el("p", {}, report.not_compared ? `Leaderboards were not compared: ${report.not_compared}.`
      : "It takes two measures and two runs to compare leaderboards."));
    return;
  }
  const { measures, tau } = /** @type {NonNullable<Payload["tau"]>} */ (report.tau);
  const plot = el("div");
  const pick = (/** @type {string} */ words, /** @type {Choice} */ name) => choiceField(words, name, measureOptions(measures));
  put(content, el("div", { class: "abreast" },
    el("div", {}, el("h3", {}, "All measures"), tauTable(),
      caption("Kendall's τ-b between the leaderboards of two measures, which rank runs by each measure's own summary over all topics", basis(),
        "1: the same order; 0: no relation; −1: the reverse order; shades from 0 to 1")),
    el("div", {}, el("h3", {}, "Two measures"), controls(pick("Across", "across"), pick("Up", "up")), plot)));

  function draw() {
    const { across, up } = chosen;
    const agreement = tau[measures.indexOf(across)][measures.indexOf(up)];
    put(plot, measuresPlot(across, up), colouring().name && signs(...colourSigns(colouring())), caption(`${label(up)} against ${label(across)}, each by its own summary over all topics (${summaries(across, up)})`, basis(), `τ-b ${shown(agreement, 3)} over all runs`),
      dataTable(`${label(up)} and ${label(across)} of all runs`, ["run", label(across), label(up)],
        () => report.runs.map((run, index) => [nameOf(run.name), summaryWords(across, index), summaryWords(up, index)])));
  }
  whenever(["across", "up", "filter", "only", "colour"], draw);
});
