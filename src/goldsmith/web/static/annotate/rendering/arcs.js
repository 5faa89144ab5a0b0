// The relations of the selected mention, drawn between the lines and in the margin, never through
// the text. An end that is out of view is drawn as a stub with its wording and an arrow.

/** @import {Desk} from "../desk.js" */
/** @import {Mention, Relation} from "../model/types.js" */
import { make } from "../../dom.js";
import { isIdentity } from "../model/chains.js";

const SVG = "http://www.w3.org/2000/svg";
const GUTTER = 14, TRACK = 7, CORNER = 5, MOST = 40;

/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */

export class Arcs {
  /** @param {Desk} desk @param {HTMLElement} overlay */
  constructor(desk, overlay) {
    this.desk = desk;
    this.svg = /** @type {SVGSVGElement} */ (document.createElementNS(SVG, "svg"));
    this.svg.setAttribute("class", "arcs");
    this.svg.setAttribute("aria-hidden", "true");
    this.labels = make("div", { class: "arc-labels", "aria-hidden": "true" });
    this.above = make("div", { class: "stubs", "aria-hidden": "true" });
    this.below = make("div", { class: "stubs below", "aria-hidden": "true" });
    overlay.append(this.svg, this.labels, this.above, this.below);
  }

  /** Draw the arcs of the selected mention. */
  draw() {
    const { session } = this.desk, mention = session.selectedMention;
    const relations = mention ? session.annotations.listRelations(mention.id).filter((rel) => !isIdentity(session.schema, rel)).slice(0, MOST) : [];
    if (!mention || !relations.length) return this.clear();
    const origin = this.svg.getBoundingClientRect();
    const from = this.measure(mention, origin), paths = /** @type {Element[]} */ ([]);
    const labels = { near: /** @type {HTMLElement[]} */ ([]), up: /** @type {HTMLElement[]} */ ([]), down: /** @type {HTMLElement[]} */ ([]) };
    const view = this.desk.scroller.getBoundingClientRect();
    const visible = { top: view.top - origin.top, bottom: view.bottom - origin.top };
    for (const [index, rel] of relations.entries()) {
      const outward = rel.arg1 === mention.id;
      const end = session.annotations.mentions.get(outward ? rel.arg2 : rel.arg1);
      if (!end?.spans.length || !from) continue;
      const to = this.measure(end, origin);
      if (!to) continue;
      const style = session.schema.byName.get(end.type)?.style ?? 0;
      const far = to.bottom < visible.top + 8 ? "up" : to.top > visible.bottom - 8 ? "down" : "";
      const arc = far ? drawStub(from, far, index, visible) : drawArc(from, to, index);
      paths.push(makePath(arc.path, style));
      if (!far || !outward) paths.push(makeArrow(arc, outward, style));
      labels[far || "near"].push(this.makeLabel(rel, end, outward, arc, far));
    }
    this.svg.replaceChildren(...paths);
    this.labels.replaceChildren(...labels.near);
    this.above.style.top = `${visible.top}px`;
    this.below.style.top = `${visible.bottom}px`;
    this.above.replaceChildren(...labels.up);
    this.below.replaceChildren(...labels.down);
  }

  clear() {
    if (this.svg.firstChild) this.svg.replaceChildren();
    for (const box of [this.labels, this.above, this.below]) if (box.firstChild) box.replaceChildren();
  }

  /** @param {Mention} mention @param {DOMRect} origin @returns {Box | undefined} */
  measure(mention, origin) {
    const [start, end] = mention.spans[0];
    const rect = this.desk.lines.makeRange(start, end).getClientRects()[0];
    return rect && { left: rect.left - origin.left, right: rect.right - origin.left, top: rect.top - origin.top, bottom: rect.bottom - origin.top };
  }

