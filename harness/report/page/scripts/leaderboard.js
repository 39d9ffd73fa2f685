/* The leaderboard: runs by the chosen measure, with what says how far their order can be trusted. */

import { attributeValues, basisOfChosen, colouring, colourSigns, dividing, isApart, isLeft, namingColumns } from "./attributes.js";
import { alike, alikeWords, rankedStandings } from "./comparing.js";
import { isNarrow, scale, shortened } from "./scales.js";
import {
  announce, boardOf, chosenTopics, label, nameOf, ofSubset, orderBy, percentOf, rangeOf, runOptions, section, several, shown, summaryOf, whyNoBoard,
} from "./core.js";
import { Checklist, ChoiceField, Controls, FilterField } from "./fields.js";
import { Signs, Whisker } from "./figures.js";
import { html, useLayoutEffect, useMemo, useRef, useState } from "./preact.js";
import { choose, chosen, report } from "./state.js";
import { Sortable } from "./tables.js";

/** What a run's sign in the leaderboard stands for: `of` says it of one run, or nothing. */
const FOOTNOTES = /** @type {{ sign: string, says: string, of: (run: Run) => string }[]} */ ([
  { sign: "†", says: "does not answer exactly the judged topics",
    of: ({ missing, left_out, extra }) => [[missing, "missing"], [left_out, "left out"], [extra, "ignored"]]
      .filter(([topics]) => topics.length).map(([topics, what]) => `${topics.length} ${what}`).join(", ") },
  { sign: "‡", says: "has documents that share their score with another of the same topic", of: ({ tied }) => (tied ? `${shown(tied, 0)} tied` : "") },
  { sign: "§", says: "was repaired before the evaluation, lines changed", 
    of: ({ repairs }) => Object.entries(repairs).map(([name, lines]) => `${name}: ${lines}`).join(", ") },
]);

/** Of so many runs all are named in the picture of the leaderboard. */
const MOST_NAMED = 40;

const SAMPLE_ERROR = "The standard error that the sample of judgments leaves";

/**
 * All columns that a measure's leaderboard can have; `axis` is the scale of its intervals. Those with a
 * `key` can be left out; `rare` ones are shown where somebody asks for them.
 * @param {number} measure @param {Maybe<Scale>} axis @returns {LeaderboardColumn[]}
 */
function standingColumns(measure, axis) {
  const colours = colouring();
  const board = boardOf(measure);
  const apart = isApart(board);
  const of = apart ? " of mean" : "";
  const narrow = isNarrow();
  const [naming, ...attributes] = namingColumns(({ run }) => run, signsOf);
  const subsets = Object.entries({ ...(chosen.subset && { "all topics": [...report.topics.keys()] }), ...report.subsets })
    .filter(([name]) => name !== chosen.subset);
  /** @type {(LeaderboardColumn | false | null)[]} */
  const columns = [
    naming,
    axis && { name: `${percentOf()} interval${of}`, key: "interval", value: ({ mean }) => mean,
      cell: ({ run, mean, low, high, error }) => (typeof low !== "number" ? "–" : html`<${Whisker} axis=${axis} value=${mean} low=${low} high=${high} error=${error} width=${intervalWidth()} colour=${colours.ofRun(run)} />`),
      under: html`<span class="ends" style="width:${intervalWidth()}px"><span>${axis.low}</span><span>${axis.high}</span></span>` },
    ...attributes.map((column) => ({ ...column, key: column.name, rare: narrow })),
    { name: "rank", key: "rank", rare: narrow, kind: "begins", rising: true, digits: 0, value: ({ rank }) => rank },
    ...orderBy(report.measures.length, (other) => Number(narrow && other === measure))
      .map((other) => ({ ...measureColumn(other, other === measure), key: report.measures[other].label })),
    ...subsets.map((subset) => subsetColumn(measure, subset)),
    apart && { name: "mean", kind: "begins", value: ({ mean }) => mean },
    .../** @type {LeaderboardColumn[]} */ (board ? [
      { name: `ranks${of}`, key: "ranks", kind: "begins", rising: true, help: report.words.ranks.text, value: ({ rankLow, rankHigh }) => rankLow + rankHigh / 10000,
        cell: ({ rankLow, rankHigh }) => (rankLow === rankHigh ? `${rankLow}` : `${rankLow}–${rankHigh}`) },
      ...(board.letters ? [{ name: "letters", key: "letters", rare: true, text: true,
        help: `Runs that share one are ${report.words.pairs.not_shown} than each other`, value: (/** @type {any} */ row) => row.position,
        cell: (/** @type {any} */ row) => row.letters }] : []),
    ] : []),
  ];
  return /** @type {LeaderboardColumn[]} */ (columns.filter(Boolean));
}

