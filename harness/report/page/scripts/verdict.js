/* The verdict: sentences that were made and tested with the page, for each choice that it knows. */

import { isLeft, leftRuns } from "./attributes.js";
import { better, chosenTopics, label, ofSubset, orderBy, several, shown, summaryOf } from "./core.js";
import { chosen, report } from "./state.js";

/** The one type of runs that the filter leaves; "" of all runs, null of any other filter. */
export function chosenType() {
  if (chosen.filter || chosen.only.length > 1) return null;
  const [only = ""] = chosen.only;
  const { name, values } = report.types;
  return only ? values.find((value) => only === `${name}:${value}`) ?? null : "";
}

/** What is said of the chosen measure, topics and runs: as tested, or else the order alone. @returns {Line[]} */
export function verdictLines() {
  const { subset, measure } = chosen;
  const type = chosenType();
  const tested = report.verdicts.find((verdict) => verdict.subset === subset && verdict.type === type && verdict.measure === measure);
  if (tested) return tested.lines;
  const asMade = !report.verdicts.length && type === "" && !subset && measure === report.first_measure;
  if (asMade) return report.verdict.slice(0, report.verdict.length - report.mind.length);
  const runs = orderBy(report.runs.length, (run) => better(measure, summaryOf(measure, run))).filter((run) => isLeft(run) && summaryOf(measure, run) !== null);
  if (!runs.length) return [["No run is left.", "leaderboard", ""]];
  const left = leftRuns().length;
  const among = left < report.runs.length ? ` of the ${several(left, "run")} chosen` : "";
  const value = `${label(measure)} ${shown(summaryOf(measure, runs[0]), report.measures[measure].digits)}`;
  const first = `${report.runs[runs[0]].name} is first${among}: ${value} over ${several(chosenTopics().length, "topic")}${ofSubset()}.`;
  const board = report.boards.some((known) => known.subset === subset && known.measure === measure);
  const tests = board ? "Ranks and shades are from the tests of all runs, which hold for fewer, too." : "How sure this order is was not tested.";
  return [[first, "leaderboard", ""], ...(report.runs.length > 1 ? [/** @type {Line} */ ([tests, "leaderboard", ""])] : [])];
}
