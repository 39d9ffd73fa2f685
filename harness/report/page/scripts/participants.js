/* Participants: one run against all others, and where it loses. */

import { attributeNames, attributeOf, attributeValues, basisOfChosen } from "./attributes.js";
import { isolated } from "./scales.js";
import {
  answer, better, caption, chosenTopics, extentOf, extentOnTopic, label, mean, nameOf, ofSubset, percent, percentOf, rangeOf, rankWords, section, several,
  shown, signed, summaryOf, valuesOfTopic,
} from "./core.js";
import { NOTICED, unjudgedShare } from "./coverage.js";
import { documentCell, gradeCell, holdersOf } from "./documents.js";
import { Controls, Select } from "./fields.js";
import { Bars, Signs } from "./figures.js";
import { linkTo, topicItems } from "./links.js";
import { html, useMemo, useState } from "./preact.js";
import { choose, chosen, report } from "./state.js";
import { DataTable, Listing, OnOpening } from "./tables.js";

/**
 * One value among those of all runs: its rank, and the best, median and worst of them.
 * @param {number} measure @param {Maybe<number>[]} values @param {number} run @param {ReturnType<typeof extentOf>} [extent]
 */
function standingAmong(measure, values, run, extent = extentOf(measure, values)) {
  return { value: values[run], rank: rankWords(measure, values, run), ...extent };
}

section({ id: "participants", title: "One run", order: 90 }, () => {
  const { run, measure, subset } = chosen;
  const [group, setGroup] = useState("");
  const runsOf = (/** @type {string} */ name) => [...report.runs.keys()].filter((other) => !name || report.runs[other].group === name);
  if (!runsOf(group).includes(run)) setGroup(""); // the run was chosen elsewhere
  const groups = attributeValues("group");
  const narrow = (/** @type {string} */ name) => {
    setGroup(name);
    if (!runsOf(name).includes(run)) choose({ run: runsOf(name)[0] });
  };
  const parts = /** @type {[(run: number, measure: number) => Child, ...any[]][]} */ ([[runHeading, measure, subset], [runMeasures, measure, subset],
    [runBehind, measure, subset], [runByTopic, measure, subset], [runLosses, subset], [runMissed], [runNonRelevant, subset], [runNotes]]);
  const drawn = parts.map(([part, ...names]) => useMemo(() => {
    const content = part(run, measure);
    return content && html`<div>${content}</div>`;
  }, [run, ...names]));
  const halves = drawn.slice(1, -1).filter(Boolean);
  return html`<${Controls}>
      ${groups.length > 0 && html`<${Select} words="Group" value=${group} changed=${narrow} options=${[["", "all groups"], ...groups.map((name) => [name, name])]} />`}
      <${Select} words="Run" options=${runsOf(group).map((other) => [other, report.runs[other].name])} value=${run}
        changed=${(/** @type {string} */ other) => choose({ run: Number(other) })} /><//>
    ${drawn[0]}${halves.map((_, first) => first % 2 === 0 && html`<div class=${`halves${first ? "" : " tables"}`}>${halves.slice(first, first + 2)}</div>`)}${drawn[7]}`;
});

/** Where a run stands by the chosen measure, and on how many topics it is better than the median. @param {number} run */
function standingAnswer(run) {
  const { measure } = chosen;
  const { digits } = report.measures[measure];
  const values = report.runs.map((_, other) => summaryOf(measure, other));
  const rows = topicsOfRun(run, measure);
  const ahead = rows.filter(({ difference }) => better(measure, difference) > 0).length;
  const value = `: ${label(measure)} ${shown(values[run], digits)}`;
  if (report.runs.length === 1) return answer(nameOf(report.runs[run].name), value, ` over ${several(rows.length, "topic")}.`);
  return answer(nameOf(report.runs[run].name), value, `, rank ${rankWords(measure, values, run)}; ${rows.length === 1 && !ahead ? "not " : ""}better than the median of all runs on ${rows.length === 1 ? "the one topic" : `${shown(ahead, 0)} of ${several(rows.length, "topic")}`}.`);
}

