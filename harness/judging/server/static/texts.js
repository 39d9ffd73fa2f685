// All that the pages say, in two tables: for another language, this file is translated.

/** What stands in templates: JSON, which the server reads. */
export const PAGES = {
  "language": "en",
  "site": {
    "judge": "Judge", "progress": "Progress", "conflicts": "Conflicts", "sign_out": "Sign out",
    "sign_in": "Sign in", "judging": "Judging", "organising": "Organising"
  },
  "sign_in": {
    "name": "Name", "password": "Password", "link": "If you were sent a personal link, open it again: it signs you in.",
    "go_on": "Continue as"
  },
  "judge": {
    "refused": "Not recorded",
    "refused_why": "The server refused these entries, and would refuse them again. Waiting entries are sent automatically. Both stay in this browser.",
    "changed": "The guidelines were changed: read them", "again": "Send again", "save": "Save as a file", "close": "Close",
    "load_file": "Continue from a file", "save_file": "Save to a file"
  },
  "assessor": {
    "documents": "Documents", "judged": "Judged", "search": "Search the list", "list": "Documents to judge",
    "topic": "Topic", "description": "Description", "words": "Words to highlight", "blanks": "separated by spaces",
    "marked": "Marked words", "beside": "Open this document in another tab",
    "page": "A page as it looks, without its scripts and links.", "page_text": "shows its text.",
    "pdf": "While the PDF has the focus, keys go to it: click outside it to judge by keys.",
    "pdf_title": "The document as PDF", "text": "Text of the document", "other": "The other document", "judgment": "Judgment",
    "previous": "Previous", "next": "Next", "next_open": "Next unjudged", "undo": "Undo", "skip": "Cannot judge", "note": "Note",
    "mark": "Mark passage", "entry_point": "Best entry", "unmark": "Clear marks", "show_list": "List", "help": "Keys and guidelines",
    "save": "Save", "cancel": "Cancel", "guide": "Guidelines and keys",
    "timed": "The time that you work on each document is recorded: while this page is visible, and at most a minute without a key, a click or a move.",
    "key_table": "Keys", "close": "Close"
  },
  "organise": {
    "speed": "Speed", "recall": "When to stop", "agreement": "Agreement", "leaderboard": "Leaderboard",
    "leaderboard_more": "Leaderboard (seeing it may bias further judging)", "notes": "Notes", "skips": "Skipped"
  }
};

