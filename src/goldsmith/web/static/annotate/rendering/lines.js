// The text of the note: an element for each line, in blocks that the browser lays out when they come
// into view. Text is drawn first and marks after it; a change draws only the runs that it touches.

/** @import {Session} from "../state/session.js" */
/** @import {Mention} from "../model/types.js" */
/** @import {Run, Text} from "../model/text.js" */
/** @import {Stroke} from "./styles.js" */
import { make } from "../../dom.js";
import { listGaps } from "../model/lanes.js";
import { getClass } from "./styles.js";

/** A text node of a run and the offset of its first UTF-16 unit in the run. @typedef {{at: number, node: globalThis.Text}} Piece */
/** A mention or a gap within a run, in UTF-16 units of the run. @typedef {{from: number, to: number, id: string, stroke: Stroke, mention: Mention}} Part */

const LINES_PER_BLOCK = 24;
/** A line with more runs is laid out run by run, so that a note without line breaks stays fast. */
const MOST_RUNS = 6;
/** How long marks are drawn before yielding to the browser, in milliseconds. */
const SLICE = 8;

export class LineView {
  /** @param {HTMLElement} root @param {Text} text */
  constructor(root, text) {
    this.root = root;
    this.text = text;
    /** The session whose marks are drawn; set by `attach`. @type {Session} */
    this.session;
    /** @type {HTMLElement[]} */
    this.elements = [];
    /** @type {Piece[][]} */
    this.pieces = [];
    /** The runs whose marks are not drawn yet. @type {Set<number>} */
    this.waiting = new Set();
    this.drawText();
  }

  /** Draw the marks of a session, and redraw changes. @param {Session} session */
  attach(session) {
    this.session = session;
    session.redrawn.listen((runs) => runs.forEach((run) => this.draw(run)));
    this.drawMarks();
  }

  /** Draw the text without marks. */
  drawText() {
    const blocks = [];
    let block = make("div", { class: "block" });
    for (const [line, first] of this.text.lines.entries()) {
      if (line % LINES_PER_BLOCK === 0) blocks.push((block = make("div", { class: "block" })));
      const until = this.text.lines[line + 1] ?? this.text.runs.length;
      const runs = this.text.runs.slice(first, until).map((run) => this.makeRun(run));
      block.append(make("div", { class: runs.length > MOST_RUNS ? "line long" : "line" }, ...runs));
    }
    this.root.replaceChildren(...blocks);
  }

  /** @param {Run} run */
  makeRun(run) {
    const node = document.createTextNode(this.text.source.slice(run.start16, run.end16));
    const element = make("span", { class: "run" }, node);
    element.dataset.run = String(run.index);
    this.elements[run.index] = element;
    this.pieces[run.index] = [{ at: 0, node }];
    this.waiting.add(run.index);
    return element;
  }

  /** Draw the marks: in view at once, the rest when the browser is idle. */
  drawMarks() {
    const { first, last } = this.listInView();
    for (let run = first; run <= last; run += 1) this.draw(run);
    this.drawRest();
  }

  drawRest() {
    const started = performance.now();
    for (const run of this.waiting) {
      if (performance.now() - started > SLICE) break;
      this.draw(run);
    }
    if (this.waiting.size) setTimeout(() => this.drawRest());
    else this.root.dataset.drawn = "yes";
  }

  /** Return the first and last run in view. @returns {{first: number, last: number}} */
  listInView() {
    const box = /** @type {HTMLElement} */ (this.root.parentElement).getBoundingClientRect();
    const blocks = /** @type {HTMLElement[]} */ ([...this.root.children]).filter((block) => {
      const { top, bottom } = block.getBoundingClientRect();
      return bottom > box.top && top < box.bottom;
    });
    const runs = blocks.flatMap((block) => [block.querySelector(".run"), [...block.querySelectorAll(".run")].at(-1)]).flatMap((run) => (run instanceof HTMLElement ? [Number(run.dataset.run)] : []));
    return { first: Math.min(...runs, this.elements.length), last: Math.max(...runs, -1) };
  }

  /** Redraw a run. @param {number} index */
  draw(index) {
    this.waiting.delete(index);
    const run = this.text.runs[index], parts = this.listParts(run);
    const source = this.text.source.slice(run.start16, run.end16);
    const cuts = [...new Set([0, source.length, ...parts.flatMap((part) => [part.from, part.to])])].sort((a, b) => a - b);
    parts.sort((first, second) => first.stroke.lane - second.stroke.lane);
    /** @type {Piece[]} */
    const pieces = [];
    const nodes = cuts.slice(0, -1).map((from, at) => {
      const node = document.createTextNode(source.slice(from, cuts[at + 1]));
      pieces.push({ at: from, node });
      const covering = parts.filter((part) => part.from <= from && part.to >= cuts[at + 1]);
      return covering.length ? this.makeMark(node, from, cuts[at + 1], covering) : node;
    });
    this.pieces[index] = pieces.length ? pieces : [{ at: 0, node: document.createTextNode("") }];
    this.elements[index].replaceChildren(...(nodes.length ? nodes : [this.pieces[index][0].node]));
  }

