// The selected mention: type, wording, codes, attributes, relations and chain, each with its key.

/** @import {Desk} from "../desk.js" */
/** @import {AttributeType, Mention, Relation} from "../model/types.js" */
import { element, make } from "../../dom.js";
import { accept, moveEdge } from "../commands/marking.js";
import { setAttribute } from "../commands/describing.js";
import { findChain, isIdentity } from "../model/chains.js";
import { drawButton, drawCommandButton, drawCommandKey, drawIcon, drawKey, drawMention, drawSample, keepFocus } from "./parts.js";

/** @param {Desk} desk */
export function drawSelected(desk) {
  const { session } = desk, mention = session.shownMention, box = element("selected");
  if (!mention) return void box.replaceChildren(...drawNothing(desk));
  const isSuggestion = session.suggestions.layer.mentions.has(mention.id);
  const focus = keepFocus(box);
  box.replaceChildren(drawTitle(desk, mention, isSuggestion), ...(isSuggestion ? drawSuggestion(desk, mention) : drawFields(desk, mention)));
  focus();
}

/** @param {Desk} desk @returns {Node[]} */
function drawNothing(desk) {
  const { session, schema } = desk, words = session.isExtended ? session.text.slice(session.range.start, session.range.end) : "";
  if (words) {
    return [make("p", { class: "wording" }, words), make("p", { class: "hint-line" }, "Press the letter of a type to mark it."),
      make("ul", { class: "letters-list" }, ...schema.types.filter((type) => type.letter).map((type) => make("li", {}, drawKey(type.letter), ` ${type.title}`)))];
  }
  return [make("div", { class: "empty" },
    make("p", {}, make("strong", {}, "Nothing is selected.")),
    make("p", {}, "Move with ", drawKey("ArrowLeft"), " ", drawKey("ArrowRight"), ", take more words with ", drawKey("Shift"), ", then press the letter of a type."),
    make("p", {}, drawKey("Tab"), " goes to the next mention, ", drawKey("?"), " shows all keys."))];
}

/** @param {Desk} desk @param {Mention} mention @param {boolean} isSuggestion */
function drawTitle({ session, schema }, mention, isSuggestion) {
  const type = schema.byName.get(mention.type);
  const parts = mention.spans.length > 1 ? `${mention.spans.length} fragments` : "";
  return make("header", {}, make("p", { class: "type" }, drawSample(type?.style ?? 0), type?.title ?? mention.type, ...(isSuggestion ? [make("span", { class: "tag" }, "suggestion")] : []), ...(parts ? [make("span", { class: "tag" }, parts)] : [])), make("p", { class: "wording", dir: "auto" }, session.getWording(mention)));
}

/** @param {Desk} desk @param {Mention} mention @returns {Node[]} */
function drawSuggestion(desk, mention) {
  const { session } = desk, confidence = Number(mention.attributes?.["suggestion:confidence"] ?? mention.attributes?.confidence);
  return [
    ...(confidence ? [make("p", { class: "hint-line" }, `The model is ${confidence.toLocaleString(undefined, { style: "percent" })} sure.`)] : []),
    make("div", { class: "buttons" },
      drawButton("Accept ", () => accept(desk, mention), { class: "main" }, ...drawCommandKey(desk, "confirm")),
      drawButton("Reject ", () => void session.perform([{ do: "reject", id: mention.id }], { label: "Rejected", detail: session.getWording(mention), source: "suggestion" }), {}, ...drawCommandKey(desk, "reject"))),
    make("p", { class: "hint-line" }, "A letter accepts it with another type."),
  ];
}

/** @param {Desk} desk @param {Mention} mention @returns {Node[]} */
function drawFields(desk, mention) {
  const type = desk.schema.byName.get(mention.type);
  return [
    ...(desk.schema.takesCodes(mention.type) ? [drawField(desk, "Code", "codes", drawCodes(desk, mention))] : []),
    ...Object.entries(type?.attributes ?? {}).map(([name, attribute], index) => drawField(desk, name.replaceAll("_", " "), index ? "" : "attributes", [drawAttribute(desk, mention, name, attribute)])),
    drawField(desk, "Relations", "relate", drawRelations(desk, mention)),
    ...(desk.schema.identities.length ? [drawField(desk, "Chain", "chain", drawChain(desk, mention))] : []),
    drawNotes(desk, mention),
    drawTools(desk, mention),
  ];
}

/** @param {Desk} desk @param {string} label @param {string} command @param {Node[]} children */
function drawField(desk, label, command, children) {
  return make("section", { class: "field" }, make("h3", {}, label, ...(command ? drawCommandButton(desk, command) : [])), ...children);
}

/** @param {Desk} desk @param {Mention} mention @returns {Node[]} */
function drawCodes(desk, mention) {
  const codes = mention.codes ?? [];
  const search = drawButton(codes.length ? "change" : "find a code", () => desk.show("codes"), { class: "quiet" });
  if (!codes.length) return [make("p", { class: "none" }, "none yet · ", search)];
  return [make("ul", { class: "codes" }, ...codes.map((code) => make("li", {}, make("code", {}, code.code), ` ${code.name ?? ""}`))), search];
}

