import { all, element, make } from "../dom.js";
import { chooseTicks, formatDay } from "./axis.js";
import { findEdges, layOut, splitLanes } from "./lanes.js";
import { showNote } from "./source.js";

// The timeline of a patient: lanes by kind, zoom, filter, and the sources of each event.

/** @typedef {import("./lanes.js").Entry} Entry */
const SVG = "http://www.w3.org/2000/svg";
const ROW = 20, BAR = 14, HEAD = 30, GUTTER = 118, LANE_PAD = 8;
// On a narrow screen the name of a lane is above it, not next to it.
const NARROW = 640, LANE_HEAD = 20;
// A sheet of A4, landscape: the width of the drawing, and the rows that fit on it.
const SHEET_WIDTH = 1000, SHEET_ROWS = 27;
const KINDS = ["problem", "procedure", "drug", "investigation", "locus"];
const TITLES = /** @type {Record<string, string>} */ ({ problem: "Problems", procedure: "Procedures", drug: "Drugs", investigation: "Investigations", locus: "Places" });
const BASES = /** @type {Record<string, string>} */ ({ link: "temporal link", record: "record", value: "time in the sentence", document: "date of the note", none: "no date" });

const data = JSON.parse(element("timeline-data").textContent ?? "{}");
/** @type {Entry[]} */
const entries = data.events;
const byId = new Map(entries.map((entry) => [entry.id, entry]));
const haystacks = new Map(entries.map((entry) => [entry.id, [entry.name, ...entry.codes, ...Object.values(entry.details)].join(" ").toLowerCase()]));
const chart = element("chart");
const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
pen.font = `600 11.5px ${getComputedStyle(chart).fontFamily}`; // as in timeline.css
/** @type {Map<string, number>} */
const labelWidths = new Map();
const view = { from: 0, to: 1, whole: [0, 1], selected: "", order: /** @type {string[]} */ ([]), gutter: GUTTER };

/** @param {Entry} entry */
const isOwn = (entry) => entry.assertion === "affirmed" || entry.assertion === "uncertain";

function listMatching() {
  const group = /** @type {HTMLSelectElement} */ (element("assertion")).value;
  const words = /** @type {HTMLInputElement} */ (element("filter")).value.toLowerCase().split(/\s+/).filter(Boolean);
  const kinds = new Set(all("#kinds input:checked").map((box) => /** @type {HTMLInputElement} */ (box).value));
  return entries.filter((entry) => kinds.has(entry.kind) && (group === "own" ? isOwn(entry) && !entry.vague : group === "all" ? isOwn(entry) : entry.assertion === group)
    && words.every((word) => haystacks.get(entry.id)?.includes(word)));
}

/** Events without an extent (absent, planned) are placed on the days of their notes. @param {Entry} entry @returns {Entry[]} */
function place(entry) {
  if (isOwn(entry)) return findEdges(entry) ? [entry] : [];
  const days = [...new Set(entry.evidence.map((item) => item[1]).filter((day) => day !== null))];
  return days.map((day) => ({ ...entry, kind: entry.kind, start: [day, day], end: [day, day] }));
}

/** @param {string} tag @param {Record<string, string | number>} attributes @param {string} [text] */
function draw(tag, attributes, text) {
  const node = document.createElementNS(SVG, tag);
  for (const name in attributes) node.setAttribute(name, String(attributes[name]));
  if (text) node.textContent = text;
  return node;
}

function render() {
  const matching = listMatching();
  view.gutter = chart.clientWidth < NARROW ? 0 : GUTTER;
  chart.replaceChildren(...drawPages(matching, Math.max(getRoom() - view.gutter, 200), Infinity));
  element("shown").textContent = `${matching.length.toLocaleString("en")} of ${entries.length.toLocaleString("en")}`;
  renderUndated(matching);
}

/** The width inside the padding of the chart. */
function getRoom() {
  const style = getComputedStyle(chart);
  return chart.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
}