export const TEXTS = {
  ask: { skip: "Cannot judge", skipWhy: "Why? The organiser reads it.", note: "Note", noteFor: "For the organiser" },
  state: {
    open: "Not judged yet", skipped: "Skipped: cannot be judged", closed: "Closed by the organiser",
    judged: (/** @type {string} */ grades) => `Judged: ${grades}`,
    note: (/** @type {string} */ text) => ` · note: ${text}`,
    answer: (/** @type {string} */ text) => ` · answer: ${text}`,
  },
  notice: {
    nothing: "There is nothing on your list.",
    done: "Everything is judged. Thank you!",
    choosing: "The next document of this topic is being chosen, from your judgments so far.",
    noAct: "There is nothing to undo.",
    takenBack: "Undone. Judge it again, or go on.",
    select: "Select text of the document first.",
    unreachable: "The server cannot be reached. The document appears when it is back.",
    noText: "The text of this document is missing. Judge it elsewhere, or say that it cannot be judged.",
    byLink: "There is no copy of this document here: open it in another tab, and judge it on this page.",
    notFetched: (/** @type {string} */ why) => `The document could not be fetched: ${why}`,
    listNotFetched: (/** @type {string} */ why) => `The list could not be fetched: ${why}`,
    feedback: (/** @type {string} */ dimension, /** @type {string} */ answer, /** @type {string} */ why) => `${dimension}: ${answer}. ${why} (j: next document)`,
    right: "right",
    expected: (/** @type {string} */ grade) => `expected ${grade}`,
    meanwhile: (/** @type {string} */ there) => `Judged elsewhere meanwhile (${there}): decide under "Not recorded".`,
  },
  connection: {
    saving: (/** @type {number} */ count) => `saving ${count}…`,
    saved: "all saved",
    notSaved: (/** @type {number} */ count) => `not saved: ${count} waiting to be saved`,
    notConnected: (/** @type {number} */ count) => `not connected: ${count} waiting to be saved`,
    signedOut: "You are signed out. Your judgments wait here: sign in again in another tab.",
    notYet: (/** @type {string} */ why) => `Not saved yet: ${why}`,
    keepsNothing: "this browser stores nothing",
    leaveOpen: "This browser has no room left: leave this page open until all is saved.",
    saveFile: "this browser stores nothing: save to a file",
    entries: (/** @type {number} */ count, /** @type {number} */ unsaved) => `${count} entries in this browser${unsaved ? `, ${unsaved} not saved to a file yet` : ""}`,
    badFile: (/** @type {string} */ why) => `The file cannot be loaded: ${why}`,
    otherPacket: "it belongs to another packet",
    notInFile: "it is not in this file",
  },
  refused: {
    count: (/** @type {number} */ refused, /** @type {number} */ waiting) =>
      [refused ? `Not recorded: ${refused}` : "", waiting ? `Waiting: ${waiting}` : ""].filter(Boolean).join(", "),
    waits: "waiting to be saved",
    mine: "Record this one", theirs: "Keep the other",
    words: (/** @type {string} */ topic) => `words to highlight in topic ${topic}`,
    what: (/** @type {number} */ assignment, /** @type {string} */ kind) => `assignment ${assignment}, ${kind}`,
  },
  progress: {
    done: (/** @type {number} */ done, /** @type {number} */ total) => `${done} of ${total} done`,
    topic: (/** @type {number} */ done, /** @type {number} */ total) => `${done} of ${total} in this topic`,
    pace: (/** @type {number} */ hour, /** @type {string} */ left) => `${hour.toLocaleString("en")} an hour, about ${left} left`,
    hours: (/** @type {number} */ hours) => `${hours} h`,
    minutes: (/** @type {number} */ minutes) => `${minutes} min`,
    training: " (training)",
  },
  /** @type {[string, string][]} */
  keys: [
    ["0 … 9", "give the grade of this number"],
    ["j or →", "next document"], ["k or ←", "previous document"],
    ["space", "next document without a judgment"],
    ["u", "undo your last action, on any document"],
    ["↓, ↑, Page Down, Page Up, Home, End", "scroll"],
    ["w, q", "next, previous marked word"],
    ["h", "show or hide marked words"], ["t", "a page of HTML: its text, or the page"],
    ["s", "cannot judge: say why"], ["n", "note"],
    ["p, b, x", "mark the selected passage, its best entry point, clear the marks"],
    ["/", "search the list"], ["l", "show or hide the list"], ["?", "this page"],
  ],
  organise: {
    to: (/** @type {string} */ who) => `Give the chosen topics of ${who} to`,
    give: "give chosen topics to…",
    first: "Choose topics first.",
    all: "Choose all", close: "Close chosen topics",
    whyGive: (/** @type {number} */ count, /** @type {string} */ to) => `Why give the open documents of ${count} topics to ${to}?`,
    whyClose: (/** @type {number} */ count, /** @type {string} */ who) => `Why close the open documents of ${count} topics of ${who}?`,
    kept: (/** @type {number} */ count) => `${count} documents stay: the other assessor has them already, or may not judge them.`,
    progress: (/** @type {(name: string) => number} */ of, /** @type {number} */ conflicts) =>
      `${of("judged")} of ${of("assigned")} judged, ${of("skipped")} skipped, ${of("closed")} closed, ${of("left")} left; ` +
      `${conflicts} ${conflicts === 1 ? "conflict" : "conflicts"} to decide`,
    /** @type {Record<string, string>} */
    counts: { assigned: "assigned", judged: "judged", skipped: "skipped", closed: "closed", left: "left" },
    progressColumns: ["assessor", "topics"], topicColumns: ["choose", "topic"],
    noteColumns: ["topic", "document", "assessor", "note", "answer"],
    ofAssessor: (/** @type {string} */ who) => `${who}: topics`,
    topicsOf: (/** @type {string} */ who) => `Topics of ${who}`,
    chooseTopic: (/** @type {string} */ topic, /** @type {string} */ who) => `Choose topic ${topic} of ${who}`,
    notes: "Notes", answering: "Answer",
    noted: (/** @type {string} */ who, /** @type {string} */ doc, /** @type {string} */ text) => `${who} on ${doc}: ${text}`,
    recall: (/** @type {number} */ enough, /** @type {number} */ of) =>
      `When to stop: at least 90 % of the relevant documents in the draw are found, with 95 % confidence for each topic, in ${enough} of ${of} topics`,
    interval: (/** @type {string | null} */ low, /** @type {string | null} */ high) => `${low} to ${high}`,
    recallColumns: ["topic", "in the draw", "judged", "relevant", "recall", "interval"],
    stopping: (/** @type {number} */ enough, /** @type {number} */ of) =>
      `When to stop: in ${enough} of ${of} topics, too few relevant documents came lately for a recall below 90 %: p below 0.05 ` +
      "(at one look, if the strategy finds them no later than chance would)",
    stoppingColumns: ["topic", "candidates", "judged", "relevant", "since the last relevant", "p"],
    gold: "Hidden documents with a known grade (direction: given minus known grade; below 0: too strict)",
    goldColumns: ["assessor", "judged", "as known", "first half", "second half", "direction"],
    speed: "Speed", speedColumns: ["assessor", "judgments", "median seconds"], active: "of these active",
    skips: "Skipped or closed", skipColumns: ["topic", "document", "assessor", "state", "reason"],
    agreement: (/** @type {string} */ dimension, /** @type {number} */ percent) => `Agreement on ${dimension}, with ${percent} % intervals over topics`,
    agreementColumns: ["coefficient", "value", "low", "high", "documents"],
    pairs: "Pairs (difference: mean grade of the first minus that of the second; below 0 the first is stricter)",
    pairColumns: ["first", "second", "documents", "same grade", "Cohen's κ", "overlap of relevant", "difference"],
    own: "Self-agreement, on documents shown twice", ownColumns: ["assessor", "documents", "same grade"],
    leaderboard: (/** @type {string} */ measure, /** @type {number} */ count) => `${measure} by ${count} documents judged so far`,
    leaderboardColumns: (/** @type {string} */ measure) => ["rank", "run", measure],
  },
  adjudicate: {
    position: (/** @type {number} */ number, /** @type {number} */ of) => `${number} of ${of}`,
    done: (/** @type {number} */ of) => `all ${of} decided`,
    nothing: "There is nothing to decide.",
    given: "Grades given", givenColumns: ["assessor", "dimension", "grade"],
    decide: "Decide", how: "Digits choose a grade, Enter decides.",
  },
};
