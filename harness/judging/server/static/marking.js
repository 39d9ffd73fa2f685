// Words and passages in the text of a document: where they are, and how they are drawn.
import { element } from "./elements.js";

/** @typedef {{start: number, end: number, kind: string}} Mark */

const COMMON = new Set(
  ("a an and are as at be but by can did do does for from had has have how in into is it its of on or that the their them there " +
    "they this to was were what when where which who why will with you your about any between during all not than").split(" "),
);

/** @param {string} text */
export const wordsOf = (text) => [...new Set(text.toLocaleLowerCase().split(/[^\p{L}\p{N}'-]+/u).filter(Boolean))];

/**
 * Words that say nothing of a topic: common English ones, and what a third of all topics have, in whatever language.
 * @param {string[]} topics the texts of the topics
 */
export function stopWords(topics) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const text of topics) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const often = [...counts].filter(([, count]) => topics.length >= 6 && count * 3 > topics.length);
  return new Set([...COMMON, ...often.map(([word]) => word)]);
}

/**
 * Where words stand in a text, with up to three letters more.
 * @param {string} text @param {string[]} own words of the assessor @param {string[]} topic words of the topic @returns {Mark[]}
 */
export function wordMarks(text, own, topic) {
  const words = [...own, ...topic].sort((a, b) => b.length - a.length).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!words.length) return [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})[\\p{L}\\p{M}]{0,3}(?![\\p{L}\\p{N}])`, "giu");
  const kind = (/** @type {string} */ word) => (own.some((it) => word.toLocaleLowerCase().startsWith(it)) ? "own" : "term");
  return Array.from(text.matchAll(pattern), (it) => ({ start: it.index, end: it.index + it[0].length, kind: kind(it[0]) }));
}

/**
 * The text with marks as nodes; texts of others are only ever text nodes.
 * @param {string} text @param {Mark[]} words @param {[number, number][]} passages in characters
 */
export function markedText(text, words, passages) {
  const parts = passages.map(([start, length]) => ({ start: toUnits(text, start), end: toUnits(text, start + length), entry: !length }));
  const cuts = new Set([0, text.length]);
  for (const { start, end } of [...words, ...parts]) cuts.add(start).add(end);
  const edges = [...cuts].sort((a, b) => a - b);
  /** @type {Node[]} */
  const nodes = [];
  let word = 0;
  edges.forEach((start, i) => {
    if (parts.some((it) => it.entry && it.start === start)) nodes.push(element("span", { class: "entry", role: "img", "aria-label": "best entry point" }));
    const end = edges[i + 1];
    if (end === undefined) return;
    while ((words[word]?.end ?? Infinity) <= start) word++;
    const covered = (words[word]?.start ?? Infinity) <= start ? words[word]?.kind : "";
    const passage = parts.some((it) => !it.entry && it.start <= start && it.end >= end);
    const classes = [covered, passage ? "passage" : ""].filter(Boolean).join(" ");
    const part = text.slice(start, end);
    nodes.push(classes ? element("mark", { class: classes }, part) : document.createTextNode(part));
  });
  return nodes;
}

/** Characters (as the ledger counts) → units of a JavaScript string. @param {string} text @param {number} characters */
function toUnits(text, characters) {
  let unit = 0;
  for (let i = 0; i < characters && unit < text.length; i++) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  return unit;
}

/** @param {string} text @param {number} units */
export const toCharacters = (text, units) => [...text.slice(0, units)].length;

/** Passages in order, overlapping ones as one; entry points stay. @param {[number, number][]} passages @returns {[number, number][]} */
export function merged(passages) {
  /** @type {[number, number][]} */
  const made = [];
  for (const [first, length] of passages.filter((it) => it[1]).sort((a, b) => a[0] - b[0])) {
    const last = made.at(-1);
    if (last && first <= last[0] + last[1]) last[1] = Math.max(last[1], first + length - last[0]);
    else made.push([first, length]);
  }
  return [...made, ...passages.filter((it) => !it[1])];
}
