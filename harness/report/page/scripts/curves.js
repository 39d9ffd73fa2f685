/* Curves: precision at recall levels, precision and recall at cutoffs, and ROC where it was asked for. */

import { colouring, colourSigns, isLeft, leftRuns } from "./attributes.js";
import { axes, figure, path, round, scale, shortened, signs, stroke, textAt, tip } from "./charts.js";
import {
  announce, basis, better, caption, checklist, controls, el, label, orderBy, participantOf, put, quantile, section,
  several, shape, shown,
} from "./core.js";
import { choose, chosen, report, whenever } from "./state.js";
import { dataTable } from "./tables.js";

/** Each plot: what its axes are, the points of a run, and what a point is called. */
function curvePlots() {
  const { recall, cutoff } = report.curves;
  const { roc } = report;
  const plots = /** @type {Plot[]} */ ([
    {
      title: "Interpolated precision at recall levels", x: "recall", y: "interpolated precision", positions: recall.points,
      points: (run) => recall.points.map((level, index) => [level, recall.precision[run][index]]),
      words: (_, [level, precision]) => `recall ${level}: precision ${shown(precision)}`,
      shared: true, cells: ([, precision]) => precision, head: (level) => `recall ${level}`,
    },
    {
      title: "Precision against recall at cutoffs", x: "recall", y: "precision", positions: cutoff.points, dots: true,
      points: (run) => cutoff.points.map((_, index) => [cutoff.recall[run][index], cutoff.precision[run][index]]),
      words: (index, [recalled, precision]) => `first ${cutoff.points[index]} documents: precision ${shown(precision)}, recall ${shown(recalled)}`,
      cells: ([recalled, precision]) => `${shown(precision)} / ${shown(recalled)}`, head: (documents) => `P / R at ${documents}`,
    },
  ]);
  if (roc) {
    plots.push({
      title: "ROC", x: "false positive rate", y: "true positive rate", positions: roc.false, diagonal: true, shared: true,
      points: (run) => roc.false.map((rate, index) => [rate, roc.true[run][index]]),
      words: (_, [rate, positive]) => `false positive rate ${rate}: true positive rate ${shown(positive)}`,
      cells: ([, positive]) => positive, head: (rate) => `at ${rate}`,
    });
  }
  return plots.filter((plot) => plot.positions.length);
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

/** A plot with one line a run. `draw(runs, styleOf)`; `light(run)` lifts one line above the others. @param {any} plot @param {number} width */
function linePlot(plot, width) {
  const height = Math.round(width * 0.75);
  const characters = width < 420 ? 10 : 16;
  const box = { left: 56, right: width - 16 - 6 * characters, top: 10, bottom: height - 52 };
  /** @type {[number, number][][]} */
  const every = report.runs.map((_, run) => plot.points(run));
  const most = (/** @type {number} */ index) => Math.max(0.1, ...every.flat().map((point) => point[index] || 0));
  const x = scale(0, most(0), box.left, box.right);
  const y = scale(0, most(1), box.bottom, box.top);
  const svg = figure(width, height, plot.title, "The numbers are in the table below it.");
  axes(svg, box, x, y, plot.x, plot.y);
  if (plot.diagonal) svg.append(shape("path", { class: "grid", d: path([[x(0), y(0)], [x(1), y(1)]]) }));
  const line = (/** @type {number[][]} */ points) => path(points.filter(([a, b]) => a !== null && b !== null).map(([a, b]) => [x(a), y(b)]));
  const [band, context] = ["band", "context"].map((kind) => svg.appendChild(shape("path", { class: kind })));
  const lines = shape("g", { class: "lines" });
  const ends = shape("g");
  svg.append(lines, ends);
  let drawn = /** @type {{ run: number, points: any[], line: SVGElement }[]} */ ([]);

  /** The runs that are left, in grey. */
  function drawContext() {
    const left = leftRuns().map((run) => every[run]);
    band.setAttribute("d", path(quartileBand(plot, left).map(([level, value]) => [x(level), y(value)])));
    context.setAttribute("d", left.map(line).join(""));
  }

  /** @param {number[]} runs @param {(run: number) => Record<string, any>} styleOf */
  function draw(runs, styleOf) {
    drawn = runs.map((run) => {
      const points = every[run].map((point, index) => ({ run, index, point, x: x(point[0]), y: y(point[1]) }))
        .filter(({ point }) => point[0] !== null && point[1] !== null);
      const dots = plot.dots ? points.map((point) => shape("circle",
        { cx: round(point.x), cy: round(point.y), r: 2.5, "stroke-dasharray": "none" })) : [];
      return { run, points, line: shape("g", styleOf(run), shape("path", { d: path(points.map(({ x: across, y: up }) => [across, up])) }), dots) };
    });
    put(lines, drawn.map(({ line: drawing }) => drawing));
    put(ends, endLabels(drawn, styleOf, box, characters));
    light(null);
  }

  /** @param {Maybe<number>} run */
  function light(run) {
    const lit = drawn.find((other) => other.run === run);
    lines.classList.toggle("some", Boolean(lit));
    for (const other of drawn) other.line.classList.toggle("lit", other === lit);
    if (lit) lines.append(lit.line);
  }

  /** The point of a line that is nearest to the pointer, if one is near. @param {PointerEvent} event */
  function nearest(event) {
    const frame = svg.getBoundingClientRect();
    const [left, top] = [(event.clientX - frame.left) * width / frame.width, (event.clientY - frame.top) * width / frame.width];
    let closest = /** @type {any} */ (null);
    let least = 30;
    for (const { points } of drawn) {
      for (const point of points) {
        const distance = Math.hypot(point.x - left, point.y - top);
        if (distance < least) {
          closest = point;
          least = distance;
        }
      }
    }
    return closest;
  }

  tip(svg, (event) => {
    const point = nearest(event);
    light(point && point.run);
    if (!point || !plot.shared) return point && `${report.runs[point.run].name}\n${plot.words(point.index, point.point)}`;
    const all = orderBy(drawn.length, (index) => every[drawn[index].run][point.index][1]).slice(0, 16).map((index) => drawn[index].run);
    return [plot.head(point.point[0]), ...all.map((run) => `${shown(every[run][point.index][1])}  ${report.runs[run].name}${run === point.run ? " ◂" : ""}`)].join("\n");
  });
  svg.addEventListener("pointerleave", () => light(null));
  return { element: svg, draw, drawContext, light };
}

/**
 * The outline of the band between the quartiles of runs, where all have their points at the same positions.
 * @param {any} plot @param {[number, number][][]} every
 */
function quartileBand(plot, every) {
  if (!plot.shared || every.length < 4) return [];
  const edge = (/** @type {number} */ share) => plot.positions.map((/** @type {number} */ level, /** @type {number} */ index) =>
    [level, Number(quantile(every.map((points) => points[index][1]), share))]);
  return [...edge(0.25), ...edge(0.75).reverse()];
}

/**
 * The names of few lines to the right of the plot, moved apart where they would touch, each led to the end of its line.
 * @param {{ run: number, points: any[] }[]} drawn @param {(run: number) => Record<string, any>} styleOf
 * @param {{ right: number, bottom: number }} box @param {number} characters
 */
function endLabels(drawn, styleOf, { right, bottom }, characters) {
  const ends = drawn.filter(({ points }) => points.length).map(({ run, points }) => ({ run, x: points.at(-1).x, y: points.at(-1).y }));
  if (ends.length > 12) return [];
  let below = bottom + 14;
  return ends.sort((a, b) => b.y - a.y).flatMap(({ run, x, y }) => {
    below = Math.min(y, below - 12);
    const { stroke: colour } = styleOf(run);
    return [shape("path", { class: "lead", d: `M${round(x)} ${round(y)}L${right + 6} ${round(below)}`, stroke: colour }),
      textAt(right + 9, below + 3, shortened(report.runs[run].name, characters), { class: "small", style: `fill:${colour}` })];
  });
}

/** What is drawn, and how it was averaged. */
function curveCaption() {
  const counts = report.runs.map((run) => run.averaged);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const { roc } = report;
  const ofRoc = roc && several(Math.min(...roc.topics), "topic", Math.max(...roc.topics));
  return caption(
    `grey: ${leftRuns().length < report.runs.length ? "the runs that are left" : "all runs"}, and where they have the same recall levels the band between `
      + "their quartiles",
    "Interpolated precision is the best precision from the rank on that reaches the recall level",
    "precision and recall after so many documents are those of the whole cutoff, also where a run has fewer",
    `both are means over ${several(least, "topic", most)}`,
    roc && "ROC: over the judged documents alone, averaged vertically (the true positive rate at each false "
      + `positive rate) over ${ofRoc} with relevant and judged non-relevant documents; grey: by chance`,
    report.relevance_level && `relevant from grade ${report.relevance_level}`, basis(),
  );
}

section({ id: "curves", title: "Precision and recall", order: 20 }, (content) => {
  const plots = curvePlots();
  if (!plots.length) {
    put(content, caption("There are no curves: no topic was averaged, or the judgments are a sample"));
    return;
  }
  const width = Math.max(320, Math.min(660, Math.floor(content.clientWidth / plots.length) - 20));
  const drawings = plots.map((plot) => linePlot(plot, width));
  const tables = plots.map(() => el("div"));
  const count = el("span", { class: "caption" });
  const legend = el("div");
  const [below, warning] = [el("div"), el("div")];
  const samples = report.runs.map(() => shape("svg", { class: "sample", viewBox: "0 0 26 10", "aria-hidden": true }));
  const styles = new Map();
  const items = report.runs.map(({ name }, run) => ({
    key: run, name, before: samples[run], near: () => drawings.forEach((drawing) => drawing.light(run)),
  }));
  const list = checklist(`Runs, the best first by ${label(report.first_measure)}`, items,
    (runs) => choose({ curves: [...runs].sort((a, b) => a - b).map((run) => report.runs[run].name) }));

  /** A run keeps its style while it is drawn; the next one gets the first style that is free. @param {number[]} runs */
  function restyle(runs) {
    for (const run of [...styles.keys()]) if (!runs.includes(run)) styles.delete(run);
    const taken = new Set(styles.values());
    for (const run of runs) {
      if (styles.has(run)) continue;
      let free = 0;
      while (taken.has(free)) free += 1;
      taken.add(free);
      styles.set(run, free);
    }
  }

  function draw() {
    const runs = [...list.checked].sort((a, b) => a - b);
    restyle(runs);
    const colours = colouring();
    const styleOf = (/** @type {number} */ run) => ({ ...stroke(styles.get(run)), ...(chosen.colour ? { stroke: colours.ofRun(run) } : {}) });
    put(legend, chosen.colour && signs(...colourSigns(colours)));
    const lineOf = (/** @type {number} */ run) => shape("path", { d: "M0 5H26", "stroke-width": 3, ...styleOf(run) });
    samples.forEach((sample, run) => put(sample, styles.has(run) ? lineOf(run) : null));
    plots.forEach((plot, index) => {
      drawings[index].draw(runs, styleOf);
      const box = dataTable(plot.title, ["run", ...plot.positions.map(plot.head)], () => runs.map((run) => [report.runs[run].name,
        ...plot.points(run).map(plot.cells)]));
      box.open = Boolean(tables[index].querySelector("details[open]"));
      put(tables[index], box);
    });
    put(count, runs.length ? `${runs.length} of ${several(report.runs.length, "run")} drawn` : "no run is drawn: choose some in the list");
    announce(count.textContent);
  }

  const button = (/** @type {string} */ text, /** @type {() => Iterable<number>} */ runs) => el("button", { type: "button",
    on: { click: () => list.set(runs()) } }, text);
  put(content,
    controls(
      button("Best 5", () => orderBy(report.runs.length, (run) => better(chosen.measure, report.summary[chosen.measure][run])).filter(isLeft).slice(0, 5)),
      report.runs.some((run) => run.group) ? button("Best of each group", () => bestOfGroups().filter(isLeft)) : null,
      button("All", leftRuns), button("None", () => []), count),
    list.element, warning, legend,
    el("div", { class: "columns" }, plots.map((plot, index) => el("div", {}, el("h3", {}, plot.title), drawings[index].element, tables[index]))),
    below);
  list.element.addEventListener("pointerleave", () => drawings.forEach((drawing) => drawing.light(null)));
  whenever(["filter", "only", "subset"], () => {
    drawings.forEach((drawing) => drawing.drawContext());
    put(below, curveCaption());
    put(warning, chosen.subset && el("p", { class: "warning" }, `Curves are means over all topics, not over the subset ${chosen.subset}.`));
  });
  whenever(["curves", "colour"], () => {
    list.set([...report.runs.keys()].filter((run) => chosen.curves.includes(report.runs[run].name)));
    draw();
  });
});
