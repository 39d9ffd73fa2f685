/* Links to topics, runs and sections, and what an address opens. */

import { isolated } from "./charts.js";
import { announce, byId, choose, el, nameOf, put, report } from "./core.js";

/** A link that opens a topic or a run. @param {"topic" | "run"} what @param {number} place @param {string} [text] */
export function linkTo(what, place, text) {
  const name = what === "topic" ? report.topics[place].id : report.runs[place].name;
  return el("a", { href: `#${what}=${encodeURIComponent(name)}`, title: name,
    on: { click: () => choose(what, place) } }, el("bdi", { class: "name" }, text || name));
}

/** Links #topic=ID and #run=NAME open that topic or run; of one that is not there it is said. */
export function follow() {
  const unknown = byId("unknown");
  unknown.hidden = true;
  const [, what, name] = /^#(topic|run)=(.*)$/.exec(location.hash) || [];
  if (!what) return;
  const wanted = unescaped(name);
  const among = what === "topic" ? report.topics.map((one) => one.id) : report.runs.map((one) => one.name);
  const place = among.indexOf(wanted);
  if (place < 0) {
    put(unknown, `There is no ${what} `, nameOf(wanted), " on this page.");
    unknown.hidden = false;
    unknown.scrollIntoView();
    announce(`There is no ${what} ${isolated(wanted)} on this page.`);
    return;
  }
  choose(/** @type {Choice} */ (what), place);
  const home = byId(what === "topic" ? "topics" : "participants");
  if (home) home.scrollIntoView();
}

/** A name out of an address; as it is where somebody wrote it by hand. @param {string} name */
function unescaped(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** A topic in a sentence: its identifier and its title. @param {number} topic */
export function topicWords(topic) {
  const { id, title } = report.topics[topic];
  return title ? `${isolated(id)} ${isolated(title)}` : isolated(id);
}

/** Go to a section, with the eyes and with the keyboard. @param {string} id */
export function goTo(id) {
  const heading = byId(`${id}-title`);
  heading.setAttribute("tabindex", "-1");
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

/**
 * Choose a topic or a run, and go to the section that is about it.
 * @param {"topic" | "run"} what @param {number} place
 */
export function openChosen(what, place) {
  choose(what, place);
  location.hash = `${what}=${encodeURIComponent(what === "topic" ? report.topics[place].id : report.runs[place].name)}`;
  goTo(what === "topic" ? "topics" : "participants");
}
