// Behaviour of every page: sort tables, download them, follow links into hidden parts, and open
// the places that a number in an agreement report counts. Needs no network and no other script.
import { all, element, make } from "./dom.js";

/** @typedef {{type: string, spans: [number, number][], attributes?: Record<string, string>, codes?: string[]}} Mention */
/** @typedef {{type: string, members: string[]}} Link */
/** @typedef {{mentions: Record<string, Mention>, links: Record<string, Link>}} AnnotationSet */
/** @typedef {{id: string, type: string, slice: string, text: string | null, sets: Record<string, AnnotationSet>}} Doc */
/** A document, ids in two sets, and the number of the pair of sets if the figure covers several. @typedef {[number, string[], string[], number?]} Spot */
/** @typedef {{columns: Record<string, string>, places: Record<string, Record<string, Spot[]>>}} Figure */
/** @typedef {{document: number, classes: string[], kind: string, rule: string, a: string[], b: string[]}} Difference */
/** @typedef {{first: string, second: string, figures: Figure[], differences: Difference[], confusion: Record<string, Record<string, Spot[]>>}} Pair */
/** @typedef {{documents: Doc[], pairs: Pair[]}} Report */
/** @typedef {{document: number, a: string[], b: string[], pair?: number, note?: string, rule?: string}} Place */

// Tables

/** Compare two cells: numbers by value, text by locale, empty cells last.
 * @param {HTMLTableCellElement} first @param {HTMLTableCellElement} second @param {number} direction */
function compareCells(first, second, direction) {
  const [a, b] = [first, second].map((cell) => (cell.textContent || "").trim());
  const empty = Number(!a || a === "–") - Number(!b || b === "–");
  if (empty) return empty;
  const [x, y] = [first, second].map((cell) => Number(cell.dataset.value ?? NaN));
  if (!Number.isNaN(x) && !Number.isNaN(y)) return direction * (x - y);
  return direction * a.localeCompare(b, "en", { numeric: true });
}

/** Sort a table by a column; numbers start with the largest. @param {HTMLTableCellElement} header */
function sortTable(header) {
  const table = /** @type {HTMLTableElement} */ (header.closest("table"));
  const state = header.getAttribute("aria-sort");
  const ascending = state === "none" ? !header.matches(".n, .bar") : state === "descending";
  for (const cell of all("thead th[aria-sort]", table)) cell.setAttribute("aria-sort", "none");
  header.setAttribute("aria-sort", ascending ? "ascending" : "descending");
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((a, b) => compareCells(a.cells[header.cellIndex], b.cells[header.cellIndex], ascending ? 1 : -1));
  body.append(...rows);
}

