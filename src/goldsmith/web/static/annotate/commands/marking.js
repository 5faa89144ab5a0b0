// Marking: add mentions, change their types and spans, and remove them.

/** @import {Command} from "./keymap.js" */
/** @import {Desk} from "../desk.js" */
/** @import {Mention, Span, Step} from "../model/types.js" */
import { makeId } from "../../shared/ids.js";
import { highlight } from "../rendering/caret.js";

/** Mark the selection with a type, or give the selected mention that type. @param {Desk} desk @param {string} type @param {boolean} [always] Mark it even if a mention is selected. */
export function mark(desk, type, always = false) {
  const { session, schema } = desk, mention = session.selectedMention, title = schema.getTitle(type);
  session.lastType = type;
  if (session.selectedSuggestion && !always) return accept(desk, session.selectedSuggestion, type);
  if (mention && !always) {
    if (mention.type !== type) changeType(desk, mention, type);
    return;
  }
  const { start, end } = mention ? { start: mention.spans[0][0], end: mention.spans[0][1] } : session.text.trim(session.range.start, session.range.end);
  if (end <= start) return session.tell("Select words first.");
  const spans = mention ? mention.spans : [/** @type {Span} */ ([start, end])];
  const twin = session.annotations.findTwin({ id: "", type, spans });
  if (twin) {
    session.select(twin.id);
    return session.tell(`This is already marked as ${title}.`);
  }
  add(desk, { id: makeId(), type, spans }, `${title} marked`);
}

/** @param {Desk} desk @param {Mention} mention @param {string} label @param {"human" | "suggestion"} [source] */
function add({ session }, mention, label, source = "human") {
  if (session.perform([{ do: "add-mention", mention }], { label, detail: session.getWording(mention), source })) session.select(mention.id);
}

/** Give a mention another type; remove attributes and relations that the type does not allow. @param {Desk} desk @param {Mention} mention @param {string} type */
function changeType({ session, schema }, mention, type) {
  const takes = schema.byName.get(type)?.attributes ?? {};
  /** @type {Step[]} */
  const steps = Object.keys(mention.attributes ?? {}).filter((name) => !name.includes(":") && !(name in takes)).map((name) => ({ do: "set-attribute", id: mention.id, name, value: null }));
  if (mention.codes?.length && !schema.takesCodes(type)) steps.push({ do: "set-codes", id: mention.id, codes: [] });
  for (const rel of session.annotations.listRelations(mention.id)) {
    const [first, second] = [rel.arg1, rel.arg2].map((id) => (id === mention.id ? type : session.annotations.mentions.get(id)?.type ?? ""));
    if (!schema.isLegal(rel.type, first, second)) steps.push({ do: "remove", id: rel.id });
  }
  steps.push({ do: "set-type", id: mention.id, type });
  session.perform(steps, { label: `Now ${schema.getTitle(type)}`, detail: session.getWording(mention) });
  session.select(mention.id);
}

/** Accept a suggestion. @param {Desk} desk @param {Mention} suggestion @param {string} [type] */
export function accept(desk, suggestion, type = suggestion.type) {
  const { spans, attributes, codes } = suggestion;
  const isSame = type === suggestion.type;
  const mention = { id: makeId(), type, spans, ...(isSame && attributes ? { attributes } : {}), ...(isSame && codes ? { codes } : {}) };
  add(desk, mention, `${desk.schema.getTitle(type)} accepted`, "suggestion");
  if (!isSame && desk.session.suggestions.layer.mentions.has(suggestion.id)) desk.session.perform([{ do: "reject", id: suggestion.id }], { label: "Suggestion corrected", source: "suggestion" });
}

/** @param {Desk} desk */
function reject({ session }) {
  const suggestion = session.selectedSuggestion;
  if (!suggestion) return session.tell("Select a suggestion first (Tab).");
  session.perform([{ do: "reject", id: suggestion.id }], { label: "Rejected", detail: session.getWording(suggestion), source: "suggestion" });
}

