/*
 * The one renderer of pictures. A section describes a figure, neutrally, as figures/kinds.py does for print; a
 * component draws it:
 *
 *   <Lines figure width lit onLit />  curves, with grey ones of all runs behind them, a band of quartiles, names at the ends
 *   <Points figure />                 a point an item over two axes of one scale
 *   <Rows figure />                   a name a row, with marks along a common axis: box plots
 *   <Bars figure />                   a column an item, with the same marks upright: bars, stacks of them, intervals, ranges
 *   <Grid figure />                   a heat map
 *
 * and beside them <Signs listed />, what signs mean (`markSigns` makes those of marks), <ColourScale …/> for a heat map
 * and <Whisker …/> for a cell of a table. Descriptions are typed in payload.d.ts (`LinesFigure`, `MarksFigure` …).
 * A figure is drawn again when its description is another object: sections keep it in `useMemo`. Marks of a figure are
 * listed in the order in which they are drawn, each with `of(index)`, what it is of an item:
 *
 *   { kind: "bar", of: () => [0, value], colour: (index) => …, class: … }    a bar between two values; `box` is one in outline
 *   { kind: "whisker", of: () => [low, high] }                               a line between two values with its ends, or two: [low, q1, q3, high]
 *   { kind: "tick", of: () => median }, { kind: "point", of: () => mean }    a stroke across, a dot
 *   { kind: "outliers", of: () => [values], words: (index, nth) => … }       small circles, each with words
 *
 * Every figure but `Lines` is visited item by item, by the pointer and the arrow keys: `item` is what one is called,
 * `words(index)` says one, `open(index)` is what Enter does. Of many columns a stretch can be brushed, which is shown
 * alone and larger; what is outside is said below.
 */

import { disc, everyNth, isNarrow, PAPER, path, rectangle, room, round, scale, shortened, ticks } from "./scales.js";
import { announce, byId, quantile, several, shown } from "./core.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "./preact.js";
import { report } from "./state.js";

/** Whether the page is being printed: what is as wide as the window is drawn again for paper, where its letters would be too small, and back. */
export function usePaper() {
  const [paper, setPaper] = useState(false);
  useLayoutEffect(() => {
    const [before, after] = [() => setPaper(true), () => setPaper(false)];
    window.addEventListener("beforeprint", before);
    window.addEventListener("afterprint", after);
    return () => {
      window.removeEventListener("beforeprint", before);
      window.removeEventListener("afterprint", after);
    };
  }, []);
  return paper;
}

/** A text at a point. @param {number} x @param {number} y @param {string} text @param {Record<string, any>} [attributes] */
function lettering(x, y, text, attributes) {
  return html`<text x=${round(x)} y=${round(y)} ...${attributes}>${text}</text>`;
}

/** The words of a figure, with names in the place of what is in braces. @param {string} name @param {Record<string, string>} [names] @returns {Description} */
export function described(name, names = {}) {
  const filled = (/** @type {string} */ text) => text.replace(/\{(\w+)\}/g, (_, key) => names[key]);
  const { title, x, y, key } = report.figures[name];
  return { title: filled(title), x: filled(x), y: filled(y), key: Object.fromEntries(Object.entries(key).map(([mark, words]) => [mark, filled(words)])) };
}

/** The attributes of a drawing, with a name and a description for those who do not see it. @param {{ title: string, description?: string }} figure @param {number} width @param {number} height */
function drawingOf({ title, description = "" }, width, height) {
  return { viewBox: `0 0 ${width} ${height}`, class: "figure", role: "img", "aria-label": `${title}. ${description}`, style: `max-width: ${width}px`,
    preserveAspectRatio: "xMinYMin meet" };
}

/* --- tips: what is under the pointer --------------------------------------------------------- */

/** What shows a tip over an element: `words` say it, null where there is nothing. @param {(event: PointerEvent) => Maybe<string>} words */
function tipped(words) {
  const onPointerMove = (/** @type {PointerEvent} */ event) => {
    const [box, text] = [byId("tip"), words(event)];
    box.hidden = text === null;
    if (text === null) return;
    box.textContent = text;
    const left = Math.min(event.clientX + 14, window.innerWidth - box.offsetWidth - 8);
    const below = event.clientY + 18 + box.offsetHeight < window.innerHeight;
    box.style.left = `${Math.max(4, left)}px`;
    box.style.top = `${below ? event.clientY + 18 : event.clientY - box.offsetHeight - 10}px`;
  };
  return { onPointerMove, onPointerLeave: () => { byId("tip").hidden = true; } };
}

