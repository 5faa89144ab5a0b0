// Mouse and touch: a click selects a mention or places the caret, a drag selects words.

/** @import {Desk} from "../desk.js" */

/** @param {Desk} desk */
export function listenForPointer(desk) {
  const { note } = desk;
  let isTouch = false;
  note.addEventListener("pointerdown", (event) => {
    isTouch = event.pointerType !== "mouse";
    desk.session.goal = undefined;
  });
  note.addEventListener("pointerup", (event) => {
    if (event.button !== 0) return;
    // The browser sets its selection after the event.
    setTimeout(() => take(desk, event, isTouch));
  });
  document.addEventListener("selectionchange", () => {
    if (isTouch) takeSelection(desk, false);
  });
}

/** @param {Desk} desk @param {PointerEvent} event @param {boolean} isTouch */
function take(desk, event, isTouch) {
  if (takeSelection(desk, event.altKey)) {
    if (!isTouch) getSelection()?.removeAllRanges();
    desk.note.focus({ preventScroll: true });
    return;
  }
  const offset = desk.lines.findOffsetAt(event.clientX, event.clientY);
  if (offset === undefined) return;
  desk.note.focus({ preventScroll: true });
  if (event.shiftKey) desk.session.extendTo(desk.session.text.tokenAt(offset));
  else click(desk, offset);
}

/** Select the mention at an offset; further clicks select the longer ones around it. @param {Desk} desk @param {number} offset */
function click({ session }, offset) {
  const here = [...session.suggestions.layer.listAt(offset), ...session.annotations.listAt(offset)];
  const next = here[(here.findIndex((mention) => mention.id === session.selected) + 1) % here.length];
  if (next) session.select(next.id);
  else session.moveTo(session.text.tokenAt(offset));
}

/** Adopt the browser's selection, in whole words. @param {Desk} desk @param {boolean} exactly */
function takeSelection(desk, exactly) {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || !selection.rangeCount) return false;
  const range = selection.getRangeAt(0);
  if (!desk.note.contains(range.startContainer) || !desk.note.contains(range.endContainer)) return false;
  const start = desk.lines.findOffset(range.startContainer, range.startOffset), end = desk.lines.findOffset(range.endContainer, range.endOffset);
  if (start === undefined || end === undefined || end <= start) return false;
  const wide = exactly ? { start, end } : desk.session.text.widen(start, end);
  const first = desk.session.text.tokenAt(wide.start);
  if (!exactly && first.start === wide.start && first.end === wide.end) desk.session.moveTo(first);
  else desk.session.setSelection({ start: wide.start, end: wide.start }, { start: wide.end, end: wide.end });
  return true;
}
