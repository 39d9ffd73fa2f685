/* Curves: precision at recall levels, precision and recall at cutoffs, and ROC where it was asked for. */

import { basisOfChosen, colouring, colourSigns, isLeft, leftRuns } from "./attributes.js";
import { room, stroke } from "./scales.js";
import { announce, answer, better, byId, caption, chosenTopics, label, orderBy, participantOf, section, several, shown, summaryOf } from "./core.js";
import { Button, Checklist, Controls } from "./fields.js";
import { described, Lines, Signs, usePaper } from "./figures.js";
import { linkTo } from "./links.js";
import { html, useMemo, useRef, useState } from "./preact.js";
import { choose, chosen, report } from "./state.js";
import { DataTable } from "./tables.js";

/** Each plot: which description is its own, the points of a run over the chosen topics, and what a point is called. @returns {Plot[]} */
function curvePlots() {
  const { curves: { levels, cutoffs, subsets }, unit } = report;
  const roc = rocCurves();
  const rows = subsets[chosen.subset] || subsets[""];
  const pairs = (/** @type {number} */ run, /** @type {(row: RunCurves) => [number[], number[]]} */ of) => {
    const row = rows[run];
    if (!row) return [];
    const [x, y] = of(row);
    return x.map((value, index) => [value, y[index] / unit]);
  };
  const plots = /** @type {Plot[]} */ ([
    {
      name: "levels", positions: levels, shared: true,
      points: (run) => pairs(run, ([precision]) => [levels, precision]),
      words: (_, [level, precision]) => `recall ${level}: precision ${shown(precision)}`,
      cells: ([, precision]) => precision, head: (level) => `recall ${level}`,
    },
    {
      name: "cutoffs", positions: cutoffs, dotted: true,
      points: (run) => pairs(run, ([, precision, recall]) => [recall.map((value) => value / unit), precision]),
      words: (index, [recalled, precision]) => `first ${cutoffs[index]} documents: precision ${shown(precision)}, recall ${shown(recalled)}`,
      cells: ([recalled, precision]) => `${shown(precision)} / ${shown(recalled)}`, head: (documents) => `P / R at ${documents}`,
    },
  ]);
  if (roc) {
    plots.push({
      name: "roc", positions: roc.false, diagonal: true, shared: true,
      points: (run) => roc.false.flatMap((rate, index) => (roc.true[run][index] === null ? [] : [[rate, Number(roc.true[run][index])]])),
      words: (_, [rate, positive]) => `false positive rate ${rate}: true positive rate ${shown(positive)}`,
      cells: ([, positive]) => positive, head: (rate) => `at ${rate}`,
    });
  }
  return plots.filter((plot) => plot.positions.length);
}

/** The ROC curves over the chosen topics, if there are any. */
function rocCurves() {
  const { roc } = report;
  return roc && { false: roc.false, ...(roc.subsets[chosen.subset] || roc.subsets[""]) };
}

/** The runs that are drawn at first: the best, and the best of each group where groups are few. */
export function firstRuns() {
  const best = bestOfGroups();
  return [...report.runs.keys()].filter((run) => run < 5 || (best.length <= 6 && best.includes(run)));
}

/** The best run of each group by the first measure, which is the order of the runs. */
function bestOfGroups() {
  const first = new Map();
  report.runs.forEach((_, run) => { if (!first.has(participantOf(run))) first.set(participantOf(run), run); });
  return [...first.values()];
}

/**
 * A plot as a figure: the runs that are left in grey, a line for each of those that are `drawn`.
 * @param {Plot} plot @param {number[]} drawn @param {(run: number) => Record<string, any>} styleOf @returns {LinesFigure}
 */
