/* The leaderboard: runs by the chosen measure, with what says how far their order can be trusted. */

import { round, tip } from "./charts.js";
import {
  announce, basis, better, boardOf, checklist, chosen, controls, el, filterField, label, matchesRun,
  nameOf, orderBy, put, rankAmong, report, section, several, shape, shown, whenever, whyNoBoard,
} from "./core.js";
import { dataTable, namingColumns, sortable } from "./tables.js";

/** What a run's sign in the leaderboard stands for: `of` says it of one run, or nothing. */
const FOOTNOTES = /** @type {{ sign: string, says: string, of: (run: Run) => string }[]} */ ([
  {
    sign: "†", says: "does not answer exactly the judged topics",
    of: ({ missing, left_out, extra }) => [[missing, "missing"], [left_out, "left out"], [extra, "ignored"]]
      .filter(([topics]) => topics.length).map(([topics, what]) => `${topics.length} ${what}`).join(", "),
  },
  {
    sign: "‡", says: "has documents that share their score with another of the same topic",
    of: ({ tied }) => (tied ? `${tied} tied` : ""),
  },
  {
    sign: "§", says: "was repaired before the evaluation, lines changed",
    of: ({ repairs }) => Object.entries(repairs).map(([name, lines]) => `${name}: ${lines}`).join(", "),
  },
]);

/**
 * A row for each run: its value and rank by a measure, and what its leaderboard says, where there is one.
 * @param {number} measure
 */
function standings(measure) {
  const values = report.summary[measure];
  const interval = report.intervals[measure];
  const board = boardOf(measure);
  const rows = values.map((value, run) => ({
    run, value, mean: value, low: interval && interval.low[run], high: interval && interval.high[run],
    rank: rankAmong(measure, value, values),
  }));
  const same = sameMeans(measure, board);
  if (board) {
    board.order.forEach((run, place) => {
      const { mean, low, high, rank, rank_low: rankLow, rank_high: rankHigh, expected, best, letters, tied } = board;
      Object.assign(rows[run], {
        place, mean: mean[place], low: low[place], high: high[place], rankLow: rankLow[place],
        rankHigh: rankHigh[place], expected: expected[place], best: best[place], letters: letters[place],
        tied: tied[place], rank: same ? rank[place] : rows[run].rank,
      });
    });
  }
  return rows;
}

/**
 * Whether a leaderboard's means are the values shown; not so of other summaries and common topics.
 * @param {number} measure @param {Maybe<Board>} board
 */
function sameMeans(measure, board) {
  if (!board) return true;
  return board.order.every((run, place) => Math.abs(board.mean[place] - Number(report.summary[measure][run])) < 6e-5);
}

/**
 * The columns of a measure's leaderboard; `axis` are the ends of the scale of its intervals.
 * @param {number} measure @param {Maybe<{ low: number, high: number }>} axis
 * @returns {TableColumn<any>[]}
 */
function standingColumns(measure, axis) {
  const board = boardOf(measure);
  const apart = !sameMeans(measure, board);
  const of = apart ? " of mean" : "";
  const groups = board ? [...new Set(board.letters.flatMap(lettersIn))] : [];
  /** @type {(TableColumn<any> | false | null)[]} */
  const columns = [
    ...namingColumns(({ run }) => run, signsOf),
    { name: "rank", rising: true, digits: 0, value: ({ rank }) => rank },
    measureColumn(measure),
    apart && { name: "mean", value: ({ mean }) => mean },
    axis && { name: `${percentOf()} interval${of}`, value: ({ low }) => low, cell: (/** @type {any} */ row) => whisker(row, axis) },
    .../** @type {TableColumn<any>[]} */ (board ? [
      { name: `ranks${of}`, rising: true, help: "The interval of the rank", value: ({ expected }) => expected,
        cell: ({ rankLow, rankHigh }) => (rankLow === rankHigh ? `${rankLow}` : `${rankLow}–${rankHigh}`) },
      { name: "letters", text: true, help: "Runs that share a bar do not differ significantly",
        value: ({ place }) => place, cell: ({ letters }) => bars(letters, groups) },
      { name: "P(best)", digits: 3, value: ({ best }) => best },
      { name: "best", help: "* does not differ significantly from the best run", value: ({ tied }) => Number(tied),
        cell: ({ tied }) => (tied ? "*" : "") },
    ] : []),
    ...report.measures.map((_, other) => other !== measure && measureColumn(other)),
  ];
  return /** @type {TableColumn<any>[]} */ (columns.filter(Boolean));
}