/** @param {number} run */
function runHeading(run) {
  const { name, group, retrieved, averaged } = report.runs[run];
  const siblings = [...report.runs.keys()].filter((other) => group && other !== run && report.runs[other].group === group);
  return html`${standingAnswer(run)}<h3>${nameOf(name, Infinity)}</h3>
    <p class="facts">${attributeNames().filter((attribute) => attributeOf(attribute, run)).map((attribute) => html`${attribute} ${
      nameOf(attributeOf(attribute, run))} · `)}${several(retrieved, "document")} retrieved · ${several(averaged, "topic")} evaluated${
      siblings.length > 0 && html` · other runs of the group: ${siblings.map((other, index) => html`${index > 0 && ", "}${linkTo("run", other)}`)}`}</p>`;
}

/** The run by every measure. @param {number} run @param {number} measure */
function runMeasures(run, measure) {
  if (report.runs.length === 1) return measuresAlone();
  const rows = report.measures.map(({ digits }, index) => {
    const { value, rank, best, bestRun, median, worst } = standingAmong(index, report.runs.map((_, other) => summaryOf(index, other)), run);
    return [label(index) + (index === measure ? " (chosen)" : ""), shown(value, digits), rank, shown(best, digits), linkTo("run", bestRun),
      shown(median, digits), shown(worst, digits)];
  });
  return html`<h3>By every measure</h3><${Listing} title="The run by every measure" rows=${rows} heads=${[["measure", "text"], ["value", "number"], ["rank", "number"],
    ["best", "number"], ["best run", "text"], ["median", "number"], ["worst", "number"]]} />
    ${caption("Best, median and worst of all runs; runs with equal values share the best rank", basisOfChosen(false))}`;
}

/** The only run by every measure, with the intervals of means over all topics. */
function measuresAlone() {
  const known = chosen.subset ? [] : report.intervals;
  const between = (/** @type {typeof report.intervals[0]} */ ends) => (ends ? `${shown(ends.low[0])} to ${shown(ends.high[0])}` : "–");
  const rows = report.measures.map(({ digits }, index) => [label(index), shown(summaryOf(index, 0), digits),
    ...(known.some(Boolean) ? [between(known[index])] : [])]);
  return html`<h3>By every measure</h3><${Listing} title="Means" few=${true} rows=${rows}
      heads=${[["measure", "text"], ["value", "number"], ...(known.some(Boolean) ? [[`${percentOf()} interval`, "number"]] : [])]} />
    ${caption(...(known.some(Boolean) ? intervalWords() : []), basisOfChosen(false))}`;
}

/** Sentences on the intervals of means, each with its measures. */
function intervalWords() {
  /** @type {Map<string, string[]>} */
  const measures = new Map();
  report.intervals.forEach((ends, index) => {
    const words = report.measures[index].interval;
    if (ends) measures.set(words, [...(measures.get(words) || []), label(index)]);
  });
  return [...measures].map(([words, labels]) => `${labels.join(", ")}: ${words}`);
}

/** The only run on every topic, the best first. @param {number} measure */
function topicsAlone(measure) {
  const { digits } = report.measures[measure];
  const rows = topicsOfRun(0, measure).sort((a, b) => better(measure, Number(b.value) - Number(a.value)) || a.topic - b.topic);
  const [low, high] = rangeOf(measure);
  /** @type {BarsFigure} */
  const figure = {
    title: `${label(measure)} on ${several(rows.length, "topic")}`, description: "A bar a topic, the best first.", axis: { label: label(measure), low, high },
    height: 260, share: { screen: 0.5 }, marks: [{ kind: "bar", of: (index) => [0, rows[index].value], colour: () => "var(--hue-0)" }], lines: [[0, "axis"]],
    ...topicItems(rows, ({ value }) => `${label(measure)} ${shown(value, digits)}`),
  };
  return html`<h3>${label(measure)} by topic</h3><${Bars} figure=${figure} />${caption("The best topic first", basisOfChosen(false))}
    <${DataTable} title="${label(measure)} by topic" heads=${["topic", "value"]} rows=${() => rows.map(({ topic, value }) => [report.topics[topic].id, shown(value, digits)])} />`;
}

