// The data of the review: wordings with their places, and the documents of the random sample.

/** A place: document, line, text before, text after, reason, probability, surrogate.
 * @typedef {[number, number, string, string, number, number, string]} Place */
/** @typedef {[string, number, number[], number, number, number, Place[]]} PackedWording */
/** @typedef {{population: number, leak_rate: number, confidence: number, size: number, seed: number}} Plan */
/** @typedef {{text: string, identifier: boolean, kind?: string}} SavedDecision */
/** @typedef {{doubtful: PackedWording[], replaced: PackedWording[], sample: [number, string[]][], corpus: string, run: string, plan: Plan,
 *   decisions: SavedDecision[], warning: string, expected: number, wordings: Record<string, number>, choices: string[], kinds: string[], rules: string[], documents: string[]}} ReviewData */
/** @typedef {{text: string, kind: string, rules: string[], count: number, documents: number, risk: number, places: Place[]}} Wording */
/** @typedef {{id: string, pieces: string[]}} Note */

/** @param {ReviewData} data @param {PackedWording[]} packed @returns {Wording[]} */
export const unpackWordings = (data, packed) => packed.map(([text, kind, rules, count, documents, risk, places]) => ({
  text, kind: data.kinds[kind], rules: rules.map((rule) => data.rules[rule]), count, documents, risk, places,
}));

/** @param {ReviewData} data @returns {Note[]} */
export const unpackNotes = (data) => data.sample.map(([document, pieces]) => ({ id: data.documents[document], pieces }));

/** Make a predicate: whether a wording, its documents or its contexts contain a text. @param {ReviewData} data @param {string} query @returns {(wording: Wording) => boolean} */
export function makeSearch(data, query) {
  if (!query) return () => true;
  const pattern = new RegExp(query.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  const documents = data.documents.map((id) => pattern.test(id));
  return ({ text, places }) => pattern.test(text)
    || places.some(([document, , before, after, , , surrogate]) => documents[document] || pattern.test(`${before}${text}${after} ${surrogate}`));
}

/** @param {number} value */
export const count = (value) => value.toLocaleString("en");

/** Format an expected number: with a decimal if it is small. @param {number} value */
export const expect = (value) => (value >= 10 || value === 0 ? Math.round(value).toLocaleString("en") : value.toFixed(1));

/** @param {number} value */
export const percent = (value) => `${Number((100 * value).toPrecision(3))} %`;
