// The annotations of a set by id, in the state of the server's journal. Steps change them.

/** @import {Annotation, Content, Group, Mention, Note, Relation, Step} from "./types.js" */
/** @import {Text} from "./text.js" */

/** A step cannot be applied; the annotations are unchanged. */
export class StepError extends Error {}

export class Annotations {
  /** @param {Text} text @param {Content} [content] */
  constructor(text, content = {}) {
    this.text = text;
    /** @type {Map<string, Mention>} */
    this.mentions = new Map();
    /** @type {Map<string, Relation>} */
    this.relations = new Map();
    /** @type {Map<string, Group>} */
    this.groups = new Map();
    /** @type {Map<string, Note>} */
    this.notes = new Map();
    this.rejected = new Set(content.rejected ?? []);
    /** Annotation -> annotations that refer to it. @type {Map<string, Set<string>>} */
    this.hanging = new Map();
    /** Run -> its mentions. @type {Map<number, Set<string>>} */
    this.byRun = new Map();
    /** The mentions in the order of the text. @type {Mention[]} */
    this.order = [];
    this.load(content);
  }

  /** @param {Content} content */
  load(content) {
    for (const mention of content.mentions ?? []) {
      this.mentions.set(mention.id, mention);
      this.indexMention(mention);
    }
    this.order = [...this.mentions.values()].sort(comparePlaces);
    for (const rel of content.relations ?? []) this.putRelation(rel);
    for (const group of content.groups ?? []) this.putGroup(group);
    for (const note of content.notes ?? []) this.putNote(note);
  }

  /** @param {string} id @returns {Annotation | undefined} */
  get(id) {
    return this.mentions.get(id) ?? this.relations.get(id) ?? this.groups.get(id) ?? this.notes.get(id);
  }

  /** @param {string} id @returns {string[]} */
  listHanging(id) {
    return [...(this.hanging.get(id) ?? [])];
  }

  /** @param {string} id @returns {Relation[]} */
  listRelations(id) {
    return this.listHanging(id).flatMap((name) => this.relations.get(name) ?? []);
  }

  /** Return the mentions that cover an offset, the shortest first. @param {number} offset @returns {Mention[]} */
  listAt(offset) {
    return this.listInRun(this.text.runAt(offset).index)
      .filter((mention) => mention.spans.some(([start, end]) => start <= offset && offset < end))
      .sort((first, second) => measure(first) - measure(second));
  }

  /** @param {number} run @returns {Mention[]} */
  listInRun(run) {
    return [...(this.byRun.get(run) ?? [])].map((id) => /** @type {Mention} */ (this.mentions.get(id)));
  }

  /** Return a mention with the same spans and type. @param {Mention} mention */
  findTwin(mention) {
    const spans = String(mention.spans);
    return this.listAt(mention.spans[0]?.[0] ?? -1).find((entry) => entry.type === mention.type && String(entry.spans) === spans);
  }

  /** Apply steps in order, and return the steps that undo them. @param {Step[]} steps @returns {Step[]} */
  apply(steps) {
    /** @type {Step[]} */
    const inverse = [];
    try {
      for (const step of steps) inverse.unshift(...this.applyStep(step));
    } catch (error) {
      for (const step of inverse) this.applyStep(step);
      throw error;
    }
    return inverse;
  }

  /** @param {Step} step @returns {Step[]} */
  applyStep(step) {
    switch (step.do) {
      case "add-mention": return this.addMention(step.mention);
      case "add-relation": return this.addRelation(step.relation);
      case "add-group": return this.addGroup(step.group);
      case "add-note": return this.addNote(step);
      case "remove": return this.remove(step.id);
      case "set-spans": return this.setSpans(step.id, step.spans);
      case "set-type": return this.setType(step.id, step.type);
      case "set-attribute": return this.setAttribute(step.id, step.name, step.value);
      case "set-codes": return this.setCodes(step.id, step.codes);
      case "set-members": return this.setMembers(step.id, step.members);
      case "reject": return this.reject(step.id);
      case "restore": return this.restore(step.id);
    }
  }

  /** @param {Mention} mention @returns {Step[]} */
  addMention(mention) {
    this.requireNew(mention.id);
    this.putMention(mention);
    return [{ do: "remove", id: mention.id }];
  }