/** The run on every topic: the difference to the median, the largest gain first. @param {number} run @param {number} measure */
function topicsOfRun(run, measure) {
  return chosenTopics().map((topic) => ({ topic, ...standingAmong(measure, valuesOfTopic(measure, topic), run, extentOnTopic(measure, topic)) }))
    .filter(({ value }) => value !== null)
    .map((row) => ({ ...row, difference: Number(row.value) - Number(row.median) }))
    .sort((a, b) => better(measure, b.difference - a.difference) || a.topic - b.topic);
}

/** @param {number} run @param {number} measure */
function runByTopic(run, measure) {
  const { digits, lower_is_better: rising } = report.measures[measure];
  const rows = topicsOfRun(run, measure);
  if (!rows.length) return html`<p>The run was not evaluated on any topic.</p>`;
  if (report.runs.length === 1) return topicsAlone(measure);
  const name = label(measure);
  const below = rows.filter(({ difference }) => better(measure, difference) < 0);
  const above = rows.filter(({ difference }) => better(measure, difference) > 0);
  const [ahead, behind] = rising ? ["below", "above"] : ["above", "below"];
  const number = (/** @type {Maybe<number>} */ value) => shown(value, digits);
  const [low, high] = rangeOf(measure);
  /** @type {BarsFigure} */
  const figure = {
    title: `${name} of the run on ${several(rows.length, "topic")}`, description: "Between the worst and the best run of each topic, with the median.",
    axis: { label: name, low, high }, height: 260, share: { screen: 0.5 },
    marks: [{ kind: "bar", class: "reach", half: 6, of: (index) => [rows[index].worst, rows[index].best] },
      { kind: "tick", half: 6, of: (index) => rows[index].median }, { kind: "point", of: (index) => rows[index].value }],
    ...topicItems(rows, ({ value, rank, best, bestRun, median, worst, difference }) =>
      `the run ${number(value)}, rank ${rank}\nmedian ${number(median)}, difference ${signed(difference, digits)}\n`
      + `best ${number(best)}: ${isolated(report.runs[bestRun].name)}\nworst ${number(worst)}`),
  };
  return html`<h3>${name} by topic</h3>
    <${Signs} listed=${[[{ d: "M8 1a5 5 0 1 0 .1 0z", class: "own" }, "the run"], [{ d: "M2 6H14", class: "median" }, "median of all runs"],
      [{ d: "M5 0h6v12h-6z", class: "reach" }, "from the worst to the best run"]]} />
    <${Bars} figure=${figure} />
    ${caption(rows.length > 1 && "Topics by the difference to the median, the largest gain first",
      rows.length > 1 && `${ahead} the median on ${shown(above.length, 0)} and ${behind} it on ${shown(below.length, 0)} of ${several(rows.length, "topic")}`, basisOfChosen(false))}
    <${DataTable} title="${name} of the run by topic" heads=${["topic", "value", "rank", "best", "median", "worst", "difference to the median"]}
      rows=${() => rows.map(({ topic, value, rank, best, median, worst, difference }) =>
        [report.topics[topic].id, number(value), rank, number(best), number(median), number(worst), signed(difference, digits)])} />`;
}

/** The topics on which the run loses most against the median. @param {number} run @param {number} measure */
function runBehind(run, measure) {
  const { digits, lower_is_better: rising } = report.measures[measure];
  const rows = topicsOfRun(run, measure).filter(({ difference }) => better(measure, difference) < 0).reverse().slice(0, 10);
  const behind = rising ? "above" : "below";
  if (report.runs.length === 1) return null;
  if (!rows.length) return html`<p>The run is ${behind} the median on no topic.</p>`;
  const titled = rows.some(({ topic }) => report.topics[topic].title);
  return html`<h3>Furthest ${behind} the median</h3>
    <${Listing} title="Topics furthest ${behind} the median by ${label(measure)}" heads=${[["topic", "text"], ...(titled ? [["title", "text"]] : []), ["value", "number"],
      ["median", "number"], ["difference", "number"], ["rank", "number"]]}
      rows=${rows.map(({ topic, value, median, difference, rank }) => [linkTo("topic", topic), ...(titled ? [nameOf(report.topics[topic].title || "–", 40)] : []),
        shown(value, digits), shown(median, digits), signed(difference, digits), rank])} />`;
}

