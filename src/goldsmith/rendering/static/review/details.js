// Draws a wording with its places, and a document of the sample with its surrogates.
import { make } from "../dom.js";
import { count, expect } from "./data.js";

/** @typedef {import("./data.js").ReviewData} ReviewData */
/** @typedef {import("./data.js").Wording} Wording */
/** @typedef {import("./data.js").Note} Note */
/** @typedef {import("./data.js").Place} Place */
/** @typedef {import("./decisions.js").Decision} Decision */
/** @typedef {import("./decisions.js").Reading} Reading */

const PLACES = 30;

/** @param {string} text @param {Record<string, string>} data @param {string} [key] */
const button = (text, data, key = "") => make("button", { type: "button", ...Object.fromEntries(Object.entries(data).map(([name, value]) => [`data-${name}`, value])) }, text, ...(key ? [" ", make("kbd", {}, key)] : []));

/** @param {Decision | undefined} decision */
export function describeDecision(decision) {
  if (!decision) return "";
  return decision.identifier ? `identifier: ${decision.kind}` : "no identifier";
}

/** Draw the row of a wording. @param {Wording} wording @param {Decision | undefined} decision @param {number} top @param {boolean} replaced */
export function drawWordingRow(wording, decision, top, replaced) {
  const meter = make("span", { class: "risk", "aria-hidden": "true" }, make("i"));
  /** @type {HTMLElement} */ (meter.firstChild).style.width = `${Math.max(2, 100 * Math.sqrt(wording.risk / (top || 1)))}%`;
  const badge = decision ? make("span", { class: decision.identifier ? "badge yes" : "badge no" }, describeDecision(decision)) : "";
  const number = make("span", { class: "number" }, replaced ? `${count(wording.count)} ×` : expect(wording.risk));
  return make("div", { class: "row-inner" },
    make("div", { class: "row-main" }, make("span", { class: "wording" }, wording.text), badge),
    make("div", { class: "row-side" }, number, meter),
    make("div", { class: "row-under" }, `${wording.kind || "unknown"} · ${wording.rules[0]}${replaced ? "" : ` · ${count(wording.count)} ×`}`));
}

/** Draw the row of a document of the sample. @param {Note} note @param {number} turn @param {Reading | undefined} reading */
export function drawNoteRow(note, turn, reading) {
  const badge = reading ? make("span", { class: reading.leak ? "badge yes" : "badge no" }, reading.leak ? "leak" : "no leak") : "";
  return make("div", { class: "row-inner" },
    make("div", { class: "row-main" }, make("span", { class: "wording" }, note.id), badge),
    make("div", { class: "row-side" }, make("span", { class: "number" }, `${turn + 1}.`)),
    make("div", { class: "row-under" }, `${count(Math.floor(note.pieces.length / 2))} surrogates`));
}

/** @param {ReviewData} data @param {Wording} wording @param {Place} place */
function drawPlace(data, wording, [document, line, before, after, rule, probability, surrogate]) {
  const parts = surrogate ? [make("del", {}, wording.text), " ", make("mark", {}, surrogate)] : [make("mark", {}, wording.text)];
  const facts = [data.rules[rule], ...(surrogate ? [] : [`probability ${probability.toFixed(2)}`])];
  return make("li", {},
    make("p", { class: "context" }, before && "…", before, ...parts, after, after && "…"),
    make("p", { class: "origin" }, `${data.documents[document]}, line ${line} · ${facts.join(" · ")}`));
}

/** Draw a wording, the buttons to decide on it, and its places.
 * @param {HTMLElement} box @param {ReviewData} data @param {Wording} wording @param {Decision | undefined} decision @param {string[]} kinds */
