/* Taking along: tables as text of three kinds, figures as pictures, and the commands that make both. */

import { announce } from "./core.js";
import { Button } from "./fields.js";
import { useOneStop } from "./keyboard.js";
import { html, render, useLayoutEffect, useState } from "./preact.js";

/** The text of a cell without signs and drawings, minus signs as they are typed. @param {Element} cell */
function textOf(cell) {
  const copy = /** @type {Element} */ (cell.cloneNode(true));
  for (const part of copy.querySelectorAll("sup, svg, .ends")) part.remove();
  for (const name of copy.querySelectorAll("bdi.name[title]")) name.textContent = name.getAttribute("title");
  const text = (copy.textContent || "").trim().replace(/\s+/g, " ");
  return text === "–" ? "" : text.replace(/^−(?=[\d.])/, "-");
}

/** All rows of a table, also those that it shows on demand, its headings first. @param {HTMLTableElement} table */
async function rowsOf(table) {
  table.dispatchEvent(new Event("whole"));
  await null; // until the table is drawn
  return [...table.rows].map((row) => [...row.cells].map(textOf));
}

const isNumeric = (/** @type {string} */ text) => /^[-+]?\d[\d,]*(\.\d+)?(e[-+]?\d+)?([ \u00a0]%)?$/.test(text);

/** A cell that a spreadsheet would take for a formula is led by an apostrophe. @param {string} text */
function harmless(text) {
  return /^[=+@\t-]/.test(text) && !isNumeric(text) ? `'${text}` : text;
}

/** How rows of texts are written, by kind: the ending of the file, and the text. @type {Record<string, [string, (rows: string[][]) => string]>} */
const WRITTEN = {
  TSV: ["tsv", (rows) => rows.map((row) => row.map(harmless).join("\t")).join("\n")],
  CSV: ["csv", (rows) => rows.map((row) => row.map(harmless).map((text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",")).join("\n")],
  Markdown: ["md", ([head, ...rows]) => [head, alignments(rows, head.length, "---", "--:"), ...rows]
    .map((row) => `| ${row.map((text) => text.replaceAll("\\", "\\\\").replaceAll("|", "\\|")).join(" | ")} |`).join("\n")],
};

/** A sign for each column: of texts, or of numbers. @param {string[][]} rows @param {number} count @param {string} text @param {string} number */
function alignments(rows, count, text, number) {
  const numeric = (/** @type {number} */ index) => rows.every((row) => !row[index] || isNumeric(row[index])) && rows.some((row) => row[index]);
  return Array.from({ length: count }, (_, index) => (numeric(index) ? number : text));
}

/* --- pictures ------------------------------------------------------------------------------ */

const DRAWN = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linejoin", "opacity", "font-size", "font-family",
  "font-weight", "text-anchor", "display"];

/** A copy of a drawing that has what the page's style says in itself. @param {SVGSVGElement} svg */
function styled(svg) {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const originals = [svg, ...svg.querySelectorAll("*")];
  [copy, ...copy.querySelectorAll("*")].forEach((element, index) => {
    const style = getComputedStyle(originals[index]);
    element.removeAttribute("class");
    element.setAttribute("style", DRAWN.map((name) => `${name}:${style.getPropertyValue(name).replaceAll('"', "'")}`).join(";"));
  });
  return copy;
}

/** A drawing as a file of its own, as it is seen: with its title, what its signs mean, and its caption. @param {SVGSVGElement} svg */
function svgText(svg) {
  const copy = styled(svg);
  const { width, height } = svg.viewBox.baseVal;
  const [above, below, wide] = [signsOf(svg), captionOf(svg), Math.max(width, 360)];
  copy.querySelectorAll(".mark").forEach((mark) => mark.remove());
  const { color, backgroundColor } = getComputedStyle(document.body);
  const whole = svgElement("svg", { xmlns: SVG, "font-family": "system-ui, 'DejaVu Sans', sans-serif", "font-size": 12, fill: color });
  const ground = whole.appendChild(svgElement("rect", { fill: backgroundColor }));
  let y = 6;
  const lines = (/** @type {string} */ text, /** @type {Record<string, any>} */ look = {}) => {
    for (const line of brokenAt(text, wide - 16)) {
      y += 16;
      whole.appendChild(svgElement("text", { x: 8, y, ...look })).textContent = line;
    }
  };
  lines(titleOf(svg), { "font-size": 14, "font-weight": 600 });
  y += 8;
  let x = 8;
  for (const { sign, words } of above) {
    const across = 30 + widthOf(words);
    if (x + across > wide && x > 8) [x, y] = [8, y + 18];
    whole.append(placedAt(sign, x, y + 2, 16, 12));
    whole.appendChild(svgElement("text", { x: x + 20, y: y + 12 })).textContent = words;
    x += across + 8;
  }
  if (above.length) y += 22;
  for (const scale of scalesOf(svg)) {
    whole.append(placedAt(scale, 0, y, scale.viewBox.baseVal.width, scale.viewBox.baseVal.height));
    y += scale.viewBox.baseVal.height + 4;
  }
  for (const [name, value] of Object.entries({ x: 0, y, width, height })) copy.setAttribute(name, String(value));
  whole.append(copy);
  y += height;
  if (below) lines(below, { "font-size": 11 });
  for (const element of [whole, ground]) for (const [name, value] of Object.entries({ width: wide, height: y + 12 })) element.setAttribute(name, String(value));
  return new XMLSerializer().serializeToString(whole);
}

