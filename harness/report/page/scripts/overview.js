/* At a glance: all runs in their order, with intervals, coloured by what is known of them. */

import { alike, alikeWords, attributeOf, basisOfChosen, colouring, colourSigns, dividing, isApart, isLeft, standings } from "./attributes.js";
import { axes, explorable, figure, isolated, path, rectangle, room, round, scale, signs, ticks } from "./charts.js";
import {
  better, boardOf, caption, choiceField, controls, label, nameOf, orderBy, percentOf, put, rangeOf, section, several, shape, shown, whyNoBoard,
} from "./core.js";
import { openChosen } from "./links.js";
import { chosen, report, whenever } from "./state.js";
import { dataTable } from "./tables.js";

/** What is known of a run in a leaderboard beside its value, and how it is headed. @type {Record<string, string>} */
const NUMBERS = { rank: "rank", mean: "mean", low: "interval from", high: "interval to", rankLow: "ranks from", rankHigh: "ranks to",
  expected: "expected rank", best: "P(best)", letters: "letters" };

/** The rows of the runs that are left and have a value, the best first. @param {number} measure */
function intervalRows(measure) {
  const rows = standings(measure).filter(({ run, value }) => value !== null && isLeft(run)).map((row) => ({ ...row, value: Number(row.value) }));
  return orderBy(rows.length, (index) => better(measure, rows[index].value)).map((index) => rows[index]);
}

/** @param {number} measure @param {ReturnType<typeof intervalRows>} rows @param {ReturnType<typeof colouring>} colours */
function intervalFigure(measure, rows, colours) {
  const box = { left: 60, right: 60 + Math.max(220, 6 * rows.length, Math.min(room(300) - 80, 34 * rows.length)), top: 10, bottom: 260 };
  const across = (box.right - box.left) / rows.length;
  const [least, most] = report.measures[measure].digits ? rangeOf(measure) : [0, Infinity];
  const y = scale(Math.max(least, Math.min(...rows.map(({ value, low }) => low ?? value))),
    Math.min(most, Math.max(...rows.map(({ value, high }) => high ?? value))), box.bottom, box.top);
  const xOf = (/** @type {number} */ index) => round(box.left + (index + 0.5) * across);
  const clipped = (/** @type {number} */ value) => round(y(Math.min(Math.max(value, y.low), y.high)));
  const title = `${label(measure)} of ${several(rows.length, "run")}`;
  const svg = figure(box.right + 12, 306, title, "A point a run, the best first, with its interval.");
  const group = alike(measure);
  const column = (/** @type {number} */ index) => rectangle(box.left + index * across, box.top, across, box.bottom - box.top);
  svg.append(shape("path", { class: "near-band", d: rows.map(({ run }, index) => (group && group.runs.has(run) ? column(index) : "")).join("") }));
  const marks = ticks(0, rows.length).filter((tick) => tick >= 1 && tick <= rows.length && Number.isInteger(tick));
  const ranks = Object.assign((/** @type {number} */ rank) => xOf(rank - 1), { ticks: [...new Set([1, ...marks])], low: 1, high: rows.length });
  axes(svg, box, ranks, y, "runs, the best first", label(measure));
  rows.forEach(({ run, value, low, high }, index) => {
    const colour = colours.ofRun(run);
    if (low !== null && high !== null) {
      svg.append(shape("path", { d: path([[xOf(index), clipped(low)], [xOf(index), clipped(high)]]), stroke: colour, "stroke-width": 1.5 }));
    }
    svg.append(shape("circle", { cx: xOf(index), cy: clipped(value), r: Math.min(4, Math.max(2.5, across / 3)), fill: colour,
      class: run === chosen.run ? "ringed" : null }));
  });
  return explorable(svg, title, {
    item: "run", grid: { left: box.left, top: box.top, across, down: box.bottom - box.top, rows: 1, columns: rows.length },
    words: (index) => runWords(measure, rows[index], index, colours.name),
    open: (index) => openChosen("run", rows[index].run),
  });
}

/** @param {number} measure @param {ReturnType<typeof intervalRows>[number]} row @param {number} index @param {string} attribute */
function runWords(measure, { run, value, low, high }, index, attribute) {
  const { digits } = report.measures[measure];
  const known = attribute && attributeOf(attribute, run);
  return [isolated(report.runs[run].name), `${index + 1}: ${label(measure)} ${shown(value, digits)}`,
    low !== null && `interval ${shown(low)} to ${shown(high)}`, known && `${attribute} ${isolated(known)}`].filter(Boolean).join("\n");
}

section({ id: "overview", title: "At a glance", order: 5 }, (content) => {
  const names = dividing();
  const field = choiceField("Colour by", "colour", names.map((name) => [name, name]));
  const home = document.createElement("div");
  put(content, names.length > 1 ? controls(field) : null, home);
  whenever(["measure", "filter", "only", "subset", "against", "colour", "run"], () => {
    const [measure, colours] = [chosen.measure, colouring()];
    const rows = intervalRows(measure);
    const group = alike(measure);
    if (names.length) field.list.value = colours.name;
    if (!rows.length) {
      put(home, caption("No run is left by the filter of the leaderboard"));
      return;
    }
    const known = Object.keys(NUMBERS).filter((name) => (name !== "mean" || isApart(boardOf(measure)))
      && rows.some((row) => (/** @type {any} */ (row)[name] ?? null) !== null));
    put(home, intervalFigure(measure, rows, colours),
      signs(...colourSigns(colours),
        ...(group ? [[{ d: "M1 0h14v12h-14z", class: "near-band" }, "cannot be told from the run compared with"]] : [])),
      caption(rows.some(({ low }) => low !== null) ? `${label(measure)} with intervals of ${percentOf()}` : `${label(measure)} without intervals`,
        basisOfChosen(), group ? alikeWords(group) : chosen.subset && whyNoBoard(label(measure))),
      dataTable(`${label(measure)} of the runs`, ["run", ...(colours.name ? [colours.name] : []), label(measure), ...known.map((name) => NUMBERS[name])],
        () => rows.map(({ run, value, ...more }) => [nameOf(report.runs[run].name), ...(colours.name ? [attributeOf(colours.name, run)] : []),
          shown(value, report.measures[measure].digits), ...known.map((name) => /** @type {any} */ (more)[name] ?? null)])));
  });
});
