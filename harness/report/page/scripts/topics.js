/* Topics: what was asked, how hard it was, and what the runs found first. */

import { colouring, colourSigns, leftRuns } from "./attributes.js";
import { columnFrame, isolated, rectangle, round, scale, signs, textAt } from "./charts.js";
import {
  announce, better, caption, chosenTopics, controls, el, extentOf, filterField, label, median, nameOf, ofSubset, orderBy, put, quantile, rangeOf,
  rankOnTopic, section, several, shape, shown, valueOf, valuesOfTopic,
} from "./core.js";
import { drillDown } from "./documents.js";
import { linkTo, openChosen } from "./links.js";
import { choose, chosen, report, whenever } from "./state.js";
import { dataTable, sortable } from "./tables.js";

/** What is known of a topic by a measure: its best run, and how the values of all runs spread. @param {number} measure @param {number} topic */
function difficulty(measure, topic) {
  const values = valuesOfTopic(measure, topic);
  const [q1, q3] = [0.25, 0.75].map((share) => quantile(values, share));
  return { topic, ...report.topics[topic], ...extentOf(measure, values),
    spread: q1 === null || q3 === null ? null : q3 - q1 };
}

/** The columns of the list of topics; rows are those of `difficulty`. */
function topicColumns() {
  const count = (/** @type {string} */ name) => ({ name, digits: 0, value: (/** @type {any} */ row) => row[name] });
  const number = (/** @type {string} */ name, /** @type {string | undefined} */ help = undefined) => ({ name, help,
    value: (/** @type {any} */ row) => row[name], cell: (/** @type {any} */ row) => shown(row[name],
      report.measures[chosen.measure].digits) });
  /** @type {(TableColumn<any> | false)[]} */
  const columns = [
    { name: "topic", text: true, value: (/** @type {any} */ row) => row.id, cell: (/** @type {any} */ row) => linkTo("topic", row.topic) },
    report.topics.some((topic) => topic.title) && { name: "title", text: true, value: (/** @type {any} */ row) => row.title,
      cell: (/** @type {any} */ row) => (row.title ? nameOf(row.title) : "–") },
    count("judged"), count("relevant"), number("best"),
    { name: "best run", text: true, value: (/** @type {any} */ row) => report.runs[row.bestRun].name,
      cell: (/** @type {any} */ row) => linkTo("run", row.bestRun) },
    number("median", "the worse, the harder the topic"), number("worst"), number("spread",
      "third quartile minus first quartile of all runs"),
  ];
  return columns.filter((column) => column !== false);
}

/** Whether a topic's identifier or one of its texts has the words of a filter. @param {string} words @param {Topic} options1 */
function matchesTopic(words, { id, title, description, narrative }) {
  return [id, title, description, narrative].join("\n").toLowerCase().includes(words);
}

section({ id: "topics", title: "Topics", order: 80, lead: "What was asked, how hard it was, and what runs found first." }, (content) => {
  let words = "";
  const list = sortable({ columns: topicColumns(), rows: [], title: "Topics and their difficulty", sorted: { column: 0, ascending: true },
    empty: "No topic has these words.",
    rowAttributes: ({ topic }) => (topic === chosen.topic ? { class: "chosen", "aria-current": "true" } : {}) });
  const step = (/** @type {any} */ by) => () => {
    const topics = chosenTopics();
    const next = topics.indexOf(chosen.topic) + (topics.includes(chosen.topic) ? by : Math.max(by, 0));
    choose({ topic: topics[(next + topics.length) % topics.length] });
    announce(`Topic ${report.topics[chosen.topic].id}`);
  };
  const steps = [["Previous topic", -1], ["Next topic", 1]].map(([text, by]) => el("button", { type: "button",
    on: { click: step(by) } }, text));
  const [count, panel, documents] = [el("p", { class: "caption", role: "status" }), el("div"), el("div")];
  list.element.classList.add("short");
  put(content, controls(filterField("Filter topics", (typed) => { words = typed; refresh(); }), ...steps), list.element,
    count, panel, documents);

  function refresh() {
    const topics = chosenTopics().filter((topic) => matchesTopic(words, report.topics[topic]));
    const focused = list.element.contains(document.activeElement);
    list.update(topics.map((topic) => difficulty(chosen.measure, topic)));
    if (focused) (/** @type {Maybe<HTMLElement>} */ (list.body.querySelector(".chosen a")) || list.element).focus({ preventScroll: true });
    put(count, `${topics.length} of ${several(report.topics.length,
      "topic")}; best, median and worst of ${several(report.runs.length, "run")} by ${label()}; `
      + `the ${report.measures[chosen.measure].lower_is_better ? "higher"
        : "lower"} the median, the harder the topic; spread: between the quartiles of the runs.`);
  }
  whenever(["measure", "topic", "subset"], refresh);
  whenever(["measure", "topic", "run", "filter", "only", "colour", "subset"], () => put(panel, topicPanel(chosen.measure, chosen.topic)));
  drillDown(documents);
});

