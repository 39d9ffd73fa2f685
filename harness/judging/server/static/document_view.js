// How a topic and a document are drawn: the text with marked words and passages, a page of HTML in
// a closed frame, a PDF, or a link to where the document is.
import { $, element, pdfViewer } from "./elements.js";
import { fill, markedText, soughtWords, stem, stopWords, wordMarks, wordsOf } from "./marking.js";
import { closedPage } from "./rendering.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./assessor.js").Shown} Shown */
/** @typedef {import("./assessor.js").Topic} Topic */
/** @typedef {import("./marking.js").Sought} Sought */

/** @type {Record<string, number>} How far a key scrolls, in heights of what is seen. */
const SCROLLS = { PageDown: 0.9, PageUp: -0.9, ArrowDown: 0.1, ArrowUp: -0.1, Home: -Infinity, End: Infinity };

export class DocumentView {
  constructor() {
    this.highlights = true;
    this.asText = false;
    this.common = stopWords([]);
    /** @type {Sought[]} */
    this.sought = [];
    this.hit = -1;
    /** @type {(event: KeyboardEvent) => void} */
    this.onKey = () => {};
  }

  /** @param {Map<string, Topic>} topics */
  learn(topics) { this.common = stopWords([...topics.values()].map((it) => `${it.title ?? ""} ${it.description ?? ""}`)); }

  /** @param {Topic} topic */
  drawTopic(topic) {
    $("topic-id").textContent = topic.id;
    for (const [id, text] of [["topic-title", topic.title], ["topic-description", topic.description], ["topic-narrative", topic.narrative]]) {
      const box = $(id ?? "");
      box.textContent = text ?? "";
      box.dir = "auto";
      if (topic.language) box.lang = topic.language;
    }
    $("topic-more").hidden = !topic.description && !topic.narrative;
  }

  /** @param {Shown} shown @param {string} place on the list, the name of a document that may come again */
  drawHead(shown, place) {
    $("doc-id").textContent = shown.doc || place;
    $("doc-part").hidden = shown.kind === "document";
    $("doc-part").textContent = `${shown.kind}: ${shown.part}`;
    $("doc-other").hidden = !shown.other;
    $("doc-other").replaceChildren(element("h3", { dir: "auto" }, shown.other?.title), element("div", { class: "text", dir: "auto" }, shown.other?.text));
    $("doc-link").hidden = !shown.address;
    if (shown.address) $("doc-link").setAttribute("href", shown.address);
    $("doc-facts").hidden = !shown.facts.length;
    $("doc-facts").replaceChildren(...shown.facts.flatMap(([name, value]) => [element("dt", {}, name), element("dd", { dir: "auto" }, value)]));
  }

  /** @param {Shown} shown @param {Topic} topic @param {string} words those of the assessor @param {[number, number][]} passages */
  drawText(shown, topic, words, passages) {
    const box = $("doc-text"), own = wordsOf(words);
    const said = wordsOf(topic.title ?? "").filter((word) => word.length > 1 && ![word, stem(word)].some((it) => this.common.has(it)));
    this.sought = soughtWords(own, said);
    const looked = this.highlights ? this.sought : [];
    this.hit = -1;
    fill($("doc-title"), markedText(shown.title, wordMarks(shown.title, looked), []));
    this.drawPdf(shown);
    const asPage = shown.html && !this.asText;
    this.drawPage(asPage ? shown : null, looked);
    box.hidden = asPage;
    if (shown.is_there && !asPage) fill(box, markedText(shown.text, wordMarks(shown.text, looked), [...passages, ...passageOf(shown)]));
    else if (asPage) fill(box, []);
    else fill(box, shown.pdf ? [] : [element("p", shown.address ? {} : { class: "alert" }, shown.address ? TEXTS.notice.byLink : TEXTS.notice.noText)]);
    this.drawCounts();
  }

  /** @param {Shown} shown */
  drawPdf(shown) {
    const viewer = /** @type {HTMLIFrameElement} */ ($("doc-pdf")), next = pdfViewer(shown.pdf);
    $("doc-pdf-note").hidden = !shown.pdf;
    // Another frame, not another address in it: that would be a step in the history of the page.
    if (viewer.getAttribute("src") !== next.getAttribute("src")) viewer.replaceWith(next);
  }

  /** A page of HTML in a frame that runs nothing; it is as high as the page, so that keys scroll it. @param {Shown | null} shown @param {Sought[]} looked */
  drawPage(shown, looked) {
    $("doc-page-note").hidden = !shown;
    if (!shown) return $("doc-page").replaceChildren();
    const title = shown.title || $("doc-id").textContent;
    const frame = /** @type {HTMLIFrameElement} */ (element("iframe", { class: "page-frame", sandbox: "allow-same-origin", title }));
    frame.srcdoc = closedPage(shown.text, shown.images, (text) => wordMarks(text, looked));
    this.drawCounts();
    frame.addEventListener("load", () => {
      const inside = frame.contentDocument;
      if (!inside) return;
      frame.style.height = `${inside.documentElement.scrollHeight + 24}px`;
      inside.addEventListener("keydown", (event) => this.onKey(event));
    });
    $("doc-page").replaceChildren(frame);
  }

  /** The words that are looked for, each in its colour and with its count. */
  drawCounts() {
    const parts = this.highlights ? this.sought.filter((it) => it.count) : [];
    $("hits").replaceChildren(...parts.map((it) => element("span", { class: `hit w${it.colour}` }, `${it.text} ${it.count.toLocaleString(document.documentElement.lang)}`)));
  }

  /** The marks of the text, or of the page in the frame. @returns {HTMLElement[]} */
  get marks() {
    const inside = /** @type {HTMLIFrameElement | null} */ ($("doc-page").querySelector("iframe"))?.contentDocument;
    return [...(inside ?? $("doc-text")).querySelectorAll(inside ? "mark" : "mark.own, mark.term")].map((it) => /** @type {HTMLElement} */ (it));
  }

  /** Go to the next marked word, or the one before. @param {number} way */
  step(way) {
    const marks = this.marks;
    if (!marks.length) return;
    marks[this.hit]?.classList.remove("here");
    this.hit = this.hit < 0 && way < 0 ? marks.length - 1 : (this.hit + way + marks.length) % marks.length;
    marks[this.hit]?.classList.add("here");
    marks[this.hit]?.scrollIntoView({ block: "center" });
  }

  /** Whether a key scrolls. @param {string} key */
  scroll(key) {
    const far = SCROLLS[key], work = $("work");
    if (far === undefined) return false;
    work.scrollTop = Number.isFinite(far) ? work.scrollTop + far * work.clientHeight : far > 0 ? work.scrollHeight : 0;
    return true;
  }
}

/** The passage of a document that is judged, where a passage is. @param {Shown} shown @returns {[number, number][]} */
function passageOf(shown) {
  const [, offset, length] = /^(\d+) (\d+)$/.exec(shown.kind === "passage" ? shown.part : "") ?? [];
  return length === undefined ? [] : [[Number(offset), Number(length)]];
}
