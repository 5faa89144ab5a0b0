// The words of a unit: offsets of the API are code points.

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./types.js").Span} Span */
/** @typedef {import("./types.js").Version} Version */

/** @typedef {{text: string, marks: Mark[]}} Piece */
/** @typedef {{start: number, end: number, type: string, strong: boolean}} Mark */

/** The characters of the excerpts of a unit by their offsets. */
export class Words {
  /** @param {Unit} unit */
  constructor(unit) {
    this.excerpts = unit.excerpts.map((excerpt) => ({ start: excerpt.start, characters: Array.from(excerpt.text) }));
  }

  /** @param {Span[]} spans @returns {string} */
  read(spans) {
    return spans.map(([start, end]) => this.slice(start, end)).join(" … ");
  }

  /** @param {number} start @param {number} end @returns {string} */
  slice(start, end) {
    for (const { start: first, characters } of this.excerpts) {
      if (start >= first && end <= first + characters.length) return characters.slice(start - first, end - first).join("");
    }
    return "…";
  }

  /** Split an excerpt at the boundaries of marks. @param {number} number @param {Mark[]} marks @returns {Piece[]} */
  cut(number, marks) {
    const { start, characters } = this.excerpts[number];
    const end = start + characters.length;
    const inside = marks.filter((mark) => mark.start < end && mark.end > start);
    const borders = new Set([start, end]);
    for (const mark of inside) borders.add(Math.max(start, mark.start)).add(Math.min(end, mark.end));
    const places = [...borders].sort((first, second) => first - second);
    return places.slice(0, -1).map((place, index) => ({
      text: characters.slice(place - start, places[index + 1] - start).join(""),
      marks: inside.filter((mark) => mark.start <= place && mark.end >= places[index + 1]),
    }));
  }
}

/** Return the spans of a slot in the version of one annotator, or of all. @param {Unit} unit @param {number} slot @param {string} [letter] @returns {Span[]} */
export function findSlot(unit, slot, letter) {
  const places = unit.places.filter((place) => place.slot === slot);
  const own = letter ? places.find((place) => place.made_by.includes(letter)) : undefined;
  return (own ?? places[0])?.spans ?? unit.versions.find((version) => version.slot === slot)?.spans ?? [];
}

/** Return the marks of one annotator in a unit. @param {Unit} unit @param {string} letter @returns {Mark[]} */
export function listMarks(unit, letter) {
  const marks = [];
  for (const place of unit.places) {
    if (place.settled || place.made_by.includes(letter)) marks.push(...mark(place.spans, place.type, false));
  }
  for (const version of unit.versions) {
    if (!version.made_by.includes(letter)) continue;
    const spans = version.spans ?? ((version.slot ?? -1) >= 0 ? findSlot(unit, version.slot ?? -1, letter) : []);
    marks.push(...mark(spans, version.type ?? "", true));
  }
  return marks;
}

/** @param {Span[]} spans @param {string} type @param {boolean} strong @returns {Mark[]} */
function mark(spans, type, strong) {
  return spans.map(([start, end]) => ({ start, end, type, strong }));
}

/** Describe a version in one line. @param {Unit} unit @param {Version} version @param {Words} words @returns {string} */
export function describe(unit, version, words) {
  if (version.arguments?.length) {
    const [first, second] = version.arguments.map((slot) => words.read(findSlot(unit, slot, version.made_by[0])));
    return `${first} → ${version.type} → ${second}`;
  }
  if (version.blocks) {
    const chains = version.blocks.map((block) => block.map((slot) => words.read(findSlot(unit, slot))).join(" = "));
    return chains.join("; ") || "no chain";
  }
  if (version.spans?.length) return `${version.type}: ${words.read(version.spans)}`;
  const codes = (version.codes ?? []).map((code) => `${code.code}${code.name ? ` ${code.name}` : ""}`);
  const attributes = Object.entries(version.attributes ?? {}).map(([name, value]) => `${name} ${value}`);
  return [...attributes, ...codes].join(", ") || "nothing";
}
