/* Quality of the data: how much of what runs retrieved is judged, who found it, ties and repairs. */

import { basis, namingColumns } from "./attributes.js";
import { answer, caption, median, nameOf, participantOf, percent, quantile, section, several, shown } from "./core.js";
import { html, useMemo } from "./preact.js";
import { report } from "./state.js";
import { DataTable, Sortable } from "./tables.js";

/** Of more runs than these rows are made as they are scrolled to. */
const MOST_ROWS = 200;

const WITHOUT_RUNS = "these results were read from a directory, without the runs";

/** A share as a small bar and a number. @param {Maybe<number>} share @param {string} [text] */
function shareCell(share, text = percent(share)) {
  return share === null ? "–" : html`<span class="share" aria-hidden="true"><span style="width: ${(100 * share).toFixed(1)}%" /></span>
    <span class="beside">${text}</span>`;
}

/** The share of unjudged documents of a run within a cutoff; what was judged as junk is judged. @param {number} run @param {number} index */
export function unjudgedShare(run, index) {
  const { junk, outside, negative } = /** @type {NonNullable<Payload["unjudged"]>} */ (report.unjudged);
  return outside[run][index] + (junk ? 0 : negative[run][index]);
}

/** How grades below 0 are called. */
export const negativeWords = () => (report.unjudged?.junk ? "judged as junk" : "pooled, not judged");

/** The kinds of documents with a grade below 0 and of those beside them, where there are any: words, shares within cutoffs, their number in a run.
 * @returns {[string, number[][] | undefined, (run: Run) => number][]} */
function kinds() {
  const { runs, unjudged } = report;
  if (runs.some(({ junk }) => junk)) return [["judged as junk", unjudged?.negative, ({ junk }) => junk]];
  if (!runs.some(({ pooled }) => pooled)) return [];
  return [["not in the pool", unjudged?.outside, (run) => run.unjudged - run.pooled], ["pooled, not judged", unjudged?.negative, ({ pooled }) => pooled]];
}

/** How much of each run is unjudged, within the first ranks and in all, and how much is junk. */
function unjudgedTable() {
  const { runs, unjudged } = report;
  const column = (/** @type {string} */ name, /** @type {(run: number) => Maybe<number>} */ share) => ({ name, value: share,
    cell: (/** @type {number} */ run) => shareCell(share(run)) });
  const inAll = (/** @type {string} */ name, /** @type {(run: Run) => number} */ count) =>
    column(name, (run) => (runs[run].retrieved ? count(runs[run]) / runs[run].retrieved : null));
  const [cutoffs, divided] = [unjudged?.cutoffs || [], kinds()];
  const columns = [...namingColumns(), { name: "retrieved", digits: 0, value: (/** @type {number} */ run) => runs[run].retrieved },
    ...(divided.length ? cutoffs.slice(0, 1) : cutoffs).map((cutoff, index) => column(`first ${cutoff}`, (run) => unjudgedShare(run, index))), inAll("all", (run) => run.unjudged),
    ...divided.flatMap(([words, shares, count]) => [...(shares ? [column(`first ${cutoffs[0]}: ${words}`, (run) => shares[run][0])] : []), inAll(`all: ${words}`, count)])];
  return html`<${Sortable} columns=${columns} rows=${[...runs.keys()]} title="Share of unjudged documents" most=${MOST_ROWS} sorted=${{ column: namingColumns().length + 1 }} />`;
}

/** From which grade documents are relevant, where that is known. */
export function relevantFrom() {
  return report.relevance_level && `relevant from grade ${report.relevance_level}`;
}

