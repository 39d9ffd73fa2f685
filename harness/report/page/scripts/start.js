/* Beginning: draw the sections, follow links to topics and runs. */

import { leftRuns } from "./attributes.js";
import { byId, commandFor, label, measureOptions, sections, several, shellWord } from "./core.js";
import { firstRuns } from "./curves.js";
import { Button, ChoiceField } from "./fields.js";
import { oneStop } from "./keyboard.js";
import { follow, followLink } from "./links.js";
import { onUnpacked } from "./page.js";
import { chosenType, verdictLines } from "./verdict.js";
import { html } from "./preact.js";
import { begin, choose, chosen, keepFresh, load, report, show } from "./state.js";
import { latexOf, measuresFirst, paperOfChosen } from "./paper.js";
import { takeAlong } from "./take.js";

/** So many runs are named in a command; of more that a filter leaves it is of all runs. */
const MOST_NAMED = 60;

/** The options of a command that are for the runs that the filter leaves: their type, or their names where it takes `names`; null where they cannot be said. */
function leftOptions(names = true) {
  const [type, left] = [chosenType(), leftRuns()];
  if (type !== null) return type && ` --type ${shellWord(type)}`;
  return names && left.length <= MOST_NAMED ? left.map((run) => ` --run ${shellWord(report.runs[run].name)}`).join("") : null;
}

/** The commands that print or draw what a section shows of what is chosen: [for what, command, what it writes where the page knows]. @param {string} id */
function commandsOf(id) {
  const [run, other] = [chosen.run, chosen.other].map((position) => shellWord(report.runs[position].name));
  const measure = `-m ${shellWord(label())}`;
  const every = measuresFirst().map((index) => `-m ${shellWord(label(index))}`).join(" ");
  const paper = paperOfChosen();
  const wide = paper ? paper.wide : report.measures.length > 4;
  const typed = report.types.values.length > 0 && !chosenType();
  const of = (/** @type {string} */ words, names = true) => (leftOptions(names) === null ? `${words}, of all runs` : words);
  const figures = (/** @type {string} */ words, more = "") => [of(words), "report figures", `--output figures-${id} ${measure}${more}${leftOptions() || ""}`];
  const listed = /** @type {Record<string, string[][]>} */ ({
    leaderboard: [[of("In a terminal", false), "report leaderboard", `${measure}${leftOptions(false) || ""}`],
      [of("As LaTeX, to fit a column"), "report table", `${every}${leftOptions() || ""}${typed ? " --column type" : ""} --format latex --for acm${wide ? " --wide" : ""} --output table.tex`,
        paper ? latexOf(paper) : ""], figures("As a figure", " --figure leaderboard")],
    curves: [figures("As a figure", " --figure precision-recall")], heatmap: [figures("As a figure", " --figure heat-map")],
    pair: [["In a terminal", "compare", `${run} ${other} ${measure}`], figures("As a figure", ` --figure leaderboard --pair ${run} ${other}`)],
    topics: [["In a terminal", "report topics", `${measure} --run ${run}`]], participants: [["In a terminal", "diagnose", `--run ${run}`]],
    quality: [["In a terminal", "diagnose", "--part runs"]],
  })[id] || [];
  return listed.map(([words, name, options, text = ""]) => [words, commandFor(name, options), text]);
}

/** The field of the measure, at the top. */
function MeasureField() {
  return html`<${ChoiceField} words="Measure" name="measure" options=${measureOptions()} />`;
}

/** Beside it: the topics, where there are subsets, and what takes the filter away. */
function Narrowed() {
  const names = Object.keys(report.subsets);
  const left = leftRuns().length;
  return html`
    ${names.length > 0 && html`<${ChoiceField} words="Topics" name="subset" options=${[["", "all"], ...names.map((name) => [name, name])]} />`}
    ${left < report.runs.length && html`<${Button} pressed=${() => choose({ filter: "", only: [] })}>${left} of ${several(report.runs.length, "run")}: show all<//>`}`;
}

/** The verdict: of what is chosen, as far as it was tested, and what to mind. */
function Verdict() {
  const lines = [...verdictLines(), ...report.mind];
  return lines.map(([text, section, type]) => {
    const { name } = report.types;
    const only = type && report.types.values.includes(type) ? `&only=${encodeURIComponent(`${name}:${type}`)}` : "";
    return html`<li key=${text} class=${section === "leaderboard" ? null : "mind"}><a href=${`#${section}${only}`}><bdi dir="ltr">${text}</bdi></a></li>`;
  });
}

/** The element of a section, made unless the page has it already, and its link. @param {string} id @param {string} title */
function homeOf(id, title) {
  const link = Object.assign(document.createElement("a"), { href: `#${id}`, textContent: title });
  document.querySelector("nav ul")?.appendChild(document.createElement("li")).append(link);
  const there = document.getElementById(id);
  if (there) return there;
  const home = Object.assign(document.createElement("section"), { id });
  home.setAttribute("aria-labelledby", `${id}-title`);
  home.append(Object.assign(document.createElement("h2"), { id: `${id}-title`, textContent: title }),
    Object.assign(document.createElement("div"), { className: "content" }));
  byId("about").before(home);
  return home;
}

onUnpacked((data) => {
  load(data);
  begin({ measure: report.first_measure, other: Math.min(1, report.runs.length - 1), curves: firstRuns().map((run) => report.runs[run].name) });
  show(byId("measure"), MeasureField);
  show(byId("left"), Narrowed);
  const verdict = document.querySelector("ul.verdict");
  if (verdict) show(verdict, Verdict);
  for (const { id, title, Content } of sections.sort((a, b) => a.order - b.order).filter(({ there }) => !there || there())) {
    const home = homeOf(id, title);
    const content = /** @type {HTMLElement} */ (home.querySelector(".content"));
    show(content, Content, home);
    takeAlong(content, () => commandsOf(id));
    oneStop(home, ".taking > button, .data > summary");
  }
  document.addEventListener("click", followLink);
  window.addEventListener("hashchange", follow);
  keepFresh();
}, follow);
