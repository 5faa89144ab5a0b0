// Draws a report from the figures in the page. No network; everything is in this file.
export {};

/** @typedef {{type: string, spans: [number, number][], attributes?: Record<string, string>, codes?: string[]}} Mention */
/** @typedef {{type: string, members: string[]}} Link */
/** @typedef {{mentions: Record<string, Mention>, links: Record<string, Link>}} AnnotationSet */
/** @typedef {{id: string, type: string, text: string | null, sets: Record<string, AnnotationSet>}} Doc */
/** @typedef {{document: number, a: string[], b: string[], note?: string, chips?: string[]}} Place */

const report = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("figures")).textContent || "{}");
const STEP = 50;
const MARGIN = 70;
let current = 0;
/** @type {Place[]} */ let places = [];
let shown = STEP;

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children @returns {HTMLElement} */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param {string} id @returns {HTMLElement} */
const by = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @param {number | null | undefined} value */
const percent = (value) => (value === null || value === undefined ? "–" : (100 * value).toFixed(1));

/** A number that opens the places it counts. @param {string} text @param {string} title @param {() => Place[]} find */
function numberButton(text, title, find) {
  const button = make("button", { class: "num", type: "button", title: "show the places" }, text);
  button.addEventListener("click", () => openPlaces(title, find()));
  return button;
}

/** Strings are UTF-16 here, offsets are code points. @param {Doc} doc @returns {string[]} */
const characters = (doc) => {
  if (!cache.has(doc)) cache.set(doc, Array.from(doc.text || ""));
  return /** @type {string[]} */ (cache.get(doc));
};
/** @type {Map<Doc, string[]>} */
const cache = new Map();

/** @param {AnnotationSet | undefined} set @param {string[]} ids @returns {Mention[]} */
function mentionsOf(set, ids) {
  if (!set) return [];
  return ids.flatMap((id) => {
    if (set.mentions[id]) return [set.mentions[id]];
    const link = set.links[id];
    return link ? link.members.map((one) => set.mentions[one]).filter(Boolean) : [];
  });
}

/** The stretch of text around some mentions, with both sides marked. @param {Doc} doc @param {Mention[]} a @param {Mention[]} b */
function snippet(doc, a, b) {
  const spans = [...a, ...b].flatMap((mention) => mention.spans);
  const line = make("div", { class: "snippet" });
  if (doc.text === null || !spans.length) {
    line.append(spans.length ? spans.map(([s, e]) => `${s}–${e}`).join(", ") : "the whole document");
    return line;
  }
  const text = characters(doc);
  const from = Math.max(0, Math.min(...spans.map(([s]) => s)) - MARGIN);
  const to = Math.min(text.length, Math.max(...spans.map(([, e]) => e)) + MARGIN);
  const cuts = new Set([from, to]);
  for (const [s, e] of spans) cuts.add(s).add(e);
  const edges = [...cuts].filter((at) => at >= from && at <= to).sort((x, y) => x - y);
  if (from > 0) line.append("… ");
  for (let n = 0; n + 1 < edges.length; n += 1) {
    const [start, end] = [edges[n], edges[n + 1]];
    const classes = [...marks(a, "a", start, end), ...marks(b, "b", start, end)];
    const words = text.slice(start, end).join("").replace(/\s*\n\s*/g, " ⏎ ");
    line.append(classes.length ? make("span", { class: classes.join(" ") }, words) : words);
  }
  if (to < text.length) line.append(" …");
  return line;
}

/** @param {Mention[]} mentions @param {string} side @param {number} start @param {number} end @returns {string[]} */
function marks(mentions, side, start, end) {
  if (mentions.some((mention) => mention.spans.some(([s, e]) => s <= start && end <= e))) return [side];
  const inside = (/** @type {Mention} */ mention) =>
    mention.spans.length > 1 && mention.spans[0][0] <= start && end <= mention.spans[mention.spans.length - 1][1];
  return mentions.some(inside) ? [`gap-${side}`] : [];
}