function curveFigure(plot, drawn, styleOf) {
  const every = report.runs.map((_, run) => plot.points(run));
  const most = (/** @type {number} */ index) => Math.max(0.1, ...every.flat().map((point) => point[index]));
  const { title, x, y } = described(plot.name);
  const there = drawn.filter((run) => every[run].length);
  const words = (/** @type {number} */ run, /** @type {number} */ index) => {
    if (!plot.shared) return `${report.runs[run].name}\n${plot.words(index, every[run][index])}`;
    const best = orderBy(there.length, (number) => every[there[number]][index][1]).slice(0, 16).map((number) => there[number]);
    return [plot.head(every[run][index][0]),
      ...best.map((other) => `${shown(every[other][index][1])}  ${report.runs[other].name}${other === run ? " ◂" : ""}`)].join("\n");
  };
  return { ...plot, title, description: "The numbers are in the table below it.", words,
    x: { label: x, low: 0, high: most(0) }, y: { label: y, low: 0, high: most(1) },
    lines: there.map((run) => ({ key: run, name: report.runs[run].name, points: every[run], style: styleOf(run) })),
    context: leftRuns().map((run) => every[run]).filter((points) => points.length) };
}

/** What is drawn, and how it was averaged. */
function curveCaption() {
  const { curves } = report;
  const roc = rocCurves();
  const those = new Set(chosen.subset in curves.subsets ? chosenTopics() : report.topics.keys());
  const counts = report.runs.map((_, run) => [...those].filter((topic) => report.values[0][topic][run] !== null).length).filter(Boolean);
  const topics = (/** @type {number[]} */ numbers) => several(Math.min(...numbers), "topic", Math.max(...numbers));
  return caption(
    report.runs.length > 1 && `Grey: ${leftRuns().length < report.runs.length ? "the runs that are left" : "all runs"}; at recall levels also the band between their quartiles`,
    "interpolated precision is the best precision from the rank on that reaches the recall level",
    "precision at a cutoff divides by the cutoff, also where a run has fewer documents",
    `both are means over ${topics(counts)}`,
    roc && "ROC: over the judged documents alone, averaged vertically (the true positive rate at each false "
      + `positive rate) over ${topics(roc.topics)} with relevant and judged non-relevant documents; grey: by chance`,
    report.relevance_level && `relevant from grade ${report.relevance_level}`, basisOfChosen(),
  );
}

/** Which runs, of all that tie, have the highest precision early and late. */
function curveAnswer() {
  const { levels, subsets } = report.curves;
  const rows = subsets[chosen.subset] || subsets[""];
  const at = [0.1, 0.5].map((level) => levels.indexOf(level)).filter((index) => index >= 0);
  const left = leftRuns().filter((run) => rows[run]);
  if (!at.length || left.length < 2) return null;
  const best = at.map((index) => {
    const precision = (/** @type {number} */ run) => Number(rows[run]?.[0][index]);
    const most = Math.max(...left.map(precision));
    const tied = left.filter((run) => precision(run) === most);
    return { tied, words: ` at recall ${levels[index]} (${shown(most / report.unit)})` };
  });
  const again = (/** @type {number} */ index) => index > 0 && `${best[index - 1].tied}` === `${best[index].tied}`;
  return answer(best.map(({ tied, words }, index) => [index > 0 && (again(index) ? " and" : "; "), !again(index) && linkTo("run", tied[0]),
    !again(index) && tied.length > 1 && ` and ${several(tied.length - 1, "other run")}`, !index && (tied.length > 1 ? " have" : " has"),
    !index && " the highest precision", words]), ".");
}

/** That the plots do not follow the chosen subset, where there are too many. */
function curvesOfAll() {
  return chosen.subset && !(chosen.subset in report.curves.subsets)
    && html`<p class="warning">Curves are means over all topics, not over the subset ${chosen.subset}.</p>`;
}

