// All chains with their members in order, and all relations as a table.

/** @import {Desk} from "../desk.js" */
/** @import {Chain} from "../model/chains.js" */
/** @import {Mention, Relation} from "../model/types.js" */
import { element, make } from "../../dom.js";
import { joinTo } from "../commands/linking.js";
import { getStart } from "../model/annotations.js";
import { isIdentity, leaveChain, listChains, splitChain } from "../model/chains.js";
import { drawButton, drawCommandKey, drawIcon, drawMention } from "./parts.js";

/** The chain to merge the next one into. @type {Mention | null} */
let merging = null;

/** @param {Desk} desk */
export function drawChains(desk) {
  const { session, schema } = desk, chains = listChains(session.annotations, schema), box = element("chains");
  if (!chains.length) return void box.replaceChildren(make("p", { class: "empty" }, "No chains yet. Select a mention and press ", ...drawCommandKey(desk, "chain"), " to link it to another mention of the same thing."));
  box.replaceChildren(...chains.map((chain, index) => drawChain(desk, chain, index)));
}

/** @param {Desk} desk @param {Chain} chain @param {number} index */
function drawChain(desk, chain, index) {
  const { session, schema } = desk, [head] = chain.members;
  const merge = merging && !chain.members.includes(merging)
    ? drawButton("merge here", () => {
      const from = merging;
      merging = null;
      if (from) joinTo(desk, from, head);
    }, { class: "quiet" })
    : drawButton(merging ? "cancel" : "merge with …", () => {
      merging = merging ? null : head;
      drawChains(desk);
    }, { class: "quiet" });
  return make("section", { class: "chain-card" }, make("h3", {}, `${index + 1} · ${session.getWording(head)}`, make("span", { class: "number" }, String(chain.members.length)), merge), make("ol", {}, ...chain.members.map((member, at) => make("li", {}, drawMention(desk, member),
    ...(at > 0 ? [drawIcon("✂", `Split before ${session.getWording(member)}`, () => void session.perform(splitChain(session.annotations, schema, member), { label: "Chain split" }))] : []),
    drawIcon("×", `Take ${session.getWording(member)} out`, () => void session.perform(leaveChain(session.annotations, schema, member), { label: "Out of its chain", detail: session.getWording(member) }))))));
}

/** @typedef {"type" | "first" | "second" | "place"} Column */
/** @type {{column: Column, ascending: boolean}} */
const order = { column: "place", ascending: true };

/** @param {Desk} desk */
export function drawRelationTable(desk) {
  const { session, schema } = desk, box = element("relations");
  const rows = [...session.annotations.relations.values()].filter((rel) => !isIdentity(schema, rel));
  if (!rows.length) return void box.replaceChildren(make("p", { class: "empty" }, "No relations yet. Select a mention and press ", ...drawCommandKey(desk, "relate"), "; what it may be linked to gets letters."));
  sort(desk, rows);
  const heads = /** @type {[Column, string][]} */ ([["type", "relation"], ["first", "from"], ["second", "to"]]).map(([column, label]) => {
    const button = drawButton(label, () => {
      order.ascending = order.column === column ? !order.ascending : true;
      order.column = column;
      drawRelationTable(desk);
    }, { class: "sort" });
    return make("th", { scope: "col", ...(order.column === column ? { "aria-sort": order.ascending ? "ascending" : "descending" } : {}) }, button);
  });
  box.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, ...heads, make("td", {}))), make("tbody", {}, ...rows.slice(0, 2000).map((rel) => drawRow(desk, rel)))));
}

/** @param {Desk} desk @param {Relation} rel */
function drawRow({ session, schema, ...rest }, rel) {
  const desk = { session, schema, ...rest };
  const ends = [rel.arg1, rel.arg2].map((id) => session.annotations.mentions.get(id));
  return make("tr", {}, make("th", { scope: "row" }, schema.getTitle(rel.type)), ...ends.map((end) => make("td", {}, ...(end ? [drawMention(desk, end)] : []))),
    make("td", {}, drawIcon("×", `Remove ${schema.getTitle(rel.type)}`, () => void session.perform([{ do: "remove", id: rel.id }], { label: `Relation removed: ${schema.getTitle(rel.type)}` }))));
}

/** @param {Desk} desk @param {Relation[]} rows */
function sort({ session, schema }, rows) {
  /** @param {string} id */
  const wording = (id) => {
    const mention = session.annotations.mentions.get(id);
    return mention ? session.getWording(mention).toLowerCase() : "";
  };
  /** @param {Relation} rel */
  const place = (rel) => getStart(session.annotations.mentions.get(rel.arg1) ?? { id: "", type: "", spans: [] });
  const keys = /** @type {Record<Column, (rel: Relation) => string | number>} */ ({ type: (rel) => schema.getTitle(rel.type), first: (rel) => wording(rel.arg1), second: (rel) => wording(rel.arg2), place });
  const key = keys[order.column], sign = order.ascending ? 1 : -1;
  rows.sort((first, second) => {
    const [a, b] = [key(first), key(second)];
    return sign * (a < b ? -1 : a > b ? 1 : place(first) - place(second));
  });
}