/** The lanes as one drawing, or as several of at most this many rows. @param {Entry[]} matching @param {number} width @param {number} rows */
function drawPages(matching, width, rows) {
  const toX = (/** @type {number} */ day) => ((day - view.from) / (view.to - view.from)) * width;
  const lanes = layOut(matching.flatMap(place), KINDS, toX, measureLabel, width).filter((lane) => lane.bars.length);
  view.order = [];
  return splitLanes(lanes, rows).map((page, number) => drawLanes(page, toX, width, `plot-${number}`));
}

/** The width of a label, in the bold letters used inside a bar. @param {string} name */
function measureLabel(name) {
  const width = labelWidths.get(name) ?? pen.measureText(name).width;
  labelWidths.set(name, width);
  return width;
}

/** @param {import("./lanes.js").Lane[]} lanes @param {(day: number) => number} toX @param {number} width @param {string} clip */
function drawLanes(lanes, toX, width, clip) {
  const laneHead = view.gutter ? 0 : LANE_HEAD;
  const height = HEAD + lanes.reduce((sum, lane) => sum + lane.rows * ROW + 2 * LANE_PAD + laneHead, 0) + 4;
  const svg = draw("svg", { width: width + view.gutter, height, viewBox: `0 0 ${width + view.gutter} ${height}` });
  svg.append(makeDefinitions(width, height, clip));
  const area = draw("g", { transform: `translate(${view.gutter} 0)`, "clip-path": `url(#${clip})` });
  drawAxis(area, toX, width, height);
  let top = HEAD;
  for (const lane of lanes) {
    const name = TITLES[lane.kind], line = top + LANE_PAD + 14;
    const count = laneHead ? { x: name.length * 7.6 + 6, y: line } : { x: 0, y: line + 15 };
    svg.append(draw("line", { x1: 0, x2: width + view.gutter, y1: top, y2: top, class: "lane-line" }), draw("text", { x: 0, y: line, class: "lane-title" }, name),
      draw("text", { ...count, class: "lane-count" }, `${lane.bars.length}`));
    top += laneHead;
    for (const bar of lane.bars) area.append(drawBar(bar, top + LANE_PAD + bar.row * ROW));
    top += lane.rows * ROW + 2 * LANE_PAD;
  }
  svg.append(area);
  return svg;
}

/** @param {number} width @param {number} height @param {string} clip */
function makeDefinitions(width, height, clip) {
  const definitions = draw("defs", {});
  const path = draw("clipPath", { id: clip });
  path.append(draw("rect", { x: 0, y: 0, width, height }));
  definitions.append(path);
  for (const kind of KINDS) {
    for (const [name, first, last] of /** @type {[string, number, number][]} */ ([["in", 0, 1], ["out", 1, 0]])) {
      const gradient = draw("linearGradient", { id: `${kind}-${name}`, class: kind });
      gradient.append(draw("stop", { offset: 0, class: "stop", "stop-opacity": first }), draw("stop", { offset: 1, class: "stop", "stop-opacity": last }));
      definitions.append(gradient);
    }
  }
  return definitions;
}

/** @param {Element} area @param {(day: number) => number} toX @param {number} width @param {number} height */
function drawAxis(area, toX, width, height) {
  for (const tick of chooseTicks(view.from, view.to, width)) {
    const x = toX(tick.day);
    area.append(draw("line", { x1: x, x2: x, y1: 20, y2: height, class: tick.isMajor ? "tick major" : "tick" }), draw("text", { x: x + 3, y: 15, class: tick.isMajor ? "tick-label major" : "tick-label" }, tick.label));
  }
  if (data.last !== null) {
    const x = toX(data.last);
    area.append(draw("line", { x1: x, x2: x, y1: 20, y2: height, class: "last" }));
  }
}