/** Accept the selected suggestion, or select the mention at the caret, then the next longer one. @param {Desk} desk */
function confirm(desk) {
  const { session } = desk;
  if (session.selectedSuggestion) return accept(desk, session.selectedSuggestion);
  const here = [...session.suggestions.layer.listAt(session.head.start), ...session.annotations.listAt(session.head.start)];
  const place = here.findIndex((mention) => mention.id === session.selected);
  const next = here[(place + 1) % here.length];
  if (next) session.select(next.id);
}

/** @param {Desk} desk */
function remove(desk) {
  const { session } = desk, mention = session.selectedMention ?? (session.isExtended ? undefined : session.annotations.listAt(session.head.start)[0]);
  if (session.selectedSuggestion) return reject(desk);
  if (!mention) return session.tell("Nothing to remove here.");
  const hanging = session.annotations.listHanging(mention.id).length;
  session.perform([{ do: "remove", id: mention.id }], { label: "Removed", detail: `${session.getWording(mention)}${hanging ? `, with ${hanging} link${hanging > 1 ? "s" : ""}` : ""}` });
}

/** @param {Desk} desk */
function repeat(desk) {
  if (desk.session.lastType) mark(desk, desk.session.lastType);
  else desk.session.tell("Mark something first; then . repeats its type.");
}

/** Move an edge of the selected mention, or of the selection. @param {Desk} desk @param {"start" | "end"} edge @param {-1 | 1} direction @param {boolean} [byCharacter] */
export function moveEdge({ session }, edge, direction, byCharacter = false) {
  const mention = session.selectedMention, spans = mention?.spans ?? [/** @type {Span} */ ([session.range.start, session.range.end])];
  const [start, end] = edge === "start" ? spans[0] : spans[spans.length - 1];
  const moved = findEdge(session.text, edge === "start" ? start : end, edge, direction, byCharacter);
  /** @type {Span} */
  const span = edge === "start" ? [moved, end] : [start, moved];
  if (span[1] <= span[0]) return session.tell("The mention would be empty.");
  if (!mention) return session.setSelection({ start: span[0], end: span[0] }, { start: span[1], end: span[1] });
  const changed = edge === "start" ? [span, ...spans.slice(1)] : [...spans.slice(0, -1), span];
  setSpans(session, mention, changed, "Edge moved");
}

/** Put an edge of a span of the selected mention at an offset. @param {Desk} desk @param {number} index @param {Span} span */
export function setSpan({ session }, index, span) {
  const mention = session.selectedMention;
  if (mention) setSpans(session, mention, mention.spans.map((entry, place) => (place === index ? span : entry)), "Edge moved");
}

/** @param {Desk["session"]["text"]} text @param {number} offset @param {"start" | "end"} edge @param {-1 | 1} direction @param {boolean} byCharacter */
function findEdge(text, offset, edge, direction, byCharacter) {
  if (byCharacter) return direction > 0 ? text.characterAfter(offset)?.end ?? offset : text.characterBefore(offset)?.start ?? offset;
  if (direction < 0) {
    const token = edge === "start" ? text.tokenBefore(offset) : text.tokenBefore(text.tokenBefore(offset)?.start ?? 0);
    return (edge === "start" ? token?.start : token?.end) ?? offset;
  }
  const token = edge === "end" ? text.tokenAfter(offset) : text.tokenAfter(text.tokenAfter(offset)?.end ?? offset);
  return (edge === "end" ? token?.end : token?.start) ?? offset;
}

/** @param {Desk["session"]} session @param {Mention} mention @param {Span[]} spans @param {string} verb */
function setSpans(session, mention, spans, verb) {
  const joined = joinSpans(spans);
  if (String(joined) === String(mention.spans)) return;
  session.perform([{ do: "set-spans", id: mention.id, spans: joined }], { label: verb, detail: session.getWording({ ...mention, spans: joined }) });
  session.select(mention.id);
}

