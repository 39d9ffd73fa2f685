/* The data of the page, what the reader has chosen of it, and the address that says both again. */

import { html, render } from "./preact.js";

/** The object that the page carries; payload.py describes it. */
export let report = /** @type {Payload} */ (/** @type {unknown} */ (null));

/** Take in the data of the page. @param {Payload} content */
export function load(content) {
  report = content;
}

/** What is chosen; what is shown is made of it and of `report`. */
export const chosen = /** @type {Choices} */ ({
  measure: 0, run: 0, other: 1, topic: 0, against: -1, colour: "", sort: "", filter: "", only: [], columns: [], curves: [], heat: "", subset: "",
  topics_by: "hardest", runs_by: "value", pair_by: "gain",
});

/** What is chosen when nothing was chosen: it is left out of addresses. */
let usual = /** @type {Choices} */ ({ ...chosen });

/** What is shown, and in which section: `stale` ones are to be drawn again. */
const shows = /** @type {{ draw: () => void, home: Maybe<Element>, stale: boolean }[]} */ ([]);
/** Sections so close to the window are drawn at once, in pixels; the others once the reader has rested so many milliseconds. */
const [NEAR, REST] = [200, 400];
let resting = 0;

/** The names of what a choice is the position of. @type {Record<string, () => string[]>} */
const NAMES = { topic: () => report.topics.map((topic) => topic.id) };
NAMES.measure = () => report.measures.map((measure) => measure.label);
for (const name of ["run", "other", "against"]) NAMES[name] = () => report.runs.map((run) => run.name);

/** What a choice is called of which there is no such name, where it is no run. @type {Record<string, string>} */
const WHAT = { topic: "topic", measure: "measure", subset: "subset" };

/** What is chosen at first, unless the address says something else. @param {Partial<Choices>} first */
export function begin(first) {
  Object.assign(chosen, first);
  usual = { ...chosen };
  const { choices, unknown } = parsed(location.hash);
  if (!unknown) Object.assign(chosen, choices);
}

/**
 * Show a component in an element: now, and again when something was chosen and its section is seen.
 * @param {Element} content @param {() => any} Content @param {Maybe<Element>} [home]
 */
export function show(content, Content, home = null) {
  content.replaceChildren();
  shows.push({ draw: () => render(html`<${Content} />`, content), home, stale: true });
  refresh(() => true);
}

/** Draw again what is out of date of the sections that are wanted; the focus stays where it is. @param {(home: Maybe<Element>) => boolean} wanted */
function refresh(wanted) {
  const focused = /** @type {Maybe<HTMLElement>} */ (document.activeElement);
  for (const shown of shows.filter(({ stale, home }) => stale && wanted(home))) {
    shown.stale = false;
    shown.draw();
  }
  if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
}

/** Whether a section is in the window or close to it. @param {Maybe<Element>} home */
function isSeen(home) {
  if (!home) return true;
  const { top, bottom } = home.getBoundingClientRect();
  return bottom > -NEAR && top < window.innerHeight + NEAR;
}

/** Draw what nobody sees yet, section after section, when the reader rests. @param {number} [delay] */
function refreshLater(delay = REST) {
  clearTimeout(resting);
  const next = shows.find(({ stale }) => stale);
  if (next) resting = window.setTimeout(() => { refresh((home) => home === next.home); refreshLater(0); }, delay);
}

/** Nobody sees a section that is out of date: not in the window, and not on paper. */
export function keepFresh() {
  document.addEventListener("scroll", () => refresh(isSeen), { passive: true });
  window.addEventListener("beforeprint", () => refresh(() => true));
}

/**
 * Make choices, and draw what depends on them.
 * @param {Partial<Choices>} choices @param {string} [section] that is drawn in any case
 * @returns {boolean} whether anything changed
 */
function make(choices, section) {
  const changed = Object.entries(choices).filter(([name, value]) => String(value) !== String(chosen[/** @type {Choice} */ (name)]));
  if (!changed.length) return false;
  Object.assign(chosen, Object.fromEntries(changed));
  for (const shown of shows) shown.stale = true;
  refresh((home) => home?.id === section || isSeen(home));
  refreshLater();
  return true;
}

/**
 * Choose, and write it into the address, as an entry of its own in the browser's history, unless it only
 * goes on with the last one (`again`). The address names the section that the reader is in.
 * @param {Partial<Choices>} choices @param {{ again?: boolean, section?: string }} [options]
 */
export function choose(choices, { again, section } = {}) {
  const home = section || sectionInUse() || parsed(location.hash).section;
  if ((!make(choices, home) && !section) || !document.documentElement.dataset.ready) return;
  const address = addressOf(home);
  if (address === location.hash) return;
  if (again) history.replaceState({ own: true }, "", address);
  else history.pushState({ own: true }, "", address);
}

function sectionInUse() {
  const section = document.activeElement && document.activeElement.closest("main section");
  return section ? section.id : "";
}

/** The address of a section with all that is chosen; what is usual is left out. @param {string} section */
function addressOf(section) {
  const parts = Object.entries(chosen).filter(([name, value]) => String(value) !== String(usual[/** @type {Choice} */ (name)]))
    .map(([name, value]) => `${name}=${[value].flat().map((part) => encodeURIComponent(NAMES[name] ? NAMES[name]()[Number(part)] || "" : part)).join(",")}`);
  return `#${[section, ...parts].filter(Boolean).join("&")}`;
}

/** An address taken apart: the section, what it chooses, and the name that is not on the page, if there is one. @param {string} hash */
export function parsed(hash) {
  let section = "";
  const choices = /** @type {Record<string, any>} */ ({});
  let unknown = /** @type {Maybe<[string, string]>} */ (null);
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(part) || [];
    if (!name) section = section || part;
    else if (Object.hasOwn(usual, name)) {
      choices[name] = choiceOf(name, value);
      if (choices[name] === -1) unknown = [WHAT[name] || "run", unescaped(value)];
    }
  }
  const [only, ...more] = Object.keys(choices);
  if (!section && !more.length) section = { topic: "topics", run: "participants" }[only] || "";
  return { section, choices: /** @type {Partial<Choices>} */ (choices), unknown };
}

/** What an address chooses: a position, or a text or several; −1 of an unknown name. @param {string} name @param {string} value */
function choiceOf(name, value) {
  if (NAMES[name]) return NAMES[name]().indexOf(unescaped(value));
  if (Array.isArray(usual[/** @type {Choice} */ (name)])) return value ? value.split(",").map(unescaped) : [];
  return name === "subset" && value && !Object.hasOwn(report.subsets, unescaped(value)) ? -1 : unescaped(value);
}

/** Choose what an address says, and what is usual of everything else. @param {Partial<Choices>} choices @param {string} section */
export function restore(choices, section) {
  make({ ...usual, ...choices }, section);
}

/** A name out of an address; as it is where somebody wrote it by hand. @param {string} name */
function unescaped(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
