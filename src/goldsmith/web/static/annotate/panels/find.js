// Find in the text: matches are shown at once, Enter goes to the next.

/** @import {Desk} from "../desk.js" */
/** @import {Range} from "../model/text.js" */
import { element } from "../../dom.js";
import { highlight } from "../rendering/caret.js";

/** @param {Desk} desk */
export function listenForFind(desk) {
  const field = /** @type {HTMLInputElement} */ (element("find-field")), box = element("find");
  /** @type {Range[]} */
  let matches = [];
  let at = -1;
  const show = () => {
    element("find-count").textContent = field.value ? (matches.length ? `${Math.max(at, 0) + 1} of ${matches.length}` : "not found") : "";
  };
  const search = () => {
    matches = findAll(desk, field.value);
    at = matches.findIndex((match) => match.start >= desk.session.head.start);
    if (at < 0 && matches.length) at = 0;
    highlight(desk, "found", matches.slice(0, 5000));
    if (matches[at]) select(matches[at]);
    show();
  };
  /** @param {Range} match */
  const select = (match) => desk.session.setSelection({ start: match.start, end: match.start }, { start: match.end, end: match.end });
  const close = () => {
    box.hidden = true;
    highlight(desk, "found", []);
    desk.note.focus({ preventScroll: true });
  };
  field.addEventListener("input", search);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && matches.length) {
      at = (at + (event.shiftKey ? matches.length - 1 : 1)) % matches.length;
      select(matches[at]);
      show();
    } else return;
    event.preventDefault();
  });
  element("find-close").addEventListener("click", close);
}

/** @param {Desk} _desk */
export function openFind(_desk) {
  const field = /** @type {HTMLInputElement} */ (element("find-field"));
  element("find").hidden = false;
  field.focus();
  field.select();
}

/** @param {Desk} desk @param {string} words @returns {Range[]} */
function findAll({ session }, words) {
  if (!words.trim()) return [];
  const pattern = new RegExp(words.trim().split(/\s+/u).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+"), "giu");
  return [...session.text.source.matchAll(pattern)].map((match) => ({ start: session.text.fromUtf16(match.index), end: session.text.fromUtf16(match.index + match[0].length) }));
}