/** Where the pointer is in a drawing. @param {SVGSVGElement} svg @param {PointerEvent} event */
function pointIn(svg, event) {
  const frame = svg.getBoundingClientRect();
  const zoom = svg.viewBox.baseVal.width / frame.width;
  return [(event.clientX - frame.left) * zoom, (event.clientY - frame.top) * zoom];
}

/* --- drawings that are visited item by item -------------------------------------------------- */

/**
 * Where a key leads from an item of a grid, counted row by row; null where nowhere.
 * @param {string} key @param {Maybe<number>} item @param {CellGrid} grid @param {(item: number) => boolean} there
 */
function nextItem(key, item, { rows, columns }, there) {
  const first = (/** @type {number} */ from, /** @type {number} */ by) => {
    for (let next = from; next >= 0 && next < rows * columns; next += by) if (there(next)) return next;
    return null;
  };
  if (key === "End") return first(rows * columns - 1, -1);
  if (key === "Home" || item === null) return first(0, 1);
  const [down, across] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] || [0, 0];
  const [row, column] = [Math.floor(item / columns) + down, (item % columns) + across];
  const inside = row >= 0 && row < rows && column >= 0 && column < columns;
  return inside && there(row * columns + column) ? row * columns + column : null;
}

/** The cell of a grid at a point, and the outline of a cell. @param {CellGrid} grid */
function cellsOf({ left, top, across, down, rows, columns }) {
  return {
    itemAt: (/** @type {number} */ x, /** @type {number} */ y) => {
      const [row, column] = [Math.floor((y - top) / down), Math.floor((x - left) / across)];
      return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : null;
    },
    outline: (/** @type {number} */ item) => rectangle(left + (item % columns) * across, top + Math.floor(item / columns) * down, across, down),
  };
}

/**
 * A box with a drawing whose items the pointer and the arrow keys visit; it is one stop of the tab key. Items are numbers
 * from 0, row by row in a grid of cells of one size; those that are not `there` are left out. A click does what Enter does,
 * or only moves the mark where the figure has `pick`, which is called with every item that gets the mark. `itemAt` and
 * `outline` are of drawings whose items stand elsewhere than in the grid; `crossed` are lines that lead to an item's names.
 * @param {ExploredProps} props
 */
function Explored({ figure, size: [width, height], grid, there = () => true, itemAt = cellsOf(grid).itemAt, outline = cellsOf(grid).outline,
  crossed, stretch, children }) {
  const [svg, mark] = [useRef(/** @type {Maybe<SVGSVGElement>} */ (null)), useRef(/** @type {Maybe<SVGPathElement>} */ (null))];
  const [marked, setMarked] = useState({ figure, item: /** @type {Maybe<number>} */ (null), keyed: false });
  const current = marked.figure === figure ? marked.item : null;
  useLayoutEffect(() => { if (marked.keyed && mark.current) mark.current.scrollIntoView({ block: "nearest", inline: "nearest" }); }, [marked]);
  const { title, item: what, opens = `opens the ${what}`, words, open, pick } = figure;

  const move = (/** @type {number} */ item, /** @type {boolean} */ keyed) => {
    setMarked({ figure, item, keyed });
    if (keyed) announce(words(item));
    if (pick) pick(item);
  };
  const under = (/** @type {PointerEvent} */ event) => {
    const [x, y] = pointIn(/** @type {SVGSVGElement} */ (svg.current), event);
    const item = itemAt(x, y);
    return item !== null && there(item) ? item : null;
  };
  const brush = useBrush(grid, stretch, (event) => pointIn(/** @type {SVGSVGElement} */ (svg.current), event)[0]);
  const onKeyDown = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && current !== null) open(current);
    else if (stretch && event.key === "+") stretch.around((current || 0) % grid.columns);
    else if (stretch && /^(-|Escape)$/.test(event.key)) stretch.whole();
    else if (/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) {
      const next = nextItem(event.key, current, grid, there);
      if (next !== null) move(next, true);
    } else return;
    event.preventDefault();
  };
  const onClick = (/** @type {PointerEvent} */ event) => {
    const item = under(event);
    if (item === null || brush.ended()) return;
    move(item, false);
    if (!pick) open(item);
  };
  const tip = tipped((event) => {
    const item = under(event);
    return /** @type {SVGElement} */ (event.target).dataset.words || (item === null ? null : words(item));
  });
  const style = `width: ${width}px`;
  const { onPointerDown, onPointerUp } = brush;
  const onPointerMove = (/** @type {PointerEvent} */ event) => { brush.onPointerMove(event); tip.onPointerMove(event); };
  return html`<div class="scroll explorable" tabindex="0" role="application" onKeyDown=${onKeyDown} onClick=${onClick} ...${tip}
      ...${{ onPointerDown, onPointerMove, onPointerUp }}
      aria-label="${title}. Arrow keys move from ${what} to ${what}, Enter ${opens}${stretch ? ", plus and minus zoom" : ""}.">
    <svg ref=${svg} ...${drawingOf(figure, width, height)} style=${style}>${children}${brush.band}
      ${current !== null && crossed && html`<path class="cross" d=${crossed(current)} />`}
      ${current !== null && html`<path ref=${mark} class="mark" d=${outline(current)} />`}</svg></div>`;
}

