/* Beginning: draw the sections, follow links to topics and runs. */

import { leftRuns } from "./attributes.js";
import { byId, commandFor, label, measureOptions, sections, several, shellWord } from "./core.js";
import { firstRuns } from "./curves.js";
import { Button, ChoiceField } from "./fields.js";
import { oneStop } from "./keyboard.js";
import { follow, followLink } from "./links.js";
import { onUnpacked } from "./page.js";
import { html } from "./preact.js";
import { begin, choose, chosen, keepFresh, load, report, show } from "./state.js";
import { takeAlong } from "./take.js";

/** The command that prints or draws what a section shows of what is chosen; nothing where there is none. @param {string} id */
function commandOf(id) {
  const [run, other] = [chosen.run, chosen.other].map((position) => shellWord(report.runs[position].name));
  const measure = `-m ${shellWord(label())}`;
  const [name, options] = /** @type {Record<string, [string, string]>} */ ({
    leaderboard: ["report leaderboard", measure], pair: ["compare runs", `${run} ${other} ${measure}`],
    topics: ["report topics", `${measure} --run ${run}`], participants: ["diagnose", `--run ${run}`],
    quality: ["diagnose", "--part runs"],
  })[id] || ["report figures", `--output figures ${measure}`];
  return commandFor(name, options);
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

/** What the verdict is of. */
function Brief() {
  return chosen.subset && html`<p>In brief, as the task compares the runs, not over the chosen topics alone:</p>`;
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
  const brief = document.createElement("div");
  document.querySelector("ul.verdict")?.before(brief);
  show(brief, Brief);
  for (const { id, title, Content } of sections.sort((a, b) => a.order - b.order).filter(({ there }) => !there || there())) {
    const home = homeOf(id, title);
    const content = /** @type {HTMLElement} */ (home.querySelector(".content"));
    show(content, Content, home);
    takeAlong(content, () => commandOf(id));
    oneStop(home, ".taking > button, .data > summary");
  }
  document.addEventListener("click", followLink);
  window.addEventListener("hashchange", follow);
  keepFresh();
}, follow);
