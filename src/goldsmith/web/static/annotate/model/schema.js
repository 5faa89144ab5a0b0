// The schema: mention types with their letters and styles, and the legal relations.

/** @import {SchemaData, MentionType, RelationType, Mention} from "./types.js" */
/** A mention type with its key and the number of its style.
 * @typedef {MentionType & {title: string, letter: string, style: number}} TypeEntry */
/** A relation that is legal between two mentions. @typedef {{type: RelationType, first: string, second: string}} Link */

/** The number of styles; later types reuse them. */
export const STYLES = 12;
const ANY = "*";

export class Schema {
  /** @param {SchemaData} data @param {Set<string>} reserved Letters that commands use. @param {Record<string, string>} [chosen] Letters by name of type. */
  constructor(data, reserved, chosen = {}) {
    this.name = data.name;
    const letters = assignLetters(data.mention ?? [], reserved, chosen);
    /** @type {TypeEntry[]} */
    this.types = (data.mention ?? []).map((type, index) => ({
      ...type, title: type.label || type.name, letter: letters.get(type.name) ?? "", style: index % STYLES,
    }));
    this.byName = new Map(this.types.map((type) => [type.name, type]));
    this.byLetter = new Map(this.types.map((type) => [type.letter, type]));
    this.relations = data.relation ?? [];
    this.relationByName = new Map(this.relations.map((type) => [type.name, type]));
    this.identities = this.relations.filter((type) => type.identity);
  }

  /** @param {string} name */
  getTitle(name) {
    return this.byName.get(name)?.title ?? this.relationByName.get(name)?.label ?? name.replaceAll("_", " ");
  }

  /** @param {string} name @returns {boolean} */
  takesCodes(name) {
    return (this.byName.get(name)?.codes ?? "optional") !== "none";
  }

  /** Return the relations that may connect two mentions, in either direction, except identity. @param {Mention} from @param {Mention} to @returns {Link[]} */
  listLinks(from, to) {
    const links = [];
    for (const type of this.relations) {
      if (type.identity && !type.identity_when) continue;
      if (accepts(type.first, from.type) && accepts(type.second, to.type)) links.push({ type, first: from.id, second: to.id });
      else if (accepts(type.first, to.type) && accepts(type.second, from.type)) links.push({ type, first: to.id, second: from.id });
    }
    return links;
  }

  /** Return whether a relation may connect mentions of two types. @param {string} name @param {string} first @param {string} second */
  isLegal(name, first, second) {
    const type = this.relationByName.get(name);
    return !type || (accepts(type.first, first) && accepts(type.second, second)) || (type.symmetric === true && accepts(type.first, second) && accepts(type.second, first));
  }

  /** Return the identity relation that may join two types of mention. @param {string} first @param {string} second */
  findIdentity(first, second) {
    return this.identities.find((type) => accepts(type.first, first) && accepts(type.second, second));
  }
}

/** @param {string[]} types @param {string} type */
const accepts = (types, type) => types.includes(ANY) || types.includes(type);

/** Give each type a letter: its own choice, else its first letter, else the first free letter of its name. @param {MentionType[]} types @param {Set<string>} reserved @param {Record<string, string>} chosen @returns {Map<string, string>} */
export function assignLetters(types, reserved, chosen) {
  const letters = new Map(), taken = new Set(reserved);
  /** @param {MentionType} type @param {Iterable<string>} candidates */
  const assign = (type, candidates) => {
    if (letters.has(type.name)) return;
    for (const letter of candidates) {
      if (!/^[a-z]$/.test(letter) || taken.has(letter)) continue;
      letters.set(type.name, letter);
      taken.add(letter);
      return;
    }
  };
  for (const type of types) if (chosen[type.name]) assign(type, [chosen[type.name]]);
  for (const type of types) assign(type, [...(type.label || type.name).toLowerCase()].slice(0, 1));
  for (const type of types) assign(type, (type.label || type.name).toLowerCase());
  for (const type of types) assign(type, "bcdefghijklmnopqrstuvwxyza");
  return letters;
}