export function drawWording(box, data, wording, decision, kinds) {
  const replaced = Boolean(wording.places[0] && wording.places[0][6]);
  const choice = make("div", { class: "kinds", role: "group", "aria-label": "Kind of identifier" },
    ...kinds.map((kind, index) => {
      const made = button(kind, { kind }, String(index + 1));
      made.setAttribute("aria-pressed", String(Boolean(decision && decision.identifier && decision.kind === kind)));
      return made;
    }));
  const yes = button("Identifier", { answer: "yes" }, "y");
  const no = button("No identifier", { answer: "no" }, "n");
  yes.className = "yes"; no.className = "no";
  yes.setAttribute("aria-pressed", String(Boolean(decision && decision.identifier)));
  no.setAttribute("aria-pressed", String(Boolean(decision && !decision.identifier)));
  const mean = wording.risk / wording.count;
  const facts = [`${count(wording.count)} ${wording.count === 1 ? "place" : "places"} in ${count(wording.documents)} ${wording.documents === 1 ? "document" : "documents"}`,
    ...(replaced ? [] : [`mean probability ${mean.toFixed(2)}`, `${expect(wording.risk)} expected identifiers`]), wording.rules.join(", ")];
  const list = make("ol", { class: "contexts" });
  const more = make("button", { type: "button", class: "more-places" });
  let shown = 0;
  const extend = () => {
    list.append(...wording.places.slice(shown, shown + PLACES).map((place) => drawPlace(data, wording, place)));
    shown = Math.min(shown + PLACES, wording.places.length);
    more.hidden = shown === wording.places.length;
    more.textContent = `Show more of ${count(wording.places.length)} places`;
  };
  extend();
  more.addEventListener("click", extend);
  const rest = wording.count > wording.places.length ? [make("p", { class: "rest" }, `The page contains ${count(wording.places.length)} of the ${count(wording.count)} places; the JSON lines contain all.`)] : [];
  box.replaceChildren(
    make("div", { class: "detail-top" },
      make("div", { class: "detail-title" }, make("h3", {}, wording.text), make("span", { class: "chip a" }, wording.kind || "unknown")),
      make("p", { class: "facts-line" }, facts.join(" · ")),
      make("div", { class: "decide" }, yes, no, choice)),
    list, more, ...rest);
}

/** Draw a document of the sample; its surrogates are marked.
 * @param {HTMLElement} box @param {Note} note @param {Reading | undefined} reading @param {string[]} kinds */
export function drawNote(box, note, reading, kinds) {
  const yes = button("Contains a leak", { answer: "yes" }, "y");
  const no = button("No leak", { answer: "no" }, "n");
  yes.className = "yes"; no.className = "no";
  yes.setAttribute("aria-pressed", String(Boolean(reading && reading.leak)));
  no.setAttribute("aria-pressed", String(Boolean(reading && !reading.leak)));
  const choice = make("div", { class: "kinds", role: "group", "aria-label": "Kind of the selected words" }, ...kinds.map((kind, index) => button(kind, { kind }, String(index + 1))));
  const words = reading && reading.words.length ? [make("p", { class: "facts-line" }, "Leaks marked here: ", ...reading.words.flatMap((word, index) => [index ? ", " : "", make("mark", {}, word)]))] : [];
  box.replaceChildren(
    make("div", { class: "detail-top" },
      make("div", { class: "detail-title" }, make("h3", {}, note.id)),
      make("p", { class: "facts-line" }, "Surrogates are marked. To report a leak, select its words and choose their kind."),
      ...words, make("div", { class: "decide" }, yes, no, choice)),
    make("div", { class: "note-text", id: "sample-text" }, ...note.pieces.map((piece, index) => (index % 2 ? make("span", { class: "surrogate" }, piece) : piece))));
}

/** Return the words that are selected in an element, extended to whole words. @param {HTMLElement | null} box */
export function getSelectedWords(box) {
  const selection = getSelection();
  if (!box || !selection || selection.isCollapsed || !box.contains(selection.anchorNode) || !box.contains(selection.focusNode)) return "";
  const range = selection.getRangeAt(0);
  const word = /[\p{L}\p{N}_]/u;
  const [before, after] = [range.startContainer.nodeValue || "", range.endContainer.nodeValue || ""];
  let [start, end] = [range.startOffset, range.endOffset];
  while (start > 0 && word.test(before[start - 1]) && word.test(before[start] || "")) start -= 1;
  while (end > 0 && end < after.length && word.test(after[end]) && word.test(after[end - 1])) end += 1;
  if (range.startContainer.nodeType === Node.TEXT_NODE) range.setStart(range.startContainer, start);
  if (range.endContainer.nodeType === Node.TEXT_NODE) range.setEnd(range.endContainer, end);
  return range.toString().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "").replace(/\s+/g, " ");
}
