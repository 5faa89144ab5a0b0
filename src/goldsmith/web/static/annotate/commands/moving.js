// Moving the caret by token, character and line, and from mention to mention.

/** @import {Command} from "./keymap.js" */
/** @import {Desk} from "../desk.js" */
/** @import {Range} from "../model/text.js" */
import { getEnd, getStart } from "../model/annotations.js";

/** @typedef {(desk: Desk) => Range | undefined} Find */

/** @type {Find} */
const nextToken = ({ session }) => session.text.tokenAfter(session.head.end);
/** @type {Find} */
const previousToken = ({ session }) => session.text.tokenBefore(session.head.start);
/** @type {Find} */
const firstOfLine = ({ session }) => session.text.listTokens(firstRun(session))[0];
/** @type {Find} */
const lastOfLine = ({ session }) => session.text.listTokens(lastRun(session)).at(-1);
/** @type {Find} */
const firstOfText = ({ session }) => session.text.tokenAfter(0);
/** @type {Find} */
const lastOfText = ({ session }) => session.text.tokenBefore(session.text.length);

/** @param {Desk["session"]} session */
const firstRun = (session) => session.text.lines[session.text.runAt(session.head.start).line];
/** @param {Desk["session"]} session */
const lastRun = (session) => (session.text.lines[session.text.runAt(session.head.start).line + 1] ?? session.text.runs.length) - 1;

/** Move the end of the selection by a character, inwards or outwards. @param {Desk} desk @param {-1 | 1} direction */
function extendByCharacter({ session }, direction) {
  const { start, end } = session.range;
  const forwards = session.head.end >= session.anchor.end;
  if (forwards) {
    const character = direction > 0 ? session.text.characterAfter(end) : session.text.characterBefore(end);
    if (character) setEdges(session, start, direction > 0 ? character.end : character.start);
  } else {
    const character = direction < 0 ? session.text.characterBefore(start) : session.text.characterAfter(start);
    if (character) setEdges(session, direction < 0 ? character.start : character.end, end, true);
  }
}

/** Select a range whose last (or first) character is the moving end. @param {Desk["session"]} session @param {number} start @param {number} end @param {boolean} [backwards] */
function setEdges(session, start, end, backwards = false) {
  if (end <= start) return;
  const first = { start, end: start }, last = { start: end, end };
  session.setSelection(backwards ? last : first, backwards ? first : last);
}

/** Find the token above or below, at the same horizontal position. @param {Desk} desk @param {number} direction @param {number} [distance] @returns {Range | undefined} */
function findVertically(desk, direction, distance = 0) {
  const { session, lines, scroller } = desk;
  const rects = lines.makeRange(session.head.start, session.head.end).getClientRects();
  const rect = rects[direction > 0 ? rects.length - 1 : 0];
  if (!rect) return direction > 0 ? nextToken(desk) : previousToken(desk);
  const x = session.goal ?? rect.left + Math.min(rect.width / 2, 20);
  const height = parseFloat(getComputedStyle(desk.note).lineHeight);
  for (let step = 1; step < 60; step += 1) {
    const y = rect.top + rect.height / 2 + direction * (distance + step * height);
    const view = scroller.getBoundingClientRect();
    if (y < view.top + height || y > view.bottom - height) {
      const before = scroller.scrollTop;
      scroller.scrollTop += direction * Math.max(distance, view.height / 3);
      if (scroller.scrollTop === before) return direction > 0 ? (step > 1 || distance ? lastOfText(desk) : undefined) : distance ? firstOfText(desk) : undefined;
      return findVertically(desk, direction, distance);
    }
    const offset = lines.findOffsetAt(x, y);
    if (offset === undefined) continue;
    const token = pickToken(desk, offset);
    if (token && (direction > 0 ? token.start > session.head.start : token.start < session.head.start)) {
      session.goal = x;
      return token;
    }
  }
  return undefined;
}

/** Return the token at an offset, or the last one of its line. @param {Desk} desk @param {number} offset */
function pickToken({ session }, offset) {
  const run = session.text.runAt(offset), tokens = session.text.listTokens(run.index);
  return tokens.find((token) => token.end > offset) ?? tokens.at(-1);
}

/** Select the next mention or suggestion. @param {Desk} desk @param {-1 | 1} direction */
function selectNext({ session }, direction) {
  const stops = session.listStops().filter((mention) => mention.spans.length);
  const current = session.find(session.selected);
  const place = current ? stops.indexOf(current) : -1;
  let next;
  if (place >= 0) next = stops[place + direction];
  else if (direction > 0) next = stops.find((mention) => getStart(mention) >= session.head.start);
  else next = stops.findLast((mention) => getEnd(mention) <= session.head.end);
  if (!next) return void session.tell(direction > 0 ? "No mention after this one." : "No mention before this one.");
  session.select(next.id);
}

/** @param {string} id @param {string} title @param {string[]} keys @param {(desk: Desk) => void} run @returns {Command} */
const define = (id, title, keys, run) => ({
  id, title, keys, group: "Moving",
  run: (desk) => {
    if (!/line-(up|down)|page/.test(id)) desk.session.goal = undefined;
    run(desk);
  },
});
/** @param {Find} find */
const move = (find) => (/** @type {Desk} */ desk) => desk.session.moveTo(find(desk));
/** @param {Find} find */
const extend = (find) => (/** @type {Desk} */ desk) => desk.session.extendTo(find(desk));
/** @param {Desk} desk */
const page = (desk) => desk.scroller.clientHeight * 0.8;

/** @type {Command[]} */
export const moving = [
  define("next-token", "next word", ["ArrowRight"], move(nextToken)),
  define("previous-token", "previous word", ["ArrowLeft"], move(previousToken)),
  define("line-down", "line below", ["ArrowDown"], move((desk) => findVertically(desk, 1))),
  define("line-up", "line above", ["ArrowUp"], move((desk) => findVertically(desk, -1))),
  define("extend-next", "one word more", ["Shift+ArrowRight"], extend(nextToken)),
  define("extend-previous", "one word back", ["Shift+ArrowLeft"], extend(previousToken)),
  define("extend-line-down", "extend to the line below", ["Shift+ArrowDown"], extend((desk) => findVertically(desk, 1))),
  define("extend-line-up", "extend to the line above", ["Shift+ArrowUp"], extend((desk) => findVertically(desk, -1))),
  define("next-character", "next character", ["Alt+ArrowRight"], move(({ session }) => session.text.characterAfter(session.head.end))),
  define("previous-character", "previous character", ["Alt+ArrowLeft"], move(({ session }) => session.text.characterBefore(session.head.start))),
  define("extend-next-character", "one character more", ["Alt+Shift+ArrowRight"], (desk) => extendByCharacter(desk, 1)),
  define("extend-previous-character", "one character back", ["Alt+Shift+ArrowLeft"], (desk) => extendByCharacter(desk, -1)),
  define("line-start", "start of the line", ["Home"], move(firstOfLine)),
  define("line-end", "end of the line", ["End"], move(lastOfLine)),
  define("text-start", "start of the note", ["Ctrl+Home"], move(firstOfText)),
  define("text-end", "end of the note", ["Ctrl+End"], move(lastOfText)),
  define("page-down", "page down", ["PageDown"], move((desk) => findVertically(desk, 1, page(desk)))),
  define("page-up", "page up", ["PageUp"], move((desk) => findVertically(desk, -1, page(desk)))),
  define("next-mention", "next mention or suggestion", ["Tab"], (desk) => selectNext(desk, 1)),
  define("previous-mention", "previous mention or suggestion", ["Shift+Tab"], (desk) => selectNext(desk, -1)),
];