/* --- a stretch of many columns --------------------------------------------------------------- */

/** From so many columns on a stretch of them can be shown alone. */
const MANY_COLUMNS = 30;

/**
 * The columns of a figure that are shown, all at first, and what changes that; nothing of few columns.
 * @param {object} figure @param {number} count
 */
function useStretch(figure, count) {
  const [kept, keep] = useState({ figure, from: 0, to: count });
  const { from, to } = kept.figure === figure ? kept : { from: 0, to: count };
  const show = (/** @type {number} */ first, /** @type {number} */ end) => keep({ figure, from: Math.max(0, first), to: Math.min(count, end) });
  const half = Math.max(1, Math.floor((to - from) / 4));
  const stretch = { from, to, count, whole: () => keep({ figure, from: 0, to: count }),
    brushed: (/** @type {number} */ first, /** @type {number} */ last) => show(from + first, from + last + 1),
    around: (/** @type {number} */ column) => show(from + column - half, from + column + half + 1) };
  return { from, to, stretch: count > MANY_COLUMNS ? stretch : undefined };
}

/** What is outside of a stretch, and the way back; or that there can be one. @param {{ stretch?: Stretch, what: string }} props */
function Outside({ stretch, what }) {
  if (!stretch) return null;
  const { from, to, count } = stretch;
  if (to - from === count) return html`<p class="caption hint more">Drag across some of the ${count.toLocaleString("en")} ${what}s to see them larger.</p>`;
  const [before, after] = [from, count - to].map((number) => number.toLocaleString("en"));
  const words = `${several(to - from, what)} of ${count.toLocaleString("en")} shown; outside: ${before} to the left, ${after} to the right. `;
  return html`<p class="caption hint" role="status">${words}<button type="button" onClick=${stretch.whole}>Show all</button></p>`;
}

/**
 * What the pointer does that is dragged across columns: a band between them, and then they are the stretch. `ended` says
 * once of a click that it was the end of dragging.
 * @param {CellGrid} grid @param {Stretch | undefined} stretch @param {(event: PointerEvent) => number} xOf
 */
function useBrush({ left, top, across, down, rows, columns }, stretch, xOf) {
  const [ends, setEnds] = useState(/** @type {Maybe<[number, number]>} */ (null));
  const dragged = useRef(false);
  const columnAt = (/** @type {PointerEvent} */ event) => Math.min(columns - 1, Math.max(0, Math.floor((xOf(event) - left) / across)));
  const [first, last] = ends ? [Math.min(...ends), Math.max(...ends)] : [0, 0];
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      if (stretch && event.pointerType !== "touch" && !event.button) setEnds([columnAt(event), columnAt(event)]);
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      if (ends && !event.buttons) setEnds(null);
      else if (ends) setEnds([ends[0], columnAt(event)]);
    },
    onPointerUp: () => {
      dragged.current = last > first;
      if (stretch && last > first) stretch.brushed(first, last);
      setEnds(null);
    },
    ended: () => [dragged.current, dragged.current = false][0],
    band: last > first && html`<path class="band" d=${rectangle(left + first * across, top, (last + 1 - first) * across, rows * down)} />`,
  };
}

/* --- axes and signs -------------------------------------------------------------------------- */

/** A line across a drawing for each tick of its scale, in words at the left. @param {number} left @param {number} right @param {Scale} y @param {(tick: number) => string} [words] */
function levels(left, right, y, words = String) {
  return y.ticks.map((tick) => html`<path class="grid" d="M${left} ${round(y(tick))}H${right}" />${
    lettering(left - 8, y(tick) + 4, words(tick), { class: "tick", "text-anchor": "end" })}`);
}

/** The name of the upright axis. @param {number} y the middle @param {string} [text] */
function upright(y, text) {
  return text && lettering(12, y, text, { "text-anchor": "middle", transform: `rotate(-90 12 ${round(y)})` });
}

