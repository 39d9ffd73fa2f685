// Entries that wait in the browser, each under a key of its own: what one tab adds or takes out
// never meets what another one does. They survive a closed page.

/** @typedef {import("./assessor.js").Entry} Entry */

/** @template T what is kept of an entry */
export class Outbox {
  /** @param {string} name */
  constructor(name) {
    this.prefix = `${name} `;
    this.count = 0;
    /** @type {Map<string, string>} What the browser has no room for: it is lost with the page. */
    this.homeless = new Map();
  }

  /** All that waits, the oldest first. @returns {T[]} */
  all() { return this.places().map((place) => JSON.parse(this.homeless.get(place) ?? localStorage.getItem(place) ?? "null")).filter(Boolean); }

  /** @returns {string[]} */
  places() { return [...Object.keys(localStorage).filter((place) => place.startsWith(this.prefix)), ...this.homeless.keys()].sort(); }

  get length() { return this.places().length; }

  /** @param {string} key @param {T} content */
  add(key, content) {
    const place = `${this.prefix}${Date.now()} ${String(this.count++).padStart(6, "0")} ${key}`;
    try { localStorage.setItem(place, JSON.stringify(content)); } catch { this.homeless.set(place, JSON.stringify(content)); }
  }

  /** @param {string} key */
  remove(key) {
    for (const place of this.places().filter((it) => it.endsWith(` ${key}`))) {
      localStorage.removeItem(place);
      this.homeless.delete(place);
    }
  }
}
