// Dragging of the edges of the selected mention, by words; with Alt, by characters.

/** @import {Desk} from "../desk.js" */
/** @import {Span} from "../model/types.js" */
import { highlight } from "../rendering/caret.js";
import { setSpan } from "./marking.js";

/** @param {Desk} desk */
export function listenForEdges(desk) {
  desk.caret.box.addEventListener("pointerdown", (event) => {
    const handle = /** @type {HTMLElement} */ (event.target), mention = desk.session.selectedMention;
    const index = Number(handle.dataset.span), span = mention?.spans[index];
    if (!span || !handle.dataset.edge || event.button !== 0) return;
    event.preventDefault();
    drag(desk, event.pointerId, handle.dataset.edge === "start", index, span);
  });
}

/** Follow the pointer until it is released; Escape leaves the mention unchanged. @param {Desk} desk @param {number} pointer @param {boolean} isStart @param {number} index @param {Span} span */
function drag(desk, pointer, isStart, index, span) {
  const control = new AbortController(), { signal } = control;
  let moved = span;
  const end = () => {
    control.abort();
    highlight(desk, "preview", []);
    document.body.classList.remove("dragging");
    desk.note.focus({ preventScroll: true });
  };
  document.body.classList.add("dragging");
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    moved = findSpan(desk, event, isStart, span) ?? moved;
    highlight(desk, "preview", [{ start: moved[0], end: moved[1] }]);
  }, { signal });
  addEventListener("pointerup", (event) => {
    if (event.pointerId !== pointer) return;
    end();
    setSpan(desk, index, moved);
  }, { signal });
  addEventListener("pointercancel", end, { signal });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    end();
  }, { signal, capture: true });
}

/** Return the span with its edge at the pointer; nothing if it would be empty. @param {Desk} desk @param {PointerEvent} event @param {boolean} isStart @param {Span} span @returns {Span | undefined} */
function findSpan(desk, event, isStart, [start, end]) {
  const offset = desk.lines.findOffsetAt(event.clientX, event.clientY), { text } = desk.session;
  if (offset === undefined) return undefined;
  const edge = event.altKey ? offset : isStart ? text.tokenAt(offset).start : text.tokenBefore(offset)?.end ?? offset;
  if (isStart) return edge < end ? [edge, end] : undefined;
  return edge > start ? [start, edge] : undefined;
}
