// Codes: type-ahead over the names of the terminology. Without words it lists candidates for the
// wording; → and ← go down and up the hierarchy.

/** @import {Desk} from "../desk.js" */
/** @import {Concept, Hit} from "../state/services.js" */
/** @import {Code, Mention} from "../model/types.js" */
import { element, make } from "../../dom.js";
import { listCandidates, readConcept, searchConcepts } from "../state/services.js";

const NONE = "CUI-less";
/** How long a concept must be selected before its definition is fetched, in milliseconds. */
const PAUSE = 120;

export class CodesPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.field = /** @type {HTMLInputElement} */ (element("code-field"));
    this.target = "";
    this.at = 0;
    /** @type {Hit[]} */
    this.hits = [];
    /** Cached information about concepts. @type {Map<string, Concept>} */
    this.concepts = new Map();
    /** @type {AbortController | null} */
    this.running = null;
    this.field.addEventListener("input", () => void this.search());
    this.field.addEventListener("keydown", (event) => {
      if (this.handle(event.key)) event.preventDefault();
    });
    element("code-none").addEventListener("click", () => this.assign({ code: NONE, system: "", title: "" }));
  }

  open() {
    this.field.value = "";
    this.field.focus();
    void this.search();
  }

  draw() {
    const mention = this.desk.session.shownMention;
    element("code-title").textContent = mention ? `Code of “${this.desk.session.getWording(mention)}”` : "Select a mention first.";
    const isNew = mention !== undefined && mention.id !== this.target;
    this.target = mention?.id ?? "";
    if (isNew) void this.search();
  }

  /** @param {string} key @returns {boolean} */
  handle(key) {
    const hit = this.hits[this.at];
    if (key === "Escape") this.leave();
    else if (key === "ArrowDown" || key === "ArrowUp") this.select(this.at + (key === "ArrowDown" ? 1 : -1));
    else if (key === "Enter" && hit) this.assign(hit);
    else if (key === "0" && !this.field.value) this.assign({ code: NONE, system: "", title: "" });
    else if ((key === "ArrowRight" || key === "ArrowLeft") && hit && !this.field.value) void this.browse(hit, key === "ArrowRight" ? "children" : "parents");
    else return false;
    return true;
  }

  /** Search for the typed words; without words, list candidates for the wording. */
  async search() {
    const { session } = this.desk, mention = session.shownMention, words = this.field.value.trim();
    this.running?.abort();
    if (!mention) return;
    this.running = new AbortController();
    const { signal } = this.running;
    try {
      const hits = words ? await searchConcepts(this.desk, words, mention.type, signal) : await listCandidates(this.desk, session.getWording(mention), mention.type, signal);
      if (!signal.aborted) this.show(hits);
    } catch (error) {
      if (signal.aborted) return;
      this.show([]);
      element("code-hits").replaceChildren(make("li", { role: "option", "aria-selected": "false", class: "empty" }, `The search failed: ${error instanceof Error ? error.message : "the server failed"}.`));
    }
  }

  /** @param {Hit[]} hits */
  show(hits) {
    this.hits = hits;
    this.select(0);
  }

  /** @param {number} index */
  select(index) {
    this.at = Math.max(0, Math.min(this.hits.length - 1, index));
    this.drawHits();
    clearTimeout(this.timer);
    const hit = this.hits[this.at];
    if (hit && !this.concepts.has(nameConcept(hit))) this.timer = setTimeout(() => void this.learn(hit), PAUSE);
  }

  /** Fetch definition and ancestors of a concept. @param {Hit} hit */
  async learn(hit) {
    try {
      const [concept] = await readConcept(this.desk, nameConcept(hit));
      if (!concept) return;
      this.concepts.set(nameConcept(hit), concept);
      if (this.hits[this.at] === hit) this.drawHits();
    } catch {
      // The list alone is enough to choose from.
    }
  }

  /** Go to the children or parents of a concept. @param {Hit} hit @param {"children" | "parents"} direction */
  async browse(hit, direction) {
    if (!this.concepts.has(nameConcept(hit))) await this.learn(hit);
    const relatives = this.concepts.get(nameConcept(hit))?.[direction] ?? [];
    if (relatives.length) this.show(relatives.map((entry) => ({ ...entry, name: entry.title })));
    else this.desk.session.tell(direction === "children" ? "Nothing is below this concept." : "Nothing is above this concept.");
  }

  drawHits() {
    const items = this.hits.map((hit, index) => this.drawHit(hit, index));
    element("code-hits").replaceChildren(...(items.length ? items : [make("li", { role: "option", "aria-selected": "false", class: "empty" }, "Nothing found. Try fewer or other words.")]));
    this.field.setAttribute("aria-activedescendant", items.length ? `hit-${this.at}` : "");
    items[this.at]?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Hit} hit @param {number} index */
  drawHit(hit, index) {
    const concept = index === this.at ? this.concepts.get(nameConcept(hit)) : undefined;
    const notes = [hit.name && hit.name.toLowerCase() !== hit.title.toLowerCase() ? `also ${hit.name}` : "", (concept?.type_names ?? hit.types ?? []).join(", "), hit.before ? `chosen ${hit.before}× before` : "", hit.retired ? "retired" : ""].filter(Boolean);
    const item = make("li", { role: "option", id: `hit-${index}`, "aria-selected": String(index === this.at) },
      make("p", {}, make("strong", {}, hit.title), make("code", {}, hit.code)),
      ...(notes.length ? [make("p", { class: "hint-line" }, notes.join(" · "))] : []),
      ...(index === this.at && (hit.definition || concept?.definition) ? [make("p", { class: "definition" }, hit.definition || concept?.definition || "")] : []),
      ...(concept?.paths?.[0]?.length ? [make("p", { class: "hint-line" }, concept.paths[0].map((entry) => entry.title).join(" ▸ "))] : []));
    item.addEventListener("click", () => this.assign(hit));
    return item;
  }

  /** @param {Hit} hit */
  assign(hit) {
    const { session, schema } = this.desk, mention = session.shownMention;
    if (!mention) return;
    const system = hit.system || schema.byName.get(mention.type)?.code_system || "";
    /** @type {Code} */
    const code = { code: hit.code, ...(system ? { system } : {}), ...(hit.title ? { name: hit.title } : {}) };
    session.perform([{ do: "set-codes", id: mention.id, codes: [code] }], { label: `Code ${hit.code} ${hit.title}`, source: "coding" });
    this.leave(mention);
  }

  /** @param {Mention} [mention] */
  leave(mention) {
    this.desk.show("selected");
    this.desk.note.focus({ preventScroll: true });
    if (mention) this.desk.session.select(mention.id);
  }
}

/** @param {Hit} hit */
const nameConcept = (hit) => (hit.system ? `${hit.system}:${hit.code}` : hit.code);

