/* Topics: what was asked, how hard it was, and what the runs found first. */

import { colouring, colourSigns, leftRuns } from "./attributes.js";
import { isolated } from "./scales.js";
import {
  announce, answer, better, caption, chosenTopics, extentOnTopic, label, median, nameOf, ofSubset, orderBy, rangeOf, rankOnTopic, section, several, shown,
  valueOf,
} from "./core.js";
import { DrillDown } from "./documents.js";
import { Button, Controls, FilterField, hasWords } from "./fields.js";
import { Bars, Signs } from "./figures.js";
import { linkTo, openChosen } from "./links.js";
import { html, useMemo, useState } from "./preact.js";
import { choose, chosen, report } from "./state.js";
import { DataTable, Sortable } from "./tables.js";

/** What is known of a topic by a measure: its best run, and how the values of all runs spread. @param {number} measure @param {number} topic */
function difficulty(measure, topic) {
  const { q1, q3, ...extent } = extentOnTopic(measure, topic);
  return { topic, ...report.topics[topic], ...extent, spread: q1 === null || q3 === null ? null : q3 - q1 };
}

/** The columns of the list of topics. @returns {TableColumn<ReturnType<typeof difficulty>>[]} */
function topicColumns() {
  const { digits } = report.measures[chosen.measure];
  const count = (/** @type {"judged" | "relevant"} */ name) => ({ name, digits: 0, value: (/** @type {Topic} */ row) => row[name] });
  const number = (/** @type {"best" | "median" | "worst" | "spread"} */ name, help = "") => ({ name, help, digits,
    value: (/** @type {ReturnType<typeof difficulty>} */ row) => row[name] });
  return [
    { name: "topic", text: true, value: ({ id }) => id, cell: ({ topic }) => linkTo("topic", topic) },
    ...(report.topics.some(({ title }) => title) ? [{ name: "title", text: true, value: (/** @type {Topic} */ { title }) => title,
      cell: (/** @type {Topic} */ { title }) => title && nameOf(title, 22) }] : []),
    count("judged"), count("relevant"), ...(report.runs.length > 1 ? [number("best"),
    { name: "best run", text: true, value: (/** @type {any} */ { bestRun }) => report.runs[bestRun].name,
      cell: (/** @type {any} */ { bestRun }) => linkTo("run", bestRun) },
    number("median", "the worse, the harder the topic"), number("worst"), number("spread", "third quartile minus first quartile of all runs")]
      : [{ ...number("best"), name: label() }]),
  ];
}

/** Which topic is the hardest, and which the easiest. @param {ReturnType<typeof difficulty>[]} rows */
function hardestAndEasiest(rows) {
  const there = rows.filter((row) => row.median !== null);
  const order = orderBy(there.length, (index) => better(chosen.measure, there[index].median)).map((index) => there[index]);
  if (order.length < 2) return null;
  const { digits } = report.measures[chosen.measure];
  const of = (/** @type {typeof order[0]} */ row) => [linkTo("topic", row.topic), row.title && ` (${row.title})`,
    `, ${report.runs.length > 1 ? "median " : ""}${label()} ${shown(row.median, digits)}`];
  return answer("The hardest topic is ", of(order[order.length - 1]), "; the easiest is ", of(order[0]), ".");
}

section({ id: "topics", title: "Topics", order: 80 }, () => {
  const { measure, subset } = chosen;
  const [words, setWords] = useState("");
  const topics = chosenTopics();
  const every = useMemo(() => topics.map((topic) => difficulty(measure, topic)), [measure, subset]);
  const rows = every.filter(({ id, title, description, narrative }) => hasWords(words, [id, title, description, narrative]));
  const step = (/** @type {number} */ by) => () => {
    const next = topics.indexOf(chosen.topic) + (topics.includes(chosen.topic) ? by : Math.max(by, 0));
    choose({ topic: topics[(next + topics.length) % topics.length] });
    announce(`Topic ${report.topics[chosen.topic].id}`);
  };
  return html`${hardestAndEasiest(every)}<${Controls}><${FilterField} words="Filter topics" value=${words} changed=${setWords} />
      <${Button} pressed=${step(-1)}>Previous topic<//><${Button} pressed=${step(1)}>Next topic<//><//>
    <div class="halves list"><div><${Sortable} columns=${topicColumns()} rows=${rows} title="Topics and their difficulty" sorted=${{ column: 0, ascending: true }} kind="short"
      empty="No topic matches."
      rowAttributes=${(/** @type {any} */ { topic }) => (topic === chosen.topic ? { class: "chosen", "aria-current": "true" } : {})} />
    <p class="caption" role="status">${shown(rows.length, 0)} of ${several(report.topics.length, "topic")}${report.runs.length > 1 && html`; best, median and worst of ${
      several(report.runs.length, "run")} by ${label()}; the ${report.measures[measure].lower_is_better ? "higher" : "lower"} the median, the harder
      the topic; spread: between the quartiles of the runs`}.</p></div>
    <div><${TopicPanel} /></div></div>
    <div>${report.first ? html`<${DrillDown} />`
      : caption("Which documents the runs found is not known: this page was made from results without the runs themselves")}</div>`;
});

