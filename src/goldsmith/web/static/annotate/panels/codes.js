// Codes: type-ahead over the names of the terminology, candidates for the wording first.

/** @import {Desk} from "../desk.js" */
/** @import {Code, Mention} from "../model/types.js" */
import { element, make } from "../../dom.js";
import { drawEmpty } from "./parts.js";

/** A concept as the server lists it. @typedef {{code: string, system?: string, name: string, matched?: string, types?: string[], definition?: string, score?: number, terminology?: string}} Hit */

const NONE = "CUI-less";
/** @type {AbortController | null} */
let running = null;
let target = "";
let at = 0;
/** @type {Hit[]} */
let hits = [];

/** @param {Desk} desk */
export function listenForCodes(desk) {
  const field = /** @type {HTMLInputElement} */ (element("code-field"));
  field.addEventListener("input", () => void search(desk, field.value));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") leave(desk);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      at = Math.max(0, Math.min(hits.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)));
      drawHits(desk);
    } else if (event.key === "Enter" && hits[at]) assign(desk, hits[at]);
    else if (event.key === "0" && !field.value) assign(desk, { code: NONE, name: "" });
    else return;
    event.preventDefault();
  });
  element("code-none").addEventListener("click", () => assign(desk, { code: NONE, name: "" }));
}

/** @param {Desk} desk */
export function openCodes(desk) {
  const field = /** @type {HTMLInputElement} */ (element("code-field"));
  field.value = "";
  field.focus();
  void search(desk, "");
}

/** @param {Desk} desk */
export function drawCodes(desk) {
  const mention = desk.session.shownMention;
  const isNew = (mention?.id ?? "") !== target;
  target = mention?.id ?? "";
  element("code-title").textContent = mention ? `Code of “${desk.session.getWording(mention)}”` : "Select a mention first.";
  if (isNew && mention) void search(desk, /** @type {HTMLInputElement} */ (element("code-field")).value);
}

/** Search the terminology; without words, for candidates of the wording. @param {Desk} desk @param {string} words */
async function search(desk, words) {
  const mention = desk.session.shownMention;
  running?.abort();
  if (!mention) return;
  running = new AbortController();
  const { signal } = running;
  try {
    const found = await desk.searchConcepts(words.trim() || desk.session.getWording(mention), mention.type, signal);
    if (signal.aborted) return;
    hits = found;
    at = 0;
    drawHits(desk);
  } catch (error) {
    if (signal.aborted) return;
    hits = [];
    element("code-hits").replaceChildren(drawEmpty(`No search just now: ${error instanceof Error ? error.message : "the server failed"}.`));
  }
}

/** @param {Desk} desk */
function drawHits(desk) {
  const list = hits.map((hit, index) => {
    const item = make("li", { role: "option", id: `hit-${index}`, "aria-selected": String(index === at) },
      make("p", {}, make("strong", {}, hit.name), make("code", {}, hit.code)),
      ...(hit.matched && hit.matched.toLowerCase() !== hit.name.toLowerCase() ? [make("p", { class: "hint-line" }, `also ${hit.matched}`)] : []),
      ...(hit.types?.length ? [make("p", { class: "hint-line" }, hit.types.join(", "))] : []),
      ...(hit.definition && index === at ? [make("p", { class: "definition" }, hit.definition)] : []));
    item.addEventListener("click", () => assign(desk, hit));
    return item;
  });
  element("code-hits").replaceChildren(...(list.length ? list : [make("li", { class: "empty", role: "option", "aria-selected": "false" }, "Nothing found. Try fewer or other words.")]));
  element("code-field").setAttribute("aria-activedescendant", list.length ? `hit-${at}` : "");
}

/** @param {Desk} desk @param {Hit} hit */
function assign(desk, hit) {
  const mention = desk.session.shownMention;
  if (!mention) return;
  /** @type {Code} */
  const code = { code: hit.code, ...(hit.system ? { system: hit.system } : desk.schema.byName.get(mention.type)?.code_system ? { system: desk.schema.byName.get(mention.type)?.code_system } : {}), ...(hit.name ? { name: hit.name } : {}) };
  desk.session.perform([{ do: "set-codes", id: mention.id, codes: [code] }], { label: `Code ${hit.code} ${hit.name}`, source: "coding" });
  leave(desk, mention);
}

/** @param {Desk} desk @param {Mention} [mention] */
function leave(desk, mention) {
  desk.show("selected");
  desk.note.focus({ preventScroll: true });
  if (mention) desk.session.select(mention.id);
}
