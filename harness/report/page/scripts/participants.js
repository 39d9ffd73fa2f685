/* Participants: one run against all others, and where it loses. */

import { attributeNames, attributeOf, basisOfChosen } from "./attributes.js";
import { disc, isolated, rectangle, round, scale, signs } from "./charts.js";
import {
  better, caption, chosenTopics, controls, el, extentOf, label, mean, nameOf, ofSubset, percent, put, rangeOf, rankAmong, section, select, several, shape,
  shown, signed, summaryOf, valuesOfTopic,
} from "./core.js";
import { NOTICED } from "./coverage.js";
import { documentCell, gradeCell, holdersOf } from "./documents.js";
import { linkTo, topicFrame } from "./links.js";
import { choose, chosen, report, whenever } from "./state.js";
import { dataTable, listing, onOpening } from "./tables.js";

/** How a loss is drawn, by its parts: a colour, and lines that tell them apart without it. */
const LOST = [
  { fill: "var(--hue-0)", lines: null },
  { fill: "var(--hue-1)", lines: "M0 3H6" },
  { fill: "var(--hue-4)", lines: "M0 0L6 6M0 6L6 0" },
];

/** The patterns of the parts of a loss, for a drawing; names are those of the drawing. @param {string} named */
function lossPatterns(named) {
  return shape("defs", {}, LOST.map(({ fill, lines }, index) => shape("pattern",
    { id: `${named}-${index}`, width: 6, height: 6, patternUnits: "userSpaceOnUse" }, shape("path", { d: "M0 0H6V6H0Z", fill }),
    lines && shape("path", { d: lines, stroke: "var(--ground)", "stroke-width": 1.4, fill: "none" }))));
}

/**
 * One value among those of all runs: its rank, and the best, median and worst of them.
 * @param {number} measure @param {Maybe<number>[]} values @param {number} run
 */
function standingAmong(measure, values, run) {
  const there = values.filter((value) => value !== null);
  return { value: values[run], rank: values[run] === null ? "–" : `${rankAmong(measure, values[run], there)} of ${there.length}`, ...extentOf(measure, values) };
}

section({ id: "participants", title: "Participants", order: 90, lead: "One run against all others, and where it loses." }, (content) => {
  const groups = [...new Set(report.runs.map((run) => run.group))].filter(Boolean).sort();
  const named = (/** @type {number} */ run) => [run, report.runs[run].name];
  const runsOf = (/** @type {string} */ group) => [...report.runs.keys()].filter((run) => !group
    || report.runs[run].group === group).map(named);
  const run = select("Run", runsOf(""), chosen.run, (value) => choose({ run: Number(value) }));
  const group = select("Group", [["", "all groups"], ...groups.map((name, index) => [index, name])], "", (value) => {
    const own = runsOf(groups[value]);
    put(run.list, own.map(([key, text]) => el("option", { value: key }, text)));
    if (own.some(([key]) => key === chosen.run)) run.list.value = String(chosen.run);
    else choose({ run: Number(own[0][0]) });
  });
  const parts = /** @type {[Choice[], (run: number, measure: number) => Child][]} */ ([
    [[], runHeading], [["measure", "subset"], runMeasures], [["measure", "subset"], runByTopic], [["subset"], runLosses], [[], runMissed],
    [["subset"], runNonRelevant], [[], runNotes],
  ]);
  const homes = parts.map(() => el("div"));
  put(content, controls(groups.length ? group : null, run), ...homes);
  whenever(["run"], () => {
    if (![...run.list.options].some((option) => Number(option.value) === chosen.run)) {
      group.list.value = "";
      put(run.list, runsOf("").map(([key, text]) => el("option", { value: key }, text)));
    }
    run.list.value = String(chosen.run);
  });
  parts.forEach(([names, draw], index) => whenever(["run", ...names], () => put(homes[index], draw(chosen.run, chosen.measure))));
});

/** @param {number} run */
function runHeading(run) {
  const { name, group, retrieved, averaged } = report.runs[run];
  const known = attributeNames().map((attribute) => [attribute, attributeOf(attribute, run)]).filter(([, value]) => value);
  const siblings = group ? [...report.runs.keys()].filter((other) => other !== run && report.runs[other].group === group) : [];
  return [
    el("h3", {}, nameOf(name)),
    el("p", { class: "facts" }, known.map(([attribute, value]) => [`${attribute} `, nameOf(value), " · "]),
      `${several(retrieved, "document")} retrieved · ${several(averaged, "topic")} evaluated`,
      siblings.length ? [" · other runs of the group: ", ...siblings.flatMap((other, index) => [index ? ", " : "",
        linkTo("run", other)])] : null),
  ];
}

