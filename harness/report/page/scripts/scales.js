/* What drawings are made of: scales, colours, paths, and names that fit. */

import { report } from "./state.js";

/** How a line of two pixels is drawn, by its number; lines that share a hue differ by their dashes. @param {number} index */
export function stroke(index) {
  const { hues, dashes } = report.palette;
  return { stroke: `var(--hue-${index % hues})`, "stroke-dasharray": dashes[Math.floor(index / hues) % dashes.length].map((part) => 2 * part).join(" ") };
}

/** The colours of differences: the middle is none, orange is worse, blue is better. */
export const DIVERGING = ["#a63603", "#e6853c", "#fdd0a2", "#f7f7f7", "#9ecae1", "#4292c6", "#084594"];

/** The parts red, green and blue of a colour #rrggbb. @param {string} colour */
function partsOf(colour) {
  return [1, 3, 5].map((start) => parseInt(colour.slice(start, start + 2), 16));
}

/** The colour of a share from 0 to 1 between the ends of a scale: light is low, dark is high. @param {number} share @param {string[]} [colours] */
export function shade(share, colours = report.palette.shades) {
  const step = Math.min(Math.max(share, 0), 1) * (colours.length - 1);
  const low = Math.min(Math.floor(step), colours.length - 2);
  const [first, second] = [colours[low], colours[low + 1]].map(partsOf);
  return `rgb(${first.map((part, index) => Math.round(part + (step - low) * (second[index] - part))).join(",")})`;
}

/** Black or white, whichever is easier to read on the shade of a share. @param {number} share */
export function inkOn(share) {
  const [red, green, blue] = (shade(share).match(/\d+/g) || []).map((part) => (Number(part) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
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

/** @param {number} number */
export function round(number) {
  return Math.round(number * 10) / 10;
}

/** How wide and how high drawings may be on A4 within its margins, with lines above and below, in pixels of 1/96 inch. */
export const PAPER = { width: 716, height: 905 };

/**
 * How wide drawings may be, in pixels: they fit into the window, however small, or on paper; `share` is the part of it
 * that they have where something stands beside them.
 * @param {boolean} paper @param {Share} [share]
 */
export function room(paper, share = {}) {
  if (paper) return Math.floor(PAPER.width * (share.paper || 1));
  return Math.floor(Math.min(1400, window.innerWidth - 42) * (window.innerWidth < 1100 ? 1 : share.screen || 1)) - (share.screen ? 14 : 0);
}

/** Whether the window is as small as that of a phone. */
export const isNarrow = () => window.innerWidth < 640;

/** A name that fits: of a run as Python shortened it, different from all others; of anything else without its middle. @param {string} text @param {number} [most] */
export function shortened(text, most = 24) {
  const rooms = report.rooms.filter((least) => least <= most);
  if (Object.hasOwn(report.short, text) && text.length > most && rooms.length) return report.short[text][rooms.length - 1];
  const characters = Array.from(text);
  const tail = Math.floor((most - 1) / 2);
  return characters.length > most ? `${characters.slice(0, most - 1 - tail).join("")}…${characters.slice(characters.length - tail).join("")}` : text;
}

/** How many names to skip so that those at a distance do not touch. @param {number} distance @param {number} [least] */
export function everyNth(distance, least = 11) {
  return Math.max(1, Math.ceil(least / distance));
}

/** A name within a sentence of a tip: marks of direction in it end with it. @param {string} text */
export function isolated(text) {
  return `\u2068${text.replaceAll("\u2069", "")}\u2069`;
}

/** The path through points [[x, y], …]. @param {number[][]} points */
export function path(points) {
  return points.map(([x, y], index) => `${index ? "L" : "M"}${round(x)} ${round(y)}`).join("");
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
