/* Taking along: tables as text of four kinds, figures as pictures, and the commands that make both. */

import { announce, el, put } from "./core.js";
import { oneStop } from "./keyboard.js";
import { fillers, wholeTables } from "./tables.js";

/** The text of a cell without signs and drawings, minus signs as they are typed. @param {Element} cell */
function textOf(cell) {
  const copy = /** @type {Element} */ (cell.cloneNode(true));
  for (const part of copy.querySelectorAll("sup, svg, .ends")) part.remove();
  const text = (copy.textContent || "").trim().replace(/\s+/g, " ");
  return text === "–" ? "" : text.replace(/^−(?=[\d.])/, "-");
}

/** All rows of a table, its headings first. @param {HTMLTableElement} table */
function rowsOf(table) {
  const drawAll = wholeTables.get(table);
  if (drawAll && table.querySelector("td[colspan]")) drawAll();
  return [...table.rows].map((row) => [...row.cells].map(textOf));
}

const isNumeric = (/** @type {string} */ text) => /^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?( %)?$/.test(text);

/** A cell that a spreadsheet would take for a formula is led by an apostrophe. @param {string} text */
function harmless(text) {
  return /^[=+@\t-]/.test(text) && !isNumeric(text) ? `'${text}` : text;
}

/** @param {string} text */
function latexOf(text) {
  const signs = /** @type {Record<string, string>} */ ({ "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "<": "\\textless{}",
    ">": "\\textgreater{}", "–": "--", "−": "$-$" });
  return text.replace(/[\\~^<>–−]|[&%$#_{}]/g, (sign) => signs[sign] || `\\${sign}`).replace(/^-(?=\d)/, "$-$");
}

/** How rows of texts are written, by kind: the ending of the file, and the text. @type {Record<string, [string, (rows: string[][]) => string]>} */
const WRITTEN = {
  TSV: ["tsv", (rows) => rows.map((row) => row.map(harmless).join("\t")).join("\n")],
  CSV: ["csv", (rows) => rows.map((row) => row.map(harmless).map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",")).join("\n")],
  Markdown: ["md", ([head, ...rows]) => [head, alignments(rows, head.length, "---", "--:"), ...rows]
    .map((row) => `| ${row.map((text) => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|")).join(" | ")} |`).join("\n")],
  LaTeX: ["tex", ([head, ...rows]) => [`\\begin{tabular}{${alignments(rows, head.length, "l", "r").join("")}}`, "\\toprule",
    ...[head, ...rows].map((row, index) => `${row.map(latexOf).join(" & ")} \\\\${index ? "" : " \\midrule"}`), "\\bottomrule", "\\end{tabular}"].join("\n")],
};

/** A sign for each column: of texts, or of numbers. @param {string[][]} rows @param {number} count @param {string} text @param {string} number */
function alignments(rows, count, text, number) {
  const numeric = (/** @type {number} */ index) => rows.every((row) => !row[index] || isNumeric(row[index])) && rows.some((row) => row[index]);
  return Array.from({ length: count }, (_, index) => (numeric(index) ? number : text));
}

/* --- pictures ------------------------------------------------------------------------------ */

const DRAWN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-size", "font-family",
  "font-weight", "text-anchor", "display"];

/** A drawing as a file of its own: what the page's style says stands in it. @param {SVGSVGElement} svg */
function svgText(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const { width, height } = svg.viewBox.baseVal;
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    element.removeAttribute("class");
    element.setAttribute("style", DRAWN.map((name) => `${name}:${style.getPropertyValue(name).replaceAll('"', "'")}`).join(";"));
  });
  const ground = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const fill = getComputedStyle(document.body).backgroundColor;
  for (const [name, value] of Object.entries({ width, height, fill })) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  copy.querySelectorAll(".mark").forEach((mark) => mark.remove());
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** The picture as PNG, three points for one of the page. @param {SVGSVGElement} svg @returns {Promise<Blob>} */
async function pngOf(svg) {
  const { width, height } = svg.viewBox.baseVal;
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const canvas = el("canvas", { width: 3 * width, height: 3 * height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(image, 0, 0, 3 * width, 3 * height);
  return new Promise((done) => { canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)), "image/png"); });
}

/* --- where it goes ------------------------------------------------------------------------- */

/** @param {string} title @param {string} ending @param {Blob} blob */
function save(title, ending, blob) {
  const name = `${title.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu, "-").slice(0, 60)}.${ending}`;
  const link = el("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  announce(`${name} saved`);
}

/** @param {string} kind @param {string} text */
async function toClipboard(kind, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.body.appendChild(el("textarea", { class: "hidden" }));
    area.value = text;
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(`${kind} copied`);
}

/** @param {string} text @param {() => void} pressed */
function button(text, pressed) {
  return el("button", { type: "button", on: { click: pressed } }, text);
}

/**
 * What can be taken along of a section, listed anew whenever somebody asks.
 * @param {string} id @param {HTMLElement} content @param {() => string} [commandOf] the command that prints or draws the same
 */
export function takeAlong(id, content, commandOf = () => "") {
  const list = el("ul", { class: "take", hidden: true });
  const opener = button("Copy or save", () => {
    list.hidden = !list.hidden;
    opener.setAttribute("aria-expanded", String(!list.hidden));
    fillList();
  });
  new MutationObserver(fillList).observe(content, { childList: true, subtree: true });

  /** The list, where it is open, is of what the section shows now. */
  function fillList() {
    if (list.hidden) return;
    const focused = [...list.querySelectorAll("button")].findIndex((item) => item === document.activeElement);
    for (const closed of content.querySelectorAll("details.data")) fillers.get(closed)?.();
    const tables = [...content.querySelectorAll("table")].map((table) => el("li", {}, `Table: ${table.caption?.textContent || ""} `,
      Object.entries(WRITTEN).map(([kind, [ending, write]]) => [
        button(`Copy ${kind}`, () => toClipboard(kind, write(rowsOf(table)))),
        button(`.${ending}`, () => save(table.caption?.textContent || id, ending, new Blob([`${write(rowsOf(table))}\n`], { type: "text/plain" })))])));
    const figures = [.../** @type {NodeListOf<SVGSVGElement>} */ (content.querySelectorAll("svg.figure[aria-label]:not(.above)"))].map((svg) => {
      const title = (svg.getAttribute("aria-label") || "").split(". ")[0];
      return el("li", {}, `Figure: ${title} `, button("Save SVG", () => save(title, "svg", new Blob([svgText(svg)], { type: "image/svg+xml" }))),
        button("Save PNG", async () => save(title, "png", await pngOf(svg))));
    });
    const command = commandOf();
    put(list, figures, tables, command && el("li", {}, "In a terminal: ", el("code", {}, command), " ", button("Copy", () => toClipboard("Command", command))));
    if (focused >= 0) list.querySelectorAll("button")[focused]?.focus();
  }

  opener.setAttribute("aria-expanded", "false");
  oneStop(list, "button");
  return el("div", { class: "taking" }, opener, list);
}