/** @param {AnnotationSet | undefined} set @param {string[]} ids @param {string} side @param {string} name */
function chips(set, ids, side, name) {
  return ids.map((id) => {
    const mention = set && set.mentions[id];
    const link = set && set.links[id];
    const label = mention ? mention.type : link ? link.type : id;
    const more = mention ? [...Object.entries(mention.attributes || {}).map(([k, v]) => `${k}=${v}`), ...(mention.codes || [])] : [];
    return make("span", { class: `chip ${side}`, title: more.join(", ") }, `${name}: ${label}${more.length ? " …" : ""}`);
  });
}

/** @param {Place} place */
function drawPlace(place) {
  const doc = /** @type {Doc} */ (report.documents[place.document]);
  const pair = report.pairs[current];
  const [first, second] = [doc.sets[pair.first], doc.sets[pair.second]];
  const item = make("li", {}, make("div", { class: "doc" }, doc.id + (place.note ? ` · ${place.note}` : "")));
  item.append(snippet(doc, mentionsOf(first, place.a), mentionsOf(second, place.b)));
  item.append(...chips(first, place.a, "a", pair.first), ...chips(second, place.b, "b", pair.second));
  for (const text of place.chips || []) item.append(make("span", { class: "chip rule" }, text));
  return item;
}

/** @param {Place} place @param {string} wanted */
function fits(place, wanted) {
  if (!wanted) return true;
  const doc = /** @type {Doc} */ (report.documents[place.document]);
  const pair = report.pairs[current];
  const a = mentionsOf(doc.sets[pair.first], place.a);
  const b = mentionsOf(doc.sets[pair.second], place.b);
  const words = doc.text === null ? [] : [...a, ...b].flatMap((m) => m.spans.map(([s, e]) => characters(doc).slice(s, e).join("")));
  const all = [doc.id, place.note || "", ...(place.chips || []), ...a.map((m) => m.type), ...b.map((m) => m.type), ...words];
  return all.join(" ").toLowerCase().includes(wanted);
}

function drawPlaces() {
  const wanted = /** @type {HTMLInputElement} */ (by("filter")).value.trim().toLowerCase();
  const found = places.filter((place) => fits(place, wanted));
  by("panel-count").textContent = `${found.length.toLocaleString("en")} of ${places.length.toLocaleString("en")} places`;
  by("places").replaceChildren(...found.slice(0, shown).map(drawPlace));
  by("more").hidden = found.length <= shown;
}

/** @param {string} title @param {Place[]} found */
function openPlaces(title, found) {
  places = found;
  shown = STEP;
  /** @type {HTMLInputElement} */ (by("filter")).value = "";
  by("panel-title").textContent = title;
  by("panel").hidden = false;
  document.body.classList.add("open");
  drawPlaces();
  by("panel").scrollTop = 0;
}

function closePlaces() {
  by("panel").hidden = true;
  document.body.classList.remove("open");
}

/** @param {any} figure @param {string} group @param {string} [column] @returns {Place[]} */
function placesOf(figure, group, column) {
  const rows = group === "micro" || group === "macro" ? Object.values(figure.places) : [figure.places[group] || {}];
  return rows.flatMap((row) =>
    Object.entries(/** @type {Record<string, any[]>} */ (row))
      .filter(([name]) => !column || name === column)
      .flatMap(([name, list]) => list.map(([doc, a, b]) => ({ document: doc, a, b, note: figure.columns[name] || name }))),
  );
}

