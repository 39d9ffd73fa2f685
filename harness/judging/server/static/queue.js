// What an assessor is to judge: items in their order, what stands of each, and what comes next.

/** @typedef {import("./assessor.js").Entry} Entry */
/** @typedef {import("./assessor.js").Item} Item */
/** @typedef {import("./assessor.js").Topic} Topic */
/** @typedef {import("./assessor.js").WorkList} WorkList */
/** @typedef {{grades: Record<string, number> | null, state: string | null}} Standing */

/** A list may have a hundred thousand items: a part of it comes first, the rest while the assessor reads. */
export class Queue {
  /** @param {WorkList} work */
  constructor(work) {
    /** @type {Map<string, Topic>} */
    this.topics = new Map();
    /** @type {Map<number, number>} The position of each assignment. */
    this.positions = new Map();
    /** @type {(Item | undefined)[]} */
    this.items = [];
    this.done = 0;
    /** @type {Map<number, Standing[]>} What stood before the entries of this page, to take them back. */
    this.before = new Map();
    this.extend(work);
  }

  get length() { return this.items.length; }

  /** Items that are known already stay as they are: they may be further than the server. @param {WorkList} work */
  extend(work) {
    for (const topic of work.topics) this.topics.set(topic.id, topic);
    const known = new Map(this.items.map((item) => [item?.[0], item]));
    /** @type {(Item | undefined)[]} */
    const items = new Array(work.total).fill(undefined);
    work.items.forEach((item, i) => { items[work.first + i] = known.get(item[0]) ?? item; });
    this.done = work.items.length < work.total ? work.done : items.filter((item) => item?.[4]).length;
    this.items = items;
    this.positions = new Map(items.flatMap((item, i) => (item ? [[item[0], i]] : [])));
  }

  /** @param {number} assignment */
  positionOf(assignment) { return this.positions.get(assignment) ?? -1; }

  /** What an entry makes of the list, before the server has it. @param {Entry} entry */
  apply(entry) {
    const item = this.items[this.positionOf(entry.assignment ?? -1)];
    if (!item) return;
    const history = this.before.get(item[0]) ?? [], wasDone = Boolean(item[4]);
    if (entry.kind === "judged" || entry.kind === "skipped") {
      history.push({ grades: item[5], state: item[4] });
      [item[4], item[5]] = [entry.kind, entry.grades ?? null];
    } else if (entry.kind === "undone") {
      const earlier = history.pop();
      [item[4], item[5]] = [earlier?.state ?? null, earlier?.grades ?? null];
    }
    this.before.set(item[0], history);
    this.done += Number(Boolean(item[4])) - Number(wasDone);
  }

  /** The next document without a judgment, from a position on and then from the start. @param {number} from */
  nextOpen(from) {
    const open = (/** @type {Item | undefined} */ item) => item && !item[4];
    const after = this.items.findIndex((item, i) => i > from && open(item));
    const before = after < 0 ? this.items.findIndex((item, i) => i < from && open(item)) : after;
    return before < 0 ? Math.max(from, 0) : before;
  }

  /** The positions of what has these words in topic, document or state. @param {string} wanted */
  matching(wanted) {
    /** @type {number[]} */
    const positions = [];
    this.items.forEach((item, i) => {
      const words = () => `${item?.[1]} ${this.topics.get(item?.[1] ?? "")?.title ?? ""} ${item?.[2]} ${item?.[4] ?? "open"}`;
      if (!wanted || (item && words().toLocaleLowerCase().includes(wanted))) positions.push(i);
    });
    return positions;
  }
}
