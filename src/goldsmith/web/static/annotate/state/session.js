// A person at work on one note: the annotations, their positions, and the selection.

/** @import {Annotations} from "../model/annotations.js" */
/** @import {Mention, Source, Step} from "../model/types.js" */
/** @import {Range, Text} from "../model/text.js" */
/** @import {Schema} from "../model/schema.js" */
import { Signal } from "../../shared/signal.js";
import { getStart, listTouched } from "../model/annotations.js";
import { Lanes, listGaps } from "../model/lanes.js";
import { Suggestions } from "./suggestions.js";

/** `label` says what was done; `detail` quotes the note and is only shown, never kept. @typedef {{source?: Source, action?: string, label: string, detail?: string}} Options */
/** The current meaning of keys: `text`, or the name of a mode that a command started. @typedef {string} Mode */

export class Session {
  /** @param {Text} text @param {Schema} schema @param {Annotations} annotations @param {Suggestions} suggestions */
  constructor(text, schema, annotations, suggestions) {
    this.text = text;
    this.schema = schema;
    this.annotations = annotations;
    this.suggestions = suggestions;
    suggestions.hideSettled(annotations);
    this.lanes = new Lanes(annotations, suggestions.layer);
    /** The selection reaches from one unit (token or character) to another. @type {Range} */
    this.anchor = text.tokenAfter(0) ?? { start: 0, end: 0 };
    /** @type {Range} */
    this.head = this.anchor;
    /** The id of the selected mention or suggestion. */
    this.selected = "";
    /** The furthest position of the caret, for the reading progress. */
    this.farthest = this.head.end;
    /** @type {Mode} */
    this.mode = "text";
    /** The type that `.` repeats. */
    this.lastType = "";
    /** The mention that was selected last; `+` adds fragments to it. */
    this.lastMention = "";
    /** The horizontal target of ↑ and ↓ in the window. @type {number | undefined} */
    this.goal = undefined;
    this.readOnly = false;

    /** Runs to draw again. @type {Signal<Set<number>>} */
    this.redrawn = new Signal();
    /** The caret, the selection or the selected annotation changed. @type {Signal<void>} */
    this.moved = new Signal();
    /** Annotations changed. @type {Signal<Set<string>>} */
    this.edited = new Signal();
    /** A message: shown in the status bar and read out. @type {Signal<string>} */
    this.told = new Signal();
    /** Steps that the person made. @type {Signal<{steps: Step[], inverse: Step[], options: Options}>} */
    this.performed = new Signal();
    /** @type {Signal<Mode>} */
    this.modeChanged = new Signal();
  }

  // Selection

  get range() {
    return { start: Math.min(this.anchor.start, this.head.start), end: Math.max(this.anchor.end, this.head.end) };
  }

  /** Whether more than the token at the caret is selected. */
  get isExtended() {
    return this.anchor !== this.head;
  }

  /** @returns {Mention | undefined} */
  get selectedMention() {
    return this.annotations.mentions.get(this.selected);
  }

  /** @returns {Mention | undefined} */
  get selectedSuggestion() {
    return this.suggestions.layer.mentions.get(this.selected);
  }

  /** Return the mention that the panel shows: the selected one, else the shortest at the caret. @returns {Mention | undefined} */
  get shownMention() {
    return this.selectedMention ?? this.selectedSuggestion ?? (this.isExtended ? undefined : this.annotations.listAt(this.head.start)[0]);
  }

  /** Put the caret on a unit. @param {Range | undefined} unit */
  moveTo(unit) {
    if (!unit) return;
    this.setSelection(unit, unit);
  }

  /** Extend the selection to a unit. @param {Range | undefined} unit */
  extendTo(unit) {
    if (unit) this.setSelection(this.anchor, unit);
  }

  /** @param {Range} anchor @param {Range} head */
  setSelection(anchor, head) {
    this.anchor = anchor;
    this.head = head;
    this.selected = "";
    this.farthest = Math.max(this.farthest, head.end);
    this.moved.send();
  }