/** @param {any} figure */
function drawFigure(figure) {
  const rows = Object.entries(/** @type {Record<string, any>} */ (figure.result.rows)).sort(([x], [y]) => x.localeCompare(y));
  if (rows.length !== 1 && figure.result.micro) rows.push(["micro", figure.result.micro]);
  if (rows.length !== 1 && figure.result.macro) rows.push(["macro", figure.result.macro]);
  const counted = Object.keys(figure.columns).filter((name) => rows.some(([, row]) => name in row.counts));
  const head = make("tr", {}, make("th", {}, figure.groups));
  const sides = { a: report.pairs[current].first, b: report.pairs[current].second };
  for (const name of counted) head.append(make("th", { class: "n", title: figure.columns[name] }, sides[/** @type {"a" | "b"} */ (name)] || name));
  for (const name of figure.shown) head.append(make("th", { class: "n", title: figure.values[name] || "" }, name));
  head.append(make("th", {}, figure.shown[figure.shown.length - 1]));
  const body = rows.map(([group, row]) => drawRow(figure, group, row, counted));
  return make("section", {}, make("h2", {}, figure.title), make("details", {}, make("summary", {}, "definition"), make("p", {}, figure.definition)),
    make("div", { class: "scroll" }, make("table", {}, head, ...body)));
}

/** @param {any} figure @param {string} group @param {any} row @param {string[]} counted */
function drawRow(figure, group, row, counted) {
  const line = make("tr", {}, make("th", {}, group || "all"));
  for (const name of counted) {
    const number = row.counts[name];
    const cell = make("td", { class: "n" });
    if (number !== undefined) cell.append(numberButton(String(Math.round(number * 1000) / 1000), `${group || figure.title}: ${figure.columns[name]}`, () => placesOf(figure, group, name)));
    line.append(cell);
  }
  for (const name of figure.shown) {
    line.append(make("td", { class: "n" }, numberButton(percent(row.values[name]), `${group || figure.title}: ${name}`, () => placesOf(figure, group))));
  }
  line.append(make("td", {}, interval(row, figure.shown[figure.shown.length - 1])));
  return line;
}

/** @param {any} row @param {string} name */
function interval(row, name) {
  const value = row.values[name];
  const box = make("div", { class: "interval" });
  if (value === null || value === undefined) return box;
  box.append(make("i", { style: `width:${Math.max(0, 100 * value)}%` }));
  const bounds = (row.intervals || {})[name];
  if (bounds) {
    box.append(make("b", { style: `left:${100 * bounds[0]}%;width:${Math.max(0.5, 100 * (bounds[1] - bounds[0]))}%` }));
    box.title = `${percent(value)} (95 % interval ${percent(bounds[0])} to ${percent(bounds[1])})`;
  }
  return box;
}

/** A colour between little and much, the same in light and dark. @param {number | null} value */
const heat = (value) => (value === null || value === undefined ? "" : `background:hsl(var(--heat) 50% / ${(0.08 + 0.6 * Math.max(0, value)).toFixed(2)})`);

/** @param {any} view */
function drawMatrix(view) {
  const title = report.pairs[0].figures.find((/** @type {any} */ figure) => figure.metric === view.metric).title;
  const names = report.names;
  const head = make("tr", {}, make("th", {}), ...names.slice(0, -1).map((/** @type {string} */ name) => make("th", {}, name)));
  const rows = names.slice(1).map((/** @type {string} */ row, /** @type {number} */ n) => {
    const line = make("tr", {}, make("th", {}, row));
    for (const column of names.slice(0, n + 1)) {
      const at = report.pairs.findIndex((/** @type {any} */ pair) => pair.first === column && pair.second === row);
      const figure = report.pairs[at].figures.find((/** @type {any} */ one) => one.metric === view.metric);
      const rows = figure.result.rows;
      const whole = view.group ? rows[view.group] : figure.result.micro || Object.values(rows)[0];
      const value = whole ? whole.values[view.cell] : null;
      const text = percent(value) + (view.bracket && whole ? ` (${percent(whole.values[view.bracket])})` : "");
      const button = make("button", { class: "num", type: "button" }, text);
      button.addEventListener("click", () => choose(at));
      line.append(make("td", { class: "heat", style: heat(value) }, button));
    }
    return line;
  });
  const what = view.cell + (view.group ? `, ${view.group}` : "") + (view.bracket ? `, ${view.bracket} in brackets` : "");
  return make("section", {}, make("h2", {}, `${title}: ${what}`), make("div", { class: "scroll" }, make("table", {}, head, ...rows)));
}

