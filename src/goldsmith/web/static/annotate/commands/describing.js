// Attributes, codes, notes and the guideline of a mention.

/** @import {Command} from "./keymap.js" */
/** @import {Desk} from "../desk.js" */
/** @import {AttributeType, Mention} from "../model/types.js" */
import { element } from "../../dom.js";
import { makeId } from "../../shared/ids.js";
import { choose } from "./choosing.js";

/** @param {Desk} desk @returns {Mention | undefined} */
function require(desk) {
  const { session } = desk, mention = session.selectedSuggestion ? undefined : session.shownMention;
  if (!mention) session.tell("Select a mention first (Tab, Enter or a click).");
  else session.select(mention.id);
  return mention;
}

/** Ask for each attribute of the mention in turn. @param {Desk} desk */
function describe(desk) {
  const mention = require(desk), attributes = mention ? desk.schema.byName.get(mention.type)?.attributes ?? {} : {};
  if (!mention) return;
  const names = Object.keys(attributes);
  if (!names.length) return desk.session.tell(`${desk.schema.getTitle(mention.type)} has no attributes.`);
  askNext(desk, mention.id, attributes, names);
}

/** @param {Desk} desk @param {string} id @param {Record<string, AttributeType>} attributes @param {string[]} names */
function askNext(desk, id, attributes, names) {
  const [name, ...rest] = names;
  if (!name) return;
  const attribute = attributes[name];
  if (!attribute.values?.length) {
    // The panel may still be waiting for its frame, but the field is needed now.
    desk.show("selected");
    const field = document.querySelector(`#selected input[name="${CSS.escape(name)}"]`);
    if (field instanceof HTMLInputElement) return field.focus();
    return askNext(desk, id, attributes, rest);
  }
  const values = attribute.required ? attribute.values : [...attribute.values, ""];
  choose(desk, name.replaceAll("_", " "), values.map((value) => ({
    label: value || "no value", detail: attribute.meanings?.[value] ?? (value && value === attribute.default ? "default" : ""),
    run: () => {
      setAttribute(desk, id, name, value || null);
      askNext(desk, id, attributes, rest);
    },
  })));
}

/** Set an attribute, with the values that it implies. @param {Desk} desk @param {string} id @param {string} name @param {string | null} value */
export function setAttribute(desk, id, name, value) {
  const { session } = desk, annotation = session.annotations.mentions.get(id) ?? session.annotations.relations.get(id);
  if (!annotation || (annotation.attributes?.[name] ?? null) === value) return;
  const attribute = desk.schema.byName.get(annotation.type)?.attributes?.[name];
  const implied = Object.entries((value !== null && attribute?.implies?.[value]) || {});
  session.perform([{ do: "set-attribute", id, name, value }, ...implied.map(([other, forced]) => /** @type {const} */ ({ do: "set-attribute", id, name: other, value: forced }))], { label: value === null ? `${name} removed` : `${name}: ${value}` });
  desk.refresh();
}

/** @param {Desk} desk */
function code(desk) {
  const mention = require(desk);
  if (!mention) return;
  if (!desk.schema.takesCodes(mention.type)) return desk.session.tell(`${desk.schema.getTitle(mention.type)} has no codes.`);
  desk.show("codes");
}

/** @param {Desk} desk */
function guideline(desk) {
  desk.show("guideline");
}

/** @param {Desk} desk */
function ask(desk) {
  const field = element("question");
  desk.show("questions");
  field.focus();
}

/** Record a question or remark on a mention or on the note. @param {Desk} desk @param {string} text @param {string} kind */
export function addNote(desk, text, kind) {
  const { session } = desk, target = session.selectedMention?.id ?? "";
  session.perform([{ do: "add-note", id: makeId(), text, kind, ...(target ? { target } : {}) }], { label: "Question recorded" });
}

/** @type {Command[]} */
export const describing = [
  { id: "attributes", group: "Describing", title: "attributes", keys: ["a"], run: describe },
  { id: "codes", group: "Describing", title: "codes", keys: ["c"], run: code },
  { id: "guideline", group: "Describing", title: "guideline page of the type", keys: ["g"], run: guideline },
  { id: "question", group: "Describing", title: "record a question or a doubt", keys: ["q"], run: ask },
];
