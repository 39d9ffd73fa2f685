/* What all sections share: the page's data, elements, numbers, and what the reader has chosen. */

/** The object that the page carries; payload.py describes it. */
let report = null;

/** The sections that scripts draw: {id, draw}, in the order of the page. */
const sections = [];

/** Declare what draws the section with an id. It is called once, with the section's element. */
function section(id, draw) {
  sections.push({ id, draw });
}

/* --- elements: text is always text, never markup ------------------------------------------- */

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "on") {
      for (const [event, handler] of Object.entries(value)) element.addEventListener(event, handler);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** An HTML element: el("p", {class: "note", on: {click: f}}, "text", child, …). */
function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element, as `el`. */
function shape(name, attributes, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);
}

/** A name of the participants' making: kept apart from the direction of the text around it. */
function nameOf(text) {
  return el("bdi", { class: "name", title: text }, text);
}

/** Replace what an element holds. */
function put(element, ...children) {
  element.replaceChildren(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** A labelled <select>; `options` are [value, text]. `changed` gets the value as a string. */
function select(label, options, value, changed) {
  const list = el("select", { on: { change: () => changed(list.value) } },
    options.map(([key, text]) => el("option", { value: key, selected: String(key) === String(value) }, text)));
  const field = el("label", { class: "field" }, el("span", {}, label), list);
  field.list = list;
  return field;
}

/** A labelled checkbox. */
function checkbox(label, checked, changed) {
  const box = el("input", { type: "checkbox", checked, on: { change: () => changed(box.checked) } });
  const field = el("label", { class: "check" }, box, label);
  field.box = box;
  return field;
}

/** A labelled field for words to filter by; `changed` gets them in lower case. */
function filterField(label, changed) {
  const box = el("input", { type: "search", on: { input: () => changed(box.value.trim().toLowerCase()) } });
  return el("label", { class: "field" }, el("span", {}, label), box);
}

/** Whether a run's name or group has the words of a filter. */
function matchesRun(words, run) {
  const { name, group } = report.runs[run];
  return `${name}\n${group}`.toLowerCase().includes(words);
}

/**
 * Many checkboxes with a filter: `items` are {key, name, before?, near?}, `before` an element in front
 * of the name, `near` called when a box has the pointer or the focus. `changed` gets the set of what
 * is checked. Returns {element, checked, set(keys)}.
 */
function checklist(title, items, changed) {
  const checked = new Set();
  const fields = items.map(({ key, name, before, near }) => {
    const field = checkbox(nameOf(name), false, (on) => { checked[on ? "add" : "delete"](key); changed(checked); });
    if (before) field.box.after(before);
    if (near) fill(field, { on: { pointerenter: near, focusin: near } }, []);
    return field;
  });
  const filter = filterField("Filter", (words) => fields.forEach((field, nth) => {
    field.hidden = !items[nth].name.toLowerCase().includes(words);
  }));
  const element = el("fieldset", { class: "checklist" }, el("legend", {}, title), items.length > 12 ? filter : null,
    el("div", { class: "checks" }, fields));
  function set(keys) {
    checked.clear();
    for (const key of keys) checked.add(key);
    fields.forEach((field, nth) => { field.box.checked = checked.has(items[nth].key); });
    changed(checked);
  }
  return { element, checked, set };
}

/** A row of controls above a figure or table. */
function controls(...children) {
  return el("div", { class: "controls" }, children);
}

/** The text below a figure: what was measured, over what, by which test. */
function caption(...parts) {
  return el("p", { class: "caption" }, parts.filter(Boolean).join("; ") + ".");
}

/* --- numbers ------------------------------------------------------------------------------- */

/** A value with the decimals of its measure; a dash where there is none. */
function shown(number, digits = 4) {
  return number === null || number === undefined || Number.isNaN(number) ? "–" : number.toFixed(digits);
}

/** So many of a thing: "1 run", "2 runs", "2 to 5 runs". */
function several(count, thing, most = count) {
  return `${count}${most === count ? "" : ` to ${most}`} ${thing}${most === 1 ? "" : "s"}`;
}

/** Pairs, all of them: "all 36 pairs", "the one pair". */
function allOf(pairs) {
  return pairs === 1 ? "the one pair" : `all ${pairs} pairs`;
}

/** A p-value: never 0. */
function shownP(p) {
  if (p === null || p === undefined) return "–";
  return p < 0.0001 ? p.toExponential(1) : p.toFixed(4);
}

function percent(share) {
  return share === null || share === undefined ? "–" : `${(100 * share).toFixed(1)} %`;
}

/** The value of a run on a topic by a measure, null where it was not evaluated. */
function valueOf(measure, topic, run) {
  const value = report.values[measure][topic][run];
  if (value === null) return null;
  return report.measures[measure].digits ? value / report.unit : value;
}

/** The values of a run by topic, or of a topic by run; nulls included. */
function valuesOfRun(measure, run) {
  return report.topics.map((_, topic) => valueOf(measure, topic, run));
}
function valuesOfTopic(measure, topic) {
  return report.runs.map((_, run) => valueOf(measure, topic, run));
}

/** The quantile of numbers, interpolated linearly; null of none. */
function quantile(numbers, share) {
  const sorted = numbers.filter((one) => one !== null).sort((a, b) => a - b);
  if (!sorted.length) return null;
  const at = (sorted.length - 1) * share;
  const low = Math.floor(at);
  const high = Math.min(low + 1, sorted.length - 1);
  return sorted[low] + (at - low) * (sorted[high] - sorted[low]);
}
const median = (numbers) => quantile(numbers, 0.5);

function mean(numbers) {
  const there = numbers.filter((one) => one !== null);
  return there.length ? there.reduce((sum, one) => sum + one, 0) / there.length : null;
}

/** The places 0 … n − 1 in the order of a key, the largest first; nulls last, equal ones as they are. */
function orderBy(length, key, ascending = false) {
  const places = Array.from({ length }, (_, place) => place);
  const keys = places.map(key);
  const sign = ascending ? 1 : -1;
  return places.sort((a, b) => {
    if (keys[a] === null || keys[b] === null) return (keys[a] === null) - (keys[b] === null) || a - b;
    return sign * (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : 0) || a - b;
  });
}

/** A value by a measure, or a difference, as a number of which more is better; null of null. */
function better(measure, value) {
  return value !== null && report.measures[measure].lower_is_better ? -value : value;
}

/** The worst of values by a measure; null of none. */
function worstOf(measure, values) {
  return quantile(values, report.measures[measure].lower_is_better ? 1 : 0);
}

/** The rank of a value by a measure among others, from 1; null of null. */
function rankAmong(measure, value, others) {
  if (value === null) return null;
  return 1 + others.filter((other) => other !== null && better(measure, other) > better(measure, value)).length;
}

/** The lowest and highest value of a measure: 0 to 1, or wider where the values are. */
function rangeOf(measure) {
  let [low, high] = [0, report.measures[measure].digits ? 1 : 0];
  for (const row of report.values[measure]) {
    for (const value of row) {
      if (value === null) continue;
      const number = report.measures[measure].digits ? value / report.unit : value;
      low = Math.min(low, number);
      high = Math.max(high, number);
    }
  }
  return [low, high > low ? high : low + 1];
}

/* --- what the reader has chosen ------------------------------------------------------------ */

/** What is chosen; sections that depend on it say so with `whenever`. */
const chosen = { measure: 0, run: 0, other: 1, topic: 0 };
const dependants = {};

/** Call `draw` now and whenever one of the choices changes. */
function whenever(names, draw) {
  for (const name of names) (dependants[name] = dependants[name] || []).push(draw);
  draw();
}

function choose(name, value) {
  if (chosen[name] === value) return;
  chosen[name] = value;
  for (const draw of dependants[name] || []) draw();
}

/** The measure's label, and what its numbers rest on, for captions. */
function label(measure = chosen.measure) {
  return report.measures[measure].label;
}
function basis() {
  const dialect = report.dialect ? `; dialect ${report.dialect}` : "";
  return `${several(report.runs.length, "run")}, ${several(report.topics.length, "topic")}${dialect}`;
}

/** The leaderboard with its uncertainty of a measure, where there is one. */
function boardOf(measure = chosen.measure) {
  return report.boards.find((board) => board.measure === measure) || null;
}

/** The p-value of two runs by a leaderboard's test; null where they are one. */
function pairP(board, run, other) {
  const [first, second] = [board.order.indexOf(run), board.order.indexOf(other)].sort((a, b) => a - b);
  if (first < 0 || first === second) return null;
  const count = board.order.length;
  return board.p[first * count - (first * (first + 1)) / 2 + second - first - 1];
}

/** The group of a run, or the run itself where it has none. */
function participantOf(run) {
  return report.runs[run].group || report.runs[run].name;
}

/** Say something to those who cannot see what changed; nothing while the page is being made. */
function announce(text) {
  if (document.documentElement.dataset.ready) document.getElementById("said").textContent = text;
}
