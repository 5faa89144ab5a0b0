// Relations and chains: choose the other end by the letter next to it.

/** @import {Command} from "./keymap.js" */
/** @import {Desk} from "../desk.js" */
/** @import {Mention} from "../model/types.js" */
/** @import {Link} from "../model/schema.js" */
import { makeId } from "../../shared/ids.js";
import { getStart } from "../model/annotations.js";
import { findChain, joinChains, leaveChain, splitChain } from "../model/chains.js";
import { choose } from "./choosing.js";

/** @param {Desk} desk @returns {Mention | undefined} */
function requireMention({ session }) {
  const mention = session.selectedSuggestion ? undefined : session.shownMention;
  if (!mention) session.tell("Select a mention first (Tab, Enter or a click).");
  return mention;
}

/** Link the mention to another: legal ends get letters. @param {Desk} desk */
function relate(desk) {
  const { session, schema } = desk, mention = requireMention(desk);
  if (!mention) return;
  session.select(mention.id);
  const targets = sortByDistance(mention, session.annotations.order.filter((end) => end.id !== mention.id && end.spans.length > 0 && schema.listLinks(mention, end).some((link) => !hasLink(desk, link))));
  if (!targets.length) return session.tell(`Nothing in this note may be linked to a ${schema.getTitle(mention.type)}.`);
  session.setMode("link");
  session.tell("Type the letter beside the mention to link to; Esc leaves.");
  desk.hints.offer(targets, (end) => chooseLink(desk, mention, end), () => session.tell("No link made."));
}

/** @param {Desk} desk @param {Link} link */
function hasLink({ session }, link) {
  return session.annotations.listRelations(link.first).some((rel) => rel.type === link.type.name && rel.arg1 === link.first && rel.arg2 === link.second);
}

/** @param {Desk} desk @param {Mention} mention @param {Mention} end */
function chooseLink(desk, mention, end) {
  const { session } = desk, links = desk.schema.listLinks(mention, end).filter((link) => !hasLink(desk, link));
  if (links.length === 1) return addLink(desk, mention, links[0]);
  const items = links.map((link) => ({ label: `${desk.schema.getTitle(link.type.name)}${link.first === mention.id ? " →" : " ←"}`, detail: link.type.description ?? "", run: () => addLink(desk, mention, link) }));
  choose(desk, `${session.getWording(mention)} and ${session.getWording(end)}`, items);
}

/** @param {Desk} desk @param {Mention} mention @param {Link} link */
function addLink(desk, mention, { type, first, second }) {
  const { session } = desk, id = makeId();
  const end = session.annotations.mentions.get(first === mention.id ? second : first);
  const detail = `${session.getWording(mention)} – ${end ? session.getWording(end) : ""}`;
  session.perform([{ do: "add-relation", relation: { id, type: type.name, arg1: first, arg2: second } }], { label: desk.schema.getTitle(type.name), detail });
  session.select(mention.id);
  const asked = Object.entries(type.attributes ?? {}).find(([, attribute]) => attribute.required && attribute.values?.length);
  if (asked) askAttribute(desk, id, type.attributes ?? {}, Object.keys(type.attributes ?? {}).filter((name) => type.attributes?.[name].required));
}

/** Ask for the attributes of a new relation in turn. @param {Desk} desk @param {string} id @param {Record<string, import("../model/types.js").AttributeType>} attributes @param {string[]} names */
export function askAttribute(desk, id, attributes, names) {
  const [name, ...rest] = names;
  if (!name) return;
  const items = (attributes[name].values ?? []).map((value) => ({
    label: value, detail: attributes[name].meanings?.[value] ?? "",
    run: () => {
      desk.session.perform([{ do: "set-attribute", id, name, value }], { label: `${name}: ${value}` });
      askAttribute(desk, id, attributes, rest);
    },
  }));
  choose(desk, name, items);
}

/** Join the chain of the mention with the chain of another mention. @param {Desk} desk */
function chain(desk) {
  const { session, schema } = desk, mention = requireMention(desk);
  if (!mention) return;
  if (!schema.identities.length) return session.tell("This schema has no identity relation.");
  session.select(mention.id);
  const own = new Set(findChain(session.annotations, schema, mention).members.map((member) => member.id));
  const targets = session.annotations.order.filter((end) => !own.has(end.id) && end.spans.length > 0 && schema.findIdentity(mention.type, end.type));
  const alike = sortByDistance(mention, targets).sort((first, second) => Number(second.type === mention.type) - Number(first.type === mention.type));
  if (!alike.length) return session.tell("There is no other mention to join.");
  session.setMode("link");
  session.tell("Type the letter beside the mention that means the same; Esc leaves.");
  desk.hints.offer(alike, (end) => joinTo(desk, mention, end), () => session.tell("No chain made."));
}

/** @param {Desk} desk @param {Mention} mention @param {Mention} end */
export function joinTo({ session, schema }, mention, end) {
  const steps = joinChains(session.annotations, schema, mention, end);
  if (!steps) return session.tell("The schema does not allow these two to corefer.");
  session.perform(steps, { label: "The same", detail: `${session.getWording(mention)} – ${session.getWording(end)}` });
  session.select(mention.id);
}

/** @param {Desk} desk @param {typeof leaveChain} change @param {string} label */
function changeChain(desk, change, label) {
  const { session, schema } = desk, mention = requireMention(desk);
  if (!mention) return;
  if (findChain(session.annotations, schema, mention).members.length < 2) return session.tell("This mention is not in a chain.");
  session.perform(change(session.annotations, schema, mention), { label, detail: session.getWording(mention) });
}

/** Sort mentions by their distance; at the same distance, those before come first. @param {Mention} mention @param {Mention[]} targets */
function sortByDistance(mention, targets) {
  const place = getStart(mention);
  return targets.sort((first, second) => Math.abs(getStart(first) - place) - Math.abs(getStart(second) - place));
}

/** @type {Command[]} */
export const linking = [
  { id: "relate", group: "Linking", title: "relation: link to a mention", keys: ["r"], run: relate },
  { id: "chain", group: "Linking", title: "chain: the same thing as a mention", keys: ["k"], run: chain },
  { id: "leave-chain", group: "Linking", title: "take the mention out of its chain", keys: ["Shift+k"], run: (desk) => changeChain(desk, leaveChain, "Out of its chain") },
  { id: "split-chain", group: "Linking", title: "split the chain before the mention", keys: ["|"], run: (desk) => changeChain(desk, splitChain, "Chain split before") },
];
