/* Two runs: what one gains over the other, topic by topic. */

import { isolated, rectangle, round, scale, shortened, signs, textAt } from "./charts.js";
import {
  announce, better, boardOf, caption, choiceField, chosenTopics, controls, el, isGeometric, label, meanOfRun, ofPair, ofSubset, orderBy, pOf, put,
  runOptions, section, several, shape, shown, shownP, signed, valueOf, whyNoBoard,
} from "./core.js";
import { linkTo, topicFrame } from "./links.js";
import { choose, chosen, report, whenever } from "./state.js";
import { dataTable, listing } from "./tables.js";

const GAINS = { fill: "var(--hue-0)" };
const LOSSES = { fill: "var(--hue-1)" };

/** The difference of a run to another on each topic that both were evaluated on. @param {number} measure @param {number} run @param {number} other */
function pairDifferences(measure, run, other) {
  const { digits } = report.measures[measure];
  return chosenTopics().map((topic) => ({ topic, row: report.values[measure][topic] })).filter(({ row }) => row[run] !== null && row[other] !== null)
    .map(({ topic, row }) => ({ topic, difference: (Number(row[run]) - Number(row[other])) / (digits ? report.unit : 1) }));
}

/**
 * Wins, means and the leaderboard's p-value, as a table of one row a run.
 * @param {number} measure @param {number} run @param {number} other @param {ReturnType<typeof pairDifferences>} rows
 */
function pairTable(measure, run, other, rows) {
  const wins = rows.filter(({ difference }) => better(measure, difference) > 0).length;
  const losses = rows.filter(({ difference }) => better(measure, difference) < 0).length;
  const tied = rows.length - wins - losses;
  const means = [run, other].map((of) => Number(meanOfRun(measure, of, rows.map(({ topic }) => topic))));
  const board = boardOf(measure);
  const [p, error] = [board && pOf(board, run, other), board && board.errors && ofPair(board, run, other, board.errors)];
  const words = p === null || !board ? "–" : `${shownP(p)} (${p < board.alpha ? "" : "not "}significant)`;
  const both = [...(board ? [words] : []), ...(error === null ? [] : [shown(error)])];
  const heads = ["run", isGeometric(measure) ? "geometric mean" : "mean", "difference", "topics won", "topics tied",
    ...(board ? ["p (all pairs)"] : []), ...(error === null ? [] : ["standard error of the sample"])];
  const table = listing(`${label(measure)} of both runs over ${several(rows.length, "topic")}`, heads.map((head, index) => [head, index ? "number" : "text"]), [
    [linkTo("run", run), shown(means[0]), signed(means[0] - means[1]), String(wins), String(tied), ...both],
    [linkTo("run", other), shown(means[1]), signed(means[1] - means[0]), String(losses), String(tied), ...both],
  ]);
  table.children[0].classList.add("few");
  return table;
}

/** @param {number} measure @param {number} run @param {number} other @param {ReturnType<typeof pairDifferences>} rows */
function pairFigure(measure, run, other, rows) {
  const { digits, lower_is_better: rising } = report.measures[measure];
  const most = Math.max(...rows.map(({ difference }) => Math.abs(difference))) || 1;
  const y = scale(-most, most, 330, 12, 7);
  const decimals = digits && (y.ticks[1] - y.ticks[0] < 0.1 ? 2 : 1);
  const valueWords = (/** @type {number} */ of, /** @type {number} */ topic) => `${isolated(report.runs[of].name)} ${shown(valueOf(measure, topic, of), digits)}`;
  const { svg, left, right, across, box } = topicFrame(`Difference in ${label(measure)} on ${rows.length === 1 ? "one topic" : `each of ${rows.length} topics`}`,
    `Bars ${rising ? "below zero are gains, bars above" : "above zero are gains, bars below"} are losses.`, rows, y,
    ({ topic, difference }) => `${valueWords(run, topic)}\n${valueWords(other, topic)}\ndifference ${signed(difference, digits)}`, (tick) => signed(tick, decimals));
  const bars = (/** @type {{ fill: string }} */ kind, /** @type {number} */ sign) => shape("path", { ...kind,
    d: rows.map(({ difference }, index) => (Math.sign(better(measure, difference)) === sign
      ? rectangle(left + index * across + 1, Math.min(y(0), y(difference)), across - 2, Math.abs(y(difference) - y(0))) : "")).join("") });
  svg.append(bars(GAINS, 1), bars(LOSSES, -1), shape("path", { class: "axis", d: `M${left} ${round(y(0))}H${right}` }),
    textAt(14, y(0), "difference", { "text-anchor": "middle", transform: `rotate(-90 14 ${y(0)})` }));
  return box;
}

/** What the p-value is of, or why there is none. @param {Maybe<Board>} board @param {number} measure */
function pairTest(board, measure) {
  return board ? `p: ${board.test}, alpha ${board.alpha}; ${board.over.join("; ")}` : !chosen.subset && whyNoBoard(label(measure));
}

section({ id: "pair", title: "Two runs", order: 40, lead: "What one run gains over another, topic by topic." }, (content) => {
  if (report.runs.length < 2) {
    put(content, el("p", {}, "There is one run only: nothing to compare it with."));
    return;
  }
  const [first, second] = [choiceField("Run", "run", runOptions()), choiceField("Compared with", "other", runOptions())];
  const swap = el("button", { type: "button", on: { click: () => {
    const { run, other } = chosen;
    choose({ run: other, other: run });
    announce(`${report.runs[other].name} compared with ${report.runs[run].name}`);
  } } }, "Swap");
  const order = choiceField("Topics by", "pair_by", [["gain", "difference, largest gain first"], ["topic", "topic"]]);
  const home = el("div");
  put(content, controls(first, second, swap, order), home);

  function draw() {
    const { measure, run, other } = chosen;
    const rows = pairDifferences(measure, run, other);
    if (run === other || !rows.length) {
      put(home, el("p", {}, run === other ? "Choose two different runs." : "No topic was evaluated for both runs."));
      return;
    }
    const sorted = chosen.pair_by === "topic" ? rows : orderBy(rows.length, (index) => better(measure, rows[index].difference)).map((index) => rows[index]);
    const [named, against] = [run, other].map((of) => isolated(shortened(report.runs[of].name, 40)));
    const board = boardOf(measure);
    put(home, pairTable(measure, run, other, rows),
      !board && chosen.subset && el("p", { class: "warning" }, whyNoBoard(label(measure))),
      signs([{ ...GAINS, d: "M3 0h10v12h-10z" }, `above zero: ${named} is better`], [{ ...LOSSES, d: "M3 0h10v12h-10z" },
        `below zero: ${against} is better`]),
      pairFigure(measure, run, other, sorted),
      caption(`${label(measure)} of ${named} minus that of ${against}`, `${several(rows.length, "topic")}${ofSubset()} that both were evaluated on`,
        report.dialect && `dialect ${report.dialect}`, "tied: equal in all decimals shown", pairTest(board, measure)),
      dataTable(`${label(measure)} of both runs`, ["topic", report.runs[run].name, report.runs[other].name, "difference"],
        () => sorted.map(({ topic, difference }) => [report.topics[topic].id, valueOf(measure, topic, run),
          valueOf(measure, topic, other), difference])));
  }
  whenever(["measure", "run", "other", "subset", "pair_by"], draw);
});