/**
 * A measure's values, the best one in bold; of counts there is no best.
 * @param {number} measure @returns {TableColumn<any>}
 */
function measureColumn(measure) {
  const { label: name, digits, lower_is_better: rising } = report.measures[measure];
  const values = report.summary[measure].filter((value) => value !== null);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const best = digits && least < most ? (rising ? least : most) : null;
  return {
    name, rising, value: ({ run }) => report.summary[measure][run],
    cell: ({ run }) => {
      const value = report.summary[measure][run];
      return value !== null && value === best ? el("strong", {}, shown(value, digits)) : shown(value, digits);
    },
  };
}

function percentOf() {
  return `${Number((100 * report.confidence).toPrecision(6))} %`;
}

/** @param {number} run */
function signsOf(run) {
  return FOOTNOTES.filter(({ of }) => of(report.runs[run]))
    .map(({ sign, of }) => el("sup", { title: of(report.runs[run]) }, sign));
}

/**
 * A mean with its interval on the scale of all runs; in words for those who do not see it.
 * @param {any} options @param {{ low: number, high: number }} axis
 */
function whisker({ mean, low, high }, axis) {
  if (low === null || low === undefined) return "–";
  const [x, from, to] = [mean, low, high].map((value) => round(4 + ((value - axis.low) / (axis.high - axis.low)) * 136));
  const words = `${shown(low)} to ${shown(high)}`;
  return [
    el("span", { class: "hidden" }, words),
    tip(shape("svg", { class: "whisker", viewBox: "0 0 144 18", "aria-hidden": true },
      shape("path", { d: `M${from} 9H${to}M${from} 5v8M${to} 5v8` }), shape("circle", { cx: x, cy: 9, r: 3.5 })), words),
  ];
}

/** The letters of a run, one by one: a letter and its number, where it has one. @param {string} letters */
function lettersIn(letters) {
  return letters.match(/[a-z]\d*/g) || [];
}

/**
 * The letters of a run as pieces of bars, one column a letter: those of rows below each other join.
 * @param {string} letters @param {string[]} groups
 */
function bars(letters, groups) {
  const own = new Set(lettersIn(letters));
  const step = groups.length > 12 ? 6 : 10;
  const width = Math.max(groups.length * step, 30);
  const pieces = groups.map((letter, nth) => own.has(letter) && shape("rect", { x: nth * step, y: 0, width: step - 3, height: 32 }));
  return [
    el("span", { class: "hidden" }, letters),
    tip(shape("svg", { class: "bars", width, viewBox: `0 0 ${width} 32`, preserveAspectRatio: "none", "aria-hidden": true },
      pieces.filter(Boolean)), letters),
  ];
}

/** Which runs have each sign, the first of them by name. */
function footnotes() {
  return FOOTNOTES.flatMap(({ sign, says, of }) => {
    const marked = report.runs.filter((run) => of(run));
    const named = marked.slice(0, 5).map((run, nth) => [nth ? ", " : "", nameOf(run.name), ` (${of(run)})`]);
    const rest = marked.length > 5 ? ` and ${marked.length - 5} more` : "";
    return marked.length ? [/** @type {Child[]} */ ([`${sign} ${says}: `, ...named.flat(), rest])] : [];
  });
}

/**
 * What the numbers rest on; or why there is no leaderboard with intervals, letters and p-values.
 * @param {number} measure @param {Maybe<{ low: number, high: number }>} axis
 */
