// The transport of a page that is a file: everything is in it, and judgments stay in the browser
// until they are saved to a file, which the organiser imports.
import { start } from "./assessor.js";
import { $, saveAs } from "./elements.js";
import { Outbox } from "./outbox.js";
import { TEXTS } from "./texts.js";

/** @typedef {import("./assessor.js").Entry} Entry */
/** @typedef {import("./assessor.js").Shown} Shown */

/** @type {{packet: string, list: import("./assessor.js").WorkList, shown: Record<string, Shown>, pdfs: Record<string, string>}} PDFs in base64, by hash */
const packet = JSON.parse(document.getElementById("packet")?.textContent ?? "{}");
/** @type {(status: string, problem: string | null) => void} */
let tell = () => {};
let unsaved = 0;
/** @type {Outbox<Entry>} */
let entries = new Outbox("", null);

function report() {
  const nowhere = entries.homeless.size ? TEXTS.connection.saveFile : null;
  tell(nowhere ?? TEXTS.connection.entries(entries.length, unsaved), null);
}

/** Save all entries, those of other tabs with the same packet, too. */
async function saveFile() {
  await ready;
  await entries.look();
  const name = packet.list.person.name;
  saveAs(`${name}.judgments.json`, { format: "harness judgments 1", packet: packet.packet, assessor: name, entries: entries.all() });
  unsaved = 0;
  report();
}

/** @type {Map<string, string>} The address of each PDF that was shown, by its hash. */
const addresses = new Map();

/** @param {string} digest */
function pdfOf(digest) {
  const content = packet.pdfs[digest];
  if (!content) return null;
  const bytes = Uint8Array.from(atob(content), (it) => it.charCodeAt(0));
  const address = addresses.get(digest) ?? URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  addresses.set(digest, address);
  return address;
}

/** Entries of a file that was saved before, from this or another computer. @param {File} file */
async function loadFile(file) {
  try {
    await ready;  // before, what is kept would not be found again
    const given = JSON.parse(await file.text());
    if (given.packet !== packet.packet) throw new Error(TEXTS.connection.otherPacket);
    const known = await entries.look();
    for (const entry of given.entries) if (!known.has(entry.key)) await entries.add(entry.key, entry);
    location.reload();
  } catch (error) {
    tell("", TEXTS.connection.badFile(error instanceof Error ? error.message : String(error)));
  }
}

/** Open what this browser keeps, and the first document. */
async function begin() {
  entries = await Outbox.open(`packet ${packet.packet}`);
  await start({
    list: async () => packet.list,
    async item(assignment) {
      const shown = packet.shown[assignment];
      if (!shown) throw new Error(TEXTS.connection.notInFile);
      return { ...shown, pdf: pdfOf(shown.sha256 ?? "") };
    },
    save(entry) {
      unsaved++;
      void entries.add(entry.key, entry).then(report);
    },
    pending: () => entries.all(),
    listen(listener) { tell = listener.status; report(); },
  });
}

$("save-file").addEventListener("click", () => void saveFile());
$("load-file").addEventListener("change", () => { const file = /** @type {HTMLInputElement} */ ($("load-file")).files?.[0]; if (file) void loadFile(file); });
addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
addEventListener("keydown", (event) => { if ((event.ctrlKey || event.metaKey) && event.key === "s") { event.preventDefault(); void saveFile(); } });
const ready = begin();
