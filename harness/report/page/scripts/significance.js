/* Significance: the p-values of all pairs of runs. Measures: how far their leaderboards agree. */

import { attributeNames, colouring, colourSigns, isLeft, leftRuns, leftWords, matchesRun } from "./attributes.js";
import {
  axes, everyNth, explorable, figure, isolated, rectangle, round, scale, shade, shortened, signs, textAt,
} from "./charts.js";
import {
  allOf, basis, boardOf, caption, controls, el, filterField, label, meansOf, nameOf, ofPair, orderBy, put, section,
  select, several, shape, shown, shownP, signed,
} from "./core.js";
import { goTo, openChosen } from "./links.js";
import { choose, chosen, report, whenever } from "./state.js";
import { dataTable, namingColumns, onOpening, scrolling, sortable } from "./tables.js";

/**
 * The classes of p-values, the smallest first: below which, and the side of their square in a cell.
 * @param {number} alpha
 */
function classesOf(alpha) {
  const below = [0.001, 0.01, 0.05].filter((one) => one < alpha).concat(alpha);
  const sides = [0.92, 0.66, 0.44, 0.3];
  return [...below.map((limit, nth) => ({ limit, side: sides[nth], words: `p < ${limit}`, kind: `p${nth}` })),
    { limit: Infinity, side: 0.14, words: `p ≥ ${alpha}: not significant`, kind: "p-none" }];
}

/** @param {Board} board @param {any} row @param {number} column */
function pairWords(board, row, column) {
  const [better, worse] = [board.order[column], board.order[row]];
  const p = Number(ofPair(board, better, worse));
  const mean = meansOf(board);
  return [isolated(report.runs[better].name), isolated(report.runs[worse].name),
    `difference ${signed(mean[column] - mean[row])}, p ${shownP(p)}, ${p < board.alpha ? "" : "not "}significant`].join("\n");
}

/**
 * The lower triangle: a row and a column a run, the best first; their names stand on the diagonal.
 * @param {Board} board
 */
function pairMatrix(board) {
  const count = board.order.length;
  const [left, top] = [12, 18];
  const side = Math.min(30, Math.max(8, Math.floor(1040 / count)));
  const title = `p-values of ${allOf(board.p.length)} of ${count} runs by ${label(board.measure)}`;
  const svg = figure(left + count * side + 150, top + count * side + 6, title,
    `${board.significant} of ${several(board.p.length, "pair")} differ significantly.`);
  const classes = classesOf(board.alpha).map((one) => ({ ...one, d: /** @type {string[]} */ ([]) }));
  let place = 0;
  for (let column = 0; column < count; column += 1) {
    for (let row = column + 1; row < count; row += 1, place += 1) {
      const found = classes.find((one) => board.p[place] < one.limit) || classes[0];
      const size = side * found.side;
      const corner = (/** @type {number} */ nth) => (nth + 0.5) * side - size / 2;
      found.d.push(rectangle(left + corner(column), top + corner(row), size, size));
    }
  }
  svg.append(shape("path", { class: "grid", d: `M${left} ${top}V${top + count * side}H${left + count * side}` }),
    ...classes.map((one) => shape("path", { class: one.kind, d: one.d.join("") })));
  const every = everyNth(side);
  board.order.forEach((run, nth) => {
    if (nth % every) return;
    svg.append(textAt(left + nth * side + 5, top + (nth + 0.5) * side + 4, shortened(report.runs[run].name, 20), { class: "small" }));
  });
  const box = explorable(svg, title, "Arrow keys move from pair to pair, Enter shows the two runs.", {
    size: [count, count],
    there: (item) => item % count < Math.floor(item / count),
    at: (x, y) => {
      const [row, column] = [Math.floor((y - top) / side), Math.floor((x - left) / side)];
      return column >= 0 && row < count && column < row ? row * count + column : null;
    },
    words: (item) => pairWords(board, Math.floor(item / count), item % count),
    outline: (item) => {
      const [row, column] = [Math.floor(item / count), item % count];
      const [x, y] = [left + column * side, top + row * side];
      return `${rectangle(x, y, side, side)}M${x + side} ${y + side / 2}H${left + row * side}M${x + side / 2} ${y}V${top
        + (column + 1) * side}`;
    },
    open: (item) => {
      choose({ measure: board.measure, run: board.order[item % count], other: board.order[Math.floor(item / count)] },
        { section: "pair" });
      goTo("pair");
    },
  });
  return { box, every };
}