/** The axes of a plot within edges. @param {Edges} box @param {((value: number) => number) & { ticks: number[] }} x @param {Scale} y @param {string} xLabel @param {string} yLabel */
function axesOf({ left, right, top, bottom }, x, y, xLabel, yLabel) {
  return html`${levels(left, right, y)}${x.ticks.map((tick) => html`<path class="axis" d="M${round(x(tick))} ${bottom}v5" />${
    lettering(x(tick), bottom + 20, String(tick), { class: "tick", "text-anchor": "middle" })}`)}
    <path class="axis" d="M${left} ${top}V${bottom}H${right}" />
    ${lettering((left + right) / 2, bottom + 40, xLabel, { "text-anchor": "middle" })}${upright((top + bottom) / 2, yLabel)}`;
}

/** What the signs of a drawing mean: [attributes of a path in a box of 16 × 12, words] of each. @param {{ listed: Sign[] }} props */
export function Signs({ listed }) {
  return html`<ul class="signs">${listed.map(([attributes, words]) => html`<li>
    <svg width="16" height="12" aria-hidden="true"><path ...${attributes} /></svg>${words}</li>`)}</ul>`;
}

/* --- marks: of rows, and upright of columns -------------------------------------------------- */

/** @typedef {(value: number, offset: number) => number[]} Placing where a value is, so far from the middle of its item */

/** The paths of marks around the middle of an item. @type {Record<string, (of: Placing, half: number, ends: number[]) => string>} */
const LINED = {
  bar: (of, half, [from, to]) => `${path([of(from, -half), of(to, -half), of(to, half), of(from, half)])}z`,
  box: (of, half, ends) => LINED.bar(of, half, ends),
  whisker: (of, half, ends) => [ends.slice(0, 2), ends.slice(2)].map((line) => path(line.map((end) => of(end, 0)))).join("")
    + [ends[0], ends[ends.length - 1]].map((end) => path([of(end, -half / 2), of(end, half / 2)])).join(""),
  tick: (of, half, [value]) => path([of(value, -half), of(value, half)]),
};

/** The radii of marks that are circles. @type {Record<string, number>} */
const DISCS = { point: 4, outliers: 2.4 };

/** How the style knows marks. @type {Record<string, string>} */
const CLASSES = { bar: "bar", box: "box", whisker: "axis", tick: "median", point: "own", outliers: "dot" };

/**
 * One kind of mark of all items: those of one colour are one path, circles stand for themselves.
 * @param {FigureMark} mark @param {number} count @param {(index: number) => Placing} placing @param {number} half
 */
function drawnMark({ kind, of, class: look = CLASSES[kind], colour = () => "", words, half: most = Infinity }, count, placing, half) {
  const values = Array.from({ length: count }, (_, index) => [of(index)].flat().filter((value) => value !== null));
  if (DISCS[kind]) {
    return values.map((listed, index) => listed.map((value, nth) => {
      const [cx, cy] = placing(index)(value, 0).map(round);
      return html`<circle class=${typeof look === "function" ? look(index) : colour(index) ? null : look} cx=${cx} cy=${cy}
        r=${Math.min(DISCS[kind], Math.max(2.5, half))} fill=${colour(index) || null}
        data-words=${words && words(index, nth)} />`;
    }));
  }
  const paths = /** @type {Map<string, string[]>} */ (new Map());
  values.forEach((ends, index) => {
    if (!ends.length) return;
    const drawn = paths.get(colour(index)) || [];
    drawn.push(LINED[kind](placing(index), Math.min(most, half), ends));
    paths.set(colour(index), drawn);
  });
  const painted = (/** @type {string} */ hue) => (kind === "whisker" || kind === "tick" ? { stroke: hue, "stroke-width": 1.5 } : { fill: hue });
  return Array.from(paths, ([hue, drawn]) => html`<path d=${drawn.join("")} ...${hue ? painted(hue) : { class: look }} />`);
}

/**
 * A column an item, as many as there are, within the width: marks upright over the names of the items, cut to `most`
 * characters. `lines` go across at a value; what is `pointed` has a sign above.
 * @param {{ figure: BarsFigure }} props
 */