/** Whether a column is shown: as usual, or as the reader has it. @param {LeaderboardColumn} column */
function isShown({ key, rare }) {
  return !key || Boolean(rare) === chosen.columns.includes(key);
}

/** The measure over other topics than the chosen ones. @param {number} measure @param {[string, number[]]} subset @returns {LeaderboardColumn} */
function subsetColumn(measure, [name, topics]) {
  const { digits, lower_is_better: rising } = report.measures[measure];
  return { name: `${label(measure)}: ${name}`, key: `subset ${name}`, rare: true, rising, digits,
    help: `${label(measure)} over the ${several(topics.length, "topic")} of the subset ${name}`, value: ({ run }) => summaryOf(measure, run, topics) };
}

/**
 * A measure's values, the best one in bold; of counts there is no best. Its heading chooses it.
 * @param {number} measure @param {boolean} isChosen @returns {TableColumn<any>}
 */
function measureColumn(measure, isChosen) {
  const { label: name, digits, lower_is_better: rising } = report.measures[measure];
  const values = report.runs.map((_, run) => summaryOf(measure, run));
  const there = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...there), Math.max(...there)];
  const best = digits && least < most ? (rising ? least : most) : null;
  return {
    name, rising, kind: isChosen ? "by" : "", value: ({ run }) => values[run],
    clicked: isChosen ? undefined : () => {
      choose({ measure, sort: "" }, { section: "leaderboard" });
      announce(`Leaderboard by ${name}`);
    },
    cell: ({ run }) => {
      const [value, error] = [values[run], chosen.subset ? null : report.errors[measure][run]];
      const text = value !== null && value === best ? html`<strong>${shown(value, digits)}</strong>` : shown(value, digits);
      return error === null ? text : [text, html`<span class="caption" title=${SAMPLE_ERROR}> ± ${shown(error, digits)}</span>`];
    },
  };
}

/** @param {number} run */
function signsOf(run) {
  return FOOTNOTES.filter(({ of }) => of(report.runs[run])).map(({ sign, of }) => html`<sup title=${of(report.runs[run])}>${sign}</sup>`);
}

/** Which runs have each sign, the first of them by name. */
function footnotes() {
  return FOOTNOTES.flatMap(({ sign, says, of }) => {
    const marked = report.runs.filter((run) => of(run));
    const named = marked.slice(0, 5).map((run, index) => [index ? ", " : "", nameOf(run.name), ` (${of(run)})`]);
    const rest = marked.length > 5 ? ` and ${marked.length - 5} more` : "";
    return marked.length ? [/** @type {Child[]} */ ([`${sign} ${says}: `, ...named.flat(), rest])] : [];
  });
}