/** Quote a value for CSV. A spreadsheet must not run text that begins like a formula. @param {string} text */
function quote(text) {
  const safe = /^[=+\-@]/.test(text) && Number.isNaN(Number(text.replace(/[%,\s]/g, ""))) ? `'${text}` : text;
  return /[",\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @param {HTMLElement} container */
function downloadTable(container) {
  const rows = all("tr", container).map((row) =>
    [.../** @type {HTMLTableRowElement} */ (row).cells].flatMap((cell) => [quote((cell.textContent || "").trim().replace(/\s+/g, " ")), ...Array(cell.colSpan - 1).fill("")]).join(","));
  const address = URL.createObjectURL(new Blob([rows.join("\r\n") + "\r\n"], { type: "text/csv;charset=utf-8" }));
  make("a", { href: address, download: `${container.id || "table"}.csv` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** Let the keyboard scroll a table that is wider than its container. */
function markScrolling() {
  for (const box of all(".scroll")) {
    const wide = box.scrollWidth > box.clientWidth + 1;
    box.classList.toggle("wide", wide);
    if (!wide) for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
    else {
      const caption = box.querySelector("caption, svg > title");
      for (const [name, value] of Object.entries({ tabindex: "0", role: "region", "aria-label": (caption && caption.textContent) || "Table" })) box.setAttribute(name, value);
    }
  }
}

function startTables() {
  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const header = target.closest("button.sort") && target.closest("th");
    if (header) sortTable(/** @type {HTMLTableCellElement} */ (header));
    const csv = target.closest("button.csv");
    if (csv) downloadTable(/** @type {HTMLElement} */ (csv.closest(".table")));
  });
  addEventListener("resize", markScrolling);
  markScrolling();
}

// Agreement report

const STEP = 50;
const CONTEXT = 70;

/** Start the part of a page that opens the places of its numbers. @param {Report} report */
function startReport(report) {
  const panel = element("panel");
  const filter = /** @type {HTMLInputElement} */ (element("filter"));
  /** @type {Map<Doc, string[]>} */ const cache = new Map();
  /** @type {HTMLElement | null} */ let opener = null;
  /** @type {Place[]} */ let places = [];
  let current = 0;
  let limit = STEP;

  /** Split a text into characters: offsets are code points, strings are UTF-16. @param {Doc} doc */
  function characters(doc) {
    const text = cache.get(doc) || Array.from(doc.text || "");
    cache.set(doc, text);
    return text;
  }

  /** @param {AnnotationSet | undefined} set @param {string[]} ids @returns {Mention[]} */
  function findMentions(set, ids) {
    if (!set) return [];
    return ids.flatMap((id) => {
      if (set.mentions[id]) return [set.mentions[id]];
      const link = set.links[id];
      return link ? link.members.map((member) => set.mentions[member]).filter(Boolean) : [];
    });
  }

  /** Find what a number counts. @param {DOMStringMap} data @returns {Place[]} */
  function findPlaces(data) {
    const pair = report.pairs[Number(data.pair)];
    if (data.difference !== undefined) {
      const matches = pair.differences.filter((difference) => difference.classes.join("; ") === data.difference);
      return matches.map(({ document, a, b, kind, rule }) => ({ document, a, b, note: kind, rule }));
    }
    if (data.second !== undefined) {
      return pair.confusion[data.first || ""][data.second].map(([doc, a, b]) => ({ document: doc, a, b }));
    }
    const figure = pair.figures[Number(data.figure)];
    const rows = data.group === undefined ? Object.values(figure.places) : [figure.places[data.group] || {}];
    const counted = rows.flatMap((row) => Object.entries(row)
      .filter(([column]) => data.column === undefined || column === data.column)
      .flatMap(([column, spots]) => spots.map(([doc, a, b, pair]) => ({ document: doc, a, b, pair, note: figure.columns[column] || column }))));
    return data.slice === undefined ? counted : counted.filter((place) => report.documents[place.document].slice === data.slice);
  }

  /** Return the pair of sets of a place. @param {Place} [place] */
  const findPair = (place) => report.pairs[(place && place.pair) ?? current];

  /** Return the classes of a stretch of text: inside a mention of one side, or in a gap of one.
   * @param {Mention[]} mentions @param {string} side @param {number} start @param {number} end @returns {string[]} */
  function findMarks(mentions, side, start, end) {
    if (mentions.some((mention) => mention.spans.some(([from, to]) => from <= start && end <= to))) return [side];
    const within = mentions.some(({ spans }) => spans.length > 1 && spans[0][0] <= start && end <= spans[spans.length - 1][1]);
    return within ? [`gap-${side}`] : [];
  }

  /** Draw a part of a text with the mentions of two sets marked.
   * @param {HTMLElement} box @param {Doc} doc @param {Mention[]} a @param {Mention[]} b @param {number} from @param {number} to @param {Mention[]} [here] */
  function drawText(box, doc, a, b, from, to, here) {
    const text = characters(doc);
    const cuts = new Set([from, to, ...[...a, ...b].flatMap((mention) => mention.spans.flat())]);
    const edges = [...cuts].filter((offset) => offset >= from && offset <= to).sort((x, y) => x - y);
    for (let index = 0; index + 1 < edges.length; index += 1) {
      const [start, end] = [edges[index], edges[index + 1]];
      const classes = [...findMarks(a, "a", start, end), ...findMarks(b, "b", start, end)];
      if (here && findMarks(here, "here", start, end).includes("here")) classes.push("here");
      const words = text.slice(start, end).join("");
      const shown = here ? words : words.replace(/\s*\n\s*/g, " ⏎ ");
      box.append(classes.length ? make("span", { class: classes.join(" ") }, shown) : shown);
    }
  }

  /** Draw the text around a place. @param {Doc} doc @param {Mention[]} a @param {Mention[]} b */
  function drawSnippet(doc, a, b) {
    const spans = [...a, ...b].flatMap((mention) => mention.spans);
    const box = make("div", { class: "snippet" });
    if (doc.text === null || !spans.length) {
      box.append(spans.length ? `Characters ${spans.map(([start, end]) => `${start}–${end}`).join(", ")}` : "The whole document");
      return box;
    }
    const from = Math.max(0, Math.min(...spans.map(([start]) => start)) - CONTEXT);
    const to = Math.min(characters(doc).length, Math.max(...spans.map(([, end]) => end)) + CONTEXT);
    if (from > 0) box.append("… ");
    drawText(box, doc, a, b, from, to);
    if (to < characters(doc).length) box.append(" …");
    return box;
  }

  /** @param {AnnotationSet | undefined} set @param {string[]} ids @param {string} side @param {string} name */
  function drawChips(set, ids, side, name) {
    return ids.map((id) => {
      const mention = set && set.mentions[id];
      const link = set && set.links[id];
      const values = mention ? [...Object.entries(mention.attributes || {}).map(([key, value]) => `${key}: ${value}`), ...(mention.codes || [])] : [];
      const chip = make("span", { class: `chip ${side}` }, `${name}: ${mention ? mention.type : link ? link.type : id}`);
      return values.length ? [chip, make("span", { class: "values" }, values.join(" · "))] : [chip];
    }).flat();
  }

  /** @param {Place} place @param {number} index */
  function drawPlace(place, index) {
    const doc = report.documents[place.document];
    const pair = findPair(place);
    const [first, second] = [doc.sets[pair.first], doc.sets[pair.second]];
    const name = doc.text === null ? doc.id : make("a", { href: noteHash(place), "data-place": String(index), title: "Open the full note" }, doc.id);
    const item = make("li", {}, make("div", { class: "doc" }, name, place.note ? ` · ${place.note}` : ""));
    item.append(drawSnippet(doc, findMentions(first, place.a), findMentions(second, place.b)));
    item.append(make("div", { class: "chips" }, ...drawChips(first, place.a, "a", pair.first), ...drawChips(second, place.b, "b", pair.second)));
    if (place.rule) item.append(make("p", { class: "rule" }, place.rule));
    return item;
  }

  /** @param {Place} place @param {string} query */
  function matchesQuery(place, query) {
    if (!query) return true;
    const doc = report.documents[place.document];
    const pair = findPair(place);
    const mentions = [...findMentions(doc.sets[pair.first], place.a), ...findMentions(doc.sets[pair.second], place.b)];
    const words = doc.text === null ? [] : mentions.flatMap((mention) => mention.spans.map(([start, end]) => characters(doc).slice(start, end).join("")));
    const parts = [doc.id, place.note || "", place.rule || "", ...mentions.map((mention) => mention.type), ...words];
    return parts.join(" ").toLowerCase().includes(query);
  }

  function drawPlaces() {
    const query = filter.value.trim().toLowerCase();
    const matches = places.filter((place) => matchesQuery(place, query));
    element("panel-count").textContent = `${matches.length.toLocaleString("en")} of ${places.length.toLocaleString("en")} places`;
    element("places").replaceChildren(...matches.slice(0, limit).map((place) => drawPlace(place, places.indexOf(place))));
    element("more").hidden = matches.length <= limit;
  }

  // Panel and address: the hash names the pair, the open number or the open note.

  /** @param {Place} place */
  const noteHash = (place) => `#${pairs[place.pair ?? current].id}/note/${place.document}`;
  const pairs = all(".pair");

  /** @param {number} number */
  function showPair(number) {
    current = number;
    pairs.forEach((pair, index) => { pair.hidden = index !== number; });
    all("#pairs a").forEach((link, index) => { if (index === number) link.setAttribute("aria-current", "true"); else link.removeAttribute("aria-current"); });
    markScrolling();
  }

  /** @param {HTMLElement | null} button */
  function setOpener(button) {
    if (opener) opener.setAttribute("aria-expanded", "false");
    opener = button;
    if (opener) opener.setAttribute("aria-expanded", "true");
  }

  /** @param {string} title @param {"list" | "note"} part */
  function showPanel(title, part) {
    element("panel-title").textContent = title;
    element("list").hidden = part !== "list";
    element("note").hidden = part !== "note";
    panel.hidden = false;
    document.body.classList.add("open");
    markScrolling();
  }

  /** @param {HTMLElement} button */
  function openPlaces(button) {
    setOpener(button);
    places = findPlaces(button.dataset);
    limit = STEP;
    filter.value = "";
    showPanel(button.dataset.title || "Places", "list");
    drawPlaces();
    panel.scrollTop = 0;
    button.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (panel.offsetWidth >= innerWidth) panel.focus();
  }

  /** @param {number} number @param {Place} [place] */
  function openNote(number, place) {
    const doc = report.documents[number];
    const pair = findPair(place);
    if (!doc || doc.text === null) return;
    const [first, second] = [doc.sets[pair.first], doc.sets[pair.second]];
    const single = pair.first === pair.second;
    const [a, b] = [first, single ? undefined : second].map((set) => (set ? Object.values(set.mentions) : []));
    const here = place ? [...findMentions(first, place.a), ...findMentions(second, place.b)] : [];
    showPanel("Full note", "note");
    element("back").hidden = !places.length;
    element("note-title").textContent = doc.id;
    element("note-legend").replaceChildren(make("span", { class: "chip a" }, `${pair.first}: ${a.length} mentions`), ...(single ? [] : [make("span", { class: "chip b" }, `${pair.second}: ${b.length} mentions`)]));
    const box = element("note-text");
    box.replaceChildren();
    drawText(box, doc, a, b, 0, characters(doc).length, here);
    const mark = box.querySelector(".here");
    if (mark) mark.scrollIntoView({ block: "center" });
    else panel.scrollTop = 0;
    element("note-title").focus({ preventScroll: true });
  }

  function closePanel() {
    const inside = panel.contains(document.activeElement);
    panel.hidden = true;
    document.body.classList.remove("open");
    const button = opener;
    setOpener(null);
    places = [];
    markScrolling();
    if (button && inside) button.focus();
  }

  /** Show the target of the hash in the address. @param {boolean} [jump] */
  function showAddress(jump = true) {
    const [id, kind, number] = decodeURIComponent(location.hash.slice(1)).split("/");
    const target = document.getElementById(id);
    const pair = target && target.closest(".pair");
    if (pair) showPair(pairs.indexOf(/** @type {HTMLElement} */ (pair)));
    if (kind === "note") openNote(Number(number));
    else if (target && target.matches("button.num")) openPlaces(target);
    else if (!panel.hidden) closePanel();
    if (jump && target && kind !== "note") target.scrollIntoView({ block: target.matches("button") ? "center" : "start" });
  }

  /** @param {string} hash */
  const setAddress = (hash) => history.pushState(null, "", hash);
  const close = () => { if (!panel.hidden) { closePanel(); setAddress(`#${pairs[current].id}`); } };

  document.addEventListener("click", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest("button.num"));
    if (button === opener && button) close();
    else if (button) { setAddress(`#${button.id}`); openPlaces(button); }
    const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-place]"));
    if (!link) return;
    event.preventDefault();
    setAddress(link.hash);
    const place = places[Number(link.dataset.place)];
    openNote(place.document, place);
  });
  element("close").addEventListener("click", close);
  element("back").addEventListener("click", () => {
    showPanel((opener && opener.dataset.title) || "Places", "list");
    if (opener) setAddress(`#${opener.id}`);
    filter.focus();
  });
  filter.addEventListener("input", () => { limit = STEP; drawPlaces(); });
  element("more").addEventListener("click", () => { limit += STEP; drawPlaces(); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    if (event.key !== "Tab" || panel.hidden || !opener) return;
    // The panel comes right after the number that opened it, anywhere on the page.
    if (!event.shiftKey && document.activeElement === opener) { event.preventDefault(); element("close").focus(); }
    if (event.shiftKey && document.activeElement === element("close")) { event.preventDefault(); opener.focus(); }
  });
  addEventListener("hashchange", () => showAddress());
  showPair(0);
  showAddress(Boolean(location.hash));
}

startTables();
const data = document.getElementById("report-data");
if (data) startReport(JSON.parse(data.textContent || "{}"));
