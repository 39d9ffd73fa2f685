/* Topics: what was asked, how hard it was, and what the runs found first. */

/** What is known of a topic by a measure: its best run, and how the values of all runs spread. */
function difficulty(measure, topic) {
  const values = valuesOfTopic(measure, topic);
  const [best] = orderBy(values.length, (run) => better(measure, values[run]));
  const middle = [0.25, 0.75].map((share) => quantile(values, share));
  return { topic, ...report.topics[topic], bestRun: best, best: values[best], median: median(values), worst: worstOf(measure, values),
    spread: middle[0] === null ? null : middle[1] - middle[0] };
}

/** The columns of the list of topics; rows are those of `difficulty`. */
function topicColumns() {
  const count = (name) => ({ name, digits: 0, value: (row) => row[name] });
  const number = (name, help) => ({ name, help, value: (row) => row[name], cell: (row) => shown(row[name], report.measures[chosen.measure].digits) });
  return [
    { name: "topic", text: true, value: (row) => row.id, cell: (row) => linkTo("topic", row.topic) },
    report.topics.some((topic) => topic.title) && { name: "title", text: true, value: (row) => row.title,
      cell: (row) => (row.title ? nameOf(row.title) : "–") },
    count("judged"), count("relevant"), number("best"),
    { name: "best run", text: true, value: (row) => report.runs[row.bestRun].name, cell: (row) => linkTo("run", row.bestRun) },
    number("median", "the worse, the harder the topic"), number("worst"), number("spread", "third quartile minus first quartile of all runs"),
  ].filter(Boolean);
}

/** Whether a topic's identifier or one of its texts has the words of a filter. */
function matchesTopic(words, { id, title, description, narrative }) {
  return [id, title, description, narrative].join("\n").toLowerCase().includes(words);
}

section("topics", (content) => {
  let words = "";
  const list = sortable({ columns: topicColumns(), rows: [], title: "All topics", sorted: { column: 0, ascending: true }, empty: "No topic has these words.",
    rowAttributes: ({ topic }) => (topic === chosen.topic ? { class: "chosen", "aria-current": "true" } : {}) });
  const step = (by) => () => {
    choose("topic", (chosen.topic + by + report.topics.length) % report.topics.length);
    announce(`Topic ${report.topics[chosen.topic].id}`);
  };
  const steps = [["Previous topic", -1], ["Next topic", 1]].map(([text, by]) => el("button", { type: "button", on: { click: step(by) } }, text));
  const [count, panel, found] = [el("p", { class: "caption", role: "status" }), el("div"), el("div")];
  list.element.classList.add("short");
  put(content, controls(filterField("Filter topics", (typed) => { words = typed; refresh(); }), ...steps), list.element, count, panel, found);

  function refresh() {
    const places = [...report.topics.keys()].filter((topic) => matchesTopic(words, report.topics[topic]));
    const focused = list.element.contains(document.activeElement);
    list.update(places.map((topic) => difficulty(chosen.measure, topic)));
    if (focused) (list.body.querySelector(".chosen a") || list.element).focus({ preventScroll: true });
    put(count, `${places.length} of ${several(report.topics.length, "topic")}; best, median and worst of ${several(report.runs.length, "run")} by ${label()}; `
      + `the ${report.measures[chosen.measure].lower_is_better ? "higher" : "lower"} the median, the harder the topic; spread: between the quartiles of the runs.`);
  }
  whenever(["measure", "topic"], refresh);
  whenever(["measure", "topic", "run"], () => put(panel, topicPanel(chosen.measure, chosen.topic)));
  drillDown(found);
});