/** What the numbers rest on; or why there is no leaderboard with intervals, letters and p-values. @param {number} measure @param {Maybe<Scale>} axis */
function standingNotes(measure, axis) {
  const board = boardOf(measure);
  const name = label(measure);
  const { summary, lower_is_better: rising } = report.measures[measure];
  const alone = !board && !report.not_compared && !axis && !chosen.subset;
  const notes = board ? [...board.notes, ...(chosen.columns.includes("letters") ? board.lettered : [])]
    : [`${name}: ${summary} over topics; ${basisOfChosen()}`, chosen.subset ? html`<strong>${whyNoBoard(name)}</strong>` : whyNoBoard(name)];
  const more = /** @type {[any, string][]} */ ([
    [!board && axis, `interval: ${report.measures[measure].interval}`],
    [alone, `there are no intervals: ${name} is no mean, or not all runs have the same topics`],
    [isApart(board), `rank, ${name}: ${summary} over the topics of each run; everything else is of the mean`],
    [!board && rising, `${name}: less is better`],
    [!chosen.subset && report.errors[measure].some((error) => error !== null), `±, and the thick part of intervals: the standard error that the sample of judgments leaves in `
      + `${name} on these topics; intervals hold it and that of the topics`],
    [report.runs.length > 1, "bold: the best value of each measure, except counts"],
  ]);
  return [...notes, ...more.filter(([there]) => there).map(([, words]) => words), ...footnotes(),
    ...(report.refused ? [["refused and not listed: ", html`<a href="#about">${several(report.refused, "run")}</a>`]] : [])];
}

/** A word of ours at the beginning of a sentence. @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The notes in a line: what is averaged, what the intervals are, how pairs are corrected. @param {number} measure @param {boolean} intervals */
function shortNote(measure, intervals) {
  const { summary } = report.measures[measure];
  const board = boardOf(measure);
  return [`${capital(summary)} over ${several(chosenTopics().length, "topic")}${ofSubset()}`, intervals && report.measures[measure].interval,
    board && `ranks: ${percentOf()} confidence`].filter(Boolean).join("; ");
}

/** The leaderboard as a picture: a row a run; of many only the first of each colour, those at the edge of the shade and the chosen ones are named. @param {{ rows: any[], axis: Scale, group: ReturnType<typeof alike> }} props */
function BoardPicture({ rows, axis, group }) {
  const colours = colouring();
  const there = rows.filter(({ low }) => typeof low === "number");
  const shaded = there.filter(({ run }) => group?.runs.has(run)).map(({ run }) => run);
  const firsts = new Map([...there].reverse().map(({ run }) => [colours.ofRun(run), run]));
  const few = there.length <= MOST_NAMED;
  const named = new Set([...firsts.values(), shaded[0], shaded[shaded.length - 1], chosen.run, chosen.other, chosen.against]);
  const step = few ? 18 : 7;
  const height = 8 + step * there.length;
  const [left, width] = [190, intervalWidth()];
  let free = 0;
  return html`<svg class="figure" role="img" aria-label="Leaderboard by ${label()}. ${several(there.length, "run")} with their intervals." viewBox=${`0 0 ${left + width + 70} ${height + 24}`}>
    ${axis.ticks.map((tick) => html`<path class="grid" d=${`M${left + axis(tick)} 0V${height}`} /><text class="tick" text-anchor="middle" x=${left + axis(tick)} y=${height + 16}>${tick}</text>`)}
    <path class="near-band" d=${there.map(({ run }, row) => (shaded.includes(run) ? `M0 ${8 + step * row}H${left + width + 70}v${step}H0z` : "")).join("")} />
    ${there.map(({ run, mean, low, high }, row) => {
      const y = 8 + step * (row + 0.5);
      const [x, from, to] = [mean, low, high].map((value) => left + axis.clamped(value));
      const shows = few || (named.has(run) && y >= free);
      if (shows) free = y + 12;
      return html`<path d=${`M${from} ${y}H${to}`} stroke=${colours.ofRun(run)} stroke-width="1.4" /><circle cx=${x} cy=${y} r=${few ? 3.5 : 2.4} fill=${colours.ofRun(run)} />
        ${shows && html`<text x=${left - 10} y=${y + 4} text-anchor="end">${shortened(report.runs[run].name)}</text>
          <text x=${left + width + 10} y=${y + 4}>${shown(mean, report.measures[chosen.measure].digits)}</text>`}`;
    })}</svg>`;
}

