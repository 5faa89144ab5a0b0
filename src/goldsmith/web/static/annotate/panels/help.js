// All keys, and a way to change them.

/** @import {Desk} from "../desk.js" */
/** @import {Command} from "../commands/keymap.js" */
import { element, make } from "../../dom.js";
import { nameKey } from "../commands/keymap.js";
import { drawButton, drawKey, drawSample } from "./parts.js";

/** @param {Desk} desk */
export function openHelp(desk) {
  const dialog = /** @type {HTMLDialogElement} */ (element("help"));
  draw(desk);
  if (!dialog.open) dialog.showModal();
  dialog.onclose = () => desk.note.focus({ preventScroll: true });
}

/** @param {Desk} desk */
function draw(desk) {
  const groups = Map.groupBy(desk.keymap.commands, (command) => command.group);
  element("help-keys").replaceChildren(drawTypes(desk), ...[...groups].map(([group, commands]) => make("section", {}, make("h3", {}, group), make("dl", {}, ...commands.map((command) => drawCommand(desk, command))))));
}

/** @param {Desk} desk @param {Command} command */
function drawCommand(desk, command) {
  const keys = desk.keymap.getKeys(command.id);
  const button = drawButton("", () => learn(button, (key) => {
    desk.keymap.setKey(command.id, key);
    draw(desk);
  }), { class: "key-button", title: "Change the key" }, ...(keys.length ? keys.map(drawKey) : ["no key"]));
  return make("div", {}, make("dt", {}, button), make("dd", {}, command.title));
}

/** @param {Desk} desk */
function drawTypes(desk) {
  return make("section", {}, make("h3", {}, "Types"), make("dl", {}, ...desk.schema.types.map((type, index) => {
    const button = drawButton("", () => learn(button, (key) => {
      if (!/^[a-z]$/.test(key)) return;
      desk.keymap.setLetter(type.name, key);
      desk.relabel();
      draw(desk);
    }), { class: "key-button", title: "Change the letter" }, ...(type.letter ? [drawKey(type.letter)] : []), ...(index < 9 ? [drawKey(String(index + 1))] : []));
    return make("div", {}, make("dt", {}, button), make("dd", {}, drawSample(type.style), ` ${type.title}`));
  }), make("div", {}, make("dt", {}, make("span", { class: "chord" }, make("kbd", {}, "⇧"), make("kbd", {}, "letter"))), make("dd", {}, "a second mention on the same words"))));
}

/** Bind the next key that is pressed. @param {HTMLElement} button @param {(key: string) => void} take */
function learn(button, take) {
  button.replaceChildren("press a key …");
  button.addEventListener("keydown", (event) => {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key !== "Escape") take(nameKey(event));
  }, { once: false });
}
