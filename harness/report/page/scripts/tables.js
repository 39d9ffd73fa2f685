/* Tables that can be sorted, and tables that stand behind figures. */

import { announce, orderBy, several, shown } from "./core.js";
import { Button } from "./fields.js";
import { useOneStop } from "./keyboard.js";
import { html, useLayoutEffect, useState } from "./preact.js";

/** So close to its end, in pixels, a table that scrolls gets further rows. */
const NEAR = 900;

/** So many times as wide as its frame a table may be; the columns that are further to the right are shown when asked for. */
const WIDEST = 1.5;

/** How many columns a table has room for, in a window of a width; one that is sorted by stays. @typedef {{ count: number, window: number }} Room */

/** The room of a table that is drawn, in its box. @param {HTMLElement} box @param {Room} room @returns {Room} */
function roomIn({ clientWidth, scrollWidth, firstElementChild }, room) {
  if (room.count < Infinity && room.window !== window.innerWidth) return { count: Infinity, window: window.innerWidth };
  if (scrollWidth <= WIDEST * clientWidth) return room;
  const heads = /** @type {HTMLElement[]} */ ([.../** @type {any} */ (firstElementChild).tHead.rows[0].cells]);
  const there = heads.filter((head) => head.offsetLeft + head.offsetWidth <= WIDEST * clientWidth).length;
  return { count: Math.max(1, Math.min(there, room.count - 1)), window: window.innerWidth };
}

/** @param {any} value */
function sortKey(value) {
  if (value === undefined || value === "" || Number.isNaN(value)) return null;
  return typeof value === "string" ? value.toLowerCase() : value;
}

/** @param {TableColumn<any>} column */
function kindOf({ text, kind }) {
  return `${text ? "text" : "number"}${kind ? ` ${kind}` : ""}`;
}

/**
 * A table that is sorted by its headings.
 * `columns` are {name, value(row), cell(row)?, digits?, text?, help?}: `value` is what is
 * sorted and, without `cell`, shown; columns of `text`, and those that are `rising`, sort upwards first.
 * `rows` are anything, of which the first `most` are shown, further ones when somebody scrolls near them or asks for all; `sorted` is
 * {column, ascending}, of no column where they stand as they are: at first, or, where `sortedBy` hears of another
 * choice, always. The table is one stop of the tab key, and the arrow keys go through headings and rows. What would be
 * far outside its frame is shown when asked for.
 * `kind` are classes of its box.
 * @param {SortableTable<any>} props
 */