/** Sort spans, and join those that touch. @param {Span[]} spans @returns {Span[]} */
export function joinSpans(spans) {
  /** @type {Span[]} */
  const joined = [];
  for (const [start, end] of [...spans].sort((first, second) => first[0] - second[0])) {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

/** Add the selection to the mention that was selected last, as a fragment. @param {Desk} desk */
function addFragment({ session }) {
  const mention = session.annotations.mentions.get(session.lastMention), { start, end } = session.text.trim(session.range.start, session.range.end);
  if (!mention) return session.tell("Mark the first part, then select the second and press +.");
  if (session.selected) return session.tell("Now select the words to add, and press + again.");
  if (end <= start) return;
  setSpans(session, mention, [...mention.spans, [start, end]], "Fragment added");
}

/** Offer to mark every place that reads like the selected mention. @param {Desk} desk */
function markAll(desk) {
  const { session, schema } = desk, mention = session.shownMention;
  if (!mention || mention.spans.length !== 1 || session.selectedSuggestion) return session.tell("Select a mention of one piece first.");
  const places = findAlike(desk, mention);
  if (!places.length) return session.tell("No other place reads like this.");
  highlight(desk, "preview", places);
  session.setMode("preview");
  session.tell(`${places.length} more place${places.length > 1 ? "s" : ""} read like this. Enter marks them as ${schema.getTitle(mention.type)}, Esc leaves them.`);
  desk.capture = (event) => {
    if (event.key !== "Enter" && event.key !== "Escape") return ["Shift", "Control", "Alt", "Meta"].includes(event.key);
    desk.capture = null;
    highlight(desk, "preview", []);
    session.setMode("text");
    if (event.key === "Enter") markPlaces(desk, mention, places);
    else session.tell("Nothing changed.");
    return true;
  };
}

/** @param {Desk} desk @param {Mention} mention @param {{start: number, end: number}[]} places */
function markPlaces({ session }, mention, places) {
  const { type, attributes, codes } = mention;
  const steps = places.map(({ start, end }) => /** @type {Step} */ ({ do: "add-mention", mention: { id: makeId(), type, spans: [[start, end]], ...(attributes ? { attributes } : {}), ...(codes ? { codes } : {}) } }));
  session.perform(steps, { label: `${places.length} more marked`, detail: session.getWording(mention), action: makeId() });
}

/** Find the places of the same wording, in whole words, that are not marked. @param {Desk} desk @param {Mention} mention */
function findAlike({ session }, mention) {
  const { text, annotations } = session, words = session.getWording(mention).trim().split(/\s+/u);
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("\\s+")}(?![\\p{L}\\p{N}])`, "giu");
  return [...text.source.matchAll(pattern)].map((match) => ({ start: text.fromUtf16(match.index), end: text.fromUtf16(match.index + match[0].length) }))
    .filter(({ start, end }) => !annotations.listAt(start).some((entry) => entry.type === mention.type && entry.spans.some((span) => span[0] <= start && span[1] >= end)));
}

/** @param {Desk} desk */
function cancel({ session }) {
  if (session.selected || session.isExtended) session.deselect();
}

/** @param {string} id @param {string} title @param {string[]} keys @param {Command["run"]} run @returns {Command} */
const define = (id, title, keys, run) => ({ id, title, keys, run, group: "Marking" });

/** @type {Command[]} */
export const marking = [
  define("repeat", "the same type again", ["."], repeat),
  define("confirm", "accept the suggestion; select the mention at the caret", ["Enter"], confirm),
  define("reject", "reject the suggestion", ["x"], reject),
  define("remove", "remove the mention", ["Delete", "Backspace"], remove),
  define("fragment", "add the selection to the last mention as a fragment", ["+"], addFragment),
  define("start-left", "start one word earlier", ["["], (desk) => moveEdge(desk, "start", -1)),
  define("start-right", "start one word later", ["{"], (desk) => moveEdge(desk, "start", 1)),
  define("end-right", "end one word later", ["]"], (desk) => moveEdge(desk, "end", 1)),
  define("end-left", "end one word earlier", ["}"], (desk) => moveEdge(desk, "end", -1)),
  define("start-left-character", "start one character earlier", ["Alt+["], (desk) => moveEdge(desk, "start", -1, true)),
  define("start-right-character", "start one character later", ["Alt+{"], (desk) => moveEdge(desk, "start", 1, true)),
  define("end-right-character", "end one character later", ["Alt+]"], (desk) => moveEdge(desk, "end", 1, true)),
  define("end-left-character", "end one character earlier", ["Alt+}"], (desk) => moveEdge(desk, "end", -1, true)),
  define("mark-all", "mark all places like this, after a preview", ["*"], markAll),
  define("cancel", "clear the selection", ["Escape"], cancel),
];
