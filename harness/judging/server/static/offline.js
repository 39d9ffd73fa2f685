// The transport of a page that is a file: everything is in it, and judgments stay in the browser
// until they are saved to a file, which the organiser imports.
import { start } from "./assessor.js";

/** @typedef {import("./assessor.js").Entry} Entry */
/** @typedef {import("./assessor.js").Shown} Shown */

/** @type {{packet: string, list: import("./assessor.js").WorkList, shown: Record<string, Shown>, pdfs: Record<string, string>}} PDFs in base64, by document */
const packet = JSON.parse(document.getElementById("packet")?.textContent ?? "{}");
const STORE = `packet ${packet.packet}`;
/** @type {(status: string, problem: string | null) => void} */
let tell = () => {};
let unsaved = 0;

/** @returns {Entry[]} */
function stored() {
  try { return JSON.parse(localStorage.getItem(STORE) ?? "[]"); } catch { return kept; }
}
/** @type {Entry[]} what there is when the browser stores nothing for files */
let kept = [];

/** @param {Entry[]} entries */
function store(entries) {
  kept = entries;
  try { localStorage.setItem(STORE, JSON.stringify(entries)); } catch { tell("this browser keeps nothing: save to a file", null); }
}

function report() {
  const count = stored().length;
  tell(`${count} entries in this browser${unsaved ? `, ${unsaved} not saved to a file yet` : ""}`, null);
}

function saveFile() {
  const content = JSON.stringify({ format: "harness judgments 1", packet: packet.packet, assessor: packet.list.person.name, entries: stored() }, null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "application/json" }));
  link.download = `${packet.list.person.name}.judgments.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  unsaved = 0;
  report();
}

/** @type {Map<string, string>} The address of each PDF that was shown. */
const addresses = new Map();

/** @param {string} doc */
function pdfOf(doc) {
  const content = packet.pdfs[doc];
  if (!content) return null;
  const bytes = Uint8Array.from(atob(content), (it) => it.charCodeAt(0));
  const address = addresses.get(doc) ?? URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  addresses.set(doc, address);
  return address;
}

/** Entries of a file that was saved before, from this or another computer. @param {File} file */
async function loadFile(file) {
  try {
    const given = JSON.parse(await file.text());
    if (given.packet !== packet.packet) throw new Error("it belongs to another packet");
    const known = new Set(stored().map((it) => it.key));
    store([...stored(), ...given.entries.filter((/** @type {Entry} */ it) => !known.has(it.key))]);
    location.reload();
  } catch (error) {
    tell("", `The file cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
}

document.getElementById("save-file")?.addEventListener("click", saveFile);
const input = /** @type {HTMLInputElement | null} */ (document.getElementById("load-file"));
input?.addEventListener("change", () => { const file = input.files?.[0]; if (file) void loadFile(file); });
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); saveFile(); } });

void start({
  list: async () => packet.list,
  item: async (assignment) => {
    const shown = packet.shown[assignment];
    if (!shown) throw new Error("it is not in this file");
    return { ...shown, pdf: pdfOf(shown.doc) };
  },
  save(entry) { store([...stored(), entry]); unsaved++; report(); },
  pending: stored,
  onChange(listener) { tell = listener; report(); },
});
