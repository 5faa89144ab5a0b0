// The middle column: the text once for each annotator, A above B in the same lines.

import { make } from "../dom.js";
import { describe, listMarks } from "./words.js";

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./words.js").Piece} Piece */
/** @typedef {import("./words.js").Words} Words */

/** @param {HTMLElement} stage @param {Unit} unit @param {Words} words @param {Map<string, number>} colours */
export function drawUnit(stage, unit, words, colours) {
  const heading = make("h2", { class: "unit-title" }, titles[unit.kind] ?? unit.kind);
  if (unit.state === "waiting") heading.append(make("small", {}, " waits until its mentions are decided"));
  const rows = unit.letters.map((letter) => drawRow(unit, letter, words, colours));
  stage.replaceChildren(heading, ...rows);
}

/** @type {Record<string, string>} */
const titles = {
  mention: "Which words, and of which type?",
  attributes: "Which attributes?",
  codes: "Which code?",
  relation: "Which relations?",
  chain: "Which mentions are the same thing?",
};

/** @param {Unit} unit @param {string} letter @param {Words} words @param {Map<string, number>} colours */
function drawRow(unit, letter, words, colours) {
  const marks = listMarks(unit, letter);
  const lines = unit.excerpts.map((_, number) => make("p", { class: "excerpt" }, ...words.cut(number, marks).map((piece) => drawPiece(piece, colours))));
  const versions = unit.versions.filter((version) => version.made_by.includes(letter));
  const summary = versions.length
    ? make("ul", { class: "versions" }, ...versions.map((version) => make("li", {}, describe(unit, version, words))))
    : make("p", { class: "nothing" }, "nothing here");
  return make("section", { class: "row", "aria-label": `Annotator ${letter}` }, make("h3", {}, letter), make("div", {}, ...lines, summary));
}

/** @param {Piece} piece @param {Map<string, number>} colours @returns {Node} */
function drawPiece(piece, colours) {
  if (!piece.marks.length) return document.createTextNode(piece.text);
  const strongest = piece.marks.find((mark) => mark.strong) ?? piece.marks[0];
  const types = piece.marks.map((mark) => mark.type).join(", ");
  const element = make("mark", { class: `type-${colours.get(strongest.type) ?? 0}${strongest.strong ? " strong" : ""}`, title: types });
  element.textContent = piece.text;
  return element;
}
