// How far the note is read: sentences before the farthest place of the caret.

/** @import {Desk} from "../desk.js" */
import { element } from "../../dom.js";
import { format } from "./parts.js";

/** @type {number[] | null} */
let ends = null;

/** @param {Desk} desk */
export function drawProgress(desk) {
  const { text, farthest } = desk.session;
  if (!ends) return void (globalThis.requestIdleCallback ?? setTimeout)(() => {
    ends ??= listSentenceEnds(desk);
    drawProgress(desk);
  });
  const read = ends.filter((end) => end <= farthest + 1).length;
  element("read").textContent = `${format(read)} of ${format(ends.length)} sentences read`;
  element("read-bar").style.width = `${text.length ? Math.min(100, (farthest / text.length) * 100) : 0}%`;
}

/** @param {Desk} desk @returns {number[]} */
function listSentenceEnds({ session }) {
  const segmenter = new Intl.Segmenter("en", { granularity: "sentence" }), list = [];
  for (const run of session.text.runs) {
    for (const { index, segment } of segmenter.segment(session.text.source.slice(run.start16, run.end16))) {
      if (/[\p{L}\p{N}]/u.test(segment)) list.push(session.text.fromUtf16(run.start16 + index + segment.trimEnd().length));
    }
  }
  return list;
}
