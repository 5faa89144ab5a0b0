// Temporal links of the sentence at the caret as a grid: events are rows, times are columns, and a
// cell contains their relation. The first column is the date of the letter (Task A).

/** @import {Desk} from "../desk.js" */
/** @import {Mention, Relation, RelationType, Step} from "../model/types.js" */
import { element, make } from "../../dom.js";
import { makeId } from "../../shared/ids.js";
import { drawButton, drawMention } from "./parts.js";

const FUNCTION = "functionInDocument", CREATION = "CREATION_TIME";

/** Return the relation that places events in time; undefined if the schema has no such layer. @param {Desk["schema"]} schema @returns {RelationType | undefined} */
export function findTemporalLink(schema) {
  /** @param {string[]} types @param {string} kind */
  const isOf = (types, kind) => types.length > 0 && types.every((name) => schema.byName.get(name)?.kind === kind);
  return schema.relations.find((rel) => isOf(rel.first, "event") && isOf(rel.second, "time") && rel.attributes?.type?.values?.length);
}

/** @param {Desk} desk */
export function drawTimes(desk) {
  const { session, schema } = desk, type = findTemporalLink(schema), box = element("times");
  if (!type) return;
  const sentence = session.text.sentenceAt(session.head.start);
  const here = session.annotations.order.filter((mention) => mention.spans[0] && mention.spans[0][0] >= sentence.start && mention.spans[0][0] < sentence.end);
  const events = here.filter((mention) => type.first.includes(mention.type));
  const date = [...session.annotations.mentions.values()].find((mention) => mention.attributes?.[FUNCTION] === CREATION);
  const times = here.filter((mention) => type.second.includes(mention.type) && mention !== date);
  box.replaceChildren(
    make("p", { class: "wording" }, session.text.slice(sentence.start, sentence.end)),
    ...(date ? [] : [drawDateForm(desk, type)]),
    events.length ? drawGrid(desk, type, events, [...(date ? [date] : []), ...times], date) : make("p", { class: "empty" }, "No event in this sentence."));
}

/** @param {Desk} desk @param {RelationType} type @param {Mention[]} events @param {Mention[]} times @param {Mention | undefined} date */
function drawGrid(desk, type, events, times, date) {
  const head = times.map((time) => make("th", { scope: "col" }, time === date ? `Letter ${time.attributes?.value ?? ""}` : drawMention(desk, time)));
  return make("table", { class: "grid" }, make("thead", {}, make("tr", {}, make("td", {}), ...head)), make("tbody", {}, ...events.map((event) => make("tr", {}, make("th", { scope: "row" }, drawMention(desk, event)), ...times.map((time) => make("td", {}, drawCell(desk, type, event, time, time === date ? "A" : "B")))))));
}

/** @param {Desk} desk @param {RelationType} type @param {Mention} event @param {Mention} time @param {string} task */
function drawCell(desk, type, event, time, task) {
  const { session } = desk, link = session.annotations.listRelations(event.id).find((rel) => rel.type === type.name && rel.arg2 === time.id);
  const label = `${session.getWording(event)} and ${session.getWording(time)}`;
  const select = /** @type {HTMLSelectElement} */ (make("select", { "aria-label": label }, make("option", { value: "" }, "–"), ...(type.attributes?.type.values ?? []).map((value) => make("option", { value, title: type.attributes?.type.meanings?.[value] ?? "" }, value.replaceAll("_", " ")))));
  select.value = link?.attributes?.type ?? "";
  select.disabled = event.attributes?.hypothetical === "true";
  select.addEventListener("change", () => session.perform(changeLink(type, event, time, link, select.value, task), { label: `${type.name} ${select.value || "removed"}`, detail: label }));
  return select;
}

/** @param {RelationType} type @param {Mention} event @param {Mention} time @param {Relation | undefined} link @param {string} value @param {string} task @returns {Step[]} */
function changeLink(type, event, time, link, value, task) {
  if (!value) return link ? [{ do: "remove", id: link.id }] : [];
  if (link) return [{ do: "set-attribute", id: link.id, name: "type", value }];
  const attributes = { type: value, ...(type.attributes?.task?.values?.includes(task) ? { task } : {}) };
  return [{ do: "add-relation", relation: { id: makeId(), type: type.name, arg1: event.id, arg2: time.id, attributes } }];
}

/** A form for the date of the letter, which may be outside its text. @param {Desk} desk @param {RelationType} type */
function drawDateForm(desk, type) {
  const name = type.second.find((entry) => desk.schema.byName.get(entry)?.attributes?.[FUNCTION]?.values?.includes(CREATION));
  if (!name) return make("span");
  const field = /** @type {HTMLInputElement} */ (make("input", { type: "date", id: "letter-date" }));
  return make("p", { class: "letter-date" }, make("label", { for: "letter-date" }, "Date of the letter "), field, drawButton("Set", () => {
    if (!field.value) return;
    const attributes = { type: "DATE", value: field.value, [FUNCTION]: CREATION };
    desk.session.perform([{ do: "add-mention", mention: { id: makeId(), type: name, spans: [], attributes } }], { label: "Date of the letter" });
  }));
}