const SVG = "http://www.w3.org/2000/svg";

/** @param {string} name @param {Record<string, any>} attributes */
function svgElement(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** A drawing of the page as a part of another. @param {SVGSVGElement} svg @param {number} x @param {number} y @param {number} width @param {number} height */
function placedAt(svg, x, y, width, height) {
  const copy = styled(svg);
  copy.setAttribute("overflow", "visible");
  for (const [name, value] of Object.entries({ x, y, width, height })) copy.setAttribute(name, String(value));
  return copy;
}

/** How wide a text is in a saved picture. @param {string} text */
function widthOf(text) {
  const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  context.font = `12px ${getComputedStyle(document.body).fontFamily}`;
  return context.measureText(text).width;
}

/** A text in lines that fit. @param {string} text @param {number} room */
function brokenAt(text, room) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const longer = `${lines[lines.length - 1]} ${word}`.trim();
    if (widthOf(longer) <= room || !lines[lines.length - 1]) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** What stands around a drawing: the nearest elements before and after it in its part of the section. @param {SVGSVGElement} svg */
function partOf(svg) {
  return /** @type {HTMLElement} */ (svg.closest(".aside") || svg.closest(".explorable, .picture") || svg);
}

/** What a drawing shows. @param {SVGSVGElement} svg */
function titleOf(svg) {
  return (svg.getAttribute("aria-label") || "").split(". ")[0];
}

/** The signs that are explained above a drawing, and their words. @param {SVGSVGElement} svg */
function signsOf(svg) {
  const found = [];
  for (let before = partOf(svg).previousElementSibling; before && !before.matches("h3, .figure, .explorable"); before = before.previousElementSibling) {
    found.push(...[before, ...before.querySelectorAll("*")].filter((element) => element.matches("ul.signs")));
  }
  return found.flatMap((list) => [...list.querySelectorAll("li")]).map((item) => (
    { sign: /** @type {SVGSVGElement} */ (item.querySelector("svg")), words: (item.textContent || "").trim() }));
}

/** The scale of colours above a drawing. @param {SVGSVGElement} svg @returns {SVGSVGElement[]} */
function scalesOf(svg) {
  const before = partOf(svg).previousElementSibling;
  return before?.matches(".legend") ? [...before.querySelectorAll("svg.figure")].map((scale) => /** @type {SVGSVGElement} */ (scale)) : [];
}

/** The first sentence of the caption below a drawing. @param {SVGSVGElement} svg */
function captionOf(svg) {
  const section = svg.closest("section");
  const captions = [...(section?.querySelectorAll(".caption:not(.hint)") || [])];
  const after = captions.find((caption) => svg.compareDocumentPosition(caption) & Node.DOCUMENT_POSITION_FOLLOWING);
  return (after?.textContent || "").split("; ").slice(0, 3).join("; ").trim();
}


/** The picture as PNG, three points for one of the page. @param {SVGSVGElement} svg @returns {Promise<Blob>} */
async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(svg))}`;
  await image.decode();
  const { width, height } = image;
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
  const title = titleOf(svg);
  return html`<li>Figure: ${title} <${Button} pressed=${() => save(title, "svg", new Blob([svgText(svg)], { type: "image/svg+xml" }))}>Save SVG<//>
    <${Button} pressed=${async () => save(title, "png", await pngOf(svg))}>Save PNG<//></li>`;
}

/** What can be taken along of what a section shows, once somebody asks. @param {{ content: HTMLElement, commandsOf: () => string[][] }} props */
function TakeAlong({ content, commandsOf }) {
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
    if (open) for (const closed of content.querySelectorAll("details.data, .picture")) closed.dispatchEvent(new Event("fill"));
  });
  const commands = commandsOf();
  return html`<button type="button" aria-expanded=${String(open)} onClick=${() => setOpen(!open)}>Copy or save</button>
    <ul class="take" hidden=${!open} ref=${list}>${open && html`
      ${[...content.querySelectorAll("svg.figure[aria-label]")].filter((svg) => !svg.closest(".legend")).map((svg) => html`<${FigureItem} svg=${svg} />`)}
      ${[...content.querySelectorAll("table")].map((table) => html`<${TableItem} table=${table} />`)}
      ${commands.map(([words, command, text]) => html`<li>${words}: <code>${command}</code> <${Button} pressed=${() => toClipboard("Command", command)}>Copy<//>
        ${text && html`<${Button} pressed=${() => toClipboard("LaTeX", text)}>Copy LaTeX<//>`}</li>`)}`}</ul>`;
}

/** Offer in front of what a section shows to take it along. @param {HTMLElement} content @param {() => string[][]} [commandsOf] the commands that print or draw the same */
export function takeAlong(content, commandsOf = () => []) {
  const box = Object.assign(document.createElement("div"), { className: "taking" });
  content.before(box);
  render(html`<${TakeAlong} content=${content} commandsOf=${commandsOf} />`, box);
}
