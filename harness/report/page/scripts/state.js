/* The data of the page, what the reader has chosen of it, and the address that says both again. */

/** The object that the page carries; payload.py describes it. */
export let report = /** @type {Payload} */ (/** @type {unknown} */ (null));

/** Take in the data of the page. @param {Payload} content */
export function load(content) {
  report = content;
}

/** What is chosen; sections that depend on it say so with `whenever`. */
export const chosen = /** @type {Choices} */ ({
  measure: 0, run: 0, other: 1, topic: 0, against: -1, colour: "", sort: "", filter: "", only: [], columns: [], curves: [], heat: "",
});

/** What is chosen when nothing was chosen: it is left out of addresses. */
let usual = /** @type {Choices} */ ({ ...chosen });
const dependants = /** @type {Record<string, (() => void)[]>} */ ({});

/** The names of what a choice is the position of. @type {Record<string, () => string[]>} */
const NAMES = {
  measure: () => report.measures.map((measure) => measure.label), run: runNames, other: runNames, against: runNames,
  topic: () => report.topics.map((topic) => topic.id),
};

function runNames() {
  return report.runs.map((run) => run.name);
}

/** What is chosen at first. @param {Partial<Choices>} first */
export function begin(first) {
  Object.assign(chosen, first);
  usual = { ...chosen };
}

/** Call `draw` now and whenever one of the choices changes. @param {Choice[]} names @param {() => void} draw */
export function whenever(names, draw) {
  for (const name of names) (dependants[name] = dependants[name] || []).push(draw);
  draw();
}

/** Make choices, and draw what depends on them. @param {Partial<Choices>} choices @returns {boolean} whether anything changed */
function make(choices) {
  const changed = Object.entries(choices).filter(([name, value]) => String(value) !== String(chosen[/** @type {Choice} */ (name)]));
  Object.assign(chosen, Object.fromEntries(changed));
  for (const draw of new Set(changed.flatMap(([name]) => dependants[name] || []))) draw();
  return changed.length > 0;
}

/**
 * Choose, and write it into the address, as an entry of its own in the browser's history, unless it only
 * goes on with the last one (`again`). The address names the section that the reader is in.
 * @param {Partial<Choices>} choices @param {{ again?: boolean, section?: string }} [options]
 */
export function choose(choices, { again, section } = {}) {
  const home = section || sectionInUse() || parsed(location.hash).section;
  if ((!make(choices) && !section) || !document.documentElement.dataset.ready) return;
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
export function addressOf(section) {
  const parts = Object.entries(chosen).filter(([name, value]) => String(value) !== String(usual[/** @type {Choice} */ (name)]))
    .map(([name, value]) => `${name}=${[value].flat().map((part) => encodeURIComponent(NAMES[name] ? NAMES[name]()[Number(part)] || "" : part)).join(",")}`);
  return `#${[section, ...parts].filter(Boolean).join("&")}`;
}

/**
 * An address taken apart: the section, what it chooses, and the name that is not on the page, if there is one.
 * @param {string} hash
 */
export function parsed(hash) {
  let section = "";
  const choices = /** @type {Record<string, any>} */ ({});
  let unknown = /** @type {Maybe<[string, string]>} */ (null);
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [, name, value] = /^(\w+)=(.*)$/.exec(part) || [];
    if (!name) section = section || part;
    else if (Object.hasOwn(usual, name)) choices[name] = choiceOf(name, value);
    if (choices[name] === -1) unknown = [name === "topic" || name === "measure" ? name : "run", unescaped(value)];
  }
  const [only, ...more] = Object.keys(choices);
  if (!section && !more.length) section = { topic: "topics", run: "participants" }[only] || "";
  return { section, choices: /** @type {Partial<Choices>} */ (choices), unknown };
}

/** What an address chooses: a position, −1 of an unknown name; a text or several. @param {string} name @param {string} value */
function choiceOf(name, value) {
  if (NAMES[name]) return NAMES[name]().indexOf(unescaped(value));
  if (!Array.isArray(usual[/** @type {Choice} */ (name)])) return unescaped(value);
  return value ? value.split(",").map(unescaped) : [];
}

/** Choose what an address says, and what is usual of everything else. @param {Partial<Choices>} choices */
export function restore(choices) {
  make({ ...usual, ...choices });
}

/** A name out of an address; as it is where somebody wrote it by hand. @param {string} name */
function unescaped(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