/** The picture of the leaderboard, drawn once somebody asks what can be saved. @param {{ rows: any[], axis: Scale, group: ReturnType<typeof alike>, note: string }} props */
function SavedPicture({ rows, axis, group, note }) {
  const [made, setMade] = useState(false);
  return html`<div class="picture" aria-hidden="true" onfill=${() => setMade(true)}>${made && html`
    <${BoardPicture} rows=${[...rows].sort((a, b) => Number(a.rank) - Number(b.rank))} axis=${axis} group=${group} /><p class="caption">${note}</p>`}</div>`;
}

/** How wide intervals are drawn, in pixels. */
function intervalWidth() {
  if (isNarrow()) return 64;
  const more = report.measures.length + namingColumns().length - 9;
  return window.innerWidth < 1000 ? 128 : Math.min(320, Math.max(180, 320 - 35 * more));
}

/**
 * A round scale on which the intervals of runs fit, within the range of the measure; nothing where there are none.
 * @param {number} measure @param {any[]} rows @returns {Maybe<Scale>}
 */
function intervalAxis(measure, rows) {
  const there = rows.filter(({ low }) => low !== null && low !== undefined);
  if (!there.length) return null;
  const [least, most] = rangeOf(measure);
  const [low, high] = [Math.max(least, Math.min(...there.map(({ low: end }) => end))), Math.min(most, Math.max(...there.map(({ high: end }) => end)))];
  return scale(low, high > low ? high : low + 1, 4, intervalWidth() - 4, 5);
}

/** The values of the attributes that divide runs, as boxes: a run has to have one of those that are checked. */
function AttributeChoice() {
  const lists = dividing().map((name) => ({ name, values: attributeValues(name) })).filter(({ values }) => values.length > 1);
  if (!lists.length) return null;
  return html`<details class="data" name="choice"><summary>Choose ${lists.map(({ name }) => (name === "group" ? "groups" : name)).join(", ")}</summary>
    <div class="panel">${lists.map(({ name, values }) => {
      const isOwn = (/** @type {string} */ value) => value.startsWith(`${name}:`);
      return html`<${Checklist} title=${name === "group" ? "Groups" : name} items=${values.map((value) => ({ key: `${name}:${value}`, name: value }))}
        checked=${chosen.only.filter(isOwn)} changed=${(/** @type {Set<string>} */ checked) => {
          choose({ only: [...chosen.only.filter((value) => !isOwn(value)), ...checked].sort() });
        }} />`;
    })}</div></details>`;
}

/** The columns as boxes; what differs from the usual ones is kept. @param {{ columns: LeaderboardColumn[] }} props */
function ColumnChoice({ columns }) {
  const optional = columns.filter(({ key }) => key);
  const changed = (/** @type {Set<string | undefined>} */ checked) => {
    const own = optional.filter(({ key, rare }) => checked.has(key) === Boolean(rare)).map(({ key }) => String(key));
    choose({ columns: [...chosen.columns.filter((key) => !optional.some((column) => column.key === key)), ...own].sort() });
  };
  return html`<details class="data" name="choice"><summary>Choose columns</summary>
    <div class="panel"><${Checklist} title="Columns" items=${optional} checked=${optional.filter(isShown).map(({ key }) => key)} changed=${changed} /></div></details>`;
}

/** What a leaderboard is sorted by: as chosen, or by the chosen measure, or by rank where that is hidden. @param {LeaderboardColumn[]} columns */
function sortingOf(columns) {
  const own = columns.findIndex(({ name }) => name === chosen.sort.replace(/^-/, ""));
  if (own >= 0) return { column: own, ascending: !chosen.sort.startsWith("-") };
  const measure = columns.findIndex(({ kind }) => kind && kind.split(" ").includes("by"));
  const column = measure >= 0 ? measure : columns.findIndex(({ name }) => name === "rank");
  return { column, ascending: Boolean(columns[column]?.rising) };
}