  /** @param {globalThis.Text} node @param {number} from @param {number} to @param {Part[]} parts */
  makeMark(node, from, to, parts) {
    const mark = document.createElement("span");
    mark.className = `mark ${getClass(parts.map(({ stroke, ...part }) => ({
      style: stroke.style, lane: stroke.lane, kind: stroke.kind, first: stroke.first && part.from === from, last: stroke.last && part.to === to,
    })))}`;
    const starting = parts.filter((part) => part.from === from && part.stroke.first);
    if (starting.length) this.describe(mark, starting);
    const ending = parts.find((part) => part.to === to && part.stroke.last && part.stroke.kind === "mark");
    const count = ending ? this.countLinks(ending.mention) : 0;
    if (count) mark.dataset.links = String(count);
    mark.append(node);
    return mark;
  }

  /** Describe the mentions that start here, for screen readers and as letters on demand. @param {HTMLElement} mark @param {Part[]} parts */
  describe(mark, parts) {
    const types = parts.map((part) => this.session.schema.byName.get(part.mention.type));
    mark.dataset.letters = types.map((type) => type?.letter.toUpperCase() ?? "?").join("");
    mark.dataset.style = String(parts[0].stroke.style);
    mark.setAttribute("role", "mark");
    mark.setAttribute("aria-description", parts.map((part, at) => `${part.stroke.kind === "suggestion" ? "suggested " : ""}${types[at]?.title ?? part.mention.type}`).join(", "));
  }

  /** @param {Mention} mention */
  countLinks(mention) {
    return this.session.annotations.hanging.get(mention.id)?.size ?? 0;
  }

  /** Return the mentions, gaps and suggestions within a run. @param {Run} run @returns {Part[]} */
  listParts(run) {
    const { annotations, suggestions } = this.session;
    return [
      ...annotations.listInRun(run.index).flatMap((mention) => this.cut(run, mention, "mark")),
      ...(suggestions.layer.mentions.size ? suggestions.layer.listInRun(run.index).flatMap((mention) => this.cut(run, mention, "suggestion")) : []),
    ];
  }

  /** @param {Run} run @param {Mention} mention @param {"mark" | "suggestion"} kind @returns {Part[]} */
  cut(run, mention, kind) {
    const style = this.session.schema.byName.get(mention.type)?.style ?? 0, lane = this.session.lanes.get(mention.id);
    /** @param {[number, number]} span @param {Stroke["kind"]} as @returns {Part[]} */
    const clip = ([start, end], as) => {
      if (end <= run.start || start >= run.end) return [];
      const stroke = { style, lane, kind: as, first: as !== "gap" && start >= run.start, last: as !== "gap" && end <= run.end };
      return [{ from: this.text.toUtf16(Math.max(start, run.start)) - run.start16, to: this.text.toUtf16(Math.min(end, run.end)) - run.start16, id: mention.id, stroke, mention }];
    };
    return [...mention.spans.flatMap((span) => clip(span, kind)), ...listGaps(mention).flatMap((gap) => clip(gap, "gap"))];
  }

  // Positions in the page

  /** Return a range of the page for a range of the text. @param {number} start @param {number} end @returns {globalThis.Range} */
  makeRange(start, end) {
    const range = document.createRange();
    const [first, from] = this.findNode(start, false), [last, to] = this.findNode(end, true);
    range.setStart(first, from);
    range.setEnd(last, to);
    return range;
  }

  /** @param {number} offset @param {boolean} isEnd @returns {[globalThis.Text, number]} */
  findNode(offset, isEnd) {
    const run = this.text.runAt(isEnd && offset > 0 ? offset - 1 : offset);
    const at = Math.min(this.text.toUtf16(offset), run.end16) - run.start16;
    const piece = this.pieces[run.index].findLast((entry) => (isEnd ? entry.at < at : entry.at <= at)) ?? this.pieces[run.index][0];
    return [piece.node, Math.min(at - piece.at, piece.node.length)];
  }

  /** Return the text offset of a position in the page. @param {Node} node @param {number} offset @returns {number | undefined} */
  findOffset(node, offset) {
    const element = node instanceof Element ? node : node.parentElement;
    const holder = element?.closest(".run") ?? (element instanceof Element ? this.findRunBeside(element, offset) : null);
    if (!(holder instanceof HTMLElement) || !this.root.contains(holder)) return undefined;
    const run = this.text.runs[Number(holder.dataset.run)];
    const piece = this.pieces[run.index].find((entry) => entry.node === node);
    if (piece) return this.text.fromUtf16(run.start16 + piece.at + offset);
    return offset === 0 ? run.start : run.end;
  }

  /** @param {Element} element @param {number} offset */
  findRunBeside(element, offset) {
    const child = element.childNodes[Math.min(offset, element.childNodes.length - 1)];
    return child instanceof Element ? (child.matches(".run") ? child : child.querySelector(".run")) : null;
  }

  /** Return the text offset at a point of the window. @param {number} x @param {number} y @returns {number | undefined} */
  findOffsetAt(x, y) {
    const place = document.caretPositionFromPoint?.(x, y);
    return place ? this.findOffset(place.offsetNode, place.offset) : undefined;
  }
}