  /** @param {Relation} relation @returns {Step[]} */
  addRelation(relation) {
    this.requireNew(relation.id);
    this.requireMentions([relation.arg1, relation.arg2]);
    this.putRelation(relation);
    return [{ do: "remove", id: relation.id }];
  }

  /** @param {Group} group @returns {Step[]} */
  addGroup(group) {
    this.requireNew(group.id);
    this.requireMentions(group.members);
    this.putGroup(group);
    return [{ do: "remove", id: group.id }];
  }

  /** @param {Note} note @returns {Step[]} */
  addNote({ id, text, target = "", kind = "" }) {
    this.requireNew(id);
    if (target && !this.get(target)) throw makeMissing(target);
    this.putNote({ id, text, target, kind });
    return [{ do: "remove", id }];
  }

  /** Remove an annotation and its dependants; the inverse adds them back last. @param {string} id @returns {Step[]} */
  remove(id) {
    /** @type {Step[]} */
    const inverse = [];
    for (const hanging of this.listHanging(id)) {
      const members = this.groups.get(hanging)?.members.filter((name) => name !== id) ?? [];
      if (members.length) inverse.unshift(...this.setMembers(hanging, members));
      else if (this.get(hanging)) inverse.unshift(...this.remove(hanging));
    }
    return [this.take(id), ...inverse];
  }

  /** Take an annotation out, and return the step that adds it again. @param {string} id @returns {Step} */
  take(id) {
    const mention = this.mentions.get(id), rel = this.relations.get(id), group = this.groups.get(id), note = this.notes.get(id);
    if (mention) {
      this.dropMention(mention);
      this.hanging.delete(id);
      return { do: "add-mention", mention };
    }
    if (rel) {
      this.relations.delete(id);
      this.unhang(id, [rel.arg1, rel.arg2]);
      return { do: "add-relation", relation: rel };
    }
    if (group) {
      this.groups.delete(id);
      this.unhang(id, group.members);
      return { do: "add-group", group };
    }
    if (!note) throw makeMissing(id);
    this.notes.delete(id);
    this.unhang(id, [note.target ?? ""]);
    return { do: "add-note", ...note };
  }

  /** @param {string} id @param {Mention["spans"]} spans @returns {Step[]} */
  setSpans(id, spans) {
    const mention = this.requireMention(id);
    this.dropMention(mention);
    this.putMention({ ...mention, spans, text: "" });
    return [{ do: "set-spans", id, spans: mention.spans }];
  }

  /** @param {string} id @param {string} type @returns {Step[]} */
  setType(id, type) {
    const annotation = this.requireAnnotation(id);
    this.store({ ...annotation, type });
    return [{ do: "set-type", id, type: annotation.type }];
  }

  /** @param {string} id @param {string} name @param {string | null} value @returns {Step[]} */
  setAttribute(id, name, value) {
    const annotation = this.requireAnnotation(id);
    const { [name]: before, ...rest } = annotation.attributes ?? {};
    this.store({ ...annotation, attributes: value === null ? rest : { ...rest, [name]: value } });
    return [{ do: "set-attribute", id, name, value: before ?? null }];
  }

  /** @param {string} id @param {Mention["codes"]} codes @returns {Step[]} */
  setCodes(id, codes) {
    const mention = this.requireMention(id);
    this.store({ ...mention, codes });
    return [{ do: "set-codes", id, codes: mention.codes ?? [] }];
  }

  /** @param {string} id @param {string[]} members @returns {Step[]} */
  setMembers(id, members) {
    const group = this.groups.get(id);
    if (!group) throw makeMissing(id);
    this.requireMentions(members);
    this.unhang(id, group.members);
    this.putGroup({ ...group, members });
    return [{ do: "set-members", id, members: group.members }];
  }

  /** @param {string} id @returns {Step[]} */
  reject(id) {
    if (this.rejected.has(id)) throw new StepError("the suggestion has already been rejected");
    this.rejected.add(id);
    return [{ do: "restore", id }];
  }

  /** @param {string} id @returns {Step[]} */
  restore(id) {
    if (!this.rejected.delete(id)) throw new StepError("the suggestion is not rejected");
    return [{ do: "reject", id }];
  }

  // Bookkeeping