export function Bars({ figure }) {
  const { from, to, stretch } = useStretch(figure, figure.names.length);
  const shownBars = useMemo(() => barsBetween(figure, from, to), [figure, from, to]);
  const { names, axis, marks, height = 210, most = 10, lines = [], pointed, defs } = shownBars;
  const paper = usePaper();
  const [left, top, count] = [60, pointed ? 18 : 10, names.length];
  const bottom = top + height;
  const wide = (room(paper, figure.share) - 74) / Math.max(1, count);
  const step = Math.min(44, wide < 5 ? wide : Math.floor(wide));
  const right = left + step * count;
  const longest = Math.min(most, Math.max(...names.map((name) => Array.from(name).length)));
  const grid = { left, top, across: step, down: height, rows: 1, columns: count };
  const children = useMemo(() => {
    const y = scale(axis.low, axis.high, bottom, top, axis.most);
    const middle = (/** @type {number} */ index) => left + (index + 0.5) * step;
    const placing = /** @returns {Placing} */ (/** @type {number} */ index) => (value, offset) => [middle(index) + offset, y.clamped(value)];
    const named = (/** @type {string} */ name, /** @type {number} */ index) => {
      const [base, below] = [round(middle(index) + 4), bottom + 8];
      return index % everyNth(step) ? null
        : lettering(base, below, shortened(name, most), { class: "small", "text-anchor": "end", transform: `rotate(-90 ${base},${below})` });
    };
    return html`<defs>${defs}</defs>
      ${[levels(left, right, y, axis.words), names.map(named), upright((top + bottom) / 2, axis.label)]}
      ${marks.map((mark) => drawnMark(mark, count, placing, Math.max(step / 2, Math.min(1, step)) - (step > 4 ? 1 : 0)))}
      ${lines.map(([value, look]) => html`<path class=${look} d="M${left} ${round(y.clamped(value))}H${right}" />`)}
      ${pointed && lettering(middle(pointed[0]), y.clamped(pointed[1]) - 4, "▼", { "text-anchor": "middle", class: "small" })}`;
  }, [shownBars, step]);
  const size = [Math.max(right + 12, Math.min(340, room(paper, figure.share))), bottom + 20 + 6 * longest];
  return html`<${Explored} figure=${shownBars} size=${size} grid=${grid} stretch=${stretch}>${children}<//><${Outside} stretch=${stretch} what=${figure.item} />`;
}

/** Some columns of a figure, as a figure. @param {BarsFigure} figure @param {number} from @param {number} to @returns {BarsFigure} */
function barsBetween(figure, from, to) {
  if (to - from === figure.names.length) return figure;
  const later = (/** @type {any} */ asked) => (typeof asked !== "function" ? asked
    : (/** @type {number} */ index, /** @type {any[]} */ ...more) => asked(index + from, ...more));
  const { pointed } = figure;
  return { ...figure, names: figure.names.slice(from, to), words: later(figure.words), open: later(figure.open),
    marks: figure.marks.map((mark) => ({ ...mark, of: later(mark.of), colour: later(mark.colour), words: later(mark.words), class: later(mark.class) })),
    pointed: pointed && pointed[0] >= from && pointed[0] < to ? [pointed[0] - from, pointed[1]] : undefined };
}

/** A mean with its interval on the scale of all runs, for a cell of a table; in words for those who do not see it. @param {{ axis: Scale, value: number, low: number, high: number, width: number, error?: Maybe<number>, colour?: string }} props */
export function Whisker({ axis, value, low, high, width, error, colour }) {
  const [x, from, to] = [value, low, high].map((number) => round(axis.clamped(number)));
  const words = `${shown(low)} to ${shown(high)}`;
  const ends = [[low >= axis.low, from], [high <= axis.high, to]].map(([inside, end]) => (inside ? `M${end} 5v8` : "")).join("");
  return html`<span class="hidden">${words}</span><svg class="whisker" viewBox=${`0 0 ${width} 18`} aria-hidden="true" style="width:${width}px;${colour ? `fill:${colour};stroke:${colour}` : ""}" ...${tipped(() => words)}>
    ${error && html`<path class="sample-error" d="M${round(axis.clamped(value - error))} 9H${round(axis.clamped(value + error))}" />`}
    <path d="M${from} 9H${to}${ends}" /><circle cx=${x} cy="9" r="3.5" /></svg>`;
}

/* --- grids: heat maps ------------------------------------------------------------------------ */

/** How wide each of so many items is within a width: whole pixels, unless there are more items than pixels. @param {number} width @param {number} count */
function fitting(width, count) {
  const wide = width / Math.max(1, count);
  return wide < 2 ? wide : Math.floor(wide);
}

