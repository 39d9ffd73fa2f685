/* Drawing: scales, axes, tips. Figures are SVG, and say in words what they show. */

import { announce, byId, el, shape } from "./core.js";

/** Colours that colour-blind people can tell apart (Okabe and Ito), as variables of the style. */
const HUES = 7;
const DASHES = ["", "7 3", "2 3", "8 3 2 3"];

/** How a line is drawn, by its number; lines that share a colour differ by their dashes. @param {number} index */
export function stroke(index) {
  return { stroke: `var(--hue-${index % HUES})`, "stroke-dasharray": DASHES[Math.floor(index / HUES) % DASHES.length] };
}

/** Round numbers that cover a range. @param {number} low @param {number} high @param {number} [most] */
export function ticks(low, high, most = 6) {
  const span = high - low || 1;
  const rough = span / (most - 1);
  const unit = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * unit).find((size) => size >= rough * 0.999) || unit;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(first + 1, Math.ceil(high / step - 1e-9));
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

/**
 * A function from values to positions along an axis, and its ticks.
 * @param {number} low @param {number} high @param {number} start @param {number} stop
 * @param {number} [most] @returns {Scale}
 */
export function scale(low, high, start, stop, most) {
  const marks = ticks(low, high, most);
  const [first, last] = [marks[0], marks[marks.length - 1]];
  const position = /** @param {number} value */ (value) => start + ((value - first) / (last - first)) * (stop - start);
  const clamped = /** @param {number} value */ (value) => position(Math.min(Math.max(value, first), last));
  return Object.assign(position, { clamped, ticks: marks, low: first, high: last });
}

/**
 * A figure: an <svg> with a name and a description for those who do not see it.
 * Fine detail belongs into `dataTable` below it.
 * @param {number} width @param {number} height @param {string} title @param {string} [description]
 */
export function figure(width, height, title, description) {
  return shape("svg", {
    viewBox: `0 0 ${width} ${height}`, class: "figure", role: "img", "aria-label": `${title}. ${description || ""}`,
    style: `max-width: ${width}px`, preserveAspectRatio: "xMinYMin meet",
  });
}

/** @param {number} x @param {number} y @param {string} text @param {Record<string, any>} [attributes] */
export function textAt(x, y, text, attributes) {
  return shape("text", { x: round(x), y: round(y), ...attributes }, text);
}

/** @param {number} number */
export function round(number) {
  return Math.round(number * 10) / 10;
}

/** How wide drawings may be, in pixels: they fit into the window, but for small ones, where they are scrolled. */
export function room(least = 640) {
  return Math.max(least, Math.min(1400, window.innerWidth - 64));
}

