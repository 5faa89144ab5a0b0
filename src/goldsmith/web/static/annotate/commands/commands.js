// All commands, and the keys that start them.

/** @import {Desk} from "../desk.js" */
import { describing } from "./describing.js";
import { nameKey } from "./keymap.js";
import { linking } from "./linking.js";
import { mark, marking } from "./marking.js";
import { moving } from "./moving.js";
import { working } from "./working.js";

export const commands = [...moving, ...marking, ...linking, ...describing, ...working];

/** Handle keys in the text. @param {Desk} desk */
export function listenForKeys(desk) {
  document.addEventListener("keydown", (event) => {
    if (event.isComposing || isField(event.target)) return;
    if (document.querySelector("dialog[open]")) return;
    if (desk.capture?.(event)) return event.preventDefault();
    if (!isInText(desk, event)) return;
    if (handle(desk, nameKey(event))) event.preventDefault();
  });
}

/** Run the command of a key; return whether it has one. @param {Desk} desk @param {string} key */
function handle(desk, key) {
  const command = desk.keymap.byKey?.get(key);
  if (command) {
    void command.run(desk);
    return true;
  }
  const type = desk.schema.byLetter.get(key.replace(/^Shift\+(?=[a-z]$)/, "")) ?? (/^[1-9]$/.test(key) ? desk.schema.types[Number(key) - 1] : undefined);
  if (!type) return false;
  mark(desk, type.name, key.startsWith("Shift+"));
  return true;
}

/** Keys work everywhere except in fields; Tab and Enter only in the text, so that panels keep them. @param {Desk} desk @param {KeyboardEvent} event */
function isInText(desk, event) {
  const active = document.activeElement;
  if (desk.note.contains(active) || active === document.body || active === null) return true;
  return !["Tab", "Enter", " ", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End", "PageUp", "PageDown"].includes(event.key);
}

/** @param {EventTarget | null} target */
const isField = (target) => target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
