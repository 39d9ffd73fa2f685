/* Beginning: draw the sections, follow links to topics and runs. */

import { leftRuns } from "./attributes.js";
import { byId, choiceField, commandFor, el, label, measureOptions, put, sections, several, shellWord } from "./core.js";
import { firstRuns } from "./curves.js";
import { oneStop } from "./keyboard.js";
import { follow, followLink } from "./links.js";
import { onUnpacked } from "./page.js";
import { begin, choose, chosen, keepFresh, load, report, show, whenever, within } from "./state.js";
import { takeAlong } from "./take.js";

/** The command that prints or draws what a section shows of what is chosen; nothing where there is none. @param {string} id */
function commandOf(id) {
  const [run, other] = [chosen.run, chosen.other].map((position) => shellWord(report.runs[position].name));
  const measure = `-m ${shellWord(label())}`;
  const [name, options] = /** @type {Record<string, [string, string]>} */ ({
    leaderboard: ["report leaderboard", measure], pair: ["compare runs", `${run} ${other} ${measure}`], significance: ["compare", `--pairs ${measure}`],
    agreement: ["compare measures", ""], topics: ["report topics", `${measure} --run ${run}`], participants: ["diagnose", `--run ${run}`],
    coverage: ["diagnose", "--part runs"], repairs: ["runs ties", ""],
  })[id] || ["report figures", `--output figures ${measure}`];
  return commandFor(name, options);
}

/** The fields at the top: the measure, the topics, and what takes the filter away. */
function topFields() {
  const field = choiceField("Measure", "measure", measureOptions());
  const names = Object.keys(report.subsets);
  const subset = choiceField("Topics", "subset", [["", "all"], ...names.map((name) => [name, name])]);
  const all = el("button", { type: "button", on: { click: () => choose({ filter: "", only: [] }) } });
  put(byId("measure"), field);
  put(byId("left"), names.length ? subset : null, all);
  const brief = el("p", {}, "In brief, as the task compares the runs, not over the chosen topics alone:");
  document.querySelector("ul.verdict")?.before(brief);
  whenever(["subset"], () => {
    brief.hidden = !chosen.subset;
  });
  whenever(["filter", "only"], () => {
    const left = leftRuns().length;
    all.hidden = left === report.runs.length;
    put(all, `${left} of ${several(report.runs.length, "run")}: show all`);
  });
}

onUnpacked((data) => {
  load(data);
  begin({ measure: report.first_measure, other: Math.min(1, report.runs.length - 1), curves: firstRuns().map((run) => report.runs[run].name) });
  topFields();
  for (const { id, Content } of sections) {
    const home = byId(id);
    if (!home) continue;
    const content = /** @type {HTMLElement} */ (home.querySelector(".content"));
    within(home, () => {
      if (Content.length) Content(content);
      else show(content, /** @type {() => any} */ (Content));
      content.before(takeAlong(id, content, () => commandOf(id)));
    });
    oneStop(home, ".taking > button, .data > summary");
  }
  document.addEventListener("click", followLink);
  window.addEventListener("hashchange", follow);
  keepFresh();
}, follow);
