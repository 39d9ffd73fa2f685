// Words and passages in the text of a document: where they are, and how they are drawn.
import { element } from "./elements.js";

/** @typedef {{start: number, end: number, kind: string, colour: number}} Mark */
/** @typedef {{text: string, kind: string, colour: number, count: number}} Sought a word that is looked for */

const COMMON = new Set(
  ("a an and are as at be but by can did do does for from had has have how in into is it its of on or that the their them there " +
    "they this to was were what when where which who why will with you your about any between during all not than").split(" "),
);
/** Scripts that put no blanks between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const WORD = /[\p{L}\p{M}\p{N}'’-]+/gu;
const COLOURS_OF_WORDS = 6;

/** The words of a text; where no blanks are between them, as the browser's dictionary divides it. @param {string} text */
export function wordsOf(text) {
  /** @type {string[]} */
  const words = [];
  for (const [run] of text.toLocaleLowerCase().matchAll(WORD)) {
    if (!UNSPACED.test(run)) words.push(run);
    else for (const { segment, isWordLike } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(run)) if (isWordLike) words.push(segment);
  }
  return [...new Set(words.map((word) => word.replace(/^['’-]+|['’-]+$/g, "")).filter(Boolean))];
}

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

/** What a word has in common with its plural and other endings: laws, law; signalling, signals. @param {string} word */
export function stem(word) {
  let made = word.replace(/['’]s?$/, "");
  made = made.replace(/(?<=\p{L}{2})ies$/u, "y").replace(/(?<=(?:ss|sh|ch|x|z))es$/u, "").replace(/(?<=\p{L}{2}[^s\W])s$/u, "");
  const cut = made.replace(/(?<=\p{L}{3})(?:ing|ed|er)$/u, "");
  if (cut !== made) made = cut.replace(/([^aeioulsz])\1$/u, "$1").replace(/ll$/u, "l");
  return made.replace(/(?<=\p{L}{3})e$/u, "");
}

/**
 * The words to look for, each with a colour of its own.
 * @param {string[]} own words of the assessor @param {string[]} topic words of the topic @returns {Sought[]}
 */
export function soughtWords(own, topic) {
  const listed = [...own.map((text) => ({ text, kind: "own" })), ...topic.filter((word) => !own.includes(word)).map((text) => ({ text, kind: "term" }))];
  return listed.map((word, i) => ({ ...word, colour: i % COLOURS_OF_WORDS, count: 0 }));
}

/**
 * Where words stand in a text, in any form: with other endings, or with up to three letters more. Counts them.
 * @param {string} text @param {Sought[]} sought @returns {Mark[]}
 */
export function wordMarks(text, sought) {
  /** @type {Map<string, Sought>} */
  const known = new Map(), unspaced = sought.filter((it) => UNSPACED.test(it.text));
  for (const word of [...sought].reverse()) {
    if (unspaced.includes(word)) continue;
    known.set(word.text, word);
    known.set(stem(word.text), word);
  }
  /** @type {Mark[]} */
  const marks = [];
  const add = (/** @type {Sought | undefined} */ word, /** @type {number} */ start, /** @type {number} */ length) => {
    if (word) marks.push({ start, end: start + length, kind: word.kind, colour: word.colour });
    if (word) word.count++;
  };
  if (known.size) {
    for (const { 0: run, index } of text.matchAll(WORD)) {
      for (const { 0: found, index: within } of run.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu)) {
        const word = found.toLocaleLowerCase(), whole = lookedUp(known, word);
        if (whole || !/['’-]/.test(word)) add(whole, index + within, found.length);
        else {
          for (const { 0: part, index: inside } of found.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
            add(lookedUp(known, part.toLocaleLowerCase()), index + within + inside, part.length);
          }
        }
      }
    }
  }
  if (unspaced.length) {
    const pattern = new RegExp(unspaced.map((it) => it.text).sort((a, b) => b.length - a.length).join("|"), "giu");
    for (const { 0: found, index } of text.matchAll(pattern)) add(unspaced.find((it) => it.text === found.toLocaleLowerCase()), index, found.length);
    marks.sort((a, b) => a.start - b.start || b.end - a.end);
  }
  return marks.filter((mark, i) => !i || mark.start >= /** @type {Mark} */ (marks[i - 1]).end);
}

/** @param {Map<string, Sought>} known @param {string} word */
function lookedUp(known, word) {
  const found = known.get(word) ?? known.get(stem(word));
  if (found || word.length > 40) return found;
  for (let less = 1; less <= 3 && word.length - less > 1; less++) {
    const shorter = known.get(word.slice(0, -less));
    if (shorter && /\p{L}$/u.test(word) && shorter.text.length === word.length - less) return shorter;
  }
  return undefined;
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
    const mark = words[word], covered = mark && mark.start <= start ? `${mark.kind} w${mark.colour}` : "";
    const passage = parts.some((it) => !it.entry && it.start <= start && it.end >= end);
    const classes = [covered, passage ? "passage" : ""].filter(Boolean).join(" ");
    const part = text.slice(start, end);
    nodes.push(classes ? element("mark", { class: classes }, part) : document.createTextNode(part));
  });
  return nodes;
}

/** Put nodes into a box. Its direction is set last: with it set, adding each node would read all of the text again. @param {HTMLElement} box @param {Node[]} nodes */
export function fill(box, nodes) {
  box.removeAttribute("dir");
  const content = document.createDocumentFragment();
  for (const node of nodes) content.append(node);
  box.replaceChildren(content);
  box.dir = "auto";
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
