// The state of the work: saved, in transit or waiting; and the last action.

/** @import {Desk} from "../desk.js" */
/** @import {Clash} from "../state/sync.js" */
/** @import {Step} from "../model/types.js" */
import { element, make } from "../../dom.js";
import { highlight } from "../rendering/caret.js";
import { drawButton } from "./parts.js";

/** @param {number} count @param {string} noun */
const count = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Show at once whether everything is saved. @param {Desk} desk */
export function drawSaved(desk) {
  const saved = element("saved"), [state, text] = describe(desk);
  if (saved.dataset.state === state && saved.textContent === text) return;
  saved.dataset.state = state;
  saved.textContent = text;
}

/** @param {Desk} desk */
export function drawStatus(desk) {
  const { sync, session } = desk, waiting = sync.waiting.length;
  const banner = element("banner"), parts = drawBanner(desk);
  banner.hidden = !parts.length;
  banner.replaceChildren(...parts);
  highlight(desk, "unsaved", sync.line === "sending" || !waiting ? [] : sync.waiting.flatMap((deed) => deed.steps.flatMap((step) => (step.do === "add-mention" && session.annotations.mentions.has(step.mention.id) ? step.mention.spans.map(([start, end]) => ({ start, end })) : []))));
}

/** @param {Desk} desk @returns {[string, string]} */
function describe({ sync, session }) {
  const waiting = sync.waiting.length;
  if (session.readOnly) return ["closed", "closed to changes"];
  if (sync.unkept.size) return ["saving", `${waiting} saving`];
  if (sync.line === "away") return ["away", waiting ? `${waiting} kept here` : "server away"];
  if (sync.line === "stale") return ["away", `${waiting} kept here`];
  if (sync.line === "out") return ["away", waiting ? `${waiting} kept here` : "signed out"];
  return waiting ? ["saving", `${waiting} saving`] : ["saved", "all saved ✓"];
}

/** @param {Desk} desk @returns {Node[]} */
function drawBanner(desk) {
  const { sync } = desk, waiting = sync.waiting.length, parts = [];
  const where = sync.outbox.isLasting ? "kept in this browser" : "kept in this tab only: do not close it";
  if (sync.line === "away") parts.push(make("p", {}, make("strong", {}, "The server is not responding. "), waiting ? `${count(waiting, "change")} ${where}, and will be sent when the server is back. You can continue working.` : "You can continue working: your changes are kept here and sent when the server is back.", " ", drawButton("Try now", () => sync.wake(), { class: "quiet" })));
  if (sync.line === "out") parts.push(make("p", {}, make("strong", {}, "You are signed out. "), waiting ? `${count(waiting, "change")} ${where}. ` : "", make("a", { href: `${desk.context.base}/sign-in`, target: "_blank" }, "Sign in"), " in another tab, and come back. ", drawButton("Try now", () => sync.wake(), { class: "quiet" })));
  if (sync.line === "stale") parts.push(make("p", {}, make("strong", {}, "The server has an older state than this page. "), `Load the page again: ${count(waiting, "change")} ${where} and will be sent then.`));
  parts.push(...sync.clashes.map((clash) => drawClash(desk, clash)));
  parts.push(...sync.refused.map((deed) => make("p", {}, make("strong", {}, "Refused: "), `${deed.label}${deed.detail ? `: ${deed.detail}` : ""}. ${deed.refused ?? ""} `, drawButton("Dismiss", () => void sync.dismiss(deed), { class: "quiet" }))));
  return parts;
}

/** Show two conflicting changes side by side. @param {Desk} desk @param {Clash} clash */
function drawClash(desk, clash) {
  const theirs = clash.rivals.flatMap((entry) => entry.steps.map((step) => describeStep(desk, step)));
  return make("div", { class: "clash" }, make("p", {}, make("strong", {}, "The same annotation was changed elsewhere. "), "Which one should be kept?"),
    make("div", {}, make("h3", {}, "Yours"), make("ul", {}, ...clash.deed.steps.map((step) => make("li", {}, describeStep(desk, step)))), drawButton("Keep mine", () => void desk.sync.decide(clash, true), { class: "main" })),
    make("div", {}, make("h3", {}, "The other"), make("ul", {}, ...theirs.map((text) => make("li", {}, text))), drawButton("Keep the other", () => void desk.sync.decide(clash, false))));
}

/** Describe a step in words. @param {Desk} desk @param {Step} step */
export function describeStep({ session, schema }, step) {
  /** @param {string} id */
  const name = (id) => {
    const mention = session.find(id);
    return mention ? `“${session.getWording(mention)}”` : "an annotation";
  };
  switch (step.do) {
    case "add-mention": return `mark ${schema.getTitle(step.mention.type)} “${session.getWording(step.mention)}”`;
    case "add-relation": return `${schema.getTitle(step.relation.type)}: ${name(step.relation.arg1)} – ${name(step.relation.arg2)}`;
    case "add-group": return `chain of ${step.group.members.map(name).join(", ")}`;
    case "add-note": return `remark: ${step.text}`;
    case "remove": return `remove ${name(step.id)}`;
    case "set-spans": return `${name(step.id)} becomes “${session.getWording({ id: "", type: "", spans: step.spans })}”`;
    case "set-type": return `${name(step.id)} is a ${schema.getTitle(step.type)}`;
    case "set-attribute": return `${step.name} of ${name(step.id)}: ${step.value ?? "none"}`;
    case "set-codes": return `code of ${name(step.id)}: ${step.codes.map((code) => code.code).join(", ") || "none"}`;
    case "set-members": return `chain of ${step.members.map(name).join(", ")}`;
    case "reject": return "reject a suggestion";
    case "restore": return "restore a suggestion";
  }
}
