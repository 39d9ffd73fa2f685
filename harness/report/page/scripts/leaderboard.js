/* The leaderboard: runs by the chosen measure, with what says how far their order can be trusted. */

import { alike, alikeWords, attributeValues, basisOfChosen, dividing, isApart, isLeft, namingColumns, standings } from "./attributes.js";
import { round, scale, tip } from "./charts.js";
import {
  announce, boardOf, checklist, choiceField, chosenTopics, controls, el, filterField, label, nameOf, ofSubset, orderBy, percentOf, put, rangeOf, runOptions,
  section, several, shape, shown, summaryOf, whyNoBoard,
} from "./core.js";
import { choose, chosen, report, whenever } from "./state.js";
import { sortable } from "./tables.js";

/** What a run's sign in the leaderboard stands for: `of` says it of one run, or nothing. */
const FOOTNOTES = /** @type {{ sign: string, says: string, of: (run: Run) => string }[]} */ ([
  {
    sign: "†", says: "does not answer exactly the judged topics",
    of: ({ missing, left_out, extra }) => [[missing, "missing"], [left_out, "left out"], [extra, "ignored"]]
      .filter(([topics]) => topics.length).map(([topics, what]) => `${topics.length} ${what}`).join(", "),
  },
  {
    sign: "‡", says: "has documents that share their score with another of the same topic",
    of: ({ tied }) => (tied ? `${tied} tied` : ""),
  },
  {
    sign: "§", says: "was repaired before the evaluation, lines changed",
    of: ({ repairs }) => Object.entries(repairs).map(([name, lines]) => `${name}: ${lines}`).join(", "),
  },
]);

const SAMPLE_ERROR = "The standard error that the sample of judgments leaves";

/**
 * All columns that a measure's leaderboard can have; `axis` is the scale of its intervals. Those with a
 * `key` can be left out; `rare` ones are shown where somebody asks for them.
 * @param {number} measure @param {Maybe<Scale>} axis @returns {LeaderboardColumn[]}
 */
function standingColumns(measure, axis) {
  const board = boardOf(measure);
  const apart = isApart(board);
  const of = apart ? " of mean" : "";
  const narrow = window.innerWidth < 640;
  const [naming, ...attributes] = namingColumns(({ run }) => run, signsOf);
  const subsets = Object.entries({ ...(chosen.subset && { "all topics": [...report.topics.keys()] }), ...report.subsets })
    .filter(([name]) => name !== chosen.subset);
  /** @type {(LeaderboardColumn | false | null)[]} */
  const columns = [
    naming,
    ...attributes.map((column) => ({ ...column, key: column.name, rare: narrow })),
    { name: "rank", kind: "begins", rising: true, digits: 0, value: ({ rank }) => rank },
    ...orderBy(report.measures.length, (other) => Number(narrow && other === measure))
      .map((other) => ({ ...measureColumn(other, other === measure), key: report.measures[other].label })),
    ...subsets.map((subset) => subsetColumn(measure, subset)),
    apart && { name: "mean", kind: "begins", value: ({ mean }) => mean },
    axis && { name: `${percentOf()} interval${of}`, key: "interval", kind: apart ? "" : "begins", value: ({ low }) => low, cell: (row) => whisker(row, axis) },
    .../** @type {LeaderboardColumn[]} */ (board ? [
      { name: `ranks${of}`, key: "ranks", rising: true, help: "The interval of the rank", value: ({ expected }) => expected,
        cell: ({ rankLow, rankHigh }) => (rankLow === rankHigh ? `${rankLow}` : `${rankLow}–${rankHigh}`) },
      { name: "P(best)", key: "P(best)", help: "The share of samples of topics in which the run is the best", value: ({ best }) => best,
        cell: ({ best }) => (best < 0.0005 ? "< 0.001" : shown(best, 3)) },
      ...(board.letters ? [{ name: "letters", key: "letters", rare: true, text: true,
        help: "Runs that share a letter do not differ significantly", value: (/** @type {any} */ row) => row.position,
        cell: (/** @type {any} */ row) => row.letters }] : []),
    ] : []),
  ];
  return /** @type {LeaderboardColumn[]} */ (columns.filter(Boolean));
}

/** Whether a column is shown: as usual, or as the reader has it. @param {LeaderboardColumn} column */
function isShown({ key, rare }) {
  return !key || Boolean(rare) === chosen.columns.includes(key);
}

/**
 * The measure over other topics than the chosen ones.
 * @param {number} measure @param {[string, number[]]} subset @returns {LeaderboardColumn}
 */
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
      const text = value !== null && value === best ? el("strong", {}, shown(value, digits)) : shown(value, digits);
      return error === null ? text : [text, el("span", { class: "caption", title: SAMPLE_ERROR }, ` ± ${shown(error, digits)}`)];
    },
  };
}

