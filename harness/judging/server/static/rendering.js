// Texts of others as pages: guidelines in Markdown, documents in HTML. Nothing in them runs, and nothing is fetched.
import { element } from "./elements.js";

/** @param {string} line */
function inline(line) {
  const box = document.createDocumentFragment();
  let last = 0;
  for (const found of line.matchAll(/`([^`]+)`|\*\*(.+?)\*\*|__(.+?)__|\*([^*\s][^*]*?)\*|\[([^\]]+)\]\((https?:[^)\s]+)\)/g)) {
    box.append(line.slice(last, found.index));
    const [whole, code, bold, strong, slanted, link, address] = found;
    if (code) box.append(element("code", {}, code));
    else if (bold ?? strong) box.append(element("strong", {}, bold ?? strong));
    else if (slanted) box.append(element("em", {}, slanted));
    else box.append(element("a", { href: address ?? "", target: "_blank", rel: "noopener noreferrer" }, link));
    last = found.index + whole.length;
  }
  box.append(line.slice(last));
  return box;
}

/** @param {string} tag @param {string} content */
function block(tag, content) {
  const made = element(tag, { dir: "auto" });
  made.append(inline(content));
  return made;
}

/** @param {string[]} lines */
function tableOf(lines) {
  const rows = lines.filter((line) => !/^\|[\s:|-]+\|?$/.test(line)), table = element("table");
  rows.forEach((line, i) => {
    const row = element("tr");
    for (const cell of line.replace(/^\||\|$/g, "").split("|")) row.append(block(i ? "td" : "th", cell.trim()));
    table.append(row);
  });
  return table;
}

/** Markdown as elements: headings, paragraphs, lists, tables, quotations, code, and what stands in lines. @param {string} text */
export function rendered(text) {
  const box = document.createDocumentFragment();
  const blocks = text.replace(/\r\n?/g, "\n").split(/(?:^|\n)(```[\s\S]*?(?:\n```|$))|\n[ \t]*\n+|\n(?=#{1,6} )|(?<=^#{1,6} .*)\n/m);
  for (const part of blocks) {
    const content = (part ?? "").replace(/^\n+|\n+$/g, ""), lines = content.split("\n"), heading = /^(#{1,6}) +(.*)$/.exec(content);
    if (!content.trim()) continue;
    if (content.startsWith("```")) box.append(element("pre", {}, lines.slice(1, lines.at(-1) === "```" ? -1 : undefined).join("\n")));
    else if (heading) box.append(block(`h${Math.min(6, (heading[1]?.length ?? 1) + 2)}`, heading[2] ?? ""));
    else if (/^\|/.test(content)) box.append(tableOf(lines));
    else if (/^>/.test(content)) box.append(block("blockquote", lines.map((line) => line.replace(/^> ?/, "")).join(" ")));
    else box.append(...withLists(lines));
  }
  return box;
}

/** @param {string[]} lines */
function withLists(lines) {
  /** @type {HTMLElement[]} */
  const made = [];
  for (const line of lines) {
    const [, mark, content] = /^\s*([-*+]|\d+[.)]) +(.*)$/.exec(line) ?? [];
    if (mark) addItem(made, /\d/.test(mark) ? "ol" : "ul", content ?? "");
    else addLine(made, line);
  }
  return made;
}

/** @param {HTMLElement[]} made @param {string} tag of the list @param {string} content */
function addItem(made, tag, content) {
  if (made.at(-1)?.localName !== tag) made.push(element(tag));
  made.at(-1)?.append(block("li", content));
}

/** A line that goes on with what is before it, or begins a paragraph. @param {HTMLElement[]} made @param {string} line */
function addLine(made, line) {
  const last = made.at(-1), words = inline(line.trim());
  if (last?.localName === "p") last.append(" ", words);
  else if (last?.lastElementChild && /^\s/.test(line)) last.lastElementChild.append(" ", words);
  else made.push(block("p", line.trim()));
}

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
const ADDRESS = /^on|^(?:href|src|srcset|action|formaction|background|ping|xlink:href|poster|data)$/i;
const ACTIVE = "script, iframe, frame, frameset, object, embed, applet, link, meta, base, form, audio, video, source, template, noscript, portal";

/**
 * A page of HTML for a frame that is closed off: without scripts, forms, links and addresses; pictures are those given.
 * @param {string} html @param {Record<string, string>} images as data, by their address in the page
 * @param {(text: string) => {start: number, end: number, kind: string}[]} marksIn where words stand in a text
 */
export function closedPage(html, images, marksIn) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const node of page.querySelectorAll(ACTIVE)) node.remove();
  for (const node of page.querySelectorAll("*")) disarm(node);
  for (const image of page.querySelectorAll("img")) image.setAttribute("src", images[image.getAttribute("src") ?? ""] ?? "data:,");
  markWords(page, marksIn);
  const meta = page.createElement("meta"), scheme = page.createElement("meta");
  meta.setAttribute("http-equiv", "Content-Security-Policy");
  meta.setAttribute("content", POLICY);
  scheme.setAttribute("charset", "utf-8");
  page.head.prepend(scheme, meta);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** Take off what acts or leads elsewhere; the source of a picture stays. @param {Element} node */
function disarm(node) {
  for (const { name } of [...node.attributes]) {
    if (ADDRESS.test(name) && !(node.localName === "img" && name === "src")) node.removeAttribute(name);
  }
}

/** @param {Document} page @param {(text: string) => {start: number, end: number, kind: string}[]} marksIn */
function markWords(page, marksIn) {
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const nodes = [];
  while (texts.nextNode()) nodes.push(/** @type {Text} */ (texts.currentNode));
  for (const node of nodes) {
    for (const { start, end } of marksIn(node.data).reverse()) {
      const rest = node.splitText(start), mark = page.createElement("mark");
      rest.splitText(end - start);
      rest.replaceWith(mark);
      mark.append(rest);
    }
  }
}
