/* Judgments: how much of what runs retrieved is judged, and who found it. Ties and repairs. */

import { basis, namingColumns } from "./attributes.js";
import { caption, el, median, nameOf, participantOf, percent, put, quantile, section, several } from "./core.js";
import { report } from "./state.js";
import { dataTable, sortable } from "./tables.js";

const WITHOUT_RUNS = "these results were read from a directory, without the runs";

/** A share as a small bar and a number. @param {Maybe<number>} share @param {string} [text] */
function shareCell(share, text = percent(share)) {
  if (share === null || share === undefined) return "–";
  const bar = el("span", { style: `width: ${(100 * share).toFixed(1)}%` });
  return [el("span", { class: "share", "aria-hidden": true }, bar), el("span", { class: "beside" }, text)];
}

/** How much of each run is unjudged, within the first ranks and in all. */
function unjudgedTable() {
  const { unjudged } = report;
  const inAll = (/** @type {number} */ run) => (report.runs[run].retrieved ? report.runs[run].unjudged / report.runs[run].retrieved : null);
  const column = (/** @type {string} */ name, /** @type {(run: number) => Maybe<number>} */ share) => ({ name,
    value: share, cell: (/** @type {number} */ run) => shareCell(share(run)) });
  /** @type {TableColumn<any>[]} */
  const columns = [
    ...namingColumns(),
    { name: "retrieved", digits: 0, value: (/** @type {number} */ run) => report.runs[run].retrieved },
    ...(unjudged ? unjudged.cutoffs.map((cutoff, index) => column(`first ${cutoff}`,
      (/** @type {number} */ run) => unjudged.share[run][index])) : []),
    column("all", inAll),
  ];
  return sortable({
    columns, rows: [...report.runs.keys()], title: "Share of unjudged documents", sorted: { column: columns.length - 1 },
  }).element;
}

function relevantFrom() {
  return report.relevance_level && `relevant from grade ${report.relevance_level}`;
}

/** How many documents are judged and relevant by topic. */
function judgedTable() {
  const topics = report.topics.filter((topic) => topic.judged !== null);
  if (!topics.length) return caption("Not known: these results were written without a table of topics");
  const rows = /** @type {const} */ (["judged", "relevant"]).map((kind) => ({ kind, counts: topics.map((topic) => Number(topic[kind])) }));
  const sum = (/** @type {any} */ counts) => counts.reduce((/** @type {number} */ before, /** @type {any} */ count) => before + count, 0);
  /** @type {TableColumn<any>[]} */
  const columns = [
    { name: "documents", text: true, value: ({ kind }) => kind },
    { name: "min", digits: 0, value: ({ counts }) => quantile(counts, 0) },
    { name: "median", digits: 1, value: ({ counts }) => median(counts) },
    { name: "max", digits: 0, value: ({ counts }) => quantile(counts, 1) },
    { name: "sum", digits: 0, value: ({ counts }) => sum(counts) },
  ];
  const [judged, relevant] = rows.map(({ counts }) => sum(counts));
  return [
    sortable({ columns, rows, title: "Judged and relevant documents by topic", sorted: { column: 0, ascending: true } }).element,
    caption(several(topics.length, "topic"), "documents with a grade in the judgments", relevantFrom(),
      judged && `${percent(relevant / judged).replace(" ", "\u00a0")} of all judged documents are relevant`),
    dataTable("Judged and relevant documents of each topic", ["topic", "judged", "relevant"],
      () => topics.map((topic) => [topic.id, topic.judged, topic.relevant])),
  ];
}

/** How many relevant documents each group alone found. */
function uniquesTable() {
  if (!report.uniques) return null;
  const most = Math.max(1, ...Object.values(report.uniques));
  const sizes = new Map();
  report.runs.forEach((_, run) => sizes.set(participantOf(run), (sizes.get(participantOf(run)) || 0) + 1));
  /** @type {TableColumn<any>[]} */
  const columns = [
    { name: "group", text: true, value: ([group]) => group, cell: ([group]) => nameOf(group) },
    { name: "runs", digits: 0, value: ([group]) => sizes.get(group) || 0 },
    { name: "unique relevant", value: ([, count]) => count, cell: ([, count]) => shareCell(count / most, String(count)) },
  ];
  return [
    sortable({
      columns, rows: Object.entries(report.uniques), title: "Unique relevant documents by group", sorted: { column: 2 },
    }).element,
    caption("Relevant documents that runs of this group have within rank 100 of a topic, and no run of another group has",
      "a run without a group stands for itself", relevantFrom(), basis()),
  ];
}