/** The texts of a topic, and the values of all runs on it. */
function topicPanel(measure, topic) {
  const { id, title, description, narrative, judged, relevant } = report.topics[topic];
  const counts = judged === null ? null : `${several(judged, "document")} judged, ${relevant} of them relevant`;
  const parts = [["Description", description], ["Narrative", narrative]].filter(([, text]) => text);
  const order = orderBy(report.runs.length, (run) => better(measure, valueOf(measure, topic, run))).filter((run) => valueOf(measure, topic, run) !== null);
  return [
    el("h3", { id: "topic-panel" }, "Topic ", nameOf(id), title ? [": ", el("bdi", {}, title)] : null),
    counts && el("p", { class: "facts" }, counts),
    ...parts.map(([head, text]) => el("p", { class: "prose" }, el("strong", {}, `${head}: `), el("bdi", {}, text))),
    ...(order.length ? [topicFigure(measure, topic, order),
      signs([{ d: "M3 0h10v12h-10z", fill: "var(--hue-0)" }, "a run"], [{ d: "M3 0h10v12h-10z", fill: "var(--hue-1)" }, `▼ ${isolated(report.runs[chosen.run].name)}, the chosen run`],
        [{ d: "M0 6H16", class: "median" }, "median"]),
      caption(`${label(measure)} of ${several(order.length, "run")} on this topic, the best first`, report.dialect && `dialect ${report.dialect}`),
      dataTable(`${label(measure)} on this topic`, ["run", "group", "value"],
        () => order.map((run) => [nameOf(report.runs[run].name), nameOf(report.runs[run].group), shown(valueOf(measure, topic, run), report.measures[measure].digits)]))]
      : [el("p", {}, "No run was evaluated on this topic.")]),
  ];
}

/** A bar for each run, the best first. */
function topicFigure(measure, topic, order) {
  const { digits } = report.measures[measure];
  const values = order.map((run) => valueOf(measure, topic, run));
  const [left, top, bottom] = [60, 18, 200];
  const across = Math.min(44, Math.max(8, Math.floor(1100 / order.length)));
  const right = left + across * order.length;
  const named = across >= 12;
  const y = scale(...rangeOf(measure), bottom, top, 6);
  const title = `${label(measure)} of every run on topic ${report.topics[topic].id}`;
  const svg = figure(Math.max(right + 10, 260), bottom + (named ? 100 : 12), title, `From ${shown(values[0], digits)} to ${shown(values.at(-1), digits)}, median ${shown(median(values), digits)}.`);
  for (const tick of y.ticks) {
    svg.append(shape("path", { class: "grid", d: `M${left} ${round(y(tick))}H${right}` }),
      textAt(left - 8, y(tick) + 4, String(tick), { class: "tick", "text-anchor": "end" }));
  }
  order.forEach((run, nth) => {
    const [x, own] = [left + nth * across, run === chosen.run];
    const [low, high] = [y(Math.min(0, values[nth])), y(Math.max(0, values[nth]))];
    svg.append(shape("path", { d: rectangle(x + 1, high, across - 2, low - high), fill: `var(--hue-${own ? 1 : 0})` }));
    if (own) svg.append(textAt(x + across / 2, high - 4, "▼", { "text-anchor": "middle", class: "small" }));
    if (named) {
      const at = [round(x + across / 2 + 4), bottom + 8];
      svg.append(textAt(...at, shortened(report.runs[run].name, 14), { class: "small", "text-anchor": "end", transform: `rotate(-90 ${at})` }));
    }
  });
  svg.append(shape("path", { class: "axis", d: `M${left} ${round(y(0))}H${right}` }),
    shape("path", { class: "median", d: `M${left} ${round(y(median(values)))}H${right}` }));
  return explorable(svg, title, "Arrow keys move from run to run, Enter opens the run.", {
    size: [1, order.length],
    at: (x) => (x >= left && x < right ? Math.floor((x - left) / across) : null),
    words: (nth) => `${isolated(report.runs[order[nth]].name)}\n${label(measure)} ${shown(values[nth], digits)}, rank ${rankOnTopic(measure, topic, order[nth])}`,
    outline: (nth) => rectangle(left + nth * across, top, across, bottom - top),
    open: (nth) => openChosen("run", order[nth]),
  });
}

/* --- the first documents of runs ----------------------------------------------------------- */

/** How many runs have each document of a topic among their first ones. */
const holders = new Map();
function holdersOf(topic) {
  if (!holders.has(topic)) {
    const { docs, runs } = report.first.topics[topic];
    const counts = docs.map(() => 0);
    for (const ranked of runs) for (const place of new Set(ranked)) counts[place] += 1;
    holders.set(topic, counts);
  }
  return holders.get(topic);
}

/** A grade as a sign and in words: [class, sign, words]. Below zero are those of judged.py. */
function gradeWords(grade) {
  if (grade >= report.relevance_level) return ["relevant", "●", `relevant${grade > 1 ? `, grade ${grade}` : ""}`];
  if (grade >= 0) return ["nonrelevant", "○", `not relevant${grade > 0 ? `, grade ${grade}` : ""}`];
  return grade === -1 ? ["unjudged", "?", "unjudged"] : ["unjudged", "×", "pooled, not judged"];
}