/** @param {Desk} desk @param {Mention | Relation} annotation @param {string} name @param {AttributeType} attribute @returns {HTMLElement} */
export function drawAttribute(desk, annotation, name, attribute) {
  const value = annotation.attributes?.[name] ?? "";
  if (!attribute.values?.length) {
    const field = /** @type {HTMLInputElement} */ (make("input", { name, value, "aria-label": name, placeholder: attribute.required ? "needed" : "free text" }));
    field.addEventListener("change", () => setAttribute(desk, annotation.id, name, field.value.trim() || null));
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") desk.note.focus({ preventScroll: true });
    });
    return field;
  }
  const shown = value || attribute.default || "";
  if (attribute.values.length > 4) return drawSelect(desk, annotation, name, attribute, shown);
  return make("div", { class: "values", role: "group", "aria-label": name }, ...attribute.values.map((entry) => drawButton(entry, () => setAttribute(desk, annotation.id, name, entry === value ? null : entry), {
    "aria-pressed": String(entry === shown), title: attribute.meanings?.[entry] ?? "", ...(entry === shown && !value ? { class: "default" } : {}),
  })), ...(attribute.required && !shown ? [make("span", { class: "needed" }, "needed")] : []));
}

/** @param {Desk} desk @param {Mention | Relation} annotation @param {string} name @param {AttributeType} attribute @param {string} shown */
function drawSelect(desk, annotation, name, attribute, shown) {
  const select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": name }, make("option", { value: "" }, attribute.required ? "needed" : "no value"), ...(attribute.values ?? []).map((entry) => make("option", { value: entry }, entry))));
  select.value = shown;
  select.addEventListener("change", () => setAttribute(desk, annotation.id, name, select.value || null));
  return select;
}

/** @param {Desk} desk @param {Mention} mention @returns {Node[]} */
function drawRelations(desk, mention) {
  const { session, schema } = desk;
  const relations = session.annotations.listRelations(mention.id).filter((rel) => !isIdentity(schema, rel));
  if (!relations.length) return [make("p", { class: "none" }, "none")];
  return [make("ul", { class: "links" }, ...relations.map((rel) => {
    const outward = rel.arg1 === mention.id, end = session.annotations.mentions.get(outward ? rel.arg2 : rel.arg1);
    const attributes = Object.entries(schema.relationByName.get(rel.type)?.attributes ?? {});
    return make("li", {}, make("span", { class: "link-name" }, `${outward ? "→" : "←"} ${schema.getTitle(rel.type)}`), ...(end ? [drawMention(desk, end)] : []),
      drawIcon("×", `Remove ${schema.getTitle(rel.type)}`, () => void session.perform([{ do: "remove", id: rel.id }], { label: `Relation removed: ${schema.getTitle(rel.type)}` })),
      ...attributes.map(([name, attribute]) => make("div", { class: "link-value" }, make("span", {}, name), drawAttribute(desk, rel, name, attribute))));
  }))];
}

/** @param {Desk} desk @param {Mention} mention @returns {Node[]} */
function drawChain(desk, mention) {
  const { members } = findChain(desk.session.annotations, desk.schema, mention);
  if (members.length < 2) return [make("p", { class: "none" }, "stands alone")];
  const others = members.filter((member) => member.id !== mention.id);
  return [make("ul", { class: "chain" }, ...others.slice(0, 6).map((member) => make("li", {}, drawMention(desk, member)))), ...(others.length > 6 ? [drawButton(`all ${members.length} members`, () => desk.show("chains"), { class: "quiet" })] : [])];
}

/** @param {Desk} desk @param {Mention} mention */
function drawNotes({ session }, mention) {
  const notes = [...session.annotations.notes.values()].filter((note) => note.target === mention.id);
  return make("div", {}, ...notes.map((note) => make("p", { class: "remark" }, note.text, drawIcon("×", "Remove the remark", () => void session.perform([{ do: "remove", id: note.id }], { label: "Remark removed" })))));
}

/** @param {Desk} desk @param {Mention} mention */
function drawTools(desk, mention) {
  const { session } = desk;
  /** @param {"start" | "end"} edge @param {-1 | 1} direction @param {string} symbol @param {string} label */
  const edge = (edge, direction, symbol, label) => drawIcon(symbol, label, () => {
    session.select(mention.id);
    moveEdge(desk, edge, direction);
  });
  return make("footer", {}, make("span", { class: "edges", role: "group", "aria-label": "Edges" }, edge("start", -1, "⇤", "Start one word earlier"), edge("start", 1, "↦", "Start one word later"), edge("end", -1, "↤", "End one word earlier"), edge("end", 1, "⇥", "End one word later")),
    drawButton("Guideline ", () => desk.show("guideline"), { class: "quiet" }, ...drawCommandKey(desk, "guideline")),
    drawButton("Remove ", () => {
      session.select(mention.id);
      void session.perform([{ do: "remove", id: mention.id }], { label: "Removed", detail: session.getWording(mention) });
    }, { class: "quiet danger" }, drawKey("Delete")));
}