  /** @param {Mention} mention */
  putMention(mention) {
    this.mentions.set(mention.id, mention);
    this.indexMention(mention);
    this.order.splice(findPlace(this.order, mention), 0, mention);
  }

  /** @param {Mention} mention */
  dropMention(mention) {
    this.mentions.delete(mention.id);
    for (const run of this.listRuns(mention)) this.byRun.get(run)?.delete(mention.id);
    this.order.splice(findPlace(this.order, mention), 1);
  }

  /** @param {Mention} mention */
  indexMention(mention) {
    for (const run of this.listRuns(mention)) {
      const ids = this.byRun.get(run);
      if (ids) ids.add(mention.id);
      else this.byRun.set(run, new Set([mention.id]));
    }
  }

  /** Return the runs that a mention touches, except in its gaps. @param {Mention} mention @returns {Set<number>} */
  listRuns(mention) {
    const runs = new Set();
    for (const [start, end] of mention.spans) for (const run of this.text.listRuns(start, end)) runs.add(run.index);
    return runs;
  }

  /** @param {Relation} rel */
  putRelation(rel) {
    this.relations.set(rel.id, rel);
    this.hang(rel.id, [rel.arg1, rel.arg2]);
  }

  /** @param {Group} group */
  putGroup(group) {
    this.groups.set(group.id, group);
    this.hang(group.id, group.members);
  }

  /** @param {Note} note */
  putNote(note) {
    this.notes.set(note.id, note);
    if (note.target) this.hang(note.id, [note.target]);
  }

  /** Replace an annotation, keeping its spans, arguments and members. @param {Mention | Relation | Group} annotation */
  store(annotation) {
    if ("spans" in annotation) {
      this.mentions.set(annotation.id, annotation);
      this.order[findPlace(this.order, annotation)] = annotation;
    } else if ("members" in annotation) this.groups.set(annotation.id, annotation);
    else this.relations.set(annotation.id, annotation);
  }

  /** @param {string} id @param {string[]} targets */
  hang(id, targets) {
    for (const target of targets) {
      const names = this.hanging.get(target);
      if (names) names.add(id);
      else this.hanging.set(target, new Set([id]));
    }
  }

  /** @param {string} id @param {string[]} targets */
  unhang(id, targets) {
    for (const target of targets) this.hanging.get(target)?.delete(id);
  }

  /** @param {string} id */
  requireNew(id) {
    if (this.get(id)) throw new StepError("the id is in use");
  }

  /** @param {string} id @returns {Mention} */
  requireMention(id) {
    const mention = this.mentions.get(id);
    if (!mention) throw makeMissing(id);
    return mention;
  }

  /** @param {string[]} ids */
  requireMentions(ids) {
    for (const id of ids) this.requireMention(id);
  }

  /** @param {string} id @returns {Mention | Relation | Group} */
  requireAnnotation(id) {
    const annotation = this.mentions.get(id) ?? this.relations.get(id) ?? this.groups.get(id);
    if (!annotation) throw makeMissing(id);
    return annotation;
  }
}

/** Return the ids that a step changes or refers to. @param {Step} step @returns {string[]} */
export function listTouched(step) {
  switch (step.do) {
    case "add-mention": return [step.mention.id];
    case "add-relation": return [step.relation.id, step.relation.arg1, step.relation.arg2];
    case "add-group": return [step.group.id, ...step.group.members];
    case "set-members": return [step.id, ...step.members];
    default: return [step.id];
  }
}

/** @param {Mention} mention */
export const measure = (mention) => mention.spans.reduce((sum, [start, end]) => sum + end - start, 0);

/** @param {Mention} first @param {Mention} second */
export function comparePlaces(first, second) {
  return getStart(first) - getStart(second) || getEnd(first) - getEnd(second) || (first.id < second.id ? -1 : Number(first.id > second.id));
}

/** The start of the first span; -1 for a mention of the whole document. @param {Mention} mention */
export const getStart = (mention) => mention.spans[0]?.[0] ?? -1;
/** @param {Mention} mention */
export const getEnd = (mention) => mention.spans.at(-1)?.[1] ?? -1;

/** @param {Mention[]} order @param {Mention} mention */
function findPlace(order, mention) {
  let low = 0, high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comparePlaces(order[middle], mention) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {string} id */
const makeMissing = (id) => new StepError(`there is no annotation ${id}`);