/** The run by every measure. @param {number} run @param {number} measure */
function runMeasures(run, measure) {
  const rows = report.measures.map(({ digits }, index) => {
    const { value, rank, best, bestRun, median: middle, worst } = standingAmong(index, report.runs.map((_, other) => summaryOf(index, other)), run);
    return [label(index) + (index === measure ? " (chosen)" : ""), shown(value, digits), rank, shown(best, digits), linkTo("run", bestRun),
      shown(middle, digits), shown(worst, digits)];
  });
  return [
    listing("The run by every measure", [["measure", "text"], ["value", "number"], ["rank", "number"], ["best", "number"],
      ["best run", "text"], ["median", "number"], ["worst", "number"]], rows),
    caption("Best, median and worst of all runs; equal values share the best of their ranks", basisOfChosen(false)),
  ];
}

/** The run on every topic: the difference to the median, the largest gain first. @param {number} run @param {number} measure */
function topicsOfRun(run, measure) {
  return chosenTopics().map((topic) => ({
    topic, ...standingAmong(measure, valuesOfTopic(measure, topic), run) })).filter(({ value }) => value !== null)
    .map((row) => ({ ...row, difference: Number(row.value) - Number(row.median) })).sort((a, b) => better(measure,
      b.difference - a.difference) || a.topic - b.topic);
}

/** @param {number} run @param {number} measure */
function runByTopic(run, measure) {
  const { digits } = report.measures[measure];
  const rows = topicsOfRun(run, measure);
  if (!rows.length) return el("p", {}, "The run was not evaluated on any topic.");
  const below = rows.filter(({ difference }) => better(measure, difference) < 0).reverse();
  const sides = report.measures[measure].lower_is_better ? ["below", "above"] : ["above", "below"];
  const counts = [rows.filter(({ difference }) => better(measure, difference) > 0).length, below.length];
  const hardest = below.slice(0, 10).map(({ topic, value, median: middle, difference, rank }) =>
    [linkTo("topic", topic), nameOf(report.topics[topic].title || "–"), shown(value, digits), shown(middle, digits),
      signed(difference, digits), rank]);
  return [
    el("h3", {}, `${label(measure)} by topic`),
    signs([{ d: "M8 1a5 5 0 1 0 .1 0z", class: "own" }, "the run"], [{ d: "M2 6H14", class: "median" },
      "median of all runs"], [{ d: "M5 0h6v12h-6z", class: "reach" }, "from the worst to the best run"]),
    againstOthers(measure, rows),
    caption(`Topics by the difference to the median, the largest gain first`,
      `${sides[0]} the median on ${counts[0]} and ${sides[1]} it on ${counts[1]} of ${several(rows.length, "topic")}`, basisOfChosen(false)),
    dataTable(`${label(measure)} by topic`, ["topic", "value", "rank", "best", "median", "worst", "difference to the median"],
      () => rows.map((row) => [report.topics[row.topic].id, shown(row.value, digits), row.rank,
        ...[row.best, row.median, row.worst].map((number) => shown(number, digits)), signed(row.difference, digits)])),
    hardest.length ? [el("h3", {}, `Furthest ${sides[1]} the median`),
      listing(`Topics furthest ${sides[1]} the median by ${label(measure)}`,
      [["topic", "text"], ["title", "text"], ["value", "number"], ["median", "number"], ["difference", "number"], ["rank",
        "number"]], hardest)]
      : [el("p", {}, `The run is ${sides[1]} the median on no topic.`)],
  ].flat();
}

/** The run between the worst and the best run of each topic. @param {number} measure @param {ReturnType<typeof topicsOfRun>} rows */
function againstOthers(measure, rows) {
  const { digits } = report.measures[measure];
  const y = scale(...rangeOf(measure), 270, 10, 6);
  const { svg, across, middle, box } = topicFrame(`${label(measure)} of the run on ${several(rows.length, "topic")}`,
    "Between the worst and the best run of each topic, with the median.", rows, y,
    ({ value, rank, best, bestRun, median: of, worst, difference }) =>
      `the run ${shown(value, digits)}, rank ${rank}\nmedian ${shown(of, digits)}, difference ${signed(difference, digits)}\n`
      + `best ${shown(best, digits)}: ${isolated(report.runs[bestRun].name)}\nworst ${shown(worst, digits)}`);
  const [wide, radius] = [Math.min(12, across - 3), Math.min(4.5, across / 2.6)];
  const drawn = (/** @type {string} */ kind, /** @type {(row: any, middle: number) => string} */ path) => svg.append(shape("path",
    { class: kind, d: rows.map((row, index) => path(row, middle(index))).join("") }));
  drawn("reach", ({ best, worst }, at) => rectangle(at - wide / 2, Math.min(y(best), y(worst)), wide, Math.abs(y(worst) - y(best))));
  drawn("median", (row, at) => `M${round(at - wide / 2)} ${round(y(row.median))}h${wide}`);
  drawn("own", ({ value }, at) => disc(at, y(value), radius));
  return box;
}

