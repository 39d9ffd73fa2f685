/* Beginning: draw the sections, follow links to topics and runs. */

import { leftRuns } from "./attributes.js";
import { byId, el, put, sections, select, several } from "./core.js";
import { firstRuns } from "./curves.js";
import { oneStop } from "./keyboard.js";
import { follow, followLink } from "./links.js";
import { begin, choose, chosen, keepFresh, load, report, whenever, within } from "./state.js";
import { takeAlong } from "./take.js";

/** @param {Payload} data what the page carries */
function start(data) {
  load(data);
  begin({ measure: report.first_measure, other: Math.min(1, report.runs.length - 1), curves: firstRuns().map((run) => report.runs[run].name) });
  const options = report.measures.map((measure, nth) => [nth, measure.label]);
  const field = select("Measure", options, chosen.measure, (value) => choose({ measure: Number(value) }));
  const names = Object.keys(report.subsets);
  const subset = select("Topics", [["", "all"], ...names.map((name) => [name, name])], chosen.subset, (value) => choose({ subset: value }));
  const all = el("button", { type: "button", on: { click: () => choose({ filter: "", only: [] }) } });
  put(byId("measure"), field, names.length ? subset : null, all);
  whenever(["measure", "subset"], () => {
    field.list.value = String(chosen.measure);
    subset.list.value = chosen.subset;
  });
  whenever(["filter", "only"], () => {
    const left = leftRuns().length;
    all.hidden = left === report.runs.length;
    put(all, `${left} of ${several(report.runs.length, "run")}: show all`);
  });
  themes();
  for (const list of document.querySelectorAll(".verdict, nav ul")) oneStop(/** @type {HTMLElement} */ (list), "a");
  for (const { id, draw } of sections) {
    const home = byId(id);
    if (!home) continue;
    const content = /** @type {HTMLElement} */ (home.querySelector(".content"));
    within(home, () => {
      draw(content);
      content.before(takeAlong(id, content));
    });
    oneStop(home, ".taking > button, .data > summary");
  }
  document.documentElement.dataset.ready = "yes";
  document.addEventListener("click", followLink);
  window.addEventListener("hashchange", follow);
  keepFresh();
  follow();
}

/** Light, dark, or as the system has it. */
function themes() {
  const button = byId("theme");
  const order = ["auto", "light", "dark"];
  let at = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    at = (at + 1) % order.length;
    document.documentElement.dataset.theme = order[at];
    button.textContent = `Theme: ${order[at]}`;
  });
}

document.addEventListener("unpacked", (event) => start(/** @type {CustomEvent<Payload>} */ (event).detail), { once: true });
