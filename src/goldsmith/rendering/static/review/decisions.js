// The reviewer's decisions, kept in the browser until they are saved as a file.

/** @typedef {{identifier: boolean, kind: string}} Decision */
/** @typedef {{leak: boolean, words: string[]}} Reading */

/** A map that the browser stores. It also works in browsers without storage.
 * @template T */
class Memory {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.lasting = true;
    /** @type {Map<string, T>} */ this.values = new Map();
    try {
      const text = localStorage.getItem(name);
      if (text) this.values = new Map(JSON.parse(text));
    } catch { this.lasting = false; }
  }

  /** @param {string} key @param {T | undefined} value */
  set(key, value) {
    if (value === undefined) this.values.delete(key); else this.values.set(key, value);
    this.store();
  }

  store() {
    try {
      if (this.values.size) localStorage.setItem(this.name, JSON.stringify([...this.values])); else localStorage.removeItem(this.name);
    } catch { this.lasting = false; }
  }
}

/** The decisions about wordings and the documents read, with a history for undo. */
export class Decisions {
  /** @param {string} corpus @param {string} run @param {{text: string, identifier: boolean, kind?: string}[]} earlier */
  constructor(corpus, run, earlier) {
    /** @type {Memory<Decision>} */ this.words = new Memory(`goldsmith.review.${corpus}.words`);
    /** @type {Memory<Reading>} */ this.notes = new Memory(`goldsmith.review.${corpus}.${run}`);
    /** @type {Map<string, Decision>} */ this.earlier = new Map(earlier.map(({ text, identifier, kind }) => [text, { identifier, kind: kind || "" }]));
    /** @type {{words: [string, Decision | undefined][], notes: [string, Reading | undefined][]}[]} */ this.history = [];
  }

  /** @param {string} text */
  get(text) { return this.words.values.get(text) || this.earlier.get(text); }

  /** @param {string} id */
  getReading(id) { return this.notes.values.get(id); }

  /** The decisions of all rounds. */
  get all() { return new Map([...this.earlier, ...this.words.values]); }

  /** Change decisions and readings in one step, which undo reverts in one step.
   * @param {[string, Decision | undefined][]} words @param {[string, Reading | undefined][]} [notes] */
  change(words, notes = []) {
    this.history.push({ words: words.map(([text]) => [text, this.words.values.get(text)]), notes: notes.map(([id]) => [id, this.notes.values.get(id)]) });
    for (const [text, decision] of words) this.words.set(text, decision);
    for (const [id, reading] of notes) this.notes.set(id, reading);
  }

  /** Undo the last change and return what it concerned. */
  undo() {
    const step = this.history.pop();
    if (!step) return undefined;
    for (const [text, decision] of step.words) this.words.set(text, decision);
    for (const [id, reading] of step.notes) this.notes.set(id, reading);
    return step;
  }

  forget() {
    this.history = [];
    for (const memory of [this.words, this.notes]) { memory.values.clear(); memory.store(); }
  }

  /** Format the decisions of all rounds as JSON lines. @param {string} warning */
  format(warning) {
    const lines = [...this.all].map(([text, { identifier, kind }]) => (identifier ? { text, identifier, kind } : { text, identifier }));
    return [{ warning }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  /** Read JSON lines and return the number of decisions; throw if they contain anything else. @param {string} text @param {string[]} kinds */
  load(text, kinds) {
    /** @type {[string, Decision][]} */ const words = [];
    for (const line of text.split("\n").filter((part) => part.trim())) {
      const { warning, text: wording, identifier, kind = "" } = JSON.parse(line);
      if (warning !== undefined) continue;
      if (typeof wording !== "string" || typeof identifier !== "boolean" || (identifier && !kinds.includes(kind))) throw new Error("no decision");
      words.push([wording, { identifier, kind }]);
    }
    this.change(words);
    return words.length;
  }
}