/* --- losses -------------------------------------------------------------------------------- */

/** The parts of a run's loss on each topic; what is neither missed nor due to unjudged documents is ranked low. @param {number} run */
function lossesOf(run) {
  const { measure, perfect, missed, unjudged } = /** @type {NonNullable<Payload["losses"]>} */ (report.losses);
  return chosenTopics().flatMap((topic) => {
    const value = report.values[measure][topic][run];
    const own = missed[topic][run];
    if (value === null || own === null) return [];
    const total = perfect[topic] - value;
    const parts = [own, total - own - unjudged[topic][run], unjudged[topic][run]];
    return [{ topic, value: value / report.unit, total: total / report.unit, parts: parts.map((part) => part / report.unit) }];
  });
}

/** @param {number} run */
function runLosses(run) {
  const heading = el("h3", {}, "Where the loss comes from");
  if (!report.losses) {return [heading, el("p", {}, "Not known: losses are computed from the runs "
    + "themselves, which results do not have, by a measure with a perfect value.")];}
  const rows = lossesOf(run).sort((a, b) => b.total - a.total || a.topic - b.topic);
  if (!rows.length) return [heading, el("p", {}, "The run was not evaluated on any topic.")];
  const { parts, measure } = /** @type {NonNullable<Payload["losses"]>} */ (report.losses);
  const name = label(measure);
  const total = Number(mean(rows.map((row) => row.total)));
  const means = parts.map((_, index) => mean(rows.map((row) => row.parts[index])));
  const share = (/** @type {any} */ loss) => (total > 0 ? percent(loss / total) : "–");
  const overall = listing(`The mean loss in ${name} and its parts`, [["part", "text"], ["loss", "number"], ["share", "number"]],
    [...parts.map((part, index) => [part, shown(means[index], 3), share(means[index])]), ["all", shown(total, 3), share(total)]]);
  overall.children[0].classList.add("few");
  return [
    heading, overall,
    el("div", { class: "signs-of-losses" }, lossSigns(parts)),
    lossFigure(name, rows),
    caption(`Loss in ${name} against a perfect ranking, over ${several(rows.length,
      "topic")}${ofSubset()}, the largest first; it does not follow the measure chosen above`,
      "missed: relevant documents that the run does not retrieve",
        "ranked low: relevant documents below non-relevant ones", "unjudged on top: unjudged documents above judged ones",
      "the parts add up to the loss", rows.some((row) => row.parts.some((part) => part < -0.0005)) && "parts below 0 are not drawn"),
    dataTable(`Losses in ${name}`, ["topic", name, "loss", ...parts], () => rows.map((row) => [report.topics[row.topic].id,
      shown(row.value), ...[row.total, ...row.parts].map((loss) => shown(nearZero(loss), 3))])),
  ];
}

/** Without the minus of what rounds to 0. @param {number} number */
function nearZero(number) {
  return Math.abs(number) < 0.0005 ? 0 : number;
}

/** @param {string[]} parts */
function lossSigns(parts) {
  const list = signs(...parts.map((part, index) => [{ d: "M0 0H16V12H0Z", fill: `url(#loss-sign-${index})` }, part]));
  list.getElementsByTagName("svg")[0].prepend(lossPatterns("loss-sign"));
  return list;
}

/** @param {string} name @param {ReturnType<typeof lossesOf>} rows */
function lossFigure(name, rows) {
  const y = scale(0, Math.max(...rows.map(({ total }) => total), 0.01), 220, 10, 6);
  const lost = report.losses?.parts || [];
  const { svg, left, across, box } = topicFrame(`Loss in ${name} on ${several(rows.length, "topic")}`,
    "Each bar is divided into what is missed, ranked low, and unjudged on top.", rows, y,
    ({ value, total, parts }) => `${name} ${shown(value)}, loss ${shown(nearZero(total), 3)}\n`
      + lost.map((part, index) => `${part} ${shown(nearZero(parts[index]), 3)}`).join("\n"));
  const bar = (/** @type {number[]} */ parts, /** @type {number} */ part, /** @type {number} */ index) => {
    const drawn = parts.map((loss) => Math.max(0, loss));
    const start = drawn.slice(0, part).reduce((sum, loss) => sum + loss, 0);
    return drawn[part] > 0 ? rectangle(left + index * across + 1, y(start + drawn[part]), across - 2, y(start) - y(start + drawn[part])) : "";
  };
  svg.append(lossPatterns("loss"), ...LOST.map((_, part) => shape("path", { fill: `url(#loss-${part})`,
    d: rows.map(({ parts }, index) => bar(parts, part, index)).join("") })));
  return box;
}