  /** @param {Relation} rel @param {Mention} end @param {boolean} outward @param {Arc} arc @param {string} far */
  makeLabel(rel, end, outward, arc, far) {
    const { session } = this.desk, name = session.schema.getTitle(rel.type);
    const wording = far ? ` ${far === "up" ? "↑" : "↓"} ${session.getWording(end)}` : "";
    const label = make("button", { type: "button", class: "arc-label", tabindex: "-1" }, `${outward ? "" : "← "}${name}${wording}`);
    if (!far) Object.assign(label.style, { left: `${arc.label.x}px`, top: `${arc.label.y}px` });
    if (arc.label.beside) label.classList.add("beside");
    label.addEventListener("click", () => session.select(end.id));
    return label;
  }
}

/** @typedef {{path: string, label: {x: number, y: number, beside?: boolean}, tip: {x: number, y: number}, tail: {x: number, y: number}}} Arc */

/** Draw a path from one mention to another through the space above their lines. @param {Box} from @param {Box} to @param {number} index @returns {Arc} */
function drawArc(from, to, index) {
  const x1 = (from.left + from.right) / 2 + shift(index), x2 = (to.left + to.right) / 2;
  const y1 = from.top + 1, y2 = to.top + 1;
  const tip = { x: x2, y: y2 }, tail = { x: x1, y: y1 };
  if (Math.abs(from.top - to.top) < 4) {
    const y = y1 - 5 - (index % 3);
    const label = Math.abs(x1 - x2) > 110 ? { x: (x1 + x2) / 2, y } : { x: Math.max(x1, x2) + 8, y, beside: true };
    return { path: join([[x1, y1], [x1, y], [x2, y], [x2, y2]]), label, tip, tail };
  }
  const gutter = -GUTTER - (index % 6) * TRACK;
  const points = /** @type {[number, number][]} */ ([[x1, y1], [x1, y1 - 6], [gutter, y1 - 6], [gutter, y2 - 6], [x2, y2 - 6], [x2, y2]]);
  return { path: join(points), label: { x: x2 + 8, y: y2 - 6, beside: true }, tip, tail };
}

/** Draw a path to the margin and towards an end out of view. @param {Box} from @param {string} far @param {number} index @param {{top: number, bottom: number}} visible @returns {Arc} */
function drawStub(from, far, index, visible) {
  const x1 = (from.left + from.right) / 2 + shift(index), y1 = from.top + 1, gutter = -GUTTER - (index % 6) * TRACK;
  const y2 = far === "up" ? visible.top + 2 : visible.bottom - 2;
  return { path: join([[x1, y1], [x1, y1 - 6], [gutter, y1 - 6], [gutter, y2]]), label: { x: gutter, y: y2 }, tip: { x: gutter, y: y2 }, tail: { x: x1, y: y1 } };
}

/** @param {number} index */
const shift = (index) => ((index % 5) - 2) * 5;

/** Join points with lines that have rounded corners. @param {[number, number][]} points */
function join(points) {
  let path = `M${points[0]}`;
  for (let index = 1; index < points.length - 1; index += 1) {
    const [before, at, after] = [points[index - 1], points[index], points[index + 1]];
    const start = approach(at, before), end = approach(at, after);
    path += `L${start}Q${at} ${end}`;
  }
  return `${path}L${points[points.length - 1]}`;
}

/** Return the point between two points at which the rounded corner begins. @param {[number, number]} at @param {[number, number]} to */
function approach(at, to) {
  const distance = Math.hypot(to[0] - at[0], to[1] - at[1]) || 1, part = Math.min(CORNER, distance / 2) / distance;
  return [at[0] + (to[0] - at[0]) * part, at[1] + (to[1] - at[1]) * part];
}

/** @param {string} path @param {number} style */
function makePath(path, style) {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("d", path);
  element.style.setProperty("--colour", `var(--type-${style})`);
  return element;
}

/** Draw the arrow at the second argument. @param {Arc} arc @param {boolean} atTip @param {number} style */
function makeArrow(arc, atTip, style) {
  const { x, y } = atTip ? arc.tip : arc.tail;
  const arrow = document.createElementNS(SVG, "path");
  arrow.setAttribute("class", "tip");
  arrow.setAttribute("d", `M${x - 3.5} ${y - 5.5}L${x} ${y}L${x + 3.5} ${y - 5.5}Z`);
  arrow.style.setProperty("--colour", `var(--type-${style})`);
  return arrow;
}