  /** Select a mention or a suggestion, and put the caret on its first fragment. @param {string} id */
  select(id) {
    const mention = this.find(id);
    if (!mention) return;
    const [start, end] = mention.spans[0] ?? [0, 0];
    this.anchor = this.head = { start, end };
    this.selected = id;
    if (this.annotations.mentions.has(id)) this.lastMention = id;
    this.farthest = Math.max(this.farthest, end);
    this.moved.send();
  }

  deselect() {
    this.selected = "";
    this.anchor = this.head = this.text.tokenAt(this.head.start);
    this.moved.send();
  }

  /** @param {string} id @returns {Mention | undefined} */
  find(id) {
    return this.annotations.mentions.get(id) ?? this.suggestions.layer.mentions.get(id);
  }

  /** @param {Mention} mention */
  getWording(mention) {
    return mention.spans.length ? mention.spans.map(([start, end]) => this.text.slice(start, end)).join(" … ") : "whole document";
  }

  /** @param {Mode} mode */
  setMode(mode) {
    if (mode === this.mode) return;
    this.mode = mode;
    this.modeChanged.send(mode);
  }

  /** @param {string} message */
  tell(message) {
    this.told.send(message);
  }

  // Changing

  /** Perform an action of the person: at once here, and then on the server. @param {Step[]} steps @param {Options} options @returns {boolean} */
  perform(steps, options) {
    if (!steps.length) return false;
    if (this.readOnly) {
      this.tell("This set is closed to changes.");
      return false;
    }
    const inverse = this.apply(steps);
    this.performed.send({ steps, inverse, options });
    this.tell(options.detail ? `${options.label}: ${options.detail}` : options.label);
    return true;
  }

  /** Apply steps here and redraw the changes. @param {Step[]} steps @returns {Step[]} The steps that undo them. */
  apply(steps) {
    const before = this.collect(steps);
    const inverse = this.annotations.apply(steps);
    const touched = new Set([...steps, ...inverse].flatMap(listTouched));
    const mentions = [...before, ...this.list(touched)];
    mentions.push(...this.suggestions.update(this.annotations, mentions, touched));
    const moved = this.lanes.update(mentions);
    this.redrawn.send(this.listRuns([...mentions, ...this.list(moved)]));
    if (this.selected && !this.find(this.selected)) this.deselect();
    this.edited.send(touched);
    return inverse;
  }

  /** Return the mentions that steps are about to change, with the dependants of those that are removed. @param {Step[]} steps @returns {Mention[]} */
  collect(steps) {
    const ids = new Set(steps.flatMap(listTouched));
    for (const step of steps) {
      if (step.do !== "remove") continue;
      for (const id of [step.id, ...this.annotations.listHanging(step.id)]) for (const end of this.listEnds(id)) ids.add(end);
    }
    return this.list(ids);
  }

  /** @param {string} id @returns {string[]} */
  listEnds(id) {
    const rel = this.annotations.relations.get(id), group = this.annotations.groups.get(id);
    return rel ? [rel.arg1, rel.arg2] : (group?.members ?? []);
  }

  /** @param {Iterable<string>} ids @returns {Mention[]} */
  list(ids) {
    return [...ids].flatMap((id) => this.find(id) ?? []);
  }

  /** @param {Mention[]} mentions @returns {Set<number>} */
  listRuns(mentions) {
    const runs = new Set();
    for (const mention of mentions) {
      for (const [start, end] of [...mention.spans, ...listGaps(mention)]) for (const run of this.text.listRuns(start, end)) runs.add(run.index);
    }
    return runs;
  }

  /** Return mentions and open suggestions in the order of the text. @returns {Mention[]} */
  listStops() {
    const own = this.annotations.order, suggested = this.suggestions.layer.order;
    if (!suggested.length) return own;
    return [...own, ...suggested].sort((first, second) => getStart(first) - getStart(second));
  }
}
