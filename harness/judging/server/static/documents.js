// Documents as they come from a transport: those that come next are fetched while one is read.

/** @typedef {import("./assessor.js").Shown} Shown */

/** So many documents are there before they are asked for. */
export const AHEAD = 5;
/** So many that were seen are kept, to go back to. */
const KEPT = 30;

export class Documents {
  /** @param {(assignment: number) => Promise<Shown>} fetched */
  constructor(fetched) {
    this.fetched = fetched;
    /** @type {Map<number, Promise<Shown>>} The oldest first. */
    this.known = new Map();
    /** @type {Map<number, Shown>} What is there already. */
    this.there = new Map();
  }

  /** A document, from the server if it is not here. @param {number} assignment */
  get(assignment) {
    const found = this.known.get(assignment) ?? this.fetched(assignment).then((shown) => { this.there.set(assignment, shown); return shown; });
    this.known.delete(assignment);
    this.known.set(assignment, found);
    found.catch(() => { if (this.known.get(assignment) === found) this.known.delete(assignment); });
    for (const old of [...this.known.keys()].slice(0, -KEPT)) this.forget(old);
    return found;
  }

  /** Fetch what comes next, one after the other. @param {number[]} assignments */
  async prepare(assignments) {
    for (const assignment of assignments) {
      if (!this.known.has(assignment)) await this.get(assignment).catch(() => null);
    }
  }

  /** @param {number} assignment */
  forget(assignment) {
    this.known.delete(assignment);
    this.there.delete(assignment);
  }
}