/** @param {import("./lanes.js").Bar} bar @param {number} top */
function drawBar(bar, top) {
  const { entry, x: [a, b, c, d] } = bar;
  const group = draw("g", { class: `bar ${entry.kind}${entry.id === view.selected ? " selected" : ""}${entry.assertion === "uncertain" ? " doubtful" : ""}`, "data-id": entry.id, role: "button", "aria-label": `${entry.name}, ${entry.when}` });
  view.order.push(entry.id);
  if (b - a > 0.5) group.append(draw("rect", { x: a, y: top + 3, width: b - a, height: BAR, fill: `url(#${entry.kind}-in)` }));
  if (d - c > 0.5) group.append(draw("rect", { x: c, y: top + 3, width: d - c, height: BAR, fill: `url(#${entry.kind}-out)` }));
  group.append(draw("rect", { x: b, y: top + 3, width: c - b, height: BAR, class: "core" }));
  if (bar.label) group.append(draw("text", { x: bar.inside ? Math.max(b, 0) + 4 : bar.before ? a - 4 : d + 4, y: top + 14, class: bar.inside ? "label inside" : "label", "text-anchor": bar.before ? "end" : "start" }, entry.name));
  else group.append(draw("title", {}, `${entry.name}, ${entry.when}`));
  return group;
}

/** @param {Entry[]} matching */
function renderUndated(matching) {
  const undated = matching.filter((entry) => isOwn(entry) && !findEdges(entry));
  element("undated-section").hidden = !undated.length;
  element("undated").replaceChildren(...undated.map((entry) => make("button", { type: "button", class: `chip ${entry.kind}`, "data-id": entry.id }, `${entry.details.side && entry.details.side !== "both" ? `${entry.details.side} ` : ""}${entry.name}`)));
}

