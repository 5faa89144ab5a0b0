// Small parts that several panels share.

/** @import {Desk} from "../desk.js" */
/** @import {Mention} from "../model/types.js" */
import { make } from "../../dom.js";
import { describeKey } from "../commands/keymap.js";

/** A key, drawn as a keycap. @param {string} key @returns {HTMLElement} */
export function drawKey(key) {
  const parts = describeKey(key);
  return parts.length === 1 ? make("kbd", {}, parts[0]) : make("span", { class: "chord" }, ...parts.map((part) => make("kbd", {}, part)));
}

/** The key of a command. @param {Desk} desk @param {string} command @returns {HTMLElement[]} */
export function drawCommandKey(desk, command) {
  const [key] = desk.keymap.getKeys(command);
  return key ? [drawKey(key)] : [];
}

/** The key of a command as a button that starts it, for mouse and touch. @param {Desk} desk @param {string} id @returns {HTMLElement[]} */
export function drawCommandButton(desk, id) {
  const command = desk.keymap.commands.find((entry) => entry.id === id);
  if (!command) return [];
  const button = drawButton("", () => void command.run(desk), { class: "key-button", title: command.title, "aria-label": command.title }, ...drawCommandKey(desk, id));
  // The focus stays in the text, so that letter keys keep working.
  button.addEventListener("pointerdown", (event) => event.preventDefault());
  return [button];
}

/** The colour and pattern of a type. @param {number} style @returns {HTMLElement} */
export function drawSample(style) {
  const sample = make("i", { class: "sample", "aria-hidden": "true" });
  sample.style.setProperty("--colour", `var(--type-${style})`);
  sample.style.background = `var(--line-${style}) left 0 bottom 0 / var(--step-${style}, 6px) 3px repeat-x, var(--tint-${style})`;
  return sample;
}

/** A button that selects a mention. @param {Desk} desk @param {Mention} mention @returns {HTMLElement} */
export function drawMention(desk, mention) {
  const style = desk.schema.byName.get(mention.type)?.style ?? 0;
  const button = make("button", { type: "button", class: "mention", title: `${desk.schema.getTitle(mention.type)}: ${desk.session.getWording(mention)}` }, drawSample(style), make("span", {}, desk.session.getWording(mention)));
  button.addEventListener("click", () => {
    desk.session.select(mention.id);
    desk.note.focus({ preventScroll: true });
  });
  return button;
}

/** @param {string} label @param {() => void} run @param {Record<string, string>} [attributes] @param {(Node | string)[]} children @returns {HTMLElement} */
export function drawButton(label, run, attributes = {}, ...children) {
  const button = make("button", { type: "button", ...attributes }, label, ...children);
  button.addEventListener("click", run);
  return button;
}

/** A button with a symbol instead of words. @param {string} symbol @param {string} label @param {() => void} run */
export const drawIcon = (symbol, label, run) => drawButton(symbol, run, { class: "icon", "aria-label": label, title: label });

/** Return a function that restores the focus and the typed text after the field or button is redrawn. @param {HTMLElement} box @returns {() => void} */
export function keepFocus(box) {
  const active = document.activeElement;
  if (!(active instanceof HTMLElement) || !box.contains(active)) return () => undefined;
  /** @param {Element} entry */
  const name = (entry) => `${entry.tagName} ${entry.getAttribute("name") ?? entry.getAttribute("aria-label") ?? entry.textContent}`;
  const wanted = name(active), typed = active instanceof HTMLInputElement ? active.value : "";
  return () => {
    const same = [...box.querySelectorAll("button, input, select")].find((entry) => name(entry) === wanted);
    if (same instanceof HTMLInputElement) same.value = typed;
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  };
}

/** @param {string} text */
export const drawEmpty = (text) => make("p", { class: "empty" }, text);

const numbers = new Intl.NumberFormat();
/** @param {number} value */
export const format = (value) => numbers.format(value);