/* --- losses -------------------------------------------------------------------------------- */

/** How a loss is drawn, by its parts: a colour, and lines that tell them apart without it. */
const LOST = [["var(--hue-0)", ""], ["var(--hue-1)", "M0 3H6"], ["var(--hue-4)", "M0 0L6 6M0 6L6 0"]];

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

/** A loss in three decimals, without the minus of what rounds to 0. @param {Maybe<number>} loss */
function shownLoss(loss) {
  return shown(loss !== null && Math.abs(loss) < 0.0005 ? 0 : loss, 3);
}

/** @param {number} run */
function runLosses(run) {
  const heading = html`<h3>Where the loss comes from</h3>`;
  if (!report.losses) {
    return html`${heading}<p>Not known: losses are computed from the runs themselves, which results do not have, by a measure with a perfect value.</p>`;
  }
  const rows = lossesOf(run).sort((a, b) => b.total - a.total || a.topic - b.topic);
  if (!rows.length) return html`${heading}<p>The run was not evaluated on any topic.</p>`;
  const { parts, measure } = report.losses;
  const name = label(measure);
  const total = Number(mean(rows.map((row) => row.total)));
  const means = [...parts.map((_, index) => Number(mean(rows.map((row) => row.parts[index])))), total];
  return html`${heading}
    <${Listing} title="The mean loss in ${name} and its parts" few=${true} heads=${[["part", "text"], ["loss", "number"], ["share", "number"]]}
      rows=${means.map((loss, index) => [parts[index] || "all", shown(loss, 3), total > 0 ? percent(loss / total) : "–"])} />
    <${Signs} listed=${parts.map((part, index) => [{ d: "M0 0H16V12H0Z", fill: `url(#loss-${index})` }, part])} />
    <${Bars} figure=${lossFigure(name, rows)} />
    ${caption(`Loss in ${name} against a perfect ranking, over ${several(rows.length, "topic")}${ofSubset()}, the largest first; `
      + "always of this measure, whichever is chosen above", "missed: relevant documents that the run does not retrieve",
    "ranked low: relevant documents below non-relevant ones", "unjudged on top: unjudged documents above judged ones", "the parts add up to the loss",
    rows.some((row) => row.parts.some((part) => part < -0.0005)) && "parts below 0 are not drawn")}
    <${DataTable} title="Losses in ${name}" heads=${["topic", name, "loss", ...parts]} rows=${() => rows.map(({ topic, value, total: lost, parts: ofTopic }) =>
      [report.topics[topic].id, shown(value), ...[lost, ...ofTopic].map(shownLoss)])} />`;
}

/** A bar a topic, divided into its parts. @param {string} name @param {ReturnType<typeof lossesOf>} rows @returns {BarsFigure} */
function lossFigure(name, rows) {
  const { parts: lost } = /** @type {NonNullable<Payload["losses"]>} */ (report.losses);
  const upTo = (/** @type {number} */ index, /** @type {number} */ part) =>
    rows[index].parts.slice(0, part).reduce((sum, loss) => sum + Math.max(0, loss), 0);
  return {
    title: `Loss in ${name} on ${several(rows.length, "topic")}`, description: "Each bar is divided into what is missed, ranked low, and unjudged on top.",
    share: { screen: 0.5 }, axis: { label: "loss", low: 0, high: Math.max(...rows.map(({ total }) => total), 0.01) },
    marks: LOST.map((_, part) => ({ kind: "bar", colour: () => `url(#loss-${part})`,
      of: (index) => (rows[index].parts[part] > 0 ? [upTo(index, part), upTo(index, part + 1)] : null) })),
    defs: LOST.map(([fill, lines], part) => html`<pattern id="loss-${part}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0H6V6H0Z" fill=${fill} />
      <path d=${lines} stroke="var(--ground)" stroke-width="1.4" fill="none" /></pattern>`),
    ...topicItems(rows, ({ value, total, parts }) => [`${name} ${shown(value)}, loss ${shownLoss(total)}`,
      ...lost.map((part, index) => `${part} ${shownLoss(parts[index])}`)].join("\n")),
  };
}

