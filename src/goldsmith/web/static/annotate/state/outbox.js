// Changes that the server has not acknowledged, kept in the browser: ids and offsets, never text.
//
// They survive a reload, a crash and a server outage. If the browser has no storage (private
// windows of some browsers), they are kept in memory and the page says so.

/** @import {Source, Step} from "../model/types.js" */

/** A change of this person: `undoes` names the change that it reverts,
 * `again` says that this one undid another, so that taking it back does that again.
 * @typedef {{id: string, set: string, steps: Step[], inverse: Step[], source: Source, label: string, detail?: string, at: number, action?: string, undoes?: string, again?: boolean, revision?: number, refused?: string}} Deed */

const NAME = "goldsmith", VERSION = 1, STORE = "deeds";
/** How many acknowledged changes are kept for undo. */
const LONGEST_MEMORY = 300;

export class Outbox {
  /** @param {string} set @param {IDBDatabase | null} database */
  constructor(set, database) {
    this.set = set;
    this.database = database;
  }

  /** @param {string} set @returns {Promise<Outbox>} */
  static async open(set) {
    try {
      return new Outbox(set, await openDatabase());
    } catch {
      return new Outbox(set, null);
    }
  }

  get isLasting() {
    return this.database !== null;
  }

  /** Store a deed, or its new state, without its detail, which quotes the note. @param {Deed} deed @returns {Promise<void>} */
  async keep(deed) {
    const { detail: _, ...rest } = deed;
    await this.run("readwrite", (store) => store.put(rest));
  }

  /** @param {string} id @returns {Promise<void>} */
  async drop(id) {
    await this.run("readwrite", (store) => store.delete(id));
  }

  /** Return the deeds of the set in order, and drop old acknowledged ones. @returns {Promise<Deed[]>} */
  async list() {
    const deeds = /** @type {Deed[]} */ ((await this.run("readonly", (store) => store.index("set").getAll(this.set))) ?? []);
    deeds.sort((first, second) => (first.id < second.id ? -1 : 1));
    const acknowledged = deeds.filter((deed) => deed.revision !== undefined);
    const old = new Set(acknowledged.slice(0, Math.max(0, acknowledged.length - LONGEST_MEMORY)));
    for (const deed of old) void this.drop(deed.id);
    return deeds.filter((deed) => !old.has(deed));
  }

  /** @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => IDBRequest} work @returns {Promise<any>} */
  async run(mode, work) {
    if (!this.database) return undefined;
    const transaction = this.database.transaction(STORE, mode, { durability: "strict" });
    const request = work(transaction.objectStore(STORE));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = transaction.onabort = () => reject(transaction.error);
    });
  }
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" }).createIndex("set", "set");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
