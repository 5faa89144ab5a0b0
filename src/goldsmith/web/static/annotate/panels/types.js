// The types with their keys, always visible: a click marks the selection.

/** @import {Desk} from "../desk.js" */
import { element, make } from "../../dom.js";
import { mark } from "../commands/marking.js";
import { drawKey, drawSample, format } from "./parts.js";

export class TypesPanel {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    /** @type {Map<string, HTMLElement>} */
    this.counts = new Map();
    this.draw();
  }

  draw() {
    const groups = Map.groupBy(this.desk.schema.types, (type) => type.kind ?? "entity");
    const lists = [...groups].flatMap(([kind, types]) => [
      ...(groups.size > 1 ? [make("h3", {}, kind === "entity" ? "Entities" : `${kind[0].toUpperCase()}${kind.slice(1)}s`)] : []),
      make("ul", { class: "types" }, ...types.map((type) => make("li", {}, this.drawType(type)))),
    ]);
    element("types").replaceChildren(...lists);
  }

  /** @param {Desk["schema"]["types"][number]} type */
  drawType(type) {
    const count = make("span", { class: "number" });
    this.counts.set(type.name, count);
    const button = make("button", { type: "button", title: type.description ?? "" }, drawSample(type.style), make("span", { class: "name" }, type.title), count, ...(type.letter ? [drawKey(type.letter)] : []));
    // The focus stays in the text, so that keys keep working.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    button.addEventListener("click", (event) => mark(this.desk, type.name, event.shiftKey));
    return button;
  }

  refresh() {
    /** @type {Map<string, number>} */
    const counts = new Map();
    for (const mention of this.desk.session.annotations.mentions.values()) counts.set(mention.type, (counts.get(mention.type) ?? 0) + 1);
    for (const [type, cell] of this.counts) {
      const text = counts.has(type) ? format(counts.get(type) ?? 0) : "";
      if (cell.textContent !== text) cell.textContent = text;
    }
  }
}
