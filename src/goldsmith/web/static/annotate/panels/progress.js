// Reading progress: the sentences before the furthest position of the caret.

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
const listSentenceEnds = ({ session }) => session.text.runs.flatMap((run) => session.text.listSentences(run).map((sentence) => sentence.end));