/** Where the cells of a grid are, and how many of its columns and of its rows share a name. @param {GridFigure} figure @param {boolean} paper */
function gridFrame({ rows, columns, ids }, paper) {
  const heads = paper ? ids : columns;
  const longest = Math.max(...heads.map((name) => name.length));
  const [least, beyond] = isNarrow() && !paper ? [92, 62] : [160, 104];
  const left = Math.max(least, ...rows.map((name) => 14 + widthOf(shortened(name, longestName()))));
  const top = 42 + Math.round(5.6 * Math.min(17, longest));
  const across = Math.min(72, fitting(room(paper) - left - beyond - 2, columns.length));
  const down = paper ? Math.min(12, (PAPER.height - top - 6) / rows.length) : Math.min(24, Math.max(12, Math.floor(600 / rows.length)));
  return { left, top, across, down, rows: rows.length, columns: columns.length, beyond, heads,
    every: everyNth(across, paper ? 8 : 11), everyRow: everyNth(down, 6.3) };
}

/** Lines across a cell that has no value. */
function hatching() {
  return html`<defs><pattern id="hatched" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <path class="axis" d="M0 0V5" /></pattern></defs>`;
}

/** The cells of a grid, those of one look as one path. @param {GridFigure} figure @param {ReturnType<typeof gridFrame>} frame */
function gridCells({ looks, look }, { left, top, across, down, rows, columns }) {
  const paths = looks.map(() => /** @type {string[]} */ ([]));
  const gap = across > 14 ? 1 : 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const index = look(row, column);
      paths[index].push(rectangle(left + column * across, top + row * down, Math.max(0.2, across - gap), down - gap));
    }
  }
  return looks.map((attributes, index) => paths[index].length > 0 && html`<path class="cells" ...${attributes} d=${paths[index].join("")} />`);
}

/** What stands beside the cells: of rows to the right, with their tags at the left, and of columns above. @param {GridFigure} figure @param {ReturnType<typeof gridFrame>} frame */
function gridMargins({ margins }, { left, top, across, down, columns, everyRow }) {
  if (!margins) return null;
  const right = left + columns * across;
  const beside = (/** @type {GridMargin} */ { fill, words, tag, text }, /** @type {number} */ row) => html`
    <path class="margin" d=${rectangle(right + 4, top + row * down, 12, down)} fill=${fill} data-words=${words} />
    <path fill=${tag?.fill} d=${rectangle(left - 6, top + row * down + 1, 4, down - 2)} data-words=${tag?.words} />
    ${row % everyRow ? null : lettering(right + 20, top + (row + 0.5) * down + Math.min(4, down / 2), text || "", { class: "small tick" })}`;
  return html`${margins.rows.map(beside)}${margins.columns.map(({ fill, words }, column) => html`
    <path class="margin" d=${rectangle(left + column * across, top - 16, across, 12)} fill=${fill} data-words=${words} />`)}
    ${lettering(left - 10, top - 6, margins.above, { class: "small tick", "text-anchor": "end" })}
    ${lettering(right + 20, top - 6, margins.beside, { class: "small tick" })}`;
}

/** The most characters of a row's name. */
const longestName = () => (isNarrow() ? 12 : 24);

/** The width of small letters, at most: capitals and signs are wider. @param {string} text */
const widthOf = (text) => 5.7 * text.length + 2.4 * (text.match(/[\p{Lu}&@%mw]/gu) || []).length;

/** The names of a grid's rows and columns. @param {GridFigure} figure @param {ReturnType<typeof gridFrame>} frame */
function gridNames({ rows }, { left, top, across, down, heads, every, everyRow }) {
  return html`${rows.map((name, row) => row % everyRow ? null : lettering(left - 10, top + (row + 0.5) * down + Math.min(4, down / 2), shortened(name, longestName()), { class: "small", "text-anchor": "end" }))}
    ${heads.map((name, column) => {
      const [x, y] = [left + (column + 0.5) * across + 3, top - 22];
      return column % every ? null : lettering(x, y, shortened(name, 17), { class: "small", transform: `rotate(-65 ${round(x)} ${y})` });
    })}`;
}

