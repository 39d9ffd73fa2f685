/* The table for a paper, which was written with the page for each choice that it knows. */

import { chosen, report } from "./state.js";
import { chosenType } from "./verdict.js";

/** The measures as a table for a paper has them: the chosen one first. */
export function measuresFirst() {
  return moved([...report.measures.keys()]);
}

/** The table of what is chosen, if there is one. */
export function paperOfChosen() {
  return report.papers.find(({ subset, type }) => subset === chosen.subset && type === chosenType());
}

/** Things of which the last are of the measures, with that of the chosen one before the others. @template T @param {T[]} things */
function moved(things) {
  const others = [...things];
  const first = things.length - report.measures.length;
  others.splice(first, 0, ...others.splice(first + chosen.measure, 1));
  return others;
}

/** The table as LaTeX, by the chosen measure. @param {Paper} paper */
export function latexOf({ body, rows, around }) {
  const isColumn = (/** @type {string} */ line) => line.startsWith("  ");
  const isRow = (/** @type {string} */ line) => line.endsWith(" \\\\");
  const lines = body.split("\n");
  const columns = moved(lines.filter(isColumn));
  const [heading, ...written] = lines.filter(isRow).map((line) => `${moved(line.slice(0, -3).split(" & ")).join(" & ")} \\\\`);
  const ordered = [heading, ...rows[chosen.measure].map((row) => written[row])];
  const [before, after] = around[chosen.measure];
  return before + lines.map((line) => (isColumn(line) ? columns.shift() : isRow(line) ? ordered.shift() : line)).join("\n") + after;
}