/* --- documents ----------------------------------------------------------------------------- */

/** @param {number} run */
function runMissed(run) {
  const heading = el("h3", {}, "Relevant documents missed that others rank high");
  if (!report.missed) return [heading, el("p", {}, "Not known: results do not have the documents of the runs.")];
  const others = report.runs.length - 1;
  const rows = report.missed[run].map(([topic, doc, grade, rank, held, best]) =>
    [linkTo("topic", topic), documentCell(doc), gradeCell(grade), rank === null ? "not retrieved" : String(rank),
      `${held} of ${others}`, String(best)]);
  if (!rows.length) {return [heading, el("p", {}, others
    ? "None: what other runs have within rank 10, this run has within rank 100." : "There is no other run.")];}
  return [heading,
    listing("Relevant documents missed", [["topic", "text"], ["document", "prose"], ["judgment", "text"], ["own rank",
      "number"], ["others", "number"], ["best rank", "number"]], rows),
    caption("Not retrieved, or beyond rank 100; others: how many of the other runs have the document within rank 10",
      "the ten that most others have, over all topics", "best rank: the highest in any other run"),
  ];
}

/** Documents judged not relevant among the first ones of a run: the first ranks first, then those that fewest others have. @param {number} run */
function nonRelevantOf(run) {
  const { topics } = /** @type {NonNullable<Payload["first"]>} */ (report.first);
  return chosenTopics().flatMap((topic) => topics[topic].runs[run].map((position, index) => ({ topic, doc: topics[topic].docs[position],
    grade: topics[topic].grades[position], rank: index + 1, others: holdersOf(topic)[position] - 1 })))
    .filter(({ grade }) => grade >= 0 && grade < Number(report.relevance_level))
    .sort((a, b) => a.rank - b.rank || a.others - b.others || a.topic - b.topic);
}

/** @param {number} run */
function runNonRelevant(run) {
  const heading = el("h3", {}, "Non-relevant documents ranked first");
  if (!report.first) return [heading, el("p", {}, "Not known: results do not have the documents of the runs.")];
  const all = nonRelevantOf(run);
  if (!all.length) return [heading, el("p", {}, `None within rank ${report.first.depth} of any topic.`)];
  const others = report.runs.length - 1;
  const table = (/** @type {string} */ title, /** @type {ReturnType<typeof nonRelevantOf>} */ some) => listing(title,
    [["topic", "text"], ["document", "prose"], ["rank", "number"], ["judgment", "text"], ["others", "number"]],
    some.map(({ topic, doc, rank, grade, others: held }) => [linkTo("topic", topic), documentCell(doc), String(rank),
      gradeCell(grade), `${held} of ${others}`]));
  return [heading, table("Non-relevant documents ranked first", all.slice(0, 10)),
    all.length > 10 ? onOpening(`All ${all.length} non-relevant documents`, () => table("All non-relevant documents", all)) : null,
    caption(`Judged not relevant, within rank ${report.first.depth}${chosen.subset && " of a topic"}${ofSubset()}; the first ranks first`,
      `others: how many of the other runs have the document within rank ${report.first.depth}`)];
}

/** Ties, repairs, missing topics and whatever else was noticed of the run. @param {number} run */
function runNotes(run) {
  const known = report.runs[run];
  const { unjudged } = report;
  const noticed = NOTICED.filter(({ of }) => of(known)).map(({ name, cell }) => /** @type {Child[]} */ ([name, cell(known)]));
  for (const [words, topics] of Object.entries({ missing: known.missing, "left out": known.left_out, "without judgments": known.extra })) {
    if (topics.length) noticed.push([`the topics ${words}`, el("bdi", {}, topics.join(", "))]);
  }
  const shares = unjudged ? [["unjudged", unjudged.cutoffs.map((cutoff, index) =>
    `${percent(unjudged.share[run][index])} of the first ${cutoff}`).join(", ")]] : [];
  return [el("h3", {}, "What was noticed"), el("dl", { class: "known" }, [...shares, ...noticed].flatMap(([name,
    words]) => [el("dt", {}, name), el("dd", {}, words)])),
    noticed.length ? null : el("p", {}, "No ties, repairs, findings or warnings; the run answers exactly the judged topics.")];
}