function standingNotes(measure, axis) {
  const board = boardOf(measure);
  const name = label(measure);
  const { summary } = report.measures[measure];
  /** @type {Child[]} */
  const notes = board ? [...board.notes] : [`${name}: ${summary} over topics; ${basis()}`, whyNoBoard(name)];
  if (!board && axis) notes.push(`interval: ${percentOf()} t interval of each mean by itself`);
  if (!board && !axis && !report.not_compared) {
    notes.push(`there are no intervals: ${name} is no mean, or not all runs have the same topics`);
  }
  if (!sameMeans(measure, board)) {
    notes.push(`rank, ${name}: ${summary} over the topics of each run; everything else is of the mean`);
  }
  if (!board && report.measures[measure].lower_is_better) notes.push(`${name}: less is better`);
  if (report.runs.length > 1) notes.push("bold: the best value of each measure, counts aside");
  notes.push(...footnotes());
  if (report.refused) notes.push(["refused and not listed: ", el("a", { href: "#about" }, several(report.refused, "run"))]);
  return notes;
}

/** The ends of a scale on which all intervals fit; nothing where there are none. @param {any[]} rows */
function intervalAxis(rows) {
  const there = rows.filter(({ low }) => low !== null && low !== undefined);
  if (!there.length) return null;
  const axis = { low: Math.min(...there.map(({ low }) => low)), high: Math.max(...there.map(({ high }) => high)) };
  return axis.high > axis.low ? axis : { low: axis.low - 0.5, high: axis.high + 0.5 };
}

section({ id: "leaderboard", title: "Leaderboard", order: 10 }, (content) => {
  const home = el("div");
  const count = el("span", { class: "caption" });
  const among = [...new Set(report.runs.map((run) => run.group).filter(Boolean))].sort();
  let words = "";
  let table = /** @type {ReturnType<typeof sortable>} */ (/** @type {unknown} */ (null));
  let rows = /** @type {any[]} */ ([]);
  const groups = checklist("Groups", among.map((name) => ({ key: name, name })), filter);
  const choice = el("details", { class: "data" }, el("summary", {}, "Choose groups"), groups.element);
  const field = filterField("Filter by run or group", (value) => { words = value; filter(); });

  function filter() {
    fillTable();
    announce(count.textContent);
  }

  function fillTable() {
    const left = rows.filter(({ run }) => matchesRun(words, run)
      && (!groups.checked.size || groups.checked.has(report.runs[run].group)));
    table.update(left);
    put(count, `${left.length} of ${several(rows.length, "run")}`);
    announce(count.textContent);
  }

  function draw() {
    const measure = chosen.measure;
    rows = standings(measure);
    const axis = intervalAxis(rows);
    const columns = standingColumns(measure, axis);
    const rank = columns.findIndex(({ name }) => name === "rank");
    table = sortable({
      columns, rows, title: `Leaderboard by ${label()}`, sorted: { column: rank, ascending: true },
      empty: "No run has these words.",
    });
    table.element.classList.add("frozen");
    if (axis) {
      const place = columns.findIndex(({ name }) => name.includes("% interval"));
      table.element.querySelectorAll("thead th")[place].append(
        el("span", { class: "ends" }, [axis.low, axis.high].map((end) => el("span", {}, shown(end, 3)))));
    }
    const notes = standingNotes(measure, axis).map((note) => el("li", {}, note));
    put(home, table.element, el("ul", { class: "notes" }, notes), numbers(measure));
    fillTable();
  }

  /** What the drawings show, as numbers. @param {number} measure */
  function numbers(measure) {
    if (!rows.some(({ low }) => low !== null && low !== undefined)) return null;
    const heads = {
      mean: "mean", low: "low", high: "high", rank: "rank", rankLow: "rank low", rankHigh: "rank high",
      expected: "expected rank", best: "P(best)", letters: "letters",
    };
    const cells = (/** @type {any} */ row) => Object.keys(heads).map((key) => (row[key] === undefined ? null : row[key]));
    return dataTable(`Leaderboard by ${label(measure)} in numbers`, ["run", ...Object.values(heads)],
      () => orderBy(rows.length, (run) => better(measure, rows[run].mean)).map((run) => [report.runs[run].name, ...cells(rows[run])]));
  }

  const averaged = report.runs.map((run) => run.averaged);
  const [least, most] = [Math.min(...averaged), Math.max(...averaged)];
  const warning = least === most ? null
    : el("p", { class: "warning" }, `Averaged over ${several(least, "topic", most)}: the runs are not comparable.`);
  put(content, warning, controls(field, count), among.length > 1 ? choice : null, home);
  whenever(["measure"], draw);
});
