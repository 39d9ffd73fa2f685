/* Which runs could be the best, between which ranks runs lie, and which differ from one: of the runs that are left. */

import { isApart, isLeft, standings } from "./attributes.js";
import { boardOf, several } from "./core.js";
import { chosenType } from "./verdict.js";
import { chosen, report } from "./state.js";

/** The runs of a leaderboard that the filter leaves, in its order. @param {Board} board */
export function leftOf(board) {
  return board.order.filter(isLeft);
}

/**
 * The confidence set of the rank of each run that is left, among these: as tested for runs of one type; of other runs
 * from the tests of all, as what is shown of a run stays shown of fewer.
 * @param {Board} board @returns {Map<number, { rank: number, low: number, high: number }>}
 */
export function rankSets(board) {
  const type = chosenType();
  const tested = type && report.ranked.find((known) => known.subset === board.subset && known.measure === board.measure && known.type === type);
  const places = board.order.map((_, place) => place).filter((place) => isLeft(board.order[place]));
  const ranks = places.map((place) => board.rank[place]).sort((a, b) => a - b);
  const ranked = new Map(ranks.map((rank, nth) => /** @type {const} */ ([rank, nth + 1])).reverse());
  return new Map(places.map((place, nth) => {
    const rank = Number(ranked.get(board.rank[place]));
    if (tested) return [board.order[place], { rank, low: tested.low[nth], high: tested.high[nth] }];
    let [better, worse] = [0, 0];
    const signs = board.apart[place];
    for (const other of places) {
      if (signs[other] === "<") better += 1;
      else if (signs[other] === ">") worse += 1;
    }
    return [board.order[place], { rank, low: 1 + better, high: places.length - worse }];
  }));
}

/** As `standings`, with the ranks of the runs that are left, among these, and the sets of their ranks. @param {number} measure */
export function rankedStandings(measure) {
  const board = boardOf(measure);
  const sets = board && rankSets(board);
  return standings(measure).map((row) => {
    const found = sets && sets.get(row.run);
    return found ? { ...row, rank: isApart(board) ? row.rank : found.rank, rankLow: found.low, rankHigh: found.high } : row;
  });
}

/**
 * The run that others are compared with, and the runs that are shaded: those that could be the best, or those that are not
 * shown to differ from the chosen one, itself included; null where there is no leaderboard.
 * @param {number} measure
 */
export function alike(measure) {
  const board = boardOf(measure);
  if (!board) return null;
  if (chosen.against < 0) {
    const sets = rankSets(board);
    return { run: -1, runs: new Set([...sets].filter(([, { low }]) => low === 1).map(([run]) => run)), of: sets.size };
  }
  const left = leftOf(board);
  const signs = board.apart[board.order.indexOf(chosen.against)];
  return { run: chosen.against, runs: new Set(left.filter((run) => signs[board.order.indexOf(run)] === ".")), of: left.length - 1 };
}

/** In words what is shaded. @param {NonNullable<ReturnType<typeof alike>>} group */
export function alikeWords({ run, runs, of }) {
  const { best, ranks } = report.words;
  const others = [...runs].filter((other) => other !== run).map((other) => report.runs[other].name);
  const more = others.length > 12 ? ` and ${others.length - 12} more` : "";
  const named = `${others.slice(0, 12).join(", ")}${more}`;
  if (run < 0) return `Shaded: ${several(others.length, "run")} of ${of.toLocaleString("en")} ${best.not_shown}: ${named}`;
  const { name } = report.runs[run];
  return others.length ? `Shaded: ${several(others.length, "run")} of ${of.toLocaleString("en")} ${ranks.not_shown} than ${name}: ${named}`
    : `Every other run is ${ranks.shown}, than ${name}`;
}