/** @param {string} id */
function select(id) {
  view.selected = id;
  for (const bar of all(".bar", chart)) bar.classList.toggle("selected", bar.dataset.id === id);
  const entry = byId.get(id);
  const panel = element("event");
  const width = chart.clientWidth;
  panel.hidden = !entry;
  if (chart.clientWidth !== width) render(); // the panel takes some of the width
  if (!entry) return;
  const close = make("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
  close.addEventListener("click", () => select(""));
  const facts = make("dl", {});
  const add = (/** @type {string} */ label, /** @type {string} */ value) => value && facts.append(make("div", {}, make("dt", {}, label), make("dd", {}, value)));
  add("When", entry.when);
  add("Says", entry.assertion === "affirmed" ? "" : entry.assertion);
  add("Status", entry.status.map(([status, from, to]) => `${status}${to ?? from ? ` ${to === from ? "from" : "by"} ${formatDay(/** @type {number} */ (to ?? from))}` : ""}`).join(", then "));
  for (const [name, value] of Object.entries(entry.details)) add(name[0].toUpperCase() + name.slice(1), value);
  add("Codes", entry.codes.join(", "));
  add("Confidence", entry.confidence.toFixed(2));
  panel.replaceChildren(make("div", { class: "event-top" }, make("h3", {}, entry.name), close), make("p", { class: "event-kind" }, TITLES[entry.kind].replace(/s$/, "")), facts, ...makeLinks(id), ...makeConflicts(id),
    make("h4", {}, `${entry.evidence.length} ${entry.evidence.length === 1 ? "source" : "sources"}`), make("ul", { class: "sources" }, ...entry.evidence.map(makeSource)));
}

/** @param {string} id @returns {Node[]} */
function makeLinks(id) {
  const links = data.links.filter((/** @type {string[]} */ link) => link[1] === id || link[2] === id);
  if (!links.length) return [];
  return [make("ul", { class: "links" }, ...links.slice(0, 30).map((/** @type {string[]} */ [type, first, second]) => {
    const other = /** @type {Entry} */ (byId.get(first === id ? second : first));
    const words = type.replace("_", " ");
    return make("li", {}, first === id ? `${words} ` : "", make("button", { type: "button", class: "link", "data-id": other.id }, other.name), first === id ? "" : ` ${words} it`);
  }))];
}

/** @param {string} id @returns {Node[]} */
function makeConflicts(id) {
  return data.conflicts.filter((/** @type {{events: string[]}} */ conflict) => conflict.events.includes(id)).map((/** @type {{message: string}} */ conflict) => make("p", { class: "warning" }, conflict.message));
}

/** @param {Entry["evidence"][0]} evidence */
function makeSource([name, day, spans, table, row, basis]) {
  const when = day === null ? "no date" : formatDay(day);
  if (table) return make("li", {}, make("span", { class: "source-name" }, `Record: ${table}, row ${row + 1}`), make("span", {}, `${when} · ${BASES[basis]}`));
  const note = data.documents[name] ?? { day, text: "" };
  const open = make("button", { type: "button", class: "link" }, name);
  open.addEventListener("click", () => showNote(name, note, spans));
  return make("li", {}, open, make("span", {}, `${when} · ${BASES[basis]}`), makeContext(note.text, spans));
}

/** The words around a mention. @param {string} text @param {number[][]} spans */
function makeContext(text, spans) {
  if (!text || !spans.length) return "";
  const points = /[\ud800-\udbff]/.test(text) ? [...text] : [...text.slice(0, spans[0][1] + 80)];
  const [from, to] = spans[0];
  const cut = (/** @type {number} */ a, /** @type {number} */ b) => points.slice(Math.max(a, 0), b).join("").replace(/\s+/g, " ");
  return make("q", {}, `${from > 40 ? "…" : ""}${cut(from - 40, from)}`, make("mark", {}, cut(from, to)), `${cut(to, to + 40)}…`);
}

/** @param {number} factor @param {number} [middle] */
function zoom(factor, middle = (view.from + view.to) / 2) {
  const span = Math.max((view.to - view.from) * factor, 10);
  const share = (middle - view.from) / (view.to - view.from);
  setView(middle - span * share, middle + span * (1 - share));
}

/** @param {number} from @param {number} to */
function setView(from, to) {
  const [first, last] = view.whole;
  const span = Math.min(to - from, last - first);
  view.from = Math.min(Math.max(from, first), last - span);
  view.to = view.from + span;
  render();
}

/** @param {number} share */
const pan = (share) => setView(view.from + (view.to - view.from) * share, view.to + (view.to - view.from) * share);

/** @param {number} step */
function move(step) {
  const at = view.order.indexOf(view.selected);
  const next = view.order[Math.min(Math.max(at + step, 0), view.order.length - 1)];
  if (next) select(next);
  all(".bar.selected", chart)[0]?.scrollIntoView({ block: "nearest" });
}

const KEYS = /** @type {Record<string, () => void>} */ ({
  "+": () => zoom(0.6), "=": () => zoom(0.6), "-": () => zoom(1 / 0.6), ArrowLeft: () => pan(-0.2), ArrowRight: () => pan(0.2), ArrowDown: () => move(1), ArrowUp: () => move(-1),
  0: () => setView(view.whole[0], view.whole[1]), Escape: () => select(""), Enter: () => all(".sources button")[0]?.click(), "/": () => element("filter").focus(),
});

function findWhole() {
  const days = entries.filter(isOwn).flatMap((entry) => findEdges(entry)?.days ?? []);
  for (const name in data.documents) if (data.documents[name].day !== null) days.push(data.documents[name].day);
  if (!days.length) return [0, 365];
  const notes = Object.values(data.documents).map((note) => note.day).filter((day) => day !== null);
  let first = days.reduce((a, b) => Math.min(a, b)), last = days.reduce((a, b) => Math.max(a, b));
  const margin = Math.max((last - first) * 0.03, 20);
  first -= margin;
  last += margin;
  const begin = notes.length ? notes.reduce((a, b) => Math.min(a, b)) - 300 : first;
  view.from = Math.max(first, begin);
  view.to = last;
  return [first, last];
}

function fill() {
  element("kinds").append(...KINDS.filter((kind) => entries.some((entry) => entry.kind === kind)).map((kind) => make("label", { class: kind }, Object.assign(make("input", { type: "checkbox", value: kind }), { checked: true }), TITLES[kind])));
  element("conflict-section").hidden = !data.conflicts.length;
  element("conflicts").append(...data.conflicts.map((/** @type {{message: string, events: string[], kind: string}} */ conflict) => make("li", {}, make("span", { class: "tag" }, conflict.kind.replace("_", " ")), conflict.message, ...conflict.events.map((id) => make("button", { type: "button", class: "link", "data-id": id }, "show")))));
  element("summary").append(...data.sentences.map((/** @type {{text: string, events: string[]}} */ sentence) => make("li", {}, sentence.text, ...sentence.events.map((id) => make("button", { type: "button", class: "link", "data-id": id }, "sources")))));
}

function connect() {
  document.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target).closest("[data-id]");
    if (target) select(/** @type {HTMLElement} */ (target).dataset.id ?? "");
    if (target?.closest(".statements, .chips")) element("timeline").scrollIntoView();
  });
  for (const id of ["filter", "assertion", "kinds"]) element(id).addEventListener("input", render);
  const buttons = /** @type {Record<string, () => void>} */ ({ in: KEYS["+"], out: KEYS["-"], earlier: () => pan(-0.4), later: () => pan(0.4), whole: KEYS[0] });
  for (const id in buttons) element(id).addEventListener("click", buttons[id]);
  document.addEventListener("keydown", (event) => {
    if (/INPUT|SELECT|TEXTAREA/.test(/** @type {Element} */ (event.target).tagName) || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" && /** @type {Element} */ (event.target).tagName === "BUTTON") return;
    const act = KEYS[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  chart.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    const share = (event.offsetX - view.gutter) / Math.max(chart.clientWidth - view.gutter, 1);
    zoom(event.deltaY > 0 ? 1.25 : 0.8, view.from + share * (view.to - view.from));
  }, { passive: false });
  let dragged = /** @type {number | null} */ (null);
  chart.addEventListener("pointerdown", (event) => { dragged = event.clientX; });
  chart.addEventListener("pointermove", (event) => {
    if (dragged === null || !event.buttons || Math.abs(event.clientX - dragged) < 4) return;
    pan((dragged - event.clientX) / Math.max(chart.clientWidth - view.gutter, 1));
    dragged = event.clientX;
  });
  addEventListener("pointerup", () => { dragged = null; });
  addEventListener("resize", () => { if (!sheet.isFilled) render(); });
  addEventListener("beforeprint", fillSheets);
  addEventListener("afterprint", emptySheets);
}

/** For printing: the whole history in drawings that fit a sheet, and a list of its events with their sources. */
function fillSheets() {
  Object.assign(sheet, { from: view.from, to: view.to, isFilled: true });
  [view.from, view.to] = view.whole;
  view.gutter = GUTTER;
  const matching = listMatching();
  chart.replaceChildren(...drawPages(matching, SHEET_WIDTH - GUTTER, SHEET_ROWS));
  element("event-list").replaceChildren(...matching.map((entry) => make("tr", { class: entry.kind }, make("td", {}, entry.name), make("td", {}, TITLES[entry.kind].replace(/s$/, "").toLowerCase()),
    make("td", {}, entry.when), make("td", {}, Object.entries(entry.details).map(([name, value]) => `${name} ${value}`).join(", ")), make("td", {}, listSources(entry)))));
}

// The view before printing.
const sheet = { from: 0, to: 1, isFilled: false };

function emptySheets() {
  sheet.isFilled = false;
  element("event-list").replaceChildren();
  setView(sheet.from, sheet.to);
}

/** The notes and rows of the record that support an event, each once. @param {Entry} entry */
function listSources(entry) {
  return [...new Set(entry.evidence.map(([name, day, , table, row]) => `${table ? `record: ${table}, row ${row + 1}` : name}${day === null ? "" : ` (${formatDay(day)})`}`))].join("; ");
}

const started = performance.now();
view.whole = findWhole();
fill();
connect();
render();
chart.dataset.drawn = String(Math.round(performance.now() - started));
