// Search in the index of the guideline: every word of the query must occur in a part of a page.

/** @typedef {{ address: string, page: string, part: string, text: string }} Entry */

/** Fold case and accents. @param {string} text */
export const fold = (text) => text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/** Score a part of a page for the words of a query; 0 if a word is missing. @param {Entry} entry @param {string[]} words */
function rate(entry, words) {
  const page = fold(entry.page), part = fold(entry.part), text = fold(entry.text);
  let score = 0;
  for (const word of words) {
    const places = [[page, 40], [part, 20], [text, 4]];
    const best = Math.max(...places.map(([field, weight]) => {
      const at = String(field).indexOf(word);
      if (at < 0) return 0;
      const starts = at === 0 || /[\s_-]/.test(String(field)[at - 1]);
      return Number(weight) * (starts ? 2 : 1) * (field === word ? 4 : 1);
    }));
    if (!best) return 0;
    score += best;
  }
  return entry.part ? score : score + 1;
}

/** Return the best parts for a query, best first. @param {Entry[]} entries @param {string} query @param {number} most */
export function searchEntries(entries, query, most) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  return entries
    .map((entry) => ({ entry, score: rate(entry, words) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map((hit) => ({ entry: hit.entry, snippet: cutSnippet(hit.entry.text, words) }));
}

/** Extract the words around the first hit. @param {string} text @param {string[]} words */
function cutSnippet(text, words) {
  const folded = fold(text);
  const at = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word)).filter((place) => place >= 0), text.length) - 30);
  const start = at ? text.indexOf(" ", at) + 1 : 0;
  const end = start + 110;
  return (start ? "… " : "") + text.slice(start, end).trim() + (end < text.length ? " …" : "");
}
