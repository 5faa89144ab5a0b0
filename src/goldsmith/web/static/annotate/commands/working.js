// Find, undo, help and other commands for the whole page.

/** @import {Command} from "./keymap.js" */
/** @import {Desk} from "../desk.js" */
import { element } from "../../dom.js";
import { finish } from "../panels/finish.js";
import { cycleTheme } from "../../shared/theme.js";

/** @param {Desk} _desk */
function toggleLetters(_desk) {
  document.body.classList.toggle("letters");
}

/** Move the focus to the next region: text, panel, types. @param {Desk} desk */
function nextRegion(desk) {
  const regions = [desk.note, element("side"), element("recipe")];
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  regions[(at + 1) % regions.length].focus();
}

/** @param {string} id @param {string} title @param {string[]} keys @param {Command["run"]} run @returns {Command} */
const define = (id, title, keys, run) => ({ id, title, keys, run, group: "Working" });

/** @type {Command[]} */
export const working = [
  define("undo", "undo", ["u", "Ctrl+z"], (desk) => desk.history.undo()),
  define("redo", "redo", ["Shift+u", "Ctrl+Shift+z", "Ctrl+y"], (desk) => desk.history.redo()),
  define("find", "find in the text", ["/"], (desk) => desk.show("find")),
  define("relations", "table of relations", ["Shift+r"], (desk) => desk.show("relations")),
  define("chains", "list of chains", ["Shift+c"], (desk) => desk.show("chains")),
  define("times", "grid of temporal links", ["="], (desk) => desk.show("times")),
  define("letters", "show the letters of types in the text", ["`"], toggleLetters),
  define("theme", "light or dark", ["F8"], () => void cycleTheme()),
  define("region", "to the panels and back", ["F6"], nextRegion),
  define("finish", "this note is done", ["Ctrl+Enter"], (desk) => finish(desk)),
  define("help", "all keys", ["?"], (desk) => desk.show("help")),
];
