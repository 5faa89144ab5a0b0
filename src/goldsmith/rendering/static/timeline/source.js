import { element, make } from "../dom.js";
import { formatDay } from "./axis.js";

// The note that supports a statement, with its words marked.

/** Offsets count code points, so a text with astral characters is also sliced by code points.
 * @param {string} text @returns {string[] | string} */
const toPoints = (text) => (/[\ud800-\udbff]/.test(text) ? [...text] : text);

/** @param {string} name @param {{day: number | null, text: string}} note @param {number[][]} spans */
export function showNote(name, note, spans) {
  const points = toPoints(note.text);
  const cut = (/** @type {number} */ from, /** @type {number} */ to) => {
    const part = points.slice(from, to);
    return typeof part === "string" ? part : part.join("");
  };
  const body = element("note-text");
  body.replaceChildren();
  let at = 0;
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    if (from < at) continue;
    body.append(cut(at, from), make("mark", {}, cut(from, to)));
    at = to;
  }
  body.append(cut(at, points.length));
  if (!note.text) body.append("The text of this note is not part of this page.");
  element("note-title").textContent = note.day === null ? `${name}, no date` : `${name}, ${formatDay(note.day)}`;
  const dialog = /** @type {HTMLDialogElement} */ (element("note"));
  dialog.showModal();
  body.querySelector("mark")?.scrollIntoView({ block: "center" });
}