/* --- documents ----------------------------------------------------------------------------- */

/** @param {number} run */
function runMissed(run) {
  if (report.runs.length === 1) return null;
  const heading = html`<h3>Relevant documents missed that others rank high</h3>`;
  if (!report.missed) return html`${heading}<p>Not known: results do not have the documents of the runs.</p>`;
  const others = report.runs.length - 1;
  const rows = report.missed[run].map(([topic, doc, grade, rank, held, best]) => [linkTo("topic", topic), documentCell(doc), gradeCell(grade),
    rank === null ? "–" : shown(rank, 0), `${held} of ${others}`, String(best)]);
  if (!rows.length) {
    return html`${heading}<p>${others ? "None: what other runs have within rank 10, this run has within rank 100." : "There is no other run."}</p>`;
  }
  return html`${heading}
    <${Listing} title="Relevant documents missed" rows=${rows} heads=${[["topic", "text"], ["document", "prose"], ["judgment", "text"], ["own rank", "number"],
      ["others", "number"], ["best rank", "number"]]} />
    ${caption("Not retrieved (–), or beyond rank 100; others: how many of the other runs have the document within rank 10",
      "the ten that most others have, over all topics", "best rank: the highest in any other run")}`;
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
  const heading = html`<h3>Non-relevant documents ranked first</h3>`;
  if (!report.first) return html`${heading}<p>Not known: results do not have the documents of the runs.</p>`;
  const { depth } = report.first;
  const all = nonRelevantOf(run);
  if (!all.length) return html`${heading}<p>None within rank ${depth} of any topic.</p>`;
  const table = (/** @type {string} */ title, most = all.length) => html`<${Listing} title=${title} heads=${[["topic", "text"], ["document", "prose"],
    ["rank", "number"], ["judgment", "text"], ...(report.runs.length > 1 ? [["others", "number"]] : [])]} rows=${all.slice(0, most).map(({ topic, doc, rank, grade, others }) =>
    [linkTo("topic", topic), documentCell(doc), String(rank), gradeCell(grade),
    ...(report.runs.length > 1 ? [`${others} of ${report.runs.length - 1}`] : [])])} />`;
  return html`${heading}${table("Non-relevant documents ranked first", 10)}
    ${all.length > 10 && html`<${OnOpening} words="All ${shown(all.length, 0)} non-relevant documents" make=${() => table("All non-relevant documents")} />`}
    ${caption(`Judged not relevant, within rank ${depth}${chosen.subset && " of a topic"}${ofSubset()}; best ranks first`,
      report.runs.length > 1 && `others: how many of the other runs have the document within rank ${depth}`)}`;
}

/** Ties, repairs, missing topics and whatever else was noticed of the run. @param {number} run */
function runNotes(run) {
  const known = report.runs[run];
  const { unjudged } = report;
  const noticed = NOTICED.filter(({ of }) => of(known)).map(({ name, cell }) => [name, cell(known)]);
  for (const [words, topics] of Object.entries({ missing: known.missing, "left out": known.left_out, "without judgments": known.extra })) {
    if (topics.length) noticed.push([`the topics ${words}`, html`<bdi>${topics.join(", ")}</bdi>`]);
  }
  const shares = unjudged ? [["unjudged", unjudged.cutoffs.map((cutoff, index) => `${percent(unjudgedShare(run, index))} of the first ${cutoff}`).join(", ")]] : [];
  return html`<h3>Notes on the run</h3>
    <dl class="known">${[...shares, ...noticed].map(([name, words]) => html`<dt>${name}</dt><dd>${words}</dd>`)}</dl>
    ${!noticed.length && html`<p>No ties, repairs, findings or warnings; the run answers exactly the judged topics.</p>`}`;
}