/**
 * All pairs as a table, which is made when it is opened, and drawn in part: there may be thousands.
 * @param {Board} board
 */
function allPairs(board) {
  return onOpening("All pairs as a table", () => {
    /** @type {{ better: number, worse: number, difference: number, p: number }[]} */
    const rows = [];
    const mean = meansOf(board);
    board.order.forEach((better, column) => board.order.slice(column + 1).forEach((worse, nth) => {
      rows.push({ better, worse, difference: mean[column] - mean[column + 1 + nth], p: board.p[rows.length] });
    }));
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

/** Which runs differ from one: the chosen run, or the best. @param {Board} board */
function differingRuns(board) {
  const run = chosen.against < 0 ? board.order[0] : chosen.against;
  const means = meansOf(board);
  const mean = (/** @type {number} */ other) => means[board.order.indexOf(other)];
  const rows = board.order.filter((other) => other !== run)
    .map((other) => ({ run: other, difference: mean(other) - mean(run), p: Number(ofPair(board, run, other)) }));
  const differing = rows.filter(({ p }) => p < board.alpha).length;
  const name = report.runs[run].name;
  const field = select("Compare all runs with", board.order.map((other) => [other, report.runs[other].name]), run,
    (value) => choose({ against: Number(value) }, { section: "significance" }));
  const table = sortable({
    title: `Runs compared with ${name} by ${label(board.measure)}`, rows: rows.filter((row) => isLeft(row.run)), sorted: { column: attributeNames().length + 1, ascending: false },
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
  let board = report.boards[0];
  const measure = select("Leaderboard by", report.boards.map((one, nth) => [nth, label(one.measure)]), 0, (value) => {
    board = report.boards[value];
    draw();
  });
  const place = el("div");
  put(content, controls(measure), place);

  function draw() {
    measure.list.value = String(report.boards.indexOf(board));
    const many = board.order.length > MATRIX_RUNS;
    const { box, every } = many ? { box: differingRuns(board), every: 1 } : pairMatrix(board);
    const pairs = board.p.length;
    put(place, el("p", { class: "facts" }, `${board.significant.toLocaleString("en")} of ${several(pairs, "pair")} differ significantly: ${board.apart}.`),
      many ? null : signs(...classesOf(board.alpha).map(({ kind, side, words }) => [{ class: kind, d: rectangle(8 - 6 * side,
        6 - 6 * side, 12 * side, 12 * side) }, words])),
      box, caption(board.test, `alpha ${board.alpha}`, ...board.over,
        !many && "rows and columns in the order of the leaderboard, names on the diagonal",
        every > 1 && `one run of ${every} is named`), allPairs(board));
  }

  whenever(["against", "filter", "only"], () => { if (place.hasChildNodes() && board.order.length > MATRIX_RUNS) draw(); });
  whenever(["measure"], () => {
    const own = boardOf();
    if (own) board = own;
    if (own || !place.hasChildNodes()) draw();
  });
});

/* --- agreement of the measures ---------------------------------------------------------------- */

/** Black or white, whichever is easier to read on a shade. @param {number} share */
function inkOn(share) {
  const [red, green, blue] = (shade(share).match(/\d+/g) || []).map((part) => (Number(part) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
}

function tauTable() {
  const { measures, tau } = /** @type {NonNullable<Payload["tau"]>} */ (report.tau);
  const shadeOf = (/** @type {Maybe<number>} */ value) => Math.max(0, Number(value));
  const cell = (/** @type {Maybe<number>} */ value) => el("td", { class: "number shaded",
    style: value === null ? null : `background:${shade(shadeOf(value))};color:${inkOn(shadeOf(value))}` }, shown(value, 3));
  const title = `Kendall's τ of ${measures.length} measures, each by its own summary`;
  const name = (/** @type {number} */ measure) => el("bdi", { class: "name", title: label(measure) }, label(measure));
  return scrolling(title, el("table", { class: "few" }, el("caption", {}, title),
    el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "measure"), measures.map((/** @type {any} */ one) => el("th",
      { scope: "col", class: "number" }, name(one))))),
    el("tbody", {}, tau.map((/** @type {any} */ row, /** @type {number} */ nth) => el("tr", {}, el("th", { scope: "row" },
      name(measures[nth])), row.map(cell))))));
}

/** All runs by two measures, each by its own summary over all topics. @param {number} across @param {number} up */
function measuresPlot(across, up) {
  const points = leftRuns().map((run) => ({ run, x: report.summary[across][run], y: report.summary[up][run] }))
    .filter(/** @returns {point is { run: number, x: number, y: number }} */ (point) => point.x !== null && point.y !== null);
  if (!points.length) return caption("No run is left by the filter");
  const box = { left: 60, right: 420, top: 12, bottom: 332 };
  const reach = (/** @type {"x" | "y"} */ key, /** @type {number} */ start, /** @type {number} */ stop) =>
    scale(Math.min(...points.map((one) => one[key])), Math.max(...points.map((one) => one[key])), start, stop);
  const [x, y] = [reach("x", box.left, box.right), reach("y", box.bottom, box.top)];
  const title = `${label(up)} against ${label(across)}`;
  const svg = figure(436, 380, title, `A point a run, ${several(points.length, "run")}.`);
  axes(svg, box, x, y, label(across), label(up));
  const sorted = orderBy(points.length, (nth) => points[nth].x, true).map((nth) => points[nth]);
  const dot = (/** @type {any} */ point, /** @type {number} */ size) => `M${round(x(point.x))
    - size} ${round(y(point.y))}a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0`;
  const { ofRun } = colouring();
  svg.append(...sorted.map((one) => shape("path", { class: "dots", style: `--hue:${ofRun(one.run)}`, d: dot(one, 4) })));
  return explorable(svg, title, "Arrow keys move from run to run, Enter opens the run.", {
    size: [1, sorted.length],
    at: (left, top) => {
      const far = sorted.map((one) => Math.hypot(x(one.x) - left, y(one.y) - top));
      const nearest = far.indexOf(Math.min(...far));
      return far[nearest] < 12 ? nearest : null;
    },
    words: (nth) => `${isolated(report.runs[sorted[nth].run].name)}\n${inWords(across, sorted[nth].run)}\n${inWords(up, sorted[nth].run)}`,
    outline: (nth) => dot(sorted[nth], 7),
    open: (nth) => openChosen("run", sorted[nth].run),
  });
}

/** A run's summary by a measure, and the measure's name before it. @param {number} measure @param {number} run */
function inWords(measure, run) {
  return `${label(measure)} ${summaryOf(measure, run)}`;
}
/** @param {number} measure @param {number} run */
function summaryOf(measure, run) {
  return shown(report.summary[measure][run], report.measures[measure].digits);
}

/** How two measures make one number of their topics: "AP: mean, GMAP: geometric mean". @param {...number} measures */
function summaries(...measures) {
  return [...new Set(measures)].map((one) => `${label(one)}: ${report.measures[one].summary}`).join(", ");
}

section({ id: "agreement", title: "Measures", order: 70, lead: "How far the leaderboards of the measures agree." }, (content) => {
  if (!report.tau || report.measures.length < 2 || report.runs.length < 2) {
    put(content, el("p", {}, report.not_compared ? `Leaderboards were not compared: ${report.not_compared}.`
      : "It takes two measures and two runs to compare leaderboards."));
    return;
  }
  const { measures, tau } = /** @type {NonNullable<Payload["tau"]>} */ (report.tau);
  const shownPair = [measures[0], measures[1]];
  const plot = el("div");
  const pick = (/** @type {number} */ nth, /** @type {string} */ words) => select(words, measures.map((one) => [one,
    label(one)]), shownPair[nth], (value) => {
    shownPair[nth] = Number(value);
    draw();
  });
  put(content, el("div", { class: "abreast" },
    el("div", {}, el("h3", {}, "All measures"), tauTable(),
      caption("Kendall's τ-b between the leaderboards of two measures, which rank runs by each measure's own summary over all topics", basis(),
        "1: the same order; 0: no relation; −1: the reverse order; shades from 0 to 1")),
    el("div", {}, el("h3", {}, "Two measures"), controls(pick(0, "Across"), pick(1, "Up")), plot)));

  function draw() {
    const [across, up] = shownPair;
    const found = tau[measures.indexOf(across)][measures.indexOf(up)];
    put(plot, measuresPlot(across, up), colouring().name && signs(...colourSigns(colouring())), caption(`${label(up)} against ${label(across)}, each by its own summary over all topics (${summaries(across, up)})`, basis(), leftWords(), `τ-b ${shown(found, 3)} over all runs`),
      dataTable(`${label(up)} and ${label(across)} of all runs`, ["run", label(across), label(up)],
        () => report.runs.map((run, nth) => [nameOf(run.name), summaryOf(across, nth), summaryOf(up, nth)])));
  }
  whenever(["filter", "only", "colour"], draw);
});
