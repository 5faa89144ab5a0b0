// The adjudicate screen: decide on differences, with one key for each decision.

import { element, make } from "../dom.js";
import { Api, ApiError, Unreachable } from "../shared/api.js";
import { makeId } from "../shared/ids.js";
import { cycleTheme } from "../shared/theme.js";
import { drawChoices, drawMix, listChoices } from "./options.js";
import { drawQueue } from "./queue.js";
import { drawUnit } from "./stage.js";
import { Words } from "./words.js";

/** @typedef {import("./types.js").Context} Context */
/** @typedef {import("./types.js").Head} Head */
/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./types.js").Unit} Unit */

/** The most frequent reasons of adjudicators. */
const REASONS = ["wrong type", "span too long", "span too short", "missed by one annotator", "not in the guideline", "negated or hypothetical", "not a mention"];
const KEYS = [
  ["1 2 …", "take the versions of A, B, …"],
  ["3", "take both (with two annotators)"],
  ["0", "take neither"],
  ["↑ ↓", "look at another choice"],
  ["Enter", "take the choice"],
  ["R", "reason: its first letters, then Enter"],
  ["N P", "next and previous unit"],
  ["U", "undo your last decision"],
  ["O", "reopen the decision shown"],
];

class Screen {
  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.api = new Api(context.base, context.csrf);
    this.root = `/api/batches/${context.batch}/adjudication`;
    this.colours = new Map((context.schema.mention ?? []).map((kind, number) => [kind.name, number % 12]));
    /** @type {Progress | null} */
    this.progress = null;
    /** @type {{document: string, unit: string, heads: Head[]}} */
    this.here = { document: "", unit: "", heads: [] };
    /** @type {Unit | null} */
    this.unit = null;
    /** @type {import("./options.js").Choice[]} */
    this.choices = [];
    this.chosen = -1;
    /** The pending request. @type {Promise<unknown> | null} */
    this.pending = null;
    this.reason = /** @type {HTMLInputElement} */ (element("reason"));
    this.guideline = /** @type {HTMLInputElement} */ (element("guideline"));
  }

  async start() {
    element("reasons").replaceChildren(...REASONS.map((reason) => make("option", { value: reason })));
    const types = [...(this.context.schema.mention ?? []), ...(this.context.schema.relation ?? [])];
    element("pages").replaceChildren(...types.map((kind) => make("option", { value: kind.name })));
    element("help-keys").replaceChildren(...KEYS.flatMap(([key, meaning]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, meaning)]));
    document.addEventListener("keydown", (event) => this.press(event));
    element("undo").addEventListener("click", () => this.undo());
    element("keys").addEventListener("click", () => /** @type {HTMLDialogElement} */ (element("help")).showModal());
    element("theme").addEventListener("click", () => this.tell(`Theme: ${cycleTheme()}`));
    await this.attempt(async () => {
      await this.api.post(`${this.root}/consensus`, {}); // for notes on which the annotators agree
      await this.loadProgress();
      const first = this.progress?.documents.find((doc) => doc.open) ?? this.progress?.documents[0];
      if (first) await this.open(first.id);
    });
  }

  async loadProgress() {
    this.progress = await this.api.get(this.root);
    const all = this.progress?.documents ?? [];
    const units = all.flatMap((doc) => doc.kinds);
    const decided = units.reduce((sum, kind) => sum + kind.decided, 0);
    const total = units.reduce((sum, kind) => sum + kind.units, 0);
    element("progress").textContent = `${decided} of ${total} decided · rules: ${this.progress?.rules}`;
  }

  /** @param {string} document @param {string} [unit] */
  async open(document, unit) {
    this.leave();
    const listed = await this.api.get(`${this.root}/documents/${document}`);
    this.here = { document, unit: "", heads: listed.units };
    const target = unit ?? (listed.units.find((/** @type {Head} */ head) => head.state === "open") ?? listed.units[0])?.id;
    if (target) await this.show(target);
    else this.showNothing();
    element("place").textContent = listed.name;
  }

  /** Accept no decision until the next unit is loaded. */
  leave() {
    this.unit = null;
    this.choices = [];
    element("stage").setAttribute("aria-busy", "true");
  }

  /** @param {string} unit */
  async show(unit) {
    this.leave();
    this.here.unit = unit;
    this.unit = await this.api.get(`${this.root}/documents/${this.here.document}/units/${unit}`);
    if (!this.unit) return;
    const words = new Words(this.unit);
    this.choices = listChoices(this.unit);
    this.chosen = this.choices.findIndex((choice) => !(choice.option.breaches ?? []).length);
    this.reason.value = this.unit.decision?.reason ?? "";
    this.guideline.value = this.unit.decision?.guideline ?? "";
    drawUnit(element("stage"), this.unit, words, this.colours);
    this.drawChoices();
    if (this.context.mixesFields) drawMix(/** @type {HTMLFormElement} */ (element("mix")), this.unit, (mix) => this.decide({ mix: [mix] }));
    this.drawQueue();
    element("stage").removeAttribute("aria-busy");
    if (this.unit.decision) this.tell(`Decided by ${this.unit.decision.by}. O reopens it`);
  }

  showNothing() {
    element("stage").replaceChildren(make("p", { class: "empty" }, "The annotators agree on this note. There is nothing to decide."));
    element("options").replaceChildren();
    element("stage").removeAttribute("aria-busy");
    this.drawQueue();
  }

  drawQueue() {
    if (this.progress) drawQueue(element("queue"), this.progress, this.here, (document, unit) => this.attempt(() => (unit && document === this.here.document ? this.show(unit) : this.open(document, unit))));
  }

  drawChoices() {
    if (this.unit) drawChoices(element("options"), this.choices, this.chosen, new Words(this.unit), (number) => this.take(number));
  }

  /** @param {number} number */
  take(number) {
    const choice = this.choices[number];
    if (!choice) return;
    const breaches = choice.option.breaches ?? [];
    if (breaches.length) this.tell(`Not allowed: ${breaches.join("; ")}`);
    else this.decide({ keep: choice.option.keep ?? [] });
  }

  /** @param {Record<string, unknown>} decision */
  decide(decision) {
    const unit = this.unit;
    if (!unit) return undefined;
    if (unit.state === "waiting" || unit.state === "dropped") return this.tell("This unit waits for the mentions it refers to");
    if (this.pending) return this.tell("The last decision is still being recorded");
    if (this.context.needsReasons && !this.reason.value.trim()) {
      this.reason.focus();
      return this.tell("The rules require a reason");
    }
    const body = { id: makeId(), reason: this.reason.value.trim(), guideline: this.guideline.value.trim(), ...decision };
    return this.attempt(async () => {
      const receipt = await this.api.post(`${this.root}/documents/${this.here.document}/units/${unit.id}/decision`, body);
      await this.advance(unit.id);
      this.tell(receipt.consensus.open ? `Decided; ${receipt.consensus.open} left in this note` : "Decided. The consensus of this note is complete");
    });
  }

  /** Go to the next open unit, in this document or the next one. @param {string} from */
  async advance(from) {
    await this.loadProgress();
    const listed = await this.api.get(`${this.root}/documents/${this.here.document}`);
    this.here.heads = listed.units;
    const index = this.here.heads.findIndex((head) => head.id === from);
    const ordered = [...this.here.heads.slice(index + 1), ...this.here.heads.slice(0, index)];
    const next = ordered.find((head) => head.state === "open");
    if (next) return this.show(next.id);
    const further = this.progress?.documents.find((doc) => doc.open);
    if (further) return this.open(further.id);
    this.drawQueue();
    return this.show(from);
  }

  undo() {
    return this.attempt(async () => {
      const receipt = await this.api.post(`${this.root}/undo`, { id: makeId() });
      await this.loadProgress();
      await this.open(receipt.document, receipt.unit);
      this.tell("Your last decision has been withdrawn");
    });
  }

  reopen() {
    const unit = this.unit;
    if (!unit?.decision) return this.tell("This unit has no decision to reopen");
    return this.attempt(async () => {
      await this.api.post(`${this.root}/documents/${this.here.document}/units/${unit.id}/reopen`, { id: makeId() });
      await this.loadProgress();
      await this.open(this.here.document, unit.id);
      this.tell("The unit is open again");
    });
  }

  /** @param {number} step */
  move(step) {
    const index = this.here.heads.findIndex((head) => head.id === this.here.unit);
    const next = this.here.heads[index + step];
    if (next) this.attempt(() => this.show(next.id));
  }

  /** @param {number} step */
  look(step) {
    if (!this.choices.length) return;
    this.chosen = (this.chosen + step + this.choices.length) % this.choices.length;
    this.drawChoices();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || /** @type {HTMLDialogElement} */ (element("help")).open) return;
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (typing) return this.pressInField(event);
    const number = this.choices.findIndex((choice) => choice.key === event.key);
    const command = number >= 0 ? () => this.take(number) : this.commands[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!command || (event.key === "Enter" && event.target instanceof HTMLButtonElement)) return;
    event.preventDefault();
    command();
  }

  /** @param {KeyboardEvent} event */
  pressInField(event) {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    if (event.target === this.reason && event.key === "Enter") this.complete();
    element("options").focus();
  }

  /** Complete the reason by its first letters. */
  complete() {
    const typed = this.reason.value.trim().toLowerCase();
    const match = typed && REASONS.find((reason) => reason.startsWith(typed));
    if (match) this.reason.value = match;
  }

  /** @type {Record<string, () => unknown>} */
  commands = {
    ArrowDown: () => this.look(1),
    ArrowUp: () => this.look(-1),
    Enter: () => this.take(this.chosen),
    n: () => this.move(1),
    p: () => this.move(-1),
    r: () => this.reason.focus(),
    u: () => this.undo(),
    o: () => this.reopen(),
    "?": () => /** @type {HTMLDialogElement} */ (element("help")).showModal(),
  };

  /** @param {string} message */
  tell(message) {
    element("told").textContent = message;
  }

  /** Run a request after the pending one; report an error without losing anything. @param {() => Promise<unknown>} action */
  async attempt(action) {
    while (this.pending) await this.pending;
    this.pending = this.run(action);
    await this.pending;
  }

  /** @param {() => Promise<unknown>} action */
  async run(action) {
    try {
      await action();
    } catch (error) {
      if (error instanceof Unreachable) this.tell("The server does not answer. Your decision was not recorded; press the key again when it is back");
      else if (error instanceof ApiError) this.tell(error.message);
      else throw error;
    } finally {
      this.pending = null;
    }
  }
}

new Screen(JSON.parse(element("context").textContent ?? "{}")).start();