/** How many documents are judged and relevant by topic. */
function judgedTable() {
  const topics = report.topics.filter((topic) => topic.judged !== null);
  if (!topics.length) return caption("Not known: these results were written without a table of topics");
  const rows = /** @type {const} */ (["judged", "relevant"]).map((kind) => {
    const counts = topics.map((topic) => Number(topic[kind]));
    return { kind, counts, sum: counts.reduce((sum, count) => sum + count, 0) };
  });
  /** @type {TableColumn<typeof rows[0]>[]} */
  const columns = [
    { name: "documents", text: true, value: ({ kind }) => kind },
    { name: "min", digits: 0, value: ({ counts }) => quantile(counts, 0) },
    { name: "median", value: ({ counts }) => median(counts),
      cell: ({ counts }) => Number(median(counts)).toLocaleString("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 }) },
    { name: "max", digits: 0, value: ({ counts }) => quantile(counts, 1) },
    { name: "sum", digits: 0, value: ({ sum }) => sum },
  ];
  const [judged, relevant] = rows.map(({ sum }) => sum);
  return html`
    <${Sortable} columns=${columns} rows=${rows} title="Judged and relevant documents by topic" sorted=${{ column: 0, ascending: true }} />
    ${caption(several(topics.length, "topic"), "documents with a grade in the judgments", relevantFrom(),
      judged && `${percent(relevant / judged)} of all judged documents are relevant`)}
    <${DataTable} words="Of each topic" title="Judged and relevant documents of each topic" heads=${["topic", "judged", "relevant"]}
      rows=${() => topics.map((topic) => [topic.id, topic.judged, topic.relevant])} />`;
}

/** How many relevant documents each group alone found. */
function uniquesTable() {
  if (!report.uniques) return caption(`Not known, because ${WITHOUT_RUNS}`);
  const most = Math.max(1, ...Object.values(report.uniques));
  const runsOf = (/** @type {string} */ group) => report.runs.filter((_, run) => participantOf(run) === group).length;
  /** @type {TableColumn<[string, number]>[]} */
  const columns = [
    { name: "group", text: true, value: ([group]) => group, cell: ([group]) => nameOf(group) },
    { name: "runs", digits: 0, value: ([group]) => runsOf(group) },
    { name: "unique relevant", value: ([, count]) => count, cell: ([, count]) => shareCell(count / most, shown(count, 0)) },
  ];
  return html`<${Sortable} columns=${columns} rows=${Object.entries(report.uniques)} title="Unique relevant documents by group" sorted=${{ column: 2 }} />
    ${caption("Relevant documents that only this group's runs have within rank 100 of a topic",
      "a run without a group counts as a group of its own", relevantFrom(), basis())}`;
}

/** How much of what runs rank first is judged. */
function judgedAnswer() {
  const { runs, unjudged } = report;
  if (!unjudged) return null;
  const shares = runs.map((_, run) => unjudgedShare(run, 0));
  const whole = shares.filter((share) => share === 0).length;
  const most = shares.indexOf(Math.max(...shares));
  const first = `the first ${unjudged.cutoffs[0]} documents`;
  if (whole === runs.length) return answer(`All of ${first} of every run are judged.`);
  if (runs.length === 1) return answer(`Of ${first} ${percent(shares[0])} are unjudged.`);
  const judged = whole ? `${several(whole, "run")} of ${shown(runs.length, 0)} ${whole > 1 ? "have" : "has"} all of ${first} judged` : `No run has all of ${first} judged`;
  return answer(`${judged}; `, nameOf(runs[most].name), ` has the most unjudged: ${percent(shares[most])}.`);
}

/** How much is judged, and who found what is relevant. */
const judgments = () => html`
  ${judgedAnswer()}${unjudgedTable()}
  ${caption(report.unjudged && "First k: the share of unjudged documents within rank k, over all judged topics together",
    "all: their share of everything that the run retrieved for its averaged topics", report.unjudged?.junk ? "unjudged: not in the judgments, nor in the pool"
      : "unjudged: without a grade of 0 or more in the judgments",
    !report.unjudged && `the shares within the first ranks are not known, because ${WITHOUT_RUNS}`, basis())}
  <div class="columns"><div><h3>Judged and relevant</h3>${judgedTable()}</div>${report.runs.length > 1 && html`<div><h3>Found by one group alone</h3>${uniquesTable()}</div>`}</div>`;

/* --- ties and repairs ---------------------------------------------------------------------- */

/** Topics as a number, named in full by a tip. @param {string} name @param {"missing" | "left_out" | "extra"} kind @returns {Noticed} */
function topicsNoticed(name, kind) {
  return { name, of: (run) => run[kind].length, cell: ({ [kind]: topics }) => (topics.length ? html`<span title=${topics.join(", ")}>${topics.length}</span>` : "–") };
}

/** Texts one after the other. @param {string} name @param {(run: Run) => string[]} texts @returns {Noticed} */
function textsNoticed(name, texts) {
  return { name, text: true, of: (run) => texts(run).length, cell: (run) => html`<bdi class="noticed">${texts(run).join("; ") || "–"}</bdi>` };
}

/** Names with their counts. @param {Record<string, number>} named */
function countsOf(named) {
  return Object.entries(named).map(([name, count]) => `${name}: ${count}`);
}

/** What can be noticed of a run: a heading, what it is sorted by, what is shown. @type {Noticed[]} */
export const NOTICED = [
  { name: "tied documents", of: ({ tied }) => tied,
    cell: ({ tied, retrieved }) => (tied ? shareCell(Math.min(1, tied / Math.max(1, retrieved)), shown(tied, 0)) : "–") },
  topicsNoticed("topics missing", "missing"), topicsNoticed("topics left out", "left_out"), topicsNoticed("topics without judgments", "extra"),
  textsNoticed("findings", ({ findings }) => countsOf(findings)), textsNoticed("repairs, lines changed", ({ repairs }) => countsOf(repairs)),
  textsNoticed("warnings", ({ warnings }) => warnings),
];

/** What was noticed of runs besides. */
function ties() {
  const { runs, checked, refused } = report;
  const noticed = NOTICED.filter(({ of }) => runs.some(of));
  const rows = [...runs.keys()].filter((run) => noticed.some(({ of }) => of(runs[run])));
  const naming = namingColumns();
  const columns = [...naming, ...noticed.map(({ name, text, of, cell }) => ({ name, text,
    value: (/** @type {number} */ run) => of(runs[run]), cell: (/** @type {number} */ run) => cell(runs[run]) }))];
  return html`
    ${rows.length > 0 && html`<${Sortable} columns=${columns} rows=${rows} title="Notes on each run" most=${MOST_ROWS} sorted=${{ column: naming.length }} />`}
    ${caption(checked ? "Runs were checked before the evaluation; findings and repairs are counted by their names"
      : "Runs were not checked: the task has no key check",
    runs.some((run) => run.tied) && "tied documents share their score with another of the same topic; the bar is their share of what was retrieved",
    rows.length < runs.length && `not listed: ${several(runs.length - rows.length, "run")} without ties, missing topics or repairs`,
    refused && `refused before the evaluation, and listed below: ${several(refused, "run")}`, basis())}`;
}

section({ id: "quality", title: "Quality of the data", order: 100 },
  () => useMemo(() => html`<div id="coverage">${judgments()}</div><h3>Ties, topics and repairs</h3><div id="repairs">${ties()}</div>`, []));
