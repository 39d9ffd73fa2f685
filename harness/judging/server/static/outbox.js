// Entries that wait in the browser, in a database that all tabs of the site share. They survive a
// closed page; what the browser has no room for stays in this page, and is told.

/** @typedef {import("./assessor.js").Entry} Entry */
/** @typedef {{order?: number, key: string, content: any}} Row */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @template T what is kept of an entry */
export class Outbox {
  /** @param {string} name @param {IDBDatabase | null} database none where the browser keeps nothing */
  constructor(name, database) {
    this.name = name;
    /** @type {Map<string, T>} All that waits, as far as this page knows; the oldest first. */
    this.entries = new Map();
    /** @type {Set<string>} What is in this page only: it is lost with it. */
    this.homeless = new Set();
    /** @type {Set<string>} What waits no more, though the database may still have it. */
    this.gone = new Set();
    /** @type {Set<Promise<unknown>>} What is being written. */
    this.writing = new Set();
    this.keep(database);
  }

  /** The outbox of a name, with what waits there. @param {string} name */
  static async open(name) {
    const database = await Outbox.database(name).catch(() => null), outbox = new Outbox(name, database);
    for (const place of outbox.oldPlaces()) {
      const content = JSON.parse(localStorage.getItem(place) ?? "null");
      if (content) await outbox.add(place.split(" ").at(-1) ?? place, content);
      if (!outbox.homeless.size) localStorage.removeItem(place);
    }
    await outbox.look();
    return outbox;
  }

  /** Keep entries in a database, until the browser closes it. @param {IDBDatabase | null} database */
  keep(database) {
    this.database = database;
    if (database) database.onclose = () => void this.move();
  }

  /** The browser has closed the database, and perhaps deleted it: what waits goes into a new one. */
  async move() {
    this.database = null;
    const left = [...this.entries];
    for (const [key] of left) this.homeless.add(key);
    this.keep(await Outbox.database(this.name).catch(() => null));
    for (const [key, content] of left) if (this.entries.has(key)) await this.add(key, content);
  }

  /** @param {string} name @returns {Promise<IDBDatabase>} */
  static async database(name) {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      const entries = request.result.createObjectStore("entries", { keyPath: "order", autoIncrement: true });
      entries.createIndex("key", "key", { unique: true });
    };
    return done(request);
  }

  /** Where an earlier version of this page kept entries. */
  oldPlaces() {
    try { return Object.keys(localStorage).filter((place) => place.startsWith(`${this.name} `)).sort(); } catch { return []; }
  }

  /** @param {IDBTransactionMode} mode */
  store(mode) { return this.database?.transaction("entries", mode, { durability: "strict" }).objectStore("entries"); }

  /** Look at what all tabs have put there; where that cannot be read, what this page knows of waits. */
  async look() {
    await Promise.allSettled(this.writing);
    const rows = await this.rows().catch(() => null);
    if (!rows) return this.entries;
    const own = [...this.entries].filter(([key]) => this.homeless.has(key)), kept = rows.filter((row) => !this.gone.has(row.key));
    this.entries = new Map([...kept.map((row) => /** @type {[string, T]} */ ([row.key, row.content])), ...own]);
    return this.entries;
  }

  /** @returns {Promise<Row[] | null>} */
  async rows() {
    const store = this.store("readonly");
    return store ? done(store.getAll()) : null;
  }

  /** All that waits, the oldest first. @returns {T[]} */
  all() { return [...this.entries.values()]; }

  get length() { return this.entries.size; }

  /** @param {string} key @param {T} content */
  async add(key, content) {
    this.entries.set(key, content);
    this.homeless.add(key);
    this.gone.delete(key);
    await this.change(async (store) => {
      const order = await done(store.index("key").getKey(key));
      return order === undefined ? done(store.add({ key, content })) : order;
    }, () => this.homeless.delete(key));
  }

  /** @param {string} key */
  async remove(key) {
    this.entries.delete(key);
    this.homeless.delete(key);
    this.gone.add(key);
    await this.change(async (store) => {
      const order = await done(store.index("key").getKey(key));
      return order === undefined ? undefined : done(store.delete(order));
    }, () => this.gone.delete(key));
  }

  /** Change the database, and wait until it is on the disk. @param {(store: IDBObjectStore) => unknown} act @param {() => void} [then] */
  async change(act, then = () => {}) {
    const writing = new Promise((resolve, reject) => {
      const store = this.store("readwrite");
      if (!store) return reject(new Error("no database"));
      store.transaction.oncomplete = resolve;
      store.transaction.onabort = store.transaction.onerror = () => reject(store.transaction.error);
      Promise.resolve(act(store)).catch(reject);
    }).then(then, () => {});
    this.writing.add(writing);
    await writing;
    this.writing.delete(writing);
  }

  /** Do something that no other tab does at the same time. @template R @param {() => Promise<R>} act @returns {Promise<R>} */
  async alone(act) { return navigator.locks ? navigator.locks.request(this.name, act) : act(); }
}
