// A choice between a few options in the panel, by digit, arrow keys or click.

/** @import {Desk} from "../desk.js" */
/** @typedef {{label: string, detail?: string, run: () => void}} Item */
import { element, make } from "../../dom.js";

/** Let the person choose. @param {Desk} desk @param {string} title @param {Item[]} items */
export function choose(desk, title, items) {
  const box = element("choice");
  let at = 0;
  const finish = () => {
    desk.capture = null;
    box.hidden = true;
    desk.session.setMode("text");
  };
  /** @param {number} index */
  const take = (index) => {
    finish();
    items[index].run();
  };
  const draw = () => {
    box.replaceChildren(make("h2", {}, title), make("ol", {}, ...items.map((item, index) => {
      const button = make("button", { type: "button", ...(index === at ? { "aria-current": "true" } : {}) }, make("kbd", {}, index < 9 ? String(index + 1) : ""), make("span", {}, item.label, ...(item.detail ? [make("small", {}, item.detail)] : [])));
      button.addEventListener("click", () => take(index));
      return make("li", {}, button);
    })));
  };
  draw();
  box.hidden = false;
  desk.session.setMode("choice");
  desk.session.tell(`${title}: ${items.map((item, index) => `${index + 1} ${item.label}`).join(", ")}`);
  desk.capture = (event) => {
    if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return true;
    const digit = Number(event.key) - 1;
    if (items[digit]) take(digit);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      at = (at + (event.key === "ArrowDown" ? 1 : items.length - 1)) % items.length;
      draw();
    } else if (event.key === "Enter") take(at);
    else {
      finish();
      if (event.key !== "Escape") return false;
      desk.session.tell("Nothing changed.");
    }
    return true;
  };
}
