// The key bindings. The defaults are data; a person's changes are kept in the browser.

/** @import {Desk} from "../desk.js" */

/** A command: `keys` are its default keys. @typedef {{id: string, group: string, title: string, keys: string[], run: (desk: Desk) => void | boolean | Promise<void>}} Command */

const STORED = "goldsmith-keys";
const TYPES_STORED = "goldsmith-letters";

export class Keymap {
  /** @param {Command[]} commands */
  constructor(commands) {
    this.commands = commands;
    /** Command -> its keys, if not the default. @type {Record<string, string[]>} */
    this.changes = read(STORED);
    /** Type -> its letter, if a person chose it. @type {Record<string, string>} */
    this.letters = read(TYPES_STORED);
    this.rebuild();
  }

  rebuild() {
    /** @type {Map<string, Command>} */
    this.byKey = new Map();
    for (const command of this.commands) for (const key of this.getKeys(command.id)) this.byKey.set(key, command);
  }

  /** @param {string} id @returns {string[]} */
  getKeys(id) {
    return this.changes[id] ?? this.commands.find((command) => command.id === id)?.keys ?? [];
  }

  /** The letters that commands use; types get other letters. @returns {Set<string>} */
  listLetters() {
    return new Set([...(this.byKey?.keys() ?? [])].filter((key) => /^[a-z]$/.test(key)));
  }

  /** Give a command another key. @param {string} id @param {string} key */
  setKey(id, key) {
    for (const command of this.commands) {
      const keys = this.getKeys(command.id);
      if (command.id !== id && keys.includes(key)) this.changes[command.id] = keys.filter((entry) => entry !== key);
    }
    this.changes[id] = [key];
    this.save();
  }

  /** Give a type another letter. @param {string} type @param {string} letter */
  setLetter(type, letter) {
    for (const [name, taken] of Object.entries(this.letters)) if (taken === letter) delete this.letters[name];
    this.letters[type] = letter;
    this.save();
  }

  reset() {
    this.changes = {};
    this.letters = {};
    this.save();
  }

  save() {
    try {
      localStorage.setItem(STORED, JSON.stringify(this.changes));
      localStorage.setItem(TYPES_STORED, JSON.stringify(this.letters));
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
    this.rebuild();
  }
}

/** Return the name of the key of an event, such as `Alt+Shift+ArrowLeft`. @param {KeyboardEvent} event */
export function nameKey(event) {
  const isLetter = /^\p{L}$/u.test(event.key);
  // Many keyboards have brackets and the like on a third level: AltGr is not a modifier then.
  const isThird = event.key.length === 1 && event.getModifierState("AltGraph");
  const key = isLetter ? event.key.toLowerCase() : event.key;
  const shift = event.shiftKey && (isLetter || event.key.length > 1);
  return `${(event.ctrlKey || event.metaKey) && !isThird ? "Ctrl+" : ""}${event.altKey && !isThird ? "Alt+" : ""}${shift ? "Shift+" : ""}${key}`;
}

const SYMBOLS = /** @type {Record<string, string>} */ ({
  ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Shift: "⇧", Escape: "Esc", Delete: "Del", PageUp: "PgUp", PageDown: "PgDn", " ": "Space",
});

/** Return the readable name of a key. @param {string} key @returns {string[]} */
export function describeKey(key) {
  const parts = key === "+" ? ["+"] : key.split("+");
  return parts.map((part) => SYMBOLS[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}

/** @param {string} name @returns {any} */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "{}");
  } catch {
    return {};
  }
}