export function Sortable({ columns, rows, title, sorted, sortedBy, rowAttributes, empty, most = Infinity, kind, few }) {
  const [own, setOwn] = useState(sorted || { column: 0 });
  const [all, setAll] = useState(false);
  const [near, setNear] = useState(most);
  const [every, setEvery] = useState(false);
  const [room, setRoom] = useState(/** @type {Room} */ ({ count: Infinity, window: 0 }));
  const order = sortedBy && sorted ? sorted : own;
  const box = useOneStop("thead button, tbody :is(a, button)");
  useLayoutEffect(() => {
    const { current } = box;
    const observer = new ResizeObserver(() => {
      const wide = current.scrollWidth > current.clientWidth;
      current.classList.toggle("wide", wide);
      current.tabIndex = (wide || current.scrollHeight > current.clientHeight) && !current.querySelector("a, button") ? 0 : -1;
      setRoom((/** @type {Room} */ before) => (current.clientWidth ? roomIn(current, before) : before));
    });
    for (const element of [current, current.firstChild]) observer.observe(element);
  }, []);

  /** @param {number} index */
  function sortBy(index) {
    const ascending = order.column === index ? !order.ascending : Boolean(columns[index].text || columns[index].rising);
    setOwn({ column: index, ascending });
    if (sortedBy) sortedBy(columns[index], ascending);
    announce(`${title}: sorted by ${columns[index].name}, ${ascending ? "ascending" : "descending"}`);
  }

  function showAll() {
    setAll(true);
    box.current.focus();
  }

  function showColumns() {
    setEvery(true);
    box.current.focus();
  }

  const fits = (/** @type {any} */ _, /** @type {number} */ index) => every || index < room.count || index === order.column;
  const shownColumns = columns.filter(fits);
  const key = columns[order.column]?.value || (() => 0);
  const positions = orderBy(rows.length, (position) => sortKey(key(rows[position])), order.ascending);
  const drawn = all ? positions : positions.slice(0, near);
  const scrolled = (/** @type {any} */ { currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
    if (drawn.length < rows.length && scrollTop + clientHeight > scrollHeight - NEAR) setNear(near + most);
  };
  return html`<div class=${`scroll ${kind || ""}`.trim()} tabindex="-1" role="region" aria-label=${title} ref=${box} onScroll=${scrolled}>
    <table class=${few && "few"} onwhole=${() => [setAll, setEvery].forEach((whole) => whole(true))}>
      <caption>${title}</caption>
      <thead><tr>${columns.map((column, index) => fits(column, index)
        && headCell(column, index === order.column && (order.ascending ? "ascending" : "descending"), () => sortBy(index)))}</tr></thead>
      <tbody>
        ${drawn.map((position) => html`<tr key=${position} ...${rowAttributes ? rowAttributes(rows[position]) : {}}>
          ${columns.map((column, index) => fits(column, index) && bodyCell(column, rows[position], index))}</tr>`)}
        ${drawn.length < rows.length && restRow(columns, html`<${Button} pressed=${showAll}>Show all ${shown(rows.length, 0)} rows; the first ${shown(drawn.length, 0)} are shown<//>`)}
        ${!rows.length && restRow(columns, empty)}
      </tbody>
    </table>
  </div>
  ${wayToRest(columns.length - shownColumns.length, showColumns)}`;
}

/** @param {number} away @param {() => void} pressed */
function wayToRest(away, pressed) {
  return away > 0 && html`<p class="caption away"><${Button} pressed=${pressed}>Show ${several(away, "more column")}<//></p>`;
}

/** @param {TableColumn<any>[]} columns @param {Child} content */
function restRow(columns, content = "Nothing to show.") {
  return html`<tr><td colspan=${columns.length}>${content}</td></tr>`;
}

/** @param {TableColumn<any>} column @param {string | false} sorted @param {() => void} pressed */
function headCell(column, sorted, pressed) {
  if (!column.name) return html`<td class=${kindOf(column)}></td>`;
  return html`<th scope="col" key=${column.name} class=${kindOf(column)} aria-sort=${sorted || null}>
    <button type="button" title=${column.help} onClick=${column.clicked || pressed}><bdi class="name">${column.name}</bdi></button>${column.under}
  </th>`;
}

/** The first column names its row; a <td> stays as it is. @param {TableColumn<any>} column @param {any} row @param {number} index */
function bodyCell(column, row, index) {
  const content = /** @type {any} */ (column.cell ? column.cell(row) : column.value(row)) ?? "–";
  if (content.type === "td") return content;
  const words = typeof content === "number" ? shown(content, column.digits) : content;
  return index ? html`<td class=${kindOf(column)}>${words}</td>` : html`<th scope="row" class=${kindOf(column)}>${words}</th>`;
}

/** The words of a cell; nothing where a dash stands. @param {Child} cell */
function wordsOf(cell) {
  const text = textIn(cell).trim();
  return text === "–" ? "" : text;
}

/** @param {any} part @returns {string} */
function textIn(part) {
  if (Array.isArray(part)) return part.map(textIn).join("");
  if (part === null || part === undefined || typeof part === "boolean") return "";
  return part.props ? textIn(part.props.children) : String(part);
}

/** The number that a text begins with, or, unless it must be one, the text. @param {string} text @param {boolean} must */
function numberIn(text, must) {
  const number = parseFloat(text.replace("−", "-").replaceAll(",", ""));
  return must || String(number) === text ? number : text;
}

/**
 * A table of rows of cells, at first in their order. `heads` are words, or [words, class]; columns that have nothing
 * but numbers stand to the right.
 * @param {{ title: string, heads: (string | [string, string])[], rows: any[][], kind?: string, few?: boolean }} props
 */
export function Listing({ heads, rows, ...more }) {
  const columns = heads.map((head, column) => {
    const isNumber = (/** @type {any[]} */ row) => /^([−+-]?\d[\d.]*)?$/.test(wordsOf(row[column]));
    const [name, kind] = Array.isArray(head) ? head : [head, column && rows.every(isNumber) ? "number" : "text"];
    const words = (/** @type {any[]} */ row) => wordsOf(row[column]);
    return {
      name, text: kind !== "number", kind: kind === "prose" ? kind : "",
      value: kind === "number" || !column ? (/** @type {any[]} */ row) => numberIn(words(row), Boolean(column)) : words,
      cell: (/** @type {any[]} */ row) => (Number.isInteger(row[column]) ? String(row[column]) : row[column]),
    };
  });
  return html`<${Sortable} columns=${columns} rows=${rows} sorted=${{ column: -1 }} ...${more} />`;
}

/** Something behind words, as long as it is open or is to be taken along. @param {{ words: string, make: () => Child }} props */
export function OnOpening({ words, make }) {
  const [made, setMade] = useState(false);
  // A search in the page opens it, too.
  return html`<details class="data" onToggle=${(/** @type {any} */ { currentTarget: box }) => setMade(box.open)} onfill=${() => setMade(true)}>
    <summary onClick=${() => setMade(true)}>${words}</summary>${made && make()}
  </details>`;
}

/** The numbers of a figure as a table, made when somebody opens it. @param {{ title: string, heads: string[], rows: () => any[][], words?: string }} props */
export function DataTable({ title, heads, rows, words = "Data of this figure" }) {
  return html`<${OnOpening} words=${words} make=${() => html`<${Listing} title=${title} heads=${heads} rows=${rows()} />`} />`;
}
