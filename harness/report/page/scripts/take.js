/* Taking along: tables as text of four kinds, figures as pictures, and the commands that make both. */

import { announce } from "./core.js";
import { Button } from "./fields.js";
import { useOneStop } from "./keyboard.js";
import { html, render, useLayoutEffect, useState } from "./preact.js";

/** The text of a cell without signs and drawings, minus signs as they are typed. @param {Element} cell */
function textOf(cell) {
  const copy = /** @type {Element} */ (cell.cloneNode(true));
  for (const part of copy.querySelectorAll("sup, svg, .ends")) part.remove();
  const text = (copy.textContent || "").trim().replace(/\s+/g, " ");
  return text === "–" ? "" : text.replace(/^−(?=[\d.])/, "-");
}

/** All rows of a table, also those that it shows on demand, its headings first. @param {HTMLTableElement} table */
async function rowsOf(table) {
  table.dispatchEvent(new Event("whole"));
  await null; // until the table is drawn
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
  const canvas = Object.assign(document.createElement("canvas"), { width: 3 * width, height: 3 * height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.drawImage(image, 0, 0, 3 * width, 3 * height);
  return new Promise((done) => { canvas.toBlob((blob) => done(/** @type {Blob} */ (blob)), "image/png"); });
}

/* --- where it goes ------------------------------------------------------------------------- */

/** @param {string} title @param {string} ending @param {Blob} blob */
function save(title, ending, blob) {
  const name = `${title.toLowerCase().replace(/[^\p{L}\p{N}@]+/gu, "-").slice(0, 60)}.${ending}`;
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  announce(`${name} saved`);
}

/** @param {string} kind @param {string} text */
async function toClipboard(kind, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.body.appendChild(Object.assign(document.createElement("textarea"), { className: "hidden", value: text }));
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  announce(`${kind} copied`);
}

/** What a table can be copied and saved as. @param {{ table: HTMLTableElement }} props */
function TableItem({ table }) {
  const title = table.caption?.textContent || "";
  return html`<li>Table: ${title} ${Object.entries(WRITTEN).map(([kind, [ending, write]]) => html`
    <${Button} pressed=${async () => toClipboard(kind, write(await rowsOf(table)))}>Copy ${kind}<//>
    <${Button} pressed=${async () => save(title, ending, new Blob([`${write(await rowsOf(table))}\n`], { type: "text/plain" }))}>.${ending}<//>`)}</li>`;
}

/** What a figure can be saved as. @param {{ svg: SVGSVGElement }} props */
function FigureItem({ svg }) {
  const title = (svg.getAttribute("aria-label") || "").split(". ")[0];
  return html`<li>Figure: ${title} <${Button} pressed=${() => save(title, "svg", new Blob([svgText(svg)], { type: "image/svg+xml" }))}>Save SVG<//>
    <${Button} pressed=${async () => save(title, "png", await pngOf(svg))}>Save PNG<//></li>`;
}

/** What can be taken along of what a section shows, once somebody asks. @param {{ content: HTMLElement, commandOf: () => string }} props */
function TakeAlong({ content, commandOf }) {
  const [open, setOpen] = useState(false);
  const [, setShown] = useState({});
  const list = useOneStop("button");
  useLayoutEffect(() => {
    if (!open) return undefined;
    const observer = new MutationObserver(() => setShown({}));
    observer.observe(content, { childList: true, characterData: true, attributeFilter: ["aria-label"], subtree: true });
    return () => observer.disconnect();
  }, [open]);
  useLayoutEffect(() => {
    if (open) for (const closed of content.querySelectorAll("details.data")) closed.dispatchEvent(new Event("fill"));
  });
  const command = commandOf();
  return html`<button type="button" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>Copy or save</button>
    <ul class="take" hidden=${!open} ref=${list}>${open && html`
      ${[...content.querySelectorAll("svg.figure[aria-label]:not(.above)")].map((svg) => html`<${FigureItem} svg=${svg} />`)}
      ${[...content.querySelectorAll("table")].map((table) => html`<${TableItem} table=${table} />`)}
      ${command && html`<li>In a terminal: <code>${command}</code> <${Button} pressed=${() => toClipboard("Command", command)}>Copy<//></li>`}`}</ul>`;
}

/** Offer in front of what a section shows to take it along. @param {HTMLElement} content @param {() => string} [commandOf] the command that prints or draws the same */
export function takeAlong(content, commandOf = () => "") {
  const box = Object.assign(document.createElement("div"), { className: "taking" });
  content.before(box);
  render(html`<${TakeAlong} content=${content} commandOf=${commandOf} />`, box);
}