/** Which columns of the table below are scrolled away to the right. */
function ColumnsAway() {
  const [away, setAway] = useState("");
  const words = useRef(/** @type {any} */ (null));
  useLayoutEffect(() => {
    const box = words.current.nextElementSibling;
    const look = () => {
      const { right } = box.getBoundingClientRect();
      const heads = [...box.querySelectorAll("thead th")].filter((head) => head.getBoundingClientRect().right > right + 8);
      box.classList.toggle("cut", heads.length > 0);
      setAway(heads.map((head) => head.querySelector("button").textContent).join(", "));
    };
    box.addEventListener("scroll", look, { passive: true });
    const observer = new ResizeObserver(look);
    for (const element of [box, box.firstChild]) observer.observe(element);
  }, []);
  return html`<p class="caption more" hidden=${!away} ref=${words}>Further to the right: ${away} →</p>`;
}

/** @param {{ measure: number }} props */
function Leaderboard({ measure }) {
  const rows = rankedStandings(measure);
  const left = rows.filter(({ run }) => isLeft(run));
  const axis = intervalAxis(measure, rows);
  const all = standingColumns(measure, axis);
  const colours = colouring();
  const columns = all.filter(isShown);
  const group = alike(measure);
  const shade = /** @type {Sign} */ ([{ d: "M1 0h14v12h-14z", class: "near-band" }, group && group.run >= 0 ? `are not shown to differ from ${report.runs[group.run].name}` : report.words.best.not_shown]);
  const averaged = report.runs.map((run) => run.averaged);
  const [least, most] = [Math.min(...averaged), Math.max(...averaged)];
  const count = `${left.length.toLocaleString("en")} of ${several(rows.length, "run")}`;
  useLayoutEffect(() => announce(count), [chosen.filter, chosen.only]);
  return html`
    ${least < most && html`<p class="warning">Averaged over ${several(least, "topic", most)}: the runs are not comparable.</p>`}
    <${Controls}>
      ${rows.length > 1 && html`<${FilterField} words="Filter by run or group" value=${chosen.filter} changed=${(/** @type {string} */ filter) => choose({ filter }, { again: true })} />`}
      ${report.boards.length > 0 && html`<${ChoiceField} words="Shade runs that" name="against" options=${[[-1, report.words.best.not_shown],
        ...runOptions().map(([run, name]) => [run, `are not shown to differ from ${name}`])]} />`}
      ${dividing().length > 1 && html`<${ChoiceField} words="Colour by" name="colour" options=${dividing().map((name) => [name, name])} value=${colours.name} />`}
      <span class="caption" hidden=${left.length === rows.length}>${count}</span><${AttributeChoice} /><${ColumnChoice} columns=${all} />
    <//>
    <${Signs} listed=${[...(axis ? colourSigns(colours) : []), ...(group ? [shade] : [])]} />
    ${axis && html`<${SavedPicture} rows=${left} axis=${axis} group=${group} note=${shortNote(measure, true)} />`}
    <${ColumnsAway} />
    <${Sortable} columns=${columns} rows=${left} sorted=${sortingOf(columns)} kind="frozen" most=${60} empty="No run matches."
      title="Leaderboard by ${label()}${chosen.subset && `, ${several(chosenTopics().length, "topic")}${ofSubset()}`}"
      sortedBy=${(/** @type {LeaderboardColumn} */ { name }, /** @type {boolean} */ ascending) => choose({ sort: `${ascending ? "" : "-"}${name}` }, { section: "leaderboard" })}
      rowAttributes=${(/** @type {{ run: number }} */ { run }) => ({ key: run, class: group && group.runs.has(run) ? (run === group.run ? "near reference" : "near") : null })} />
    <p class="caption">${shortNote(measure, Boolean(axis))}.</p>
    ${group && html`<p class="caption">${alikeWords(group)}.</p>`}
    <details class="data"><summary>How this was computed</summary><ul class="notes">${standingNotes(measure, axis).map((note) => html`<li>${note}</li>`)}</ul></details>`;
}

section({ id: "leaderboard", title: "Leaderboard", order: 10 }, () => {
  const { measure, filter, only, against, columns, sort, subset, colour } = chosen;
  return useMemo(() => html`<${Leaderboard} measure=${measure} />`, [measure, filter, only, against, columns, sort, subset, colour]);
});
