/* At a glance: all runs in their order, with intervals, coloured by what is known of them. */

import { attributeOf, basisOfChosen, colouring, colourSigns, dividing, isApart, isLeft } from "./attributes.js";
import { alike, alikeWords, rankedStandings } from "./comparing.js";
import { isolated } from "./scales.js";
import { better, boardOf, caption, isGeometric, label, nameOf, orderBy, percentOf, rangeOf, section, shown, whyNoBoard } from "./core.js";
import { ChoiceField, Controls } from "./fields.js";
import { Bars, described, Signs } from "./figures.js";
import { openChosen } from "./links.js";
import { html, useMemo } from "./preact.js";
import { chosen, report } from "./state.js";
import { DataTable } from "./tables.js";

/** What is known of a run in a leaderboard beside its value, and how it is headed. @type {Record<string, string>} */
const NUMBERS = { rank: "rank", mean: "mean", low: "interval from", high: "interval to", rankLow: "ranks from", rankHigh: "ranks to",
  letters: "letters" };

/** The rows of the runs that are left and have a value, the best first. @param {number} measure */
function intervalRows(measure) {
  const rows = rankedStandings(measure).filter(({ run, value }) => value !== null && isLeft(run)).map((row) => ({ ...row, value: Number(row.value) }));
  return orderBy(rows.length, (index) => better(measure, rows[index].value)).map((index) => rows[index]);
}

/**
 * A point a run, the best first.
 * @param {number} measure @param {ReturnType<typeof intervalRows>} rows @param {ReturnType<typeof colouring>} colours
 * @param {ReturnType<typeof alike>} group @returns {BarsFigure}
 */
function intervalFigure(measure, rows, colours, group) {
  const { digits } = report.measures[measure];
  const [least, most] = digits ? rangeOf(measure) : [0, Infinity];
  const colour = (/** @type {number} */ index) => colours.ofRun(rows[index].run);
  const summary = isGeometric(measure) ? "geometric mean" : report.measures[measure].summary;
  const { title, x, y } = described("leaderboard", { measure: label(measure), summary, confidence: percentOf() });
  return {
    title, description: `A point a ${y}, the best first of ${rows.length}, with its interval.`, item: "run",
    names: rows.map(({ run }) => report.runs[run].name), ranked: "runs, the best first", height: 250,
    axis: { label: x, low: Math.max(least, Math.min(...rows.map(({ value, low }) => low ?? value))),
      high: Math.min(most, Math.max(...rows.map(({ value, high }) => high ?? value))) },
    shaded: (index) => Boolean(group && group.runs.has(rows[index].run)),
    marks: [{ kind: "whisker", half: 0, colour, of: (index) => (rows[index].low === null ? null : [rows[index].low, rows[index].high]) },
      { kind: "point", colour, class: (index) => (rows[index].run === chosen.run ? "ringed" : null), of: (index) => rows[index].value }],
    words: (index) => {
      const { run, value, low, high } = rows[index];
      const known = colours.name && attributeOf(colours.name, run);
      return [isolated(report.runs[run].name), `${index + 1}: ${label(measure)} ${shown(value, digits)}`,
        low !== null && `interval ${shown(low)} to ${shown(high)}`, known && `${colours.name} ${isolated(known)}`].filter(Boolean).join("\n");
    },
    open: (index) => openChosen("run", rows[index].run),
  };
}

section({ id: "overview", title: "At a glance", order: 5 }, () => {
  const { measure, filter, only, subset, against, colour, run: chosenRun } = chosen;
  const [names, colours, rows, group] = [dividing(), colouring(), intervalRows(measure), alike(measure)];
  const figure = useMemo(() => rows.length && intervalFigure(measure, rows, colours, group), [measure, filter, only, subset, against, colour, chosenRun]);
  if (!figure) return caption("No run is left by the filter of the leaderboard");
  const known = Object.keys(NUMBERS).filter((name) => (name !== "mean" || isApart(boardOf(measure)))
    && rows.some((row) => (/** @type {any} */ (row)[name] ?? null) !== null));
  const attribute = colours.name ? [colours.name] : [];
  return html`
    ${names.length > 1 && html`<${Controls}><${ChoiceField} words="Colour by" name="colour" options=${names.map((name) => [name, name])} value=${colours.name} /><//>`}
    <${Bars} figure=${figure} />
    <${Signs} listed=${[...colourSigns(colours), ...(group ? [[{ d: "M1 0h14v12h-14z", class: "near-band" }, chosen.against < 0 ? report.words.best.not_shown : `${report.words.against.not_shown} than the run compared with`]] : [])]} />
    ${caption(rows.some(({ low }) => low !== null) ? `${label()} with intervals of ${percentOf()}` : `${label()} without intervals`,
      basisOfChosen(), group ? alikeWords(group) : chosen.subset && whyNoBoard(label()))}
    <${DataTable} title="${label()} of the runs" heads=${["run", ...attribute, label(), ...known.map((name) => NUMBERS[name])]}
      rows=${() => rows.map(({ run, value, ...more }) => [nameOf(report.runs[run].name), ...attribute.map((name) => attributeOf(name, run)),
        shown(value, report.measures[measure].digits), ...known.map((name) => /** @type {any} */ (more)[name] ?? null)])} />`;
});