/** The texts of a topic, and the values of all runs on it. */
function TopicPanel() {
  const { measure, topic, run, filter, only, colour } = chosen;
  const { id, title, description, narrative, judged, relevant } = report.topics[topic];
  const parts = [["Description", description], ["Narrative", narrative]].filter(([, text]) => text);
  const counts = judged === null ? null : `${several(judged, "document")} judged, ${shown(relevant, 0)} of them relevant`;
  return html`<h3 id="topic-panel">Topic ${nameOf(id, Infinity)}${title && html`: <bdi>${title}</bdi>`}</h3>
    <p class="facts">${[counts, !chosenTopics().includes(topic) && `not a topic${ofSubset()}`].filter(Boolean).join("; ")}</p>
    ${parts.map(([head, text]) => html`<p class="prose"><strong>${head}: </strong><bdi>${text}</bdi></p>`)}
    ${useMemo(() => topicValues(measure, topic), [measure, topic, run, filter, only, colour])}`;
}

/** The values of the runs on a topic, as a figure: a bar for each run, the best first. @param {number} measure @param {number} topic */
function topicValues(measure, topic) {
  const { digits } = report.measures[measure];
  const colours = colouring();
  const runs = leftRuns().filter((run) => valueOf(measure, topic, run) !== null);
  const order = orderBy(runs.length, (index) => better(measure, valueOf(measure, topic, runs[index]))).map((index) => runs[index]);
  if (!order.length) return html`<p>No run was evaluated on this topic.</p>`;
  if (report.runs.length === 1) return html`<p>${label(measure)} ${shown(valueOf(measure, topic, 0), digits)}</p>`;
  const values = order.map((run) => Number(valueOf(measure, topic, run)));
  const names = order.map((run) => report.runs[run].name);
  const [low, high] = rangeOf(measure);
  const pointed = order.indexOf(chosen.run);
  /** @type {BarsFigure} */
  const figure = {
    title: `${label(measure)} of every run on topic ${report.topics[topic].id}`, names, most: 14, height: 182, share: { screen: 0.39 }, axis: { label: label(measure), low, high },
    description: `From ${shown(values[0], digits)} to ${shown(values[values.length - 1], digits)}, median ${shown(median(values), digits)}.`,
    marks: [{ kind: "bar", of: (index) => [0, values[index]], colour: (index) => colours.ofRun(order[index]) }],
    lines: [[0, "axis"], [Number(median(values)), "median"]], pointed: pointed < 0 ? undefined : [pointed, Math.max(0, values[pointed])],
    item: "run", open: (index) => openChosen("run", order[index]),
    words: (index) => `${isolated(names[index])}\n${label(measure)} ${shown(values[index], digits)}, rank ${rankOnTopic(measure, topic, order[index])}`,
  };
  return html`<${Bars} figure=${figure} />
    <${Signs} listed=${[...colourSigns(colours), [{ d: "M3 1h10l-5 9z", fill: "var(--text)" }, `${isolated(report.runs[chosen.run].name)}, the chosen run`],
      [{ d: "M0 6H16", class: "median" }, "median"]]} />
    ${caption(`${label(measure)} of ${order.length < report.runs.length ? `${shown(order.length, 0)} of ` : ""}${several(report.runs.length, "run")} on this topic, the best first`,
      report.dialect && `dialect ${report.dialect}`)}
    <${DataTable} title="${label(measure)} on this topic" heads=${["run", "group", "value"]}
      rows=${() => order.map((run, index) => [nameOf(names[index]), nameOf(report.runs[run].group), shown(values[index], digits)])} />`;
}
