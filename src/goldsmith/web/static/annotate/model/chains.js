// Chains: mentions of the same thing, connected by identity relations or listed in a group.

/** @import {Mention, Relation, Group, Step} from "./types.js" */
/** @import {Annotations} from "./annotations.js" */
/** @import {Schema} from "./schema.js" */
import { comparePlaces } from "./annotations.js";
import { makeId } from "../../shared/ids.js";

/** @typedef {{members: Mention[], relations: Relation[], groups: Group[]}} Chain */

/** Return whether a relation or group means identity. @param {Schema} schema @param {Relation | Group} link */
export function isIdentity(schema, link) {
  const type = schema.relationByName.get(link.type);
  if (!type?.identity) return false;
  return Object.entries(type.identity_when ?? {}).every(([name, value]) => (link.attributes?.[name] ?? ("members" in link ? value : type.attributes?.[name]?.default)) === value);
}

/** Return the chain of a mention, or a chain of the mention alone. @param {Annotations} annotations @param {Schema} schema @param {Mention} mention @returns {Chain} */
export function findChain(annotations, schema, mention) {
  const members = new Map(), links = new Set(), waiting = [mention.id];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const member = annotations.mentions.get(id);
    if (!member || members.has(id)) continue;
    members.set(id, member);
    for (const name of annotations.listHanging(id)) {
      const link = annotations.relations.get(name) ?? annotations.groups.get(name);
      if (!link || !isIdentity(schema, link)) continue;
      links.add(link);
      waiting.push(...("members" in link ? link.members : [link.arg1, link.arg2]));
    }
  }
  const all = [...links];
  return {
    members: [...members.values()].sort(comparePlaces),
    relations: all.filter((link) => "arg1" in link), groups: all.filter((link) => "members" in link),
  };
}

/** Return all chains of two members or more, in the order of the text. @param {Annotations} annotations @param {Schema} schema @returns {Chain[]} */
export function listChains(annotations, schema) {
  const chains = [], done = new Set();
  const links = [...annotations.relations.values(), ...annotations.groups.values()].filter((link) => isIdentity(schema, link));
  for (const link of links) {
    const start = annotations.mentions.get("members" in link ? link.members[0] : link.arg1);
    if (!start || done.has(start.id)) continue;
    const chain = findChain(annotations, schema, start);
    for (const member of chain.members) done.add(member.id);
    if (chain.members.length > 1) chains.push(chain);
  }
  return chains.sort((first, second) => comparePlaces(first.members[0], second.members[0]));
}

/** Return the steps that join two chains; null if the schema has no relation for it. @param {Annotations} annotations @param {Schema} schema @param {Mention} first @param {Mention} second @returns {Step[] | null} */
export function joinChains(annotations, schema, first, second) {
  const ours = findChain(annotations, schema, first), theirs = findChain(annotations, schema, second);
  if (ours.members.some((member) => member.id === second.id)) return [];
  if (ours.groups.length && !ours.relations.length) {
    const members = [...ours.members, ...theirs.members].sort(comparePlaces).map((member) => member.id);
    return [...[...theirs.groups, ...theirs.relations].map(({ id }) => /** @type {Step} */ ({ do: "remove", id })), { do: "set-members", id: ours.groups[0].id, members }];
  }
  const [antecedent, anaphor] = choosePair(ours, theirs);
  return linkPair(schema, antecedent, anaphor);
}

/** Return the two members, one of each chain, with the fewest members between them. @param {Chain} ours @param {Chain} theirs @returns {[Mention, Mention]} */
function choosePair(ours, theirs) {
  const own = new Set(ours.members);
  const all = [...ours.members, ...theirs.members].sort(comparePlaces);
  const index = all.findIndex((member, at) => at > 0 && own.has(member) !== own.has(all[at - 1]));
  return [all[index - 1], all[index]];
}