function gradeCell(grade) {
  const [kind, sign, words] = gradeWords(grade);
  return el("span", { class: `grade ${kind}` }, el("span", { "aria-hidden": "true" }, `${sign} `), words);
}

/** A document: its identifier, and its title and the beginning of its text where they are known. */
function documentCell(doc) {
  const [title, text] = Object.hasOwn(report.texts, doc) ? report.texts[doc] : ["", ""];
  return [nameOf(doc), title ? el("bdi", { class: "doc title" }, title) : null, text ? el("bdi", { class: "doc" }, text) : null];
}

/** A table of rows that stay in their order; `heads` are [words, class]. */
function listing(title, heads, rows) {
  return scrolling(title, el("table", {}, el("caption", {}, title),
    el("thead", {}, el("tr", {}, heads.map(([words, kind]) => el("th", { scope: "col", class: kind }, words)))),
    el("tbody", {}, rows.map((row) => el("tr", {}, row.map((cell, nth) => el(nth ? "td" : "th",
      { scope: nth ? null : "row", class: heads[nth][1] }, cell)))))));
}

/** The first documents of a run on a topic. */
function firstDocuments(measure, topic, run) {
  const { docs, grades, runs } = report.first.topics[topic];
  const held = holdersOf(topic);
  const value = valueOf(measure, topic, run);
  const said = value === null ? "not evaluated on this topic"
    : `${label(measure)} ${shown(value, report.measures[measure].digits)}, rank ${rankOnTopic(measure, topic, run)}`;
  const rows = runs[run].map((place, nth) => [String(nth + 1), gradeCell(grades[place]), documentCell(docs[place]), String(held[place] - 1)]);
  const title = `First documents of ${isolated(report.runs[run].name)}`;
  return el("div", { class: "first" }, el("h4", {}, linkTo("run", run), ` ${said}`),
    rows.length ? listing(title, [["rank", "number"], ["judgment", "text"], ["document", "prose"], ["others", "number"]], rows)
      : el("p", {}, "The run retrieved nothing for this topic."));
}

/** Two runs side by side: which ones is said by their standing on the topic, or by name. */
function drillDown(home) {
  if (!report.first) {
    put(home, el("p", { class: "caption" }, "Which documents the runs found is not known: this page was made from results without the runs themselves."));
    return;
  }
  const standing = { best: "best", median: "median", chosen: "chosen run", none: "no other run" };
  const wanted = ["best", report.runs.length > 1 ? "median" : "none"];
  const lists = el("div", { class: "columns" });
  const runOf = (which, order) => {
    const evaluated = order.filter((run) => valueOf(chosen.measure, chosen.topic, run) !== null);
    const lower = evaluated[Math.floor(evaluated.length / 2)];
    return { best: evaluated[0], median: lower, chosen: chosen.run }[which] ?? Number(which);
  };
  const fields = ["Documents of", "beside those of"].map((words, nth) => select(words, [], "", (value) => { wanted[nth] = value; draw(); }));
  put(home, el("h3", {}, "What the runs found first"), controls(...fields), lists,
    caption(`The first ${report.first.depth} documents of a run on the topic above`,
      `others: how many of ${several(report.runs.length - 1, "other run")} have the document among their first ${report.first.depth}`,
      `relevant from grade ${report.relevance_level}`, "unjudged: not in the judgments", "pooled, not judged: in the judgments with a grade below 0"));

  function draw() {
    const { measure, topic } = chosen;
    const order = orderBy(report.runs.length, (run) => better(measure, valueOf(measure, topic, run)));
    fields.forEach((field, nth) => {
      const kinds = Object.keys(standing).filter((kind) => nth || kind !== "none");
      const options = [...kinds.map((kind) => [kind, kind === "none" ? standing[kind] : `${standing[kind]}: ${report.runs[runOf(kind, order)].name}`]),
        ...order.map((run) => [run, `${report.runs[run].name} ${shown(valueOf(measure, topic, run), report.measures[measure].digits)}`])];
      put(field.list, options.map(([key, text]) => el("option", { value: key }, text)));
      field.list.value = wanted[nth];
    });
    const runs = new Set(wanted.filter((which) => which !== "none").map((which) => runOf(which, order)));
    put(lists, [...runs].map((run) => firstDocuments(measure, topic, run)));
  }
  whenever(["measure", "topic", "run"], draw);
}
