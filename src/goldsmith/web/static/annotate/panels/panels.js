// The panels on the right: one is in front; it is redrawn in the frame after a change.

/** @import {Desk} from "../desk.js" */
import { all, element } from "../../dom.js";
import { drawChains, drawRelationTable } from "./lists.js";
import { CodesPanel } from "./codes.js";
import { drawGuideline } from "./guideline.js";
import { drawQuestions } from "./questions.js";
import { drawSelected } from "./selected.js";
import { drawTimes, findTemporalLink } from "./times.js";
import { openFind } from "./find.js";
import { openHelp } from "./help.js";

/** @type {Record<string, (desk: Desk) => void>} */
const DRAW = { selected: drawSelected, chains: drawChains, relations: drawRelationTable, questions: drawQuestions, times: drawTimes, guideline: drawGuideline };
export class Panels {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.front = "selected";
    this.codes = new CodesPanel(desk);
    element("tab-chains").hidden = !desk.schema.identities.length;
    element("tab-times").hidden = !findTemporalLink(desk.schema);
    for (const tab of all("#tabs [role=tab]")) {
      tab.addEventListener("click", () => this.show(tab.dataset.panel ?? ""));
      tab.addEventListener("keydown", (event) => this.moveTab(event, tab));
    }
  }

  /** @param {string} name */
  show(name) {
    if (name === "find") return openFind(this.desk);
    if (name === "help") return openHelp(this.desk);
    this.front = name;
    for (const tab of all("#tabs [role=tab]")) {
      const isFront = tab.dataset.panel === name;
      tab.setAttribute("aria-selected", String(isFront));
      tab.tabIndex = isFront ? 0 : -1;
    }
    for (const panel of all("#side [role=tabpanel]")) panel.hidden = panel.id !== `panel-${name}`;
    this.draw();
    if (name === "codes") this.codes.open();
  }

  draw() {
    if (this.front === "codes") this.codes.draw();
    else DRAW[this.front]?.(this.desk);
  }

  /** @param {KeyboardEvent} event @param {HTMLElement} tab */
  moveTab(event, tab) {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!step) return;
    const tabs = all("#tabs [role=tab]"), next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
    next.focus();
    this.show(next.dataset.panel ?? "");
  }

  /** Follow the selection: the panel of the selected mention comes to the front. */
  follow() {
    if (!["selected", "questions", "times"].includes(this.front)) this.show("selected");
  }
}

/** @param {string} id */
export const panel = (id) => element(`panel-${id}`);