/** @param {number} run */
function signsOf(run) {
  return FOOTNOTES.filter(({ of }) => of(report.runs[run]))
    .map(({ sign, of }) => el("sup", { title: of(report.runs[run]) }, sign));
}

/** A mean with its interval on the scale of all runs; in words for those who do not see it. @param {any} options @param {Scale} axis */
function whisker({ mean, low, high, error }, axis) {
  if (low === null || low === undefined) return "–";
  const clipped = (/** @type {number} */ value) => round(axis(Math.min(Math.max(value, axis.low), axis.high)));
  const [x, from, to] = [mean, low, high].map(clipped);
  const words = `${shown(low)} to ${shown(high)}`;
  const own = error && shape("path", { class: "sample-error", d: `M${clipped(mean - error)} 9H${clipped(mean + error)}` });
  const ends = [[low >= axis.low, from], [high <= axis.high, to]].map(([inside, end]) => (inside ? `M${end} 5v8` : "")).join("");
  return [
    el("span", { class: "hidden" }, words),
    tip(shape("svg", { class: "whisker", viewBox: "0 0 144 18", "aria-hidden": "true" },
      own, shape("path", { d: `M${from} 9H${to}${ends}` }), shape("circle", { cx: x, cy: 9, r: 3.5 })), words),
  ];
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

/**
 * What the numbers rest on; or why there is no leaderboard with intervals, letters and p-values.
 * @param {number} measure @param {Maybe<Scale>} axis
 */
function standingNotes(measure, axis) {
  const board = boardOf(measure);
  const name = label(measure);
  const { summary, lower_is_better: rising } = report.measures[measure];
  const alone = !board && !report.not_compared && !axis && !chosen.subset;
  const notes = board ? board.notes.filter((note) => !note.startsWith("best: "))
    .map((note) => note.replace(/^alike: .*? at alpha/, "shaded: not told apart at alpha").replace(/^low, high: /, "interval: ")
      .replace(/^rank low, rank high \(/, "ranks ("))
    : [`${name}: ${summary} over topics; ${basisOfChosen()}`, chosen.subset ? el("strong", {}, whyNoBoard(name)) : whyNoBoard(name)];
  const more = /** @type {[any, string][]} */ ([
    [!board && axis, `interval: ${percentOf()} t interval of each mean by itself`],
    [alone, `there are no intervals: ${name} is no mean, or not all runs have the same topics`],
    [isApart(board), `rank, ${name}: ${summary} over the topics of each run; everything else is of the mean`],
    [!board && rising, `${name}: less is better`],
    [!chosen.subset && report.errors[measure].some((error) => error !== null), `±, and the thick part of intervals: the standard error that the sample of judgments leaves in `
      + `${name} on these topics; intervals hold it and that of the topics`],
    [report.runs.length > 1, "bold: the best value of each measure, counts aside"],
  ]);
  return [...notes, ...more.filter(([there]) => there).map(([, words]) => words), ...footnotes(),
    ...(report.refused ? [["refused and not listed: ", el("a", { href: "#about" }, several(report.refused, "run"))]] : [])];
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
  return scale(low, high > low ? high : low + 1, 4, 140, 5);
}

/** The values of the attributes that divide runs, as boxes: a run has to have one of those that are checked. */
function attributeChoice() {
  const lists = dividing().map((name) => {
    const items = attributeValues(name).map((value) => ({ key: `${name}:${value}`, name: value }));
    const list = checklist(name === "group" ? "Groups" : name, items, (checked) => {
      choose({ only: [...chosen.only.filter((value) => !value.startsWith(`${name}:`)), ...checked].sort() });
    });
    return { name, list };
  }).filter(({ name }) => attributeValues(name).length > 1);
  if (!lists.length) return null;
  whenever(["only"], () => lists.forEach(({ name, list }) => list.set(chosen.only.filter((value) => value.startsWith(`${name}:`)))));
  const names = lists.map(({ name }) => (name === "group" ? "groups" : name)).join(", ");
  return el("details", { class: "data" }, el("summary", {}, `Choose ${names}`), lists.map(({ list }) => list.element));
}

section({ id: "leaderboard", title: "Leaderboard", order: 10 }, (content) => {
  const home = el("div");
  const count = el("span", { class: "caption" });
  let table = /** @type {ReturnType<typeof sortable>} */ (/** @type {unknown} */ (null));
  let rows = /** @type {any[]} */ ([]);
  const field = filterField("Filter by run or group", () => choose({ filter: field.box.value }, { again: true }));
  const against = choiceField("Shade runs that do not differ from", "against", [[-1, "the best run"], ...runOptions()]);
  const choosing = el("details", { class: "data" }, el("summary", {}, "Choose columns"));
  const fields = el("div");
  choosing.append(fields);

  /** The rows of the runs that are left, which are counted. */
  function leftRows() {
    const left = rows.filter(({ run }) => isLeft(run));
    if (field.box.value !== chosen.filter) field.box.value = chosen.filter;
    put(count, `${left.length} of ${several(rows.length, "run")}`);
    return left;
  }

  /** The boxes of the columns; what differs from the usual ones is kept. @param {LeaderboardColumn[]} columns */
  function offer(columns) {
    const optional = columns.filter(({ key }) => key);
    const list = checklist("Columns", optional.map(({ name, key }) => ({ key, name })), (checked) => {
      const own = optional.filter(({ key, rare }) => checked.has(key) === Boolean(rare)).map(({ key }) => String(key));
      choose({ columns: [...chosen.columns.filter((key) => !optional.some((column) => column.key === key)), ...own].sort() });
    });
    list.set(optional.filter(isShown).map(({ key }) => key));
    put(fields, list.element);
  }

  function draw() {
    const measure = chosen.measure;
    rows = standings(measure);
    const axis = intervalAxis(measure, rows);
    const all = standingColumns(measure, axis);
    const columns = all.filter(isShown);
    const group = alike(measure);
    const heading = home.querySelector("thead th:focus-within")?.textContent;
    table = sortable({
      columns, rows: leftRows(), title: `Leaderboard by ${label()}${chosen.subset && `, ${several(chosenTopics().length, "topic")}${ofSubset()}`}`,
      sorted: sortingOf(columns),
      sortedBy: ({ name }, ascending) => choose({ sort: `${ascending ? "" : "-"}${name}` }, { section: "leaderboard" }),
      rowAttributes: ({ run }) => (group && group.runs.has(run) ? { class: run === group.run ? "near reference" : "near" } : {}),
      empty: "No run has these words.",
    });
    table.element.classList.add("frozen");
    if (axis) {
      const position = columns.findIndex(({ key }) => key === "interval");
      const ends = el("span", { class: "ends" }, [axis.low, axis.high].map((end) => el("span", {}, String(end))));
      if (position >= 0) table.element.querySelectorAll("thead th")[position].append(ends);
    }
    const notes = [...(group ? [alikeWords(group)] : []), ...standingNotes(measure, axis)].map((note) => el("li", {}, note));
    const more = el("p", { class: "caption more", hidden: true });
    put(home, more, table.element, el("ul", { class: "notes" }, notes));
    hintAt(table.element, more);
    if (!choosing.contains(document.activeElement)) offer(all);
    if (heading) [...home.querySelectorAll("thead th")].find((head) => head.textContent === heading)?.querySelector("button")?.focus();
  }

  const averaged = report.runs.map((run) => run.averaged);
  const [least, most] = [Math.min(...averaged), Math.max(...averaged)];
  const warning = least === most ? null
    : el("p", { class: "warning" }, `Averaged over ${several(least, "topic", most)}: the runs are not comparable.`);
  put(content, warning, controls(field, report.boards.length ? against : null, count), controls(attributeChoice(), choosing), home);
  whenever(["measure", "columns", "against", "sort", "subset"], draw);
  whenever(["filter", "only"], () => {
    table.update(leftRows());
    announce(count.textContent);
  });
});

/** What a leaderboard is sorted by: as chosen, or by the chosen measure, or by rank where that is hidden. @param {LeaderboardColumn[]} columns */
function sortingOf(columns) {
  const own = columns.findIndex(({ name }) => name === chosen.sort.replace(/^-/, ""));
  if (own >= 0) return { column: own, ascending: !chosen.sort.startsWith("-") };
  const measure = columns.findIndex(({ kind }) => kind && kind.split(" ").includes("by"));
  const column = measure >= 0 ? measure : columns.findIndex(({ name }) => name === "rank");
  return { column, ascending: Boolean(columns[column].rising) };
}

/** Say which columns are scrolled away to the right. @param {HTMLElement} box @param {HTMLElement} words */
function hintAt(box, words) {
  const heads = [...box.querySelectorAll("thead th")];
  const look = () => {
    const right = box.getBoundingClientRect().right;
    const away = heads.filter((head) => head.getBoundingClientRect().right > right + 8).map((head) => head.querySelector("button")?.textContent);
    words.hidden = !away.length;
    box.classList.toggle("cut", away.length > 0);
    put(words, `Further to the right: ${away.join(", ")} →`);
  };
  box.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(box);
}