section({ id: "coverage", title: "Judgments", order: 100, lead: "How much of what was retrieved is judged, and who found it." }, (content) => {
  const known = report.unjudged;
  put(content,
    unjudgedTable(),
    caption(
      known && "First k: of the documents within rank k of all judged topics together, how many are unjudged",
      "all: of everything that the run retrieved for its averaged topics",
      "unjudged is a document without a grade of 0 or more in the judgments",
      !known && `the shares within the first ranks are not known, because ${WITHOUT_RUNS}`, basis()),
    el("div", { class: "columns" }, el("div", {}, el("h3", {}, "Judged and relevant"), judgedTable()),
      el("div", {}, el("h3", {}, "Found by one group alone"),
        uniquesTable() || caption(`Not known, because ${WITHOUT_RUNS}`))));
});

/* --- ties and repairs ---------------------------------------------------------------------- */

/** Names with their counts, as of repairs and findings. @param {Record<string, number>} named */
function counted(named) {
  return Object.entries(named).map(([name, count]) => `${name}: ${count}`).join(", ");
}

/** Topics as a number, named in full by a tip. @param {string[]} topics */
function topicsCell(topics) {
  return topics.length ? el("span", { title: topics.join(", ") }, String(topics.length)) : "–";
}

/** What can be noticed of a run: a heading, what it is sorted by, what is shown. */
export const NOTICED = /** @type {Noticed[]} */ ([
  {
    name: "tied documents", of: ({ tied }) => tied,
    cell: ({ tied, retrieved }) => (tied ? shareCell(Math.min(1, tied / Math.max(1, retrieved)), String(tied)) : "–"),
  },
  ...[["topics missing", "missing"], ["topics left out", "left_out"], ["topics without judgments", "extra"]]
    .map(([name, kind]) => ({ name, of: (/** @type {Run} */ run) => /** @type {any} */ (run)[kind].length,
      cell: (/** @type {Run} */ run) => topicsCell(/** @type {any} */ (run)[kind]) })),
  ...[["findings", "findings"], ["repairs, lines changed", "repairs"]].map(([name, kind]) => ({
    name, text: true, of: (/** @type {Run} */ run) => Object.keys(/** @type {any} */ (run)[kind]).length,
      cell: (/** @type {Run} */ run) => noticedCell(counted(/** @type {any} */ (run)[kind])),
  })),
  { name: "warnings", text: true, of: ({ warnings }) => warnings.length, cell: ({ warnings }) => noticedCell(warnings.join("; ")) },
]);

/** @param {string} text */
function noticedCell(text) {
  return el("bdi", { class: "noticed" }, text || "–");
}

section({ id: "repairs", title: "Ties and repairs", order: 110 }, (content) => {
  const noticed = NOTICED.filter(({ of }) => report.runs.some((run) => of(run)));
  const rows = [...report.runs.keys()].filter((run) => noticed.some(({ of }) => of(report.runs[run])));
  const remarks = [
    report.checked ? "Runs were checked before the evaluation; findings and repairs are counted by their names"
      : "Runs were not checked: the task has no key check",
    report.runs.some((run) => run.tied) && "tied documents share their score with another of the same topic; "
      + "the bar is their share of what was retrieved",
    rows.length < report.runs.length && "not listed, because there is nothing to say of ties, topics or repairs: "
      + `${report.runs.length - rows.length} of ${several(report.runs.length, "run")}`,
    report.refused && `refused before the evaluation, and listed in About: ${several(report.refused, "run")}`,
    basis(),
  ];
  if (!rows.length) {
    put(content, caption(...remarks));
    return;
  }
  /** @type {TableColumn<any>[]} */
  const columns = [...namingColumns(), ...noticed.map(({ name, text, of, cell }) => ({
    name, text, value: (/** @type {number} */ run) => of(report.runs[run]), cell: (/** @type {number} */ run) => cell(report.runs[run]),
  }))];
  const sorted = { column: columns.length - noticed.length };
  put(content, sortable({ columns, rows, title: "What was noticed of each run", sorted }).element, caption(...remarks));
});
