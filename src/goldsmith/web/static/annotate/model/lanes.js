// Lanes: the heights at which the underlines of mentions are drawn.
//
// Mentions that share characters, or of which one is in a gap of the other, get different lanes,
// the shortest nearest to the text. The lane of a mention is the same in all its lines. Only the
// mentions that overlap, directly or through others, are computed again when one changes.

/** @import {Mention} from "./types.js" */
/** @import {Annotations} from "./annotations.js" */
import { comparePlaces, measure } from "./annotations.js";

/** The longest gap of a discontiguous mention that is drawn as a thin line. */
export const LONGEST_GAP = 120;

export class Lanes {
  /** @param {Annotations[]} layers */
  constructor(...layers) {
    this.layers = layers;
    /** @type {Map<string, number>} */
    this.byId = new Map();
    for (const component of findComponents(layers.flatMap((layer) => layer.order))) this.assign(component);
  }

  /** @param {string} id */
  get(id) {
    return this.byId.get(id) ?? 0;
  }

  /** @param {string} id @returns {Mention | undefined} */
  find(id) {
    for (const layer of this.layers) {
      const mention = layer.mentions.get(id);
      if (mention) return mention;
    }
    return undefined;
  }

  /** Recompute the lanes around mentions, and return the mentions whose lane changed. @param {Iterable<Mention>} mentions @returns {Set<string>} */
  update(mentions) {
    const changed = new Set(), done = new Set();
    for (const mention of mentions) {
      const component = this.listComponent(mention).filter((member) => !done.has(member.id));
      for (const member of component) done.add(member.id);
      for (const id of this.assign(component)) changed.add(id);
    }
    return changed;
  }

  /** @param {Mention[]} component @returns {string[]} */
  assign(component) {
    if (component.length === 1 && !this.byId.has(component[0].id)) {
      this.byId.set(component[0].id, 0);
      return [component[0].id];
    }
    const changed = [];
    /** @type {Mention[]} */
    const placed = [];
    for (const mention of component.sort((first, second) => measure(first) - measure(second) || comparePlaces(first, second))) {
      const taken = new Set(placed.filter((entry) => meet(entry, mention)).map((entry) => this.get(entry.id)));
      let lane = 0;
      while (taken.has(lane)) lane += 1;
      if (this.byId.get(mention.id) !== lane) changed.push(mention.id);
      this.byId.set(mention.id, lane);
      placed.push(mention);
    }
    return changed;
  }

  /** Return a mention with all mentions that overlap it, directly or through others. @param {Mention} mention @returns {Mention[]} */
  listComponent(mention) {
    const ids = new Set(), component = [], waiting = [mention];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (ids.has(next.id)) continue;
      ids.add(next.id);
      if (this.find(next.id)) component.push(next);
      for (const neighbour of this.listNear(next)) if (!ids.has(neighbour.id) && meet(next, neighbour)) waiting.push(neighbour);
    }
    return component;
  }

  /** @param {Mention} mention @returns {Mention[]} */
  listNear(mention) {
    return this.layers.flatMap((layer) => [...layer.listRuns(mention)].flatMap((run) => layer.listInRun(run)));
  }
}

/** Return the mentions that overlap each other, directly or through others, as groups. @param {Mention[]} mentions @returns {Mention[][]} */
function findComponents(mentions) {
  const extents = mentions.flatMap((mention, index) => listExtents(mention).map(([start, end]) => ({ start, end, index }))).sort((first, second) => first.start - second.start);
  const roots = mentions.map((_, index) => index);
  /** @param {number} index @returns {number} */
  const find = (index) => {
    while (roots[index] !== index) index = roots[index] = roots[roots[index]];
    return index;
  };
  let end = -1, last = -1;
  for (const extent of extents) {
    if (extent.start < end) roots[find(extent.index)] = find(last);
    if (extent.end > end) [end, last] = [extent.end, extent.index];
  }
  return [...Map.groupBy(mentions.keys(), find).values()].map((indexes) => indexes.map((index) => mentions[index]));
}

/** @param {Mention} first @param {Mention} second */
function meet(first, second) {
  const ours = listExtents(first), theirs = listExtents(second);
  return ours.some(([start, end]) => theirs.some(([from, to]) => start < to && from < end));
}

/** Return the ranges that a mention occupies in its lane: its spans, and its drawn gaps. @param {Mention} mention @returns {[number, number][]} */
function listExtents(mention) {
  if (mention.spans.length < 2) return mention.spans;
  /** @type {[number, number][]} */
  const extents = [];
  for (const [start, end] of mention.spans) {
    const last = extents.at(-1);
    if (last && start - last[1] <= LONGEST_GAP) last[1] = Math.max(last[1], end);
    else extents.push([start, end]);
  }
  return extents;
}

/** Return the gaps of a mention that are drawn. @param {Mention} mention @returns {[number, number][]} */
export function listGaps(mention) {
  return mention.spans.slice(1).flatMap(([start], index) => {
    const end = mention.spans[index][1];
    return start > end && start - end <= LONGEST_GAP ? [/** @type {[number, number]} */ ([end, start])] : [];
  });
}

