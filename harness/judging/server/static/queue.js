// What an assessor is to judge: items in their order, what stands of each, and what comes next.

/** @typedef {import("./assessor.js").Entry} Entry */
/** @typedef {import("./assessor.js").Item} Item */
/** @typedef {import("./assessor.js").Topic} Topic */
/** @typedef {import("./assessor.js").WorkList} WorkList */
/** @typedef {{grades: Record<string, number> | null, state: string | null, event: number | string}} Standing */

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
    /** @type {number[]} The assignments that were judged or skipped, the last one at the end. */
    this.acts = [...work.last].reverse();
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

  /** What a strategy asked for meanwhile: in each topic after what is there. @param {{topics: Topic[], items: Item[]}} given */
  insert(given) {
    for (const topic of given.topics) this.topics.set(topic.id, topic);
    for (const item of given.items.filter((it) => !this.positions.has(it[0]))) {
      const last = this.items.findLastIndex((it) => it?.[1] === item[1] && !it?.[3]);
      this.items.splice(last < 0 ? this.items.length : last + 1, 0, item);
      this.done += Number(Boolean(item[4]));
    }
    this.positions = new Map(this.items.flatMap((item, i) => (item ? [[item[0], i]] : [])));
  }

  /** @param {number} assignment */
  positionOf(assignment) { return this.positions.get(assignment) ?? -1; }

  /** What an entry makes of the list, before the server has it. @param {Entry} entry */
  apply(entry) {
    const item = this.items[this.positionOf(entry.assignment ?? -1)];
    if (!item) return;
    const history = this.before.get(item[0]) ?? [], wasDone = Boolean(item[4]);
    if (entry.kind === "judged" || entry.kind === "skipped") {
      history.push({ grades: item[5], state: item[4], event: item[6] });
      this.stand(item, { state: entry.kind, grades: entry.grades ?? null, event: entry.key });
      this.acts = [...this.acts.filter((it) => it !== item[0]), item[0]];
    } else if (entry.kind === "undone") {
      this.stand(item, history.pop() ?? { state: null, grades: null, event: 0 });
      if (!item[4]) this.acts = this.acts.filter((it) => it !== item[0]);
    }
    this.before.set(item[0], history);
    this.done += Number(Boolean(item[4])) - Number(wasDone);
  }

  /** What was judged elsewhere, or before this page was opened, stands. @param {number} assignment @param {Standing} standing */
  meanwhile(assignment, standing) {
    const item = this.items[this.positionOf(assignment)];
    if (!item) return;
    this.done += Number(Boolean(standing.state)) - Number(Boolean(item[4]));
    this.before.delete(assignment);
    this.stand(item, standing);
    if (!item[4]) this.acts = this.acts.filter((it) => it !== assignment);
  }

  /** @param {Item} item @param {Standing} standing */
  stand(item, standing) { [item[4], item[5], item[6]] = [standing.state, standing.grades, standing.event]; }

  /** The next document without a judgment, from a position on and then from the start. @param {number} from */
  nextOpen(from) {
    const open = (/** @type {Item | undefined} */ item) => item && !item[4];
    const after = this.items.findIndex((item, i) => i > from && open(item));
    const before = after < 0 ? this.items.findIndex((item, i) => i < from && open(item)) : after;
    return before < 0 ? Math.max(from, 0) : before;
  }

  /** The assignments of the next documents without a judgment, in the order of `nextOpen`. @param {number} from @param {number} most */
  ahead(from, most) {
    /** @type {number[]} */
    const found = [];
    for (let step = 1; step <= this.items.length && found.length < most; step++) {
      const item = this.items[(from + step) % this.items.length];
      if (item && !item[4]) found.push(item[0]);
    }
    return found;
  }

  /** How many documents of a topic there are, and how many of them are done. @param {string} topic */
  ofTopic(topic) {
    const items = this.items.filter((item) => item?.[1] === topic);
    return { total: items.length, done: items.filter((item) => item?.[4]).length };
  }

  /** The positions of what has these words in topic, document, title or state. @param {string} wanted */
  matching(wanted) {
    /** @type {number[]} */
    const positions = [];
    this.items.forEach((item, i) => {
      const words = () => `${item?.[1]} ${this.topics.get(item?.[1] ?? "")?.title ?? ""} ${item?.[2]} ${item?.[7]} ${item?.[4] ?? "open"}`;
      if (!wanted || (item && words().toLocaleLowerCase().includes(wanted))) positions.push(i);
    });
    return positions;
  }
}
