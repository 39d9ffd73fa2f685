/* Curves: precision at recall levels, precision and recall at cutoffs, and ROC where it was asked for. */

import { basisOfChosen, colouring, colourSigns, isLeft, leftRuns } from "./attributes.js";
import { axes, figure, path, round, scale, shortened, signs, stroke, textAt, tip } from "./charts.js";
import {
  announce, better, caption, checklist, chosenTopics, controls, el, label, orderBy, participantOf, put, quantile, section, several, shape, shown, summaryOf,
} from "./core.js";
import { choose, chosen, report, whenever } from "./state.js";
import { dataTable } from "./tables.js";

/** Each plot: what its axes are, the points of a run over the chosen topics, and what a point is called. */
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
      title: "Interpolated precision at recall levels", x: "recall", y: "interpolated precision", positions: levels, shared: true,
      points: (run) => pairs(run, ([precision]) => [levels, precision]),
      words: (_, [level, precision]) => `recall ${level}: precision ${shown(precision)}`,
      cells: ([, precision]) => precision, head: (level) => `recall ${level}`,
    },
    {
      title: "Precision against recall at cutoffs", x: "recall", y: "precision", positions: cutoffs, dots: true,
      points: (run) => pairs(run, ([, precision, recall]) => [recall.map((value) => value / unit), precision]),
      words: (index, [recalled, precision]) => `first ${cutoffs[index]} documents: precision ${shown(precision)}, recall ${shown(recalled)}`,
      cells: ([recalled, precision]) => `${shown(precision)} / ${shown(recalled)}`, head: (documents) => `P / R at ${documents}`,
    },
  ]);
  if (roc) {
    plots.push({
      title: "ROC", x: "false positive rate", y: "true positive rate", positions: roc.false, diagonal: true, shared: true,
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
 * A plot: the runs that are left in grey, a line for each of those that are `drawn`, before them. `light(run)` lifts one line above
 * the others.
 * @param {Plot} plot @param {number} width @param {number[]} drawn @param {(run: number) => Record<string, any>} styleOf
 */
function linePlot(plot, width, drawn, styleOf) {
  const height = Math.round(width * 0.75);
  const characters = width < 420 ? 10 : 16;
  const box = { left: 56, right: width - 16 - 6 * characters, top: 10, bottom: height - 52 };
  const every = report.runs.map((_, run) => plot.points(run));
  const most = (/** @type {number} */ index) => Math.max(0.1, ...every.flat().map((point) => point[index]));
  const [x, y] = [scale(0, most(0), box.left, box.right), scale(0, most(1), box.bottom, box.top)];
  const placed = (/** @type {number[][]} */ points) => points.map(([across, up]) => [x(across), y(up)]);
  const svg = figure(width, height, plot.title, "The numbers are in the table below it.");
  axes(svg, box, x, y, plot.x, plot.y);
  if (plot.diagonal) svg.append(shape("path", { class: "grid", d: path(placed([[0, 0], [1, 1]])) }));
  const left = leftRuns().map((run) => every[run]).filter((points) => points.length);
  svg.append(shape("path", { class: "band", d: path(placed(quartileBand(plot, left))) }),
    shape("path", { class: "context", d: left.map((points) => path(placed(points))).join("") }));
  const lines = new Map(drawn.filter((run) => every[run].length).map((run) => [run, shape("g", styleOf(run), shape("path", { d: path(placed(every[run])) }),
    plot.dots && placed(every[run]).map(([cx, cy]) => shape("circle", { cx: round(cx), cy: round(cy), r: 2.5, "stroke-dasharray": "none" })))]));
  const home = shape("g", { class: "lines" }, [...lines.values()]);
  svg.append(home, ...endLabels([...lines.keys()].map((run) => ({ run, end: placed(every[run]).at(-1) || [] })), styleOf, box, characters));

  /** @param {Maybe<number>} run */
  function light(run) {
    const lit = run === null ? undefined : lines.get(run);
    home.classList.toggle("some", Boolean(lit));
    for (const line of lines.values()) line.classList.toggle("lit", line === lit);
    if (lit) home.append(lit);
  }

  /** The point of a line that is nearest to the pointer, if one is near: its run, and its number. @param {PointerEvent} event */
  function nearest(event) {
    const frame = svg.getBoundingClientRect();
    const [across, down] = [event.clientX - frame.left, event.clientY - frame.top].map((pixels) => pixels * width / frame.width);
    const near = [...lines.keys()].flatMap((run) => placed(every[run])
      .map(([px, py], index) => ({ run, index, far: Math.hypot(px - across, py - down) })));
    return near.reduce((best, point) => (point.far < best.far ? point : best), { run: -1, index: 0, far: 30 });
  }

  tip(svg, (event) => {
    const { run, index } = nearest(event);
    light(run);
    if (run < 0) return null;
    if (!plot.shared) return `${report.runs[run].name}\n${plot.words(index, every[run][index])}`;
    const there = [...lines.keys()];
    const best = orderBy(there.length, (number) => every[there[number]][index][1]).slice(0, 16).map((number) => there[number]);
    return [plot.head(every[run][index][0]), ...best.map((other) => `${shown(every[other][index][1])}  ${report.runs[other].name}${other === run ? " ◂" : ""}`)].join("\n");
  });
  svg.addEventListener("pointerleave", () => light(null));
  return { svg, light };
}

/** The outline of the band between the quartiles of runs, where all have their points at the same positions. @param {Plot} plot @param {number[][][]} every */
function quartileBand(plot, every) {
  if (!plot.shared || every.length < 4) return [];
  const edge = (/** @type {number} */ share) => every[0].map(([level], index) => [level, Number(quantile(every.map((points) => points[index][1]), share))]);
  return [...edge(0.25), ...edge(0.75).reverse()];
}

/**
 * The names of few lines to the right of the plot, moved apart where they would touch, each led to the end of its line.
 * @param {{ run: number, end: number[] }[]} ends @param {(run: number) => Record<string, any>} styleOf
 * @param {{ right: number, top: number, bottom: number }} box @param {number} characters
 */
function endLabels(ends, styleOf, { right, top, bottom }, characters) {
  if (ends.length > 12) return [];
  let below = bottom + 14;
  return ends.sort((a, b) => b.end[1] - a.end[1]).flatMap(({ run, end: [x, y] }, index) => {
    below = Math.min(Math.max(y, top + 12 * (ends.length - 1 - index)), below - 12);
    const { stroke: colour } = styleOf(run);
    return [shape("path", { class: "lead", d: `M${round(x)} ${round(y)}L${right + 6} ${round(below)}`, stroke: colour }),
      textAt(right + 9, below + 3, shortened(report.runs[run].name, characters), { class: "small", style: `fill:${colour}` })];
  });
}

/** What is drawn, and how it was averaged. */
function curveCaption() {
  const { curves } = report;
  const roc = rocCurves();
  const those = new Set(chosen.subset in curves.subsets ? chosenTopics() : report.topics.keys());
  const counts = report.runs.map((_, run) => [...those].filter((topic) => report.values[0][topic][run] !== null).length).filter(Boolean);
  const topics = (/** @type {number[]} */ numbers) => several(Math.min(...numbers), "topic", Math.max(...numbers));
  return caption(
    `grey: ${leftRuns().length < report.runs.length ? "the runs that are left" : "all runs"}, and where they have the same recall levels the band between `
      + "their quartiles",
    "Interpolated precision is the best precision from the rank on that reaches the recall level",
    "precision and recall after so many documents are those of the whole cutoff, also where a run has fewer",
    `both are means over ${topics(counts)}`,
    roc && "ROC: over the judged documents alone, averaged vertically (the true positive rate at each false "
      + `positive rate) over ${topics(roc.topics)} with relevant and judged non-relevant documents; grey: by chance`,
    report.relevance_level && `relevant from grade ${report.relevance_level}`, basisOfChosen(),
  );
}

/** That the plots do not follow the chosen subset, where there are too many. */
function curvesOfAll() {
  if (!chosen.subset || chosen.subset in report.curves.subsets) return null;
  return el("p", { class: "warning" }, `Curves are means over all topics, not over the subset ${chosen.subset}.`);
}

section({ id: "curves", title: "Precision and recall", order: 20 }, (content) => {
  if (!curvePlots().length) {
    put(content, caption("There are no curves: no topic was averaged, or the judgments are a sample"));
    return;
  }
  let drawings = /** @type {ReturnType<typeof linePlot>[]} */ ([]);
  const light = (/** @type {Maybe<number>} */ run) => drawings.forEach((drawing) => drawing.light(run));
  const [home, count] = [el("div"), el("span", { class: "caption" })];
  const samples = report.runs.map(() => shape("svg", { class: "sample", viewBox: "0 0 26 10", "aria-hidden": true }));
  /** The number of each run's style, which it keeps while it is drawn. */
  const styles = /** @type {Map<number, number>} */ (new Map());
  const list = checklist(`Runs, the best first by ${label(report.first_measure)}`,
    report.runs.map(({ name }, run) => ({ key: run, name, before: samples[run], near: () => light(run) })),
    (runs) => choose({ curves: [...runs].sort((a, b) => a - b).map((run) => report.runs[run].name) }));

  function draw() {
    const runs = [...list.checked].sort((a, b) => a - b);
    for (const run of [...styles.keys()]) if (!runs.includes(run)) styles.delete(run);
    for (const run of runs) {
      const taken = [...styles.values()];
      if (!styles.has(run)) styles.set(run, [...report.runs.keys()].findIndex((number) => !taken.includes(number)));
    }
    const colours = colouring();
    const styleOf = (/** @type {number} */ run) => ({ ...stroke(styles.get(run) || 0), ...(chosen.colour ? { stroke: colours.ofRun(run) } : {}) });
    samples.forEach((sample, run) => put(sample, styles.has(run) && shape("path", { d: "M0 5H26", "stroke-width": 3, ...styleOf(run) })));
    const plots = curvePlots();
    const width = Math.max(320, Math.min(660, Math.floor(content.clientWidth / plots.length) - 20));
    const open = [...home.querySelectorAll("details")].map((box) => box.open);
    drawings = plots.map((plot) => linePlot(plot, width, runs, styleOf));
    put(home, curvesOfAll(), chosen.colour && signs(...colourSigns(colours)),
      el("div", { class: "columns" }, plots.map((plot, index) => {
        const table = dataTable(plot.title, ["run", ...plot.positions.map(plot.head)],
          () => runs.map((run) => [report.runs[run].name, ...plot.points(run).map(plot.cells)]));
        table.open = open[index];
        return el("div", {}, el("h3", {}, plot.title), drawings[index].svg, table);
      })), curveCaption());
    const words = runs.length ? `${runs.length} of ${several(report.runs.length, "run")} drawn` : "no run is drawn: choose some in the list";
    if (words !== count.textContent) announce(words);
    put(count, words);
  }

  const button = (/** @type {string} */ text, /** @type {() => Iterable<number>} */ runs) => el("button", { type: "button",
    on: { click: () => list.set(runs()) } }, text);
  const byValue = () => orderBy(report.runs.length, (run) => better(chosen.measure, summaryOf(chosen.measure, run)));
  put(content,
    controls(
      button("Best 5", () => byValue().filter(isLeft).slice(0, 5)),
      report.runs.some((run) => run.group) ? button("Best of each group", () => bestOfGroups().filter(isLeft)) : null,
      button("All", leftRuns), button("None", () => []), count),
    list.element, home);
  list.element.addEventListener("pointerleave", () => light(null));
  whenever(["curves"], () => list.set([...report.runs.keys()].filter((run) => chosen.curves.includes(report.runs[run].name))));
  whenever(["curves", "colour", "filter", "only", "subset"], draw);
});