/** How each drawn run is drawn: the number of its style, which it keeps while it is drawn. @param {number[]} runs */
function useStyles(runs) {
  const styles = useRef(/** @type {Map<number, number>} */ (new Map())).current;
  for (const run of [...styles.keys()]) if (!runs.includes(run)) styles.delete(run);
  for (const run of runs) {
    const taken = [...styles.values()];
    if (!styles.has(run)) styles.set(run, [...report.runs.keys()].findIndex((number) => !taken.includes(number)));
  }
  const colours = colouring();
  return (/** @type {number} */ run) => ({ ...stroke(styles.get(run) || 0), ...(chosen.colour ? { stroke: colours.ofRun(run) } : {}) });
}

/** How many runs are drawn, in words. @param {number} count */
function drawnWords(count) {
  return count ? `${shown(count, 0)} of ${several(report.runs.length, "run")} drawn` : "no run is drawn: choose some in the list";
}

/** Draw runs. @param {Iterable<number>} runs */
function drawRuns(runs) {
  const sorted = [...runs].sort((a, b) => a - b);
  choose({ curves: sorted.map((run) => report.runs[run].name) });
  announce(drawnWords(sorted.length));
}

function CurvesOfRuns() {
  const { curves, colour, filter, only, subset } = chosen;
  const paper = usePaper();
  const [lit, light] = useState(/** @type {Maybe<number>} */ (null));
  const runs = [...report.runs.keys()].filter((run) => curves.includes(report.runs[run].name));
  const styleOf = useStyles(runs);
  const list = useMemo(() => {
    const sample = (/** @type {number} */ run) => html`<svg class="sample" viewBox="0 0 26 10" aria-hidden="true">
      ${runs.includes(run) && html`<path d="M0 5H26" stroke-width="3" ...${styleOf(run)} />`}</svg>`;
    const items = report.runs.map(({ name }, run) => ({ key: run, name, before: sample(run), near: () => light(run) }));
    return html`<${Checklist} title=${`Runs, the best first by ${label(report.first_measure)}`} items=${items} checked=${runs} changed=${drawRuns} />`;
  }, [curves, colour]);
  const plots = useMemo(() => curvePlots().map((plot, _, { length }) => {
    const figure = curveFigure(plot, runs, styleOf);
    const wide = paper ? room(paper) : Number(byId("curves").querySelector(".content")?.clientWidth);
    return { figure, width: Math.max(280, Math.min(660, Math.floor(wide / Math.min(length, paper ? 2 : length)) - 20)),
      table: html`<${DataTable} title=${figure.title} heads=${["run", ...plot.positions.map(plot.head)]}
        rows=${() => runs.map((run) => [report.runs[run].name, ...plot.points(run).map(plot.cells)])} />` };
  }), [curves, colour, filter, only, subset, paper]);
  const button = (/** @type {string} */ text, /** @type {() => number[]} */ those) => html`<${Button} pressed=${() => drawRuns(those())}>${text}<//>`;
  const byValue = () => orderBy(report.runs.length, (run) => better(chosen.measure, summaryOf(chosen.measure, run)));
  const choice = html`<${Controls}>${button("Best 5", () => byValue().filter(isLeft).slice(0, 5))}
      ${report.runs.some((run) => run.group) && button("Best of each group", () => bestOfGroups().filter(isLeft))}
      ${button("All", leftRuns)}${button("None", () => [])}<span class="caption">${drawnWords(runs.length)}</span><//>
    <div onPointerLeave=${() => light(null)}>${list}</div>`;
  return html`${curveAnswer()}${report.runs.length > 1 && choice}${curvesOfAll()}${colour && html`<${Signs} listed=${colourSigns(colouring())} />`}
    <div class="columns">${plots.map(({ figure, width, table }) => html`<div><h3>${figure.title}</h3>
      <${Lines} figure=${figure} width=${width} lit=${lit} onLit=${light} />${table}</div>`)}</div>${curveCaption()}`;
}

section({ id: "curves", title: "Precision and recall", order: 20 }, () => (curvePlots().length ? html`<${CurvesOfRuns} />`
  : caption("There are no curves: no topic was averaged, or the judgments are a sample")));