/** A map of cells; items are counted row by row. @param {{ figure: GridFigure }} props */
export function Grid({ figure }) {
  const { from, to, stretch } = useStretch(figure, figure.columns.length);
  const shownGrid = useMemo(() => gridBetween(figure, from, to), [figure, from, to]);
  const frame = gridFrame(shownGrid, usePaper());
  const { left, top, across, down, rows, columns, beyond, every, everyRow } = frame;
  const [right, bottom] = [left + across * columns, top + down * rows];
  const children = useMemo(() => html`${hatching()}${gridCells(shownGrid, frame)}${gridMargins(shownGrid, frame)}${gridNames(shownGrid, frame)}`, [shownGrid, across, down, frame.heads]);
  const crossed = (/** @type {number} */ item) => {
    const [row, column] = [Math.floor(item / columns), item % columns];
    const [x, y] = [left + column * across, top + row * down];
    return `M${left} ${y + down / 2}H${x}M${x + across} ${y + down / 2}H${right}M${x + across / 2} ${top}V${y}M${x + across / 2} ${y + down}V${bottom}`;
  };
  const some = [every > 1 && `one topic of ${every}`, everyRow > 1 && `one run of ${everyRow}`].filter(Boolean).join(" and ");
  return html`<${Explored} figure=${shownGrid} size=${[right + beyond, bottom + 6]} grid=${frame} crossed=${crossed} stretch=${stretch}>${children}<//>
    ${some && html`<p class="caption hint">Named: ${some}.</p>`}<${Outside} stretch=${stretch} what="topic" />`;
}

/** Some columns of a map, as a map. @param {GridFigure} figure @param {number} from @param {number} to @returns {GridFigure} */
function gridBetween(figure, from, to) {
  const { columns, ids, margins, look, words, open, pick } = figure;
  if (to - from === columns.length) return figure;
  const cell = (/** @type {number} */ item) => Math.floor(item / (to - from)) * columns.length + from + (item % (to - from));
  return { ...figure, columns: columns.slice(from, to), ids: ids.slice(from, to),
    margins: margins && { ...margins, columns: margins.columns.slice(from, to) }, look: (row, column) => look(row, column + from),
    words: (item) => words(cell(item)), open: (item) => open(cell(item)), pick: pick && ((item) => pick(cell(item))) };
}

/** The colours of values from the lowest to the highest, `steps` of them; `missing` is what a cell is that is hatched as in the map. @param {{ title: string, low: number, high: number, colour: (share: number) => string, steps: number, missing?: string }} props */
export function ColourScale({ title, low, high, colour, steps, missing }) {
  const [width, left] = [300, 12];
  const xOf = (/** @type {number} */ value) => left + ((value - low) / (high - low)) * width;
  const description = `${title} from ${shown(low, 2)} to ${shown(high, 2)}`;
  return html`<svg ...${drawingOf({ title: "Colours", description }, width + 2 * left + (missing ? 130 : 10), 36)}>
    ${Array.from({ length: steps }, (_, index) => html`<path class="cells" fill=${colour(index / (steps - 1))}
      d=${rectangle(left + index * width / steps, 2, width / steps + 0.5, 12)} />`)}
    ${ticks(low, high, 5).filter((tick) => tick >= low && tick <= high).map((tick) => html`<path class="axis" d="M${round(xOf(tick))} 14v4" />${
      lettering(xOf(tick), 31, String(tick).replace("-", "−"), { class: "tick", "text-anchor": "middle" })}`)}
    ${missing && html`<path d=${rectangle(left + width + 20, 2, 16, 12)} fill="url(#hatched)" class="outlined" />
      ${lettering(left + width + 42, 12, missing, { class: "tick" })}`}</svg>`;
}

/* --- lines and points ------------------------------------------------------------------------ */

/** Points over two axes of one scale, with the diagonal on which both values are equal. @param {{ figure: PointsFigure }} props */
export function Points({ figure }) {
  const paper = usePaper();
  const { x: across, y: up, points } = figure;
  const width = Math.min(480, room(paper, figure.share));
  const height = Math.round(width * 0.8);
  const box = { left: 56, right: width - 14, top: 10, bottom: height - 52 };
  const [children, places] = useMemo(() => {
    const [x, y] = [scale(across.low, across.high, box.left, box.right), scale(up.low, up.high, box.bottom, box.top)];
    const placed = points.map(({ at }) => [x.clamped(at[0]), y.clamped(at[1])]);
    const discs = (/** @type {string} */ look) => placed.filter((_, index) => points[index].class === look)
      .map(([cx, cy]) => disc(cx, cy, points.length > 400 ? 2 : 3.5)).join("");
    return [html`${axesOf(box, x, y, across.label, up.label)}<path class="axis" d=${path([[x(across.low), y(up.low)], [x(across.high), y(up.high)]])} />
      ${[...new Set(points.map((point) => point.class))].map((look) => html`<path class=${look} d=${discs(look)} />`)}`, placed];
  }, [figure, width]);
  const itemAt = (/** @type {number} */ left, /** @type {number} */ top) => {
    const far = places.map(([x, y]) => Math.hypot(x - left, y - top));
    const nearest = far.indexOf(Math.min(...far));
    return far[nearest] < 12 ? nearest : null;
  };
  return html`<${Explored} figure=${figure} size=${[width, height]} grid=${{ ...box, across: 1, down: 1, rows: 1, columns: points.length }} itemAt=${itemAt}
    outline=${(/** @type {number} */ item) => disc(places[item][0], places[item][1], 6)}>${children}<//>`;
}

