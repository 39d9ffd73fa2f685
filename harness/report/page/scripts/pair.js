/* Two runs: what one gains over the other, topic by topic. */

import { chosenTopics } from "./attributes.js";
import {
  everyNth, explorable, figure, isolated, rectangle, round, scale, shortened, signs, textAt,
} from "./charts.js";
import {
  announce, better, boardOf, caption, controls, el, isGeometric, label, meanOfRun, nameOf, ofPair, orderBy,
  put, section, select, several, shape, shown, shownP, signed, whyNoBoard, valueOf,
} from "./core.js";
import { linkTo, openChosen, topicWords } from "./links.js";
import { choose, chosen, report, whenever } from "./state.js";
import { dataTable, scrolling } from "./tables.js";

const GAINS = { fill: "var(--hue-0)" };
const LOSSES = { fill: "var(--hue-1)" };

/**
 * The difference of a run to another on each topic that both were evaluated on.
 * @param {number} measure @param {number} run @param {number} other
 */
function pairDifferences(measure, run, other) {
  const { digits } = report.measures[measure];
  return chosenTopics().map((topic) => ({ topic, row: report.values[measure][topic] })).filter(({ row }) => row[run] !== null && row[other] !== null)
    .map(({ topic, row }) => ({ topic, difference: (Number(row[run]) - Number(row[other])) / (digits ? report.unit : 1) }));
}

/**
 * Wins, means and the leaderboard's p-value, as a table of one row a run.
 * @param {number} measure @param {number} run @param {number} other @param {any[]} rows
 */
function pairTable(measure, run, other, rows) {
  const wins = rows.filter((one) => better(measure, one.difference) > 0).length;
  const losses = rows.filter((one) => better(measure, one.difference) < 0).length;
  const topics = rows.map((one) => one.topic);
  const means = [run, other].map((one) => Number(meanOfRun(measure, one, topics)));
  const board = boardOf(measure);
  const cells = [
    [isGeometric(measure) ? "geometric mean" : "mean", ...means.map((one) => shown(one, 4))],
    ["difference", signed(means[0] - means[1], 4), signed(means[1] - means[0], 4)],
    ["topics won", String(wins), String(losses)],
    ["topics tied", String(rows.length - wins - losses), String(rows.length - wins - losses)],
  ];
  const body = [run, other].map((one, nth) => el("tr", {}, el("th", { scope: "row", class: "text" }, linkTo("run", one)),
    cells.map((cell) => el("td", { class: "number" }, cell[nth + 1]))));
  const error = board && board.errors && ofPair(board, run, other, board.errors);
  if (board) {
    const p = ofPair(board, run, other);
    const said = p === null ? "–" : `${shownP(p)} (${p < board.alpha ? "" : "not "}significant)`;
    body[0].append(el("td", { class: "number", rowspan: 2 }, said));
    if (error !== null) body[0].append(el("td", { class: "number", rowspan: 2 }, shown(error)));
  }
  const heads = ["run", ...cells.map((cell) => cell[0]),
    ...(board ? [chosen.subset ? "p (all pairs, all topics)" : "p (all pairs)"] : []),
    ...(error === null ? [] : ["standard error of the sample"])];
  const title = `${label(measure)} of both runs over ${several(rows.length, "topic")}`;
  return scrolling(title, el("table", { class: "few" }, el("caption", {}, title),
    el("thead", {}, el("tr", {}, heads.map((head, nth) => el("th", { scope: "col", class: nth ? "number" : "text" }, head)))),
    el("tbody", {}, body)));
}