/** A name that fits: the whole one is its tip. @param {string} text @param {number} [most] */
export function shortened(text, most = 22) {
  const characters = Array.from(text);
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

/**
 * Axes of a plot between edges: {left, right, top, bottom}, with scales x and y.
 * @param {SVGElement} svg @param {{ left: number, right: number, top: number, bottom: number }} box
 * @param {((value: number) => number) & { ticks: number[] }} x @param {Scale} y @param {string} xLabel @param {string} yLabel
 */
export function axes(svg, box, x, y, xLabel, yLabel) {
  gridLines(svg, box.left, box.right, y);
  for (const tick of x.ticks) {
    svg.append(shape("path", { class: "axis", d: `M${round(x(tick))} ${box.bottom}v5` }),
      textAt(x(tick), box.bottom + 20, String(tick), { class: "tick", "text-anchor": "middle" }));
  }
  const middle = (box.top + box.bottom) / 2;
  svg.append(
    shape("path", { class: "axis", d: `M${box.left} ${box.top}V${box.bottom}H${box.right}` }),
    textAt((box.left + box.right) / 2, box.bottom + 40, xLabel, { "text-anchor": "middle" }),
    textAt(16, middle, yLabel, { "text-anchor": "middle", transform: `rotate(-90 16 ${middle})` }),
  );
}

/**
 * A line across a drawing for each tick of its scale, in words at the left.
 * @param {SVGElement} svg @param {number} left @param {number} right @param {Scale} y @param {(tick: number) => string} [words]
 */
function gridLines(svg, left, right, y, words = String) {
  for (const tick of y.ticks) {
    svg.append(shape("path", { class: "grid", d: `M${left} ${round(y(tick))}H${right}` }),
      textAt(left - 8, y(tick) + 4, words(tick), { class: "tick", "text-anchor": "end" }));
  }
}

/** The path through points [[x, y], …]. @param {number[][]} points */
export function path(points) {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${round(x)} ${round(y)}`).join("");
}

/* --- tips: what is under the pointer, or has the focus ------------------------------------- */

/** @param {Element} element @param {string | ((event: PointerEvent) => Maybe<string>)} text */
export function tip(element, text) {
  const show = (/** @type {any} */ event) => showTip(typeof text === "function" ? text(event) : text, event);
  element.addEventListener("pointermove", show);
  element.addEventListener("pointerleave", hideTip);
  return element;
}

/** @param {Maybe<string>} text @param {PointerEvent} event */
function showTip(text, event) {
  const box = byId("tip");
  if (text === null) { hideTip(); return; }
  box.textContent = text;
  box.hidden = false;
  const left = Math.min(event.clientX + 14, window.innerWidth - box.offsetWidth - 8);
  const below = event.clientY + 18 + box.offsetHeight < window.innerHeight;
  box.style.left = `${Math.max(4, left)}px`;
  box.style.top = `${below ? event.clientY + 18 : event.clientY - box.offsetHeight - 10}px`;
}

function hideTip() {
  byId("tip").hidden = true;
}

/** The colours of values, which figures on paper have too: light is low, dark is high. */
const SEQUENCE = [[255, 246, 207], [230, 210, 142], [183, 170, 126], [127, 128, 132], [70, 87, 122], [12, 42, 87]];
/** The colours of differences: the middle is none, orange is worse, blue is better. */
export const DIVERGING = [[166, 54, 3], [230, 133, 60], [253, 208, 162], [247, 247, 247], [158, 202, 225], [66, 146, 198], [8, 69, 148]];
/** The colour of a share from 0 to 1 between the ends of a scale. @param {number} share @param {number[][]} [colours] */
export function shade(share, colours = SEQUENCE) {
  const step = Math.min(Math.max(share, 0), 1) * (colours.length - 1);
  const low = Math.min(Math.floor(step), colours.length - 2);
  const mixed = colours[low].map((part, index) => Math.round(part + (step - low) * (colours[low + 1][index] - part)));
  return `rgb(${mixed.join(",")})`;
}

/* --- drawings that are visited item by item ------------------------------------------------ */

/** A name within a sentence of a tip: marks of direction in it end with it. @param {string} text */
export function isolated(text) {
  return `\u2068${text.replaceAll("\u2069", "")}\u2069`;
}

/**
 * Where a key leads from an item of a grid of [rows, columns], counted row by row; null where nowhere.
 * @param {string} key @param {Maybe<number>} item @param {[number, number]} options2
 * @param {(item: number) => boolean} there
 */
function neighbour(key, item, [rows, columns], there) {
  const first = (/** @type {number} */ from, /** @type {number} */ by) => {
    for (let next = from; next >= 0 && next < rows * columns; next += by) if (there(next)) return next;
    return null;
  };
  if (key === "End") return first(rows * columns - 1, -1);
  if (key === "Home" || item === null) return first(0, 1);
  const [down, across] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] || [0, 0];
  const row = Math.floor(item / columns) + down;
  const column = (item % columns) + across;
  const inside = row >= 0 && row < rows && column >= 0 && column < columns;
  return inside && there(row * columns + column) ? row * columns + column : null;
}

/**
 * A box with a drawing whose items the pointer and the arrow keys visit; it is one stop of the tab key.
 * Items are numbers from 0, row by row in a grid of cells of one size; those that are not `there` are left
 * out. `words(item)` says one, `open(item)` is what Enter does; a click does it too, or only moves the mark where
 * `pick` is given, which is called with every item that gets the mark. `itemAt` and `outline` are of drawings whose
 * items stand elsewhere than in the grid.
 * @param {SVGSVGElement} svg @param {string} title @param {Explorable} options
 */
export function explorable(svg, title, { item: what, opens, grid: { left, top, across, down, rows, columns }, words, open, pick, crossed, there = () => true,
  itemAt = (x, y) => {
    const [row, column] = [Math.floor((y - top) / down), Math.floor((x - left) / across)];
    const next = row * columns + column;
    return row >= 0 && row < rows && column >= 0 && column < columns && there(next) ? next : null;
  },
  outline = (item) => rectangle(left + (item % columns) * across, top + Math.floor(item / columns) * down, across, down) }) {
  const [lines, mark] = ["cross", "mark"].map((kind) => shape("path", { class: kind }));
  let current = /** @type {Maybe<number>} */ (null);
  const move = (/** @type {number} */ next) => {
    current = next;
    svg.append(lines, mark);
    mark.setAttribute("d", outline(next));
    if (crossed) lines.setAttribute("d", crossed(next));
    if (pick) pick(next);
  };
  const placed = (/** @type {PointerEvent} */ event) => {
    const frame = svg.getBoundingClientRect();
    const zoom = svg.viewBox.baseVal.width / frame.width;
    return itemAt((event.clientX - frame.left) * zoom, (event.clientY - frame.top) * zoom);
  };
  const pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && current !== null) open(current);
    else if (/^(Arrow(Up|Down|Left|Right)|Home|End)$/.test(event.key)) {
      const next = neighbour(event.key, current, [rows, columns], there);
      if (next !== null) {
        move(next);
        announce(words(next));
        mark.scrollIntoView({ block: "nearest", inline: "nearest" });
      }
    } else return;
    event.preventDefault();
  };
  const clicked = (/** @type {PointerEvent} */ event) => {
    const next = placed(event);
    if (next === null) return;
    move(next);
    if (!pick) open(next);
  };
  // On a narrow screen the box scrolls instead of making the drawing too small to read.
  svg.style.minWidth = svg.style.maxWidth;
  const box = el("div", { class: "scroll explorable", tabindex: "0", role: "application",
    "aria-label": `${title}. Arrow keys move from ${what} to ${what}, Enter ${opens || `opens the ${what}`}.`, on: { keydown: pressed, click: clicked } }, svg);
  return tip(box, (event) => {
    const under = placed(event);
    return /** @type {SVGElement} */ (event.target).dataset.words || (under === null ? null : words(under));
  });
}

/** What the signs of a drawing mean: [attributes of a path in a box of 16 × 12, words] of each. @param {...any} listed */
export function signs(...listed) {
  return el("ul", { class: "signs" }, listed.map(([attributes, words]) => el("li", {},
    shape("svg", { width: 16, height: 12, "aria-hidden": "true" }, shape("path", attributes)), words)));
}

/** The path of a rectangle. @param {number} x @param {number} y @param {number} width @param {number} height */
export function rectangle(x, y, width, height) {
  return `M${round(x)} ${round(y)}h${round(width)}v${round(height)}h${round(-width)}z`;
}

/** The path of a disc around a point. @param {number} x @param {number} y @param {number} radius */
export function disc(x, y, radius) {
  const width = round(2 * radius);
  return `M${round(x - radius)} ${round(y)}a${round(radius)} ${round(radius)} 0 1 0 ${width} 0a${round(radius)} ${round(radius)} 0 1 0 ${-width} 0z`;
}

/**
 * A drawing of a column an item: the lines of its scale, the names below, and the box in which it is `explorable`.
 * Names are cut to `most` characters; `middle` is where a column has its middle.
 * @param {string} title @param {string} description
 * @param {{ item: "run" | "topic", names: string[], y: Scale, most?: number, ticked?: (tick: number) => string, words: (index: number) => string, open: (index: number) => void }} options
 */
export function columnFrame(title, description, { item, names, y, most = 9, ticked, words, open }) {
  const [left, top, bottom] = [60, y(y.high), y(y.low)];
  const across = Math.min(44, Math.max(9, Math.floor((room() - 80) / names.length)));
  const right = left + across * names.length;
  const longest = Math.min(most, Math.max(...names.map((name) => Array.from(name).length)));
  const svg = figure(Math.max(right + 12, 340), bottom + 20 + 7 * longest, title, description);
  const middle = (/** @type {number} */ index) => left + (index + 0.5) * across;
  gridLines(svg, left, right, y, ticked);
  names.forEach((name, index) => {
    if (index % everyNth(across)) return;
    const [x, below] = [round(middle(index) + 4), bottom + 8];
    svg.append(textAt(x, below, shortened(name, most), { class: "small", "text-anchor": "end", transform: `rotate(-90 ${x},${below})` }));
  });
  const grid = { left, top, across, down: bottom - top, rows: 1, columns: names.length };
  return { svg, left, right, across, middle, box: explorable(svg, title, { item, grid, words, open }) };
}

/** How many names to skip so that those at a distance do not touch. @param {number} distance @param {number} [least] */
export function everyNth(distance, least = 11) {
  return Math.max(1, Math.ceil(least / distance));
}