/**
 * Lines over two axes, with the names of few of them at their ends. `lit` is the key of the line that is lifted above
 * the others; `onLit` hears which is near the pointer.
 * @param {{ figure: LinesFigure, width: number, lit: Maybe<number>, onLit: (key: Maybe<number>) => void }} props
 */
export function Lines({ figure, width, lit, onLit }) {
  const { x: across, y: up, lines, context, diagonal, dotted } = figure;
  const [height, characters] = [Math.round(width * 0.75), width < 420 ? 10 : 16];
  const box = { left: 56, right: width - 16 - 7 * characters, top: 10, bottom: height - 52 };
  const [x, y] = [scale(across.low, across.high, box.left, box.right), scale(up.low, up.high, box.bottom, box.top)];
  const placed = (/** @type {number[][]} */ points) => points.map(([right, above]) => [x(right), y(above)]);
  const [behind, drawn, names] = useMemo(() => [
    html`${axesOf(box, x, y, across.label, up.label)}${diagonal && html`<path class="grid" d=${path(placed([[0, 0], [1, 1]]))} />`}
      <path class="band" d=${path(placed(quartileBand(figure)))} /><path class="context" d=${context.map((points) => path(placed(points))).join("")} />`,
    new Map(lines.map(({ key, points }) => [key, html`<path d=${path(placed(points))} />${dotted && placed(points).map(([cx, cy]) => html`
      <circle cx=${round(cx)} cy=${round(cy)} r="2.5" stroke-dasharray="none" />`)}`])),
    endNames(lines.map((line) => ({ ...line, end: placed(line.points).at(-1) || [] })), box, characters),
  ], [figure, width]);
  const svg = useRef(/** @type {Maybe<SVGSVGElement>} */ (null));
  const nearest = (/** @type {PointerEvent} */ event) => {
    const [left, top] = pointIn(/** @type {SVGSVGElement} */ (svg.current), event);
    const near = lines.flatMap(({ key, points }) => placed(points).map(([px, py], index) => ({ key, index, far: Math.hypot(px - left, py - top) })));
    return near.reduce((best, point) => (point.far < best.far ? point : best), { key: /** @type {Maybe<number>} */ (null), index: 0, far: 30 });
  };
  const { onPointerMove, onPointerLeave } = tipped((event) => {
    const { key, index } = nearest(event);
    onLit(key);
    return key === null ? null : figure.words(key, index);
  });
  const some = lines.some(({ key }) => key === lit);
  const ordered = some ? [...lines.filter(({ key }) => key !== lit), ...lines.filter(({ key }) => key === lit)] : lines; // the lit one is above the others
  return html`<svg ref=${svg} ...${drawingOf(figure, width, height)} onPointerMove=${onPointerMove} onPointerLeave=${() => { onPointerLeave(); onLit(null); }}>
    ${behind}<g class=${some ? "lines some" : "lines"}>${ordered.map(({ key, style }) => html`<g key=${key} class=${key === lit ? "lit" : null} ...${style}>${drawn.get(key)}</g>`)}</g>${names}</svg>`;
}

/** The outline of the band between the quartiles of the lines behind, where all have their points at the same positions. @param {LinesFigure} figure */
function quartileBand({ shared, context }) {
  if (!shared || context.length < 4) return [];
  const edge = (/** @type {number} */ share) => context[0].map(([level], index) => [level, Number(quantile(context.map((points) => points[index][1]), share))]);
  return [...edge(0.25), ...edge(0.75).reverse()];
}

/**
 * The names of few lines to the right of the plot, moved apart where they would touch, each led to the end of its line.
 * @param {(FigureLine & { end: number[] })[]} lines @param {Edges} box @param {number} characters
 */
function endNames(lines, { right, top, bottom }, characters) {
  if (lines.length > 12) return [];
  let below = bottom + 14;
  return lines.sort((a, b) => b.end[1] - a.end[1]).map(({ name, style, end: [x, y] }, index) => {
    below = Math.min(Math.max(y, top + 12 * (lines.length - 1 - index)), below - 12);
    return html`<path class="lead" d="M${round(x)} ${round(y)}L${right + 6} ${round(below)}" stroke=${style.stroke} />${
      lettering(right + 9, below + 3, shortened(name, characters), { class: "small", style: `fill:${style.stroke}` })}`;
  });
}
