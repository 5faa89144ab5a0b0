// The caret and other transient states: selected, found, previewed or unsaved text.

/** @import {Desk} from "../desk.js" */
/** @import {Range as TextRange} from "../model/text.js" */
import { make } from "../../dom.js";

/** @typedef {"selection" | "selected" | "found" | "preview" | "unsaved" | "outside"} State */

/** @type {Map<State, Highlight>} */
const highlights = new Map();
for (const [priority, name] of /** @type {State[]} */ (["outside", "unsaved", "found", "preview", "selected", "selection"]).entries()) {
  if (!("highlights" in CSS)) break;
  const highlight = new Highlight();
  highlight.priority = priority;
  highlights.set(name, highlight);
  CSS.highlights.set(name, highlight);
}

/** Show ranges in a transient state; an empty list ends it. @param {Desk} desk @param {State} state @param {TextRange[]} ranges */
export function highlight(desk, state, ranges) {
  const target = highlights.get(state);
  if (!target) return;
  target.clear();
  for (const { start, end } of ranges) if (end > start) target.add(desk.lines.makeRange(start, end));
}

export class Caret {
  /** @param {Desk} desk @param {HTMLElement} overlay */
  constructor(desk, overlay) {
    this.desk = desk;
    this.box = make("div", { class: "carets", "aria-hidden": "true" });
    overlay.append(this.box);
  }

  /** Draw the caret and the selected mention at their current positions. */
  draw() {
    const { session } = this.desk;
    const mention = session.selectedMention ?? session.selectedSuggestion;
    const spans = mention?.spans.map(([start, end]) => ({ start, end })) ?? [];
    highlight(this.desk, "selected", spans);
    highlight(this.desk, "selection", mention ? [] : [session.range]);
    const ranges = spans.length ? spans : [session.range];
    const origin = this.box.getBoundingClientRect();
    const boxes = ranges.flatMap(({ start, end }) => mergeRects(this.desk.lines.makeRange(start, end).getClientRects())).map((rect) => {
      const box = make("div", { class: mention ? "caret on" : session.isExtended ? "caret wide" : "caret" });
      Object.assign(box.style, { left: `${rect.left - origin.left - 2}px`, top: `${rect.top - origin.top - 1}px`, width: `${rect.width + 4}px`, height: `${rect.height + 2}px` });
      return box;
    });
    this.box.replaceChildren(...boxes, ...(session.selectedMention && !session.readOnly ? this.makeHandles(spans, origin) : []));
  }

  /** Make the handles at both edges of each span, which a mouse or finger drags. @param {TextRange[]} spans @param {DOMRect} origin */
  makeHandles(spans, origin) {
    return spans.flatMap(({ start, end }, index) => {
      const rects = mergeRects(this.desk.lines.makeRange(start, end).getClientRects());
      const first = rects[0], last = rects.at(-1);
      if (!first || !last) return [];
      return [placeHandle("start", index, first, first.left, origin), placeHandle("end", index, last, last.right, origin)];
    });
  }

  /** Scroll so that the caret has lines above and below it. */
  reveal() {
    const { session, lines, scroller } = this.desk;
    const rect = lines.makeRange(session.head.start, session.head.end).getBoundingClientRect();
    const view = scroller.getBoundingClientRect(), margin = Math.min(110, view.height / 4);
    if (rect.top < view.top + margin) scroller.scrollTop -= view.top + margin - rect.top;
    else if (rect.bottom > view.bottom - margin) scroller.scrollTop += rect.bottom - (view.bottom - margin);
  }
}

/** @param {"start" | "end"} edge @param {number} index @param {DOMRect} rect @param {number} x @param {DOMRect} origin */
function placeHandle(edge, index, rect, x, origin) {
  const handle = make("div", { class: `handle ${edge}`, "data-edge": edge, "data-span": String(index) });
  Object.assign(handle.style, { left: `${x - origin.left}px`, top: `${rect.top - origin.top - 1}px`, height: `${rect.height + 2}px` });
  return handle;
}

/** Join the rectangles of segments that are adjacent in a line. @param {Iterable<DOMRect>} rects @returns {DOMRect[]} */
export function mergeRects(rects) {
  /** @type {DOMRect[]} */
  const merged = [];
  for (const rect of rects) {
    const last = merged.at(-1);
    if (last && Math.abs(last.top - rect.top) < rect.height / 2 && rect.left <= last.right + 1.5 && rect.right >= last.left - 1.5) {
      const left = Math.min(last.left, rect.left);
      merged[merged.length - 1] = new DOMRect(left, last.top, Math.max(last.right, rect.right) - left, last.height);
    } else if (rect.width > 0) merged.push(rect);
  }
  return merged;
}