/** The texts of a topic, and the values of all runs on it. @param {number} measure @param {number} topic */
function topicPanel(measure, topic) {
  const { id, title, description, narrative, judged, relevant } = report.topics[topic];
  const counts = judged === null ? null : `${several(judged, "document")} judged, ${relevant} of them relevant`;
  const parts = [["Description", description], ["Narrative", narrative]].filter(([, text]) => text);
  const [left, colours] = [new Set(leftRuns()), colouring()];
  const order = orderBy(report.runs.length, (run) => better(measure, valueOf(measure, topic,
    run))).filter((run) => left.has(run) && valueOf(measure, topic, run) !== null);
  return [
    el("h3", { id: "topic-panel" }, "Topic ", nameOf(id), title ? [": ", el("bdi", {}, title)] : null),
    el("p", { class: "facts" }, [counts, !chosenTopics().includes(topic) && `not a topic${ofSubset()}`].filter(Boolean).join("; ")),
    ...parts.map(([head, text]) => el("p", { class: "prose" }, el("strong", {}, `${head}: `), el("bdi", {}, text))),
    ...(order.length ? [topicFigure(measure, topic, order, colours.ofRun),
      signs(...colourSigns(colours), [{ d: "M3 1h10l-5 9z", fill: "var(--text)" }, `${isolated(report.runs[chosen.run].name)}, the chosen run`],
        [{ d: "M0 6H16", class: "median" }, "median"]),
      caption(`${label(measure)} of ${order.length} of ${several(report.runs.length, "run")} on this topic, the best first`,
        report.dialect && `dialect ${report.dialect}`),
      dataTable(`${label(measure)} on this topic`, ["run", "group", "value"],
        () => order.map((run) => [nameOf(report.runs[run].name), nameOf(report.runs[run].group), shown(valueOf(measure,
          topic, run), report.measures[measure].digits)]))]
      : [el("p", {}, "No run was evaluated on this topic.")]),
  ];
}

/**
 * A bar for each run, the best first.
 * @param {number} measure @param {number} topic @param {number[]} order @param {(run: number) => string} colourOf
 */
function topicFigure(measure, topic, order, colourOf) {
  const { digits } = report.measures[measure];
  const values = order.map((run) => Number(valueOf(measure, topic, run)));
  const y = scale(...rangeOf(measure), 200, 18, 6);
  const { svg, left, right, across, middle, box } = columnFrame(`${label(measure)} of every run on topic ${report.topics[topic].id}`,
    `From ${shown(values[0], digits)} to ${shown(values.at(-1), digits)}, median ${shown(median(values), digits)}.`,
    { item: "run", names: order.map((run) => report.runs[run].name), y, most: 14, open: (index) => openChosen("run", order[index]),
      words: (index) => `${isolated(report.runs[order[index]].name)}\n${label(measure)} ${shown(values[index], digits)}, rank ${rankOnTopic(measure, topic, order[index])}` });
  order.forEach((run, index) => {
    const [x, low, high] = [left + index * across, y(Math.min(0, values[index])), y(Math.max(0, values[index]))];
    svg.append(shape("path", { d: rectangle(x + 1, high, across - 2, low - high), fill: colourOf(run) }));
    if (run === chosen.run) svg.append(textAt(middle(index), high - 4, "▼", { "text-anchor": "middle", class: "small" }));
  });
  svg.append(shape("path", { class: "axis", d: `M${left} ${round(y(0))}H${right}` }),
    shape("path", { class: "median", d: `M${left} ${round(y(Number(median(values))))}H${right}` }));
  return box;
}
