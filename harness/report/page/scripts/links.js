/* Links to topics, runs and sections, and what an address opens. */

import { isolated } from "./scales.js";
import { announce, byId, nameOf } from "./core.js";
import { html, render } from "./preact.js";
import { choose, parsed, report, restore } from "./state.js";

/** A link that opens a topic or a run. @param {"topic" | "run"} what @param {number} position @param {string} [text] */
export function linkTo(what, position, text) {
  const name = what === "topic" ? report.topics[position].id : report.runs[position].name;
  return html`<a href=${`#${what}=${encodeURIComponent(name)}`} title=${name}>${nameOf(text || name)}</a>`;
}

/** Choose what the address says, and go to its section; of a name that is not there there is a message. */
export function follow() {
  const box = byId("unknown");
  const { section, choices, unknown } = parsed(location.hash);
  box.hidden = !unknown;
  if (unknown) {
    const [what, name] = unknown;
    render(html`There is no ${what} ${nameOf(name)} on this page.`, box);
    box.scrollIntoView();
    announce(`There is no ${what} ${isolated(name)} on this page.`);
    return;
  }
  const home = document.querySelector(`main section[id="${CSS.escape(section)}"]`);
  if (section && !home) return;
  restore(choices, section);
  if (home && !(history.state && history.state.own)) home.scrollIntoView();
}

/** Links within the page add to what is chosen; others, and those that open a window, are the browser's. @param {MouseEvent} event */
export function followLink(event) {
  const link = /** @type {Element} */ (event.target).closest('a[href^="#"]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const { section, choices, unknown } = parsed(String(link.getAttribute("href")));
  if (unknown || !section || !document.querySelector(`main section[id="${CSS.escape(section)}"]`)) return;
  event.preventDefault();
  const inside = link.closest("section");
  choose(choices, { section });
  if (!inside || inside.id !== section) goTo(section);
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
  heading.scrollIntoView({ behavior: "instant" });
}

/** Choose a topic or a run, and go to the section that is about it. @param {"topic" | "run"} what @param {number} position */
export function openChosen(what, position) {
  const section = what === "topic" ? "topics" : "participants";
  choose({ [what]: position }, { section });
  goTo(section);
}

/**
 * Of a figure with an item a topic: their names, what `words` say of each beside what it is, and what opens it.
 * @template {{ topic: number }} R @param {R[]} rows @param {(row: R) => string} words
 */
export function topicItems(rows, words) {
  return { item: "topic", names: rows.map(({ topic }) => report.topics[topic].id),
    words: (/** @type {number} */ index) => `${topicWords(rows[index].topic)}\n${words(rows[index])}`,
    open: (/** @type {number} */ index) => openChosen("topic", rows[index].topic) };
}