/** @param {any} pair */
function drawDifferences(pair) {
  /** @type {Record<string, Place[]>} */ const classes = {};
  for (const found of pair.differences) {
    const name = found.classes.join("; ");
    (classes[name] = classes[name] || []).push({ document: found.document, a: found.a, b: found.b, note: found.kind, chips: [found.rule] });
  }
  const order = Object.entries(classes).sort(([x, a], [y, b]) => b.length - a.length || x.localeCompare(y));
  const most = order.length ? order[0][1].length : 1;
  const rows = order.map(([name, list]) =>
    make("tr", {}, make("th", {}, name), make("td", { class: "n" }, numberButton(String(list.length), name, () => list)),
      make("td", {}, make("div", { class: "interval" }, make("i", { style: `width:${(100 * list.length) / most}%` })))));
  return make("section", {}, make("h2", {}, "Differences"), make("table", {}, ...rows),
    order.length ? make("p", {}, "Each difference is sorted by a rule; the rule stands with each place.") : make("p", {}, "none"));
}

/** @param {any} pair */
function drawConfusion(pair) {
  const types = [...new Set(Object.entries(pair.confusion).flatMap(([one, row]) => [one, ...Object.keys(/** @type {any} */ (row))]))].sort((x, y) => Number(!x) - Number(!y) || x.localeCompare(y));
  const sizes = Object.values(pair.confusion).flatMap((row) => Object.values(/** @type {Record<string, any[]>} */ (row)).map((list) => list.length));
  const most = Math.max(1, ...sizes);
  const head = make("tr", {}, make("th", {}, `${pair.first} \\ ${pair.second}`), ...types.map((type) => make("th", {}, type || "(nothing)")));
  const rows = types.map((one) => make("tr", {}, make("th", {}, one || "(nothing)"), ...types.map((other) => {
    const list = (pair.confusion[one] || {})[other] || [];
    const cell = make("td", { class: "heat", style: list.length ? heat(Math.sqrt(list.length / most)) : "" });
    const title = `${one || "nothing"} / ${other || "nothing"}`;
    if (list.length) cell.append(numberButton(String(list.length), title, () => list.map((/** @type {any} */ [doc, a, b]) => ({ document: doc, a, b }))));
    return cell;
  })));
  return make("section", {}, make("h2", {}, "Types that met on the same words"), make("div", { class: "scroll" }, make("table", {}, head, ...rows)));
}

/** @param {number} at */
function choose(at) {
  current = at;
  closePlaces();
  const pair = report.pairs[at];
  const parts = report.names.length > 2 ? report.views.map(drawMatrix) : [];
  parts.push(make("h2", {}, `${pair.first} and ${pair.second}: ${pair.documents.toLocaleString("en")} documents`));
  parts.push(...pair.figures.map(drawFigure), drawDifferences(pair), drawConfusion(pair));
  by("main").replaceChildren(...parts);
  for (const [n, button] of [...by("pairs").children].entries()) button.setAttribute("aria-pressed", String(n === at));
}

function start() {
  const about = `${report.documents.length.toLocaleString("en")} documents · task ${report.task}${report.schema ? ` · schema ${report.schema}` : ""}`;
  by("about").textContent = about + (report.documents.some((/** @type {Doc} */ doc) => doc.text !== null) ? "" : " · without text");
  for (const notice of report.notices) by("about").after(make("p", { class: "notice" }, notice));
  if (report.pairs.length > 1) {
    for (const [n, pair] of report.pairs.entries()) {
      const button = make("button", { type: "button" }, `${pair.first} – ${pair.second}`);
      button.addEventListener("click", () => choose(n));
      by("pairs").append(button);
    }
  }
  by("close").addEventListener("click", closePlaces);
  by("filter").addEventListener("input", () => { shown = STEP; drawPlaces(); });
  by("more").addEventListener("click", () => { shown += STEP; drawPlaces(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") closePlaces(); });
  choose(0);
}

start();