/** @param {Schema} schema @param {Mention} antecedent @param {Mention} anaphor @returns {Step[] | null} */
function linkPair(schema, antecedent, anaphor) {
  const type = schema.findIdentity(anaphor.type, antecedent.type);
  if (!type) return null;
  return [{ do: "add-relation", relation: { id: makeId(), type: type.name, arg1: anaphor.id, arg2: antecedent.id, attributes: { ...type.identity_when } } }];
}

/** Return the steps that take a mention out of its chain; its neighbours stay together. @param {Annotations} annotations @param {Schema} schema @param {Mention} mention @returns {Step[]} */
export function leaveChain(annotations, schema, mention) {
  const chain = findChain(annotations, schema, mention);
  /** @type {Step[]} */
  const steps = [];
  for (const group of chain.groups.filter((entry) => entry.members.includes(mention.id))) {
    const members = group.members.filter((id) => id !== mention.id);
    steps.push(members.length > 1 ? { do: "set-members", id: group.id, members } : { do: "remove", id: group.id });
  }
  const own = chain.relations.filter((rel) => rel.arg1 === mention.id || rel.arg2 === mention.id);
  steps.push(...own.map(({ id }) => /** @type {Step} */ ({ do: "remove", id })));
  const ends = own.map((rel) => (rel.arg1 === mention.id ? rel.arg2 : rel.arg1));
  const neighbours = chain.members.filter((member) => ends.includes(member.id));
  for (let index = 1; index < neighbours.length; index += 1) steps.push(...(linkPair(schema, neighbours[index - 1], neighbours[index]) ?? []));
  return steps;
}

/** Return the steps that split a chain before a mention. @param {Annotations} annotations @param {Schema} schema @param {Mention} mention @returns {Step[]} */
export function splitChain(annotations, schema, mention) {
  const chain = findChain(annotations, schema, mention);
  const place = chain.members.findIndex((member) => member.id === mention.id);
  const after = new Set(chain.members.slice(place).map((member) => member.id));
  /** @type {Step[]} */
  const steps = [];
  for (const rel of chain.relations) if (after.has(rel.arg1) !== after.has(rel.arg2)) steps.push({ do: "remove", id: rel.id });
  for (const group of chain.groups) {
    const [late, early] = [group.members.filter((id) => after.has(id)), group.members.filter((id) => !after.has(id))];
    if (!late.length || !early.length) continue;
    steps.push({ do: "set-members", id: group.id, members: early });
    if (late.length > 1) steps.push({ do: "add-group", group: { ...group, id: makeId(), members: late } });
  }
  return [...steps, ...reconnect(schema, chain, steps, after)];
}

/** Reconnect the members of each half that lost their only link. @param {Schema} schema @param {Chain} chain @param {Step[]} removed @param {Set<string>} after @returns {Step[]} */
function reconnect(schema, chain, removed, after) {
  const gone = new Set(removed.flatMap((step) => (step.do === "remove" ? [step.id] : [])));
  const links = chain.relations.filter((rel) => !gone.has(rel.id)).map((rel) => [rel.arg1, rel.arg2]);
  links.push(...chain.groups.flatMap((group) => [group.members.filter((id) => after.has(id)), group.members.filter((id) => !after.has(id))]));
  const parts = new Map(chain.members.map((member) => [member.id, member.id]));
  /** @param {string} id @returns {string} */
  const root = (id) => (parts.get(id) === id ? id : root(/** @type {string} */ (parts.get(id))));
  for (const [first, ...rest] of links) for (const id of rest) parts.set(root(id), root(first));
  /** @type {Step[]} */
  const steps = [];
  for (const half of [true, false]) {
    const members = chain.members.filter((member) => after.has(member.id) === half);
    for (let index = 1; index < members.length; index += 1) {
      if (root(members[index].id) === root(members[index - 1].id)) continue;
      steps.push(...(linkPair(schema, members[index - 1], members[index]) ?? []));
      parts.set(root(members[index].id), root(members[index - 1].id));
    }
  }
  return steps;
}