/** @param {number} measure @param {number} run @param {number} other @param {any[]} rows */
function pairFigure(measure, run, other, rows) {
  const { digits } = report.measures[measure];
  const [left, top, bottom] = [64, 12, 330];
  const across = Math.min(44, Math.max(9, Math.floor(1120 / rows.length)));
  const right = left + across * rows.length;
  const most = Math.max(...rows.map((one) => Math.abs(one.difference))) || 1;
  const y = scale(-most, most, bottom, top, 7);
  const title = `Difference in ${label(measure)} on ${rows.length === 1 ? "one topic" : `each of ${rows.length} topics`}`;
  const longest = Math.min(9, Math.max(...rows.map(({ topic }) => Array.from(report.topics[topic].id).length)));
  const svg = figure(Math.max(right + 12, 340), bottom + 16 + 8 * longest, title,
    `Bars ${report.measures[measure].lower_is_better ? "below zero are gains, bars above"
      : "above zero are gains, bars below"} are losses.`);
  for (const tick of y.ticks) {
    svg.append(shape("path", { class: "grid", d: `M${left} ${round(y(tick))}H${right}` }),
      textAt(left - 8, y(tick) + 4, signed(tick, digits && y.ticks[1] - y.ticks[0] < 0.1 ? 2 : digits ? 1 : 0),
        { class: "tick", "text-anchor": "end" }));
  }
  const bars = (/** @type {any} */ kind, /** @type {number} */ wanted) => shape("path", { ...kind,
    d: rows.map(({ difference }, nth) => (Math.sign(better(measure, difference)) === wanted
    ? rectangle(left + nth * across + 1, Math.min(y(0), y(difference)), across - 2, Math.abs(y(difference) - y(0))) : "")).join("") });
  svg.append(bars(GAINS, 1), bars(LOSSES, -1), shape("path", { class: "axis", d: `M${left} ${round(y(0))}H${right}` }));
  const middle = (top + bottom) / 2;
  svg.append(textAt(14, middle, "difference", { "text-anchor": "middle", transform: `rotate(-90 14 ${middle})` }));
  rows.forEach(({ topic }, nth) => {
    if (nth % everyNth(across)) return;
    const [x, at] = [left + (nth + 0.5) * across + 4, bottom + 8];
    svg.append(textAt(x, at, shortened(report.topics[topic].id, 9), { class: "small", "text-anchor": "end",
      transform: `rotate(-90 ${round(x)} ${at})` }));
  });
  const words = (/** @type {number} */ nth) => {
    const { topic, difference } = rows[nth];
    const of = (/** @type {any} */ one) => `${isolated(report.runs[one].name)} ${shown(valueOf(measure, topic, one), digits)}`;
    return `${topicWords(topic)}\n${of(run)}\n${of(other)}\ndifference ${signed(difference, digits)}`;
  };
  return explorable(svg, title, "Arrow keys move from topic to topic, Enter opens the topic.", {
    size: [1, rows.length],
    at: (x, at) => (x >= left && x < right && at < bottom + 70 ? Math.floor((x - left) / across) : null),
    words,
    outline: (nth) => rectangle(left + nth * across, top, across, bottom - top),
    open: (nth) => openChosen("topic", rows[nth].topic),
  });
}

/** What the p-value is of, or why there is none. @param {number} measure */
function pairTest(measure) {
  const board = boardOf(measure);
  if (board) return `p: ${board.test}, alpha ${board.alpha}; ${board.over.join("; ")}`;
  return whyNoBoard(label(measure));
}

section({ id: "pair", title: "Two runs", order: 40, lead: "What one run gains over another, topic by topic." }, (content) => {
  if (report.runs.length < 2) {
    put(content, el("p", {}, "There is one run only: nothing to compare it with."));
    return;
  }
  let byTopic = false;
  const names = report.runs.map((run, nth) => [nth, run.name]);
  const first = select("Run", names, chosen.run, (value) => choose({ run: Number(value) }));
  const second = select("Compared with", names, chosen.other, (value) => choose({ other: Number(value) }));
  const swap = el("button", { type: "button", on: { click: () => {
    const { run, other } = chosen;
    choose({ run: other, other: run });
    announce(`${report.runs[other].name} compared with ${report.runs[run].name}`);
  } } }, "Swap");
  const order = select("Topics by", [["gain", "difference, largest gain first"], ["topic", "topic"]], "gain", (value) => {
    byTopic = value === "topic";
    draw();
  });
  const place = el("div");
  put(content, controls(first, second, swap, order), place);

  function draw() {
    const { measure, run, other } = chosen;
    first.list.value = String(run);
    second.list.value = String(other);
    const rows = pairDifferences(measure, run, other);
    if (run === other || !rows.length) {
      put(place, el("p", {}, run === other ? "Choose two different runs." : "No topic was evaluated for both runs."));
      return;
    }
    const sorted = byTopic ? rows : orderBy(rows.length, (nth) => better(measure, rows[nth].difference)).map((nth) => rows[nth]);
    const [named, against] = [run, other].map((one) => isolated(shortened(report.runs[one].name, 40)));
    put(place, pairTable(measure, run, other, rows),
      signs([{ ...GAINS, d: "M3 0h10v12h-10z" }, `above zero: ${named} is better`], [{ ...LOSSES, d: "M3 0h10v12h-10z" },
        `below zero: ${against} is better`]),
      pairFigure(measure, run, other, sorted),
      caption(`${label(measure)} of ${named} minus that of ${against}`, `${several(rows.length, "topic")}${chosen.subset ? ` of the subset ${chosen.subset}` : ""} that both were evaluated on`,
        report.dialect && `dialect ${report.dialect}`, "tied: equal in all decimals shown", pairTest(measure)),
      dataTable(`${label(measure)} of both runs`, ["topic", nameOf(report.runs[run].name), nameOf(report.runs[other].name), "difference"],
        () => sorted.map(({ topic, difference }) => [report.topics[topic].id, valueOf(measure, topic, run),
          valueOf(measure, topic, other), difference])));
  }
  whenever(["measure", "run", "other", "subset"], draw);
});
