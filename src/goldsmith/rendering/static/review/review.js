// The review of a pseudonymised corpus: decide on wordings by key, and read a random sample.
import { all, element, make } from "../dom.js";
import { boundDocuments, boundRate } from "./bounds.js";
import { count, expect, makeSearch, percent, unpackNotes, unpackWordings } from "./data.js";
import { Decisions } from "./decisions.js";
import { drawNote, drawNoteRow, drawWording, drawWordingRow, getSelectedWords } from "./details.js";
import { Rows } from "./rows.js";

/** @typedef {import("./data.js").ReviewData} ReviewData */
/** @typedef {import("./data.js").Wording} Wording */
/** @typedef {import("./data.js").Note} Note */
/** @typedef {"doubtful" | "replaced" | "sample"} Tab */

const STATES = {
  words: { open: "undecided", all: "all", yes: "identifiers", no: "no identifiers" },
  sample: { open: "unread", all: "all", yes: "with a leak", no: "without a leak" },
};
/** @type {Record<string, (a: Wording, b: Wording) => number>} */
const ORDERS = {
  risk: () => 0, // the data are in this order
  count: (a, b) => b.count - a.count,
  wording: (a, b) => a.text.localeCompare(b.text, "en"),
};

/** @param {ReviewData} review @param {string[]} kinds */
function startReview(review, kinds) {
  const decisions = new Decisions(review.corpus, review.run, review.decisions);
  const lists = { doubtful: unpackWordings(review, review.doubtful), replaced: unpackWordings(review, review.replaced) };
  const notes = unpackNotes(review);
  /** @type {Map<string, number>} */ const risks = new Map(lists.doubtful.map(({ text, risk }) => [text, risk]));
  /** @type {Tab} */ let tab = "doubtful";
  /** @type {Wording[]} */ let wordings = [];
  /** @type {number[]} */ let turns = [];
  /** @type {Record<Tab, number>} */ const selected = { doubtful: 0, replaced: 0, sample: 0 };
  const query = /** @type {HTMLInputElement} */ (element("query"));
  const [kind, reason, state, order] = ["kind", "reason", "state", "order"].map((id) => /** @type {HTMLSelectElement} */ (element(id)));
  const rows = new Rows(element("rows"), element("spacer"), drawRow, showDetail);

  // List

  /** @param {number} index */
  function drawRow(index) {
    if (tab === "sample") return drawNoteRow(notes[turns[index]], turns[index], decisions.getReading(notes[turns[index]].id));
    const top = tab === "doubtful" ? topRisk : topCount;
    return drawWordingRow(wordings[index], decisions.get(wordings[index].text), top, tab === "replaced");
  }
  const topRisk = lists.doubtful.length ? lists.doubtful[0].risk : 1;
  const topCount = lists.replaced.length ? lists.replaced[0].risk : 1;

  /** Return whether an answer is among those to show. @param {boolean | undefined} answer */
  function matchesState(answer) {
    if (state.value === "all") return true;
    return state.value === (answer === undefined ? "open" : answer ? "yes" : "no");
  }

  /** @param {Wording} wording */
  function matchesMenus(wording) {
    const decision = decisions.get(wording.text);
    return matchesState(decision && decision.identifier) && (!kind.value || wording.kind === kind.value)
      && (!reason.value || wording.rules.includes(reason.value));
  }

  /** @param {number} turn @param {string} words */
  function matchesNote(turn, words) {
    const note = notes[turn];
    const reading = decisions.getReading(note.id);
    return matchesState(reading && reading.leak) && (!words || `${note.id} ${note.pieces.join("")}`.toLowerCase().includes(words));
  }

  /** Filter the list again and select a row of it. @param {number} index */
  function filter(index) {
    const words = query.value.trim().toLowerCase();
    if (tab === "sample") {
      turns = notes.map((_, turn) => turn).filter((turn) => matchesNote(turn, words));
      element("count").textContent = `${count(turns.length)} of ${count(notes.length)} documents, in random order`;
      rows.show(turns.length, index);
    } else {
      wordings = lists[tab].filter(matchesMenus).filter(makeSearch(review, words));
      if (order.value !== "risk") wordings.sort(ORDERS[order.value]);
      const places = wordings.reduce((sum, wording) => sum + wording.count, 0);
      const risk = wordings.reduce((sum, wording) => sum + wording.risk, 0);
      element("count").textContent = `${count(wordings.length)} wordings · ${count(places)} places${tab === "doubtful" ? ` · ${expect(risk)} expected` : ""}`;
      rows.show(wordings.length, index);
    }
  }

  /** @param {number} index */
  function showDetail(index) {
    selected[tab] = Math.max(0, index);
    const box = element("detail");
    if (index < 0) box.replaceChildren(make("p", { class: "empty" }, tab === "sample" ? "No document here." : "Nothing to decide here. Change the filter to see more."));
    else if (tab === "sample") drawNote(box, notes[turns[index]], decisions.getReading(notes[turns[index]].id), kinds);
    else drawWording(box, review, wordings[index], decisions.get(wordings[index].text), kinds);
    box.scrollTop = 0;
  }

  // Decisions

  /** Select the next row after an answer; if the filter now hides the row, the next takes its place. */
  function advance() {
    const length = rows.length;
    const index = rows.selected;
    filter(index);
    if (rows.length === length) rows.move(1);
    showProgress();
  }

  /** @param {boolean} identifier @param {string} [as] */
  function decide(identifier, as) {
    const wording = wordings[rows.selected];
    if (!wording) return;
    decisions.change([[wording.text, { identifier, kind: identifier ? as || (kinds.includes(wording.kind) ? wording.kind : kinds[0]) : "" }]]);
    say(`${identifier ? "Identifier" : "No identifier"}: ${wording.text}`);
    advance();
  }

  /** @param {boolean} leak */
  function answerNote(leak) {
    const note = notes[turns[rows.selected]];
    if (!note) return;
    const reading = decisions.getReading(note.id);
    decisions.change([], [[note.id, { leak, words: (leak && reading && reading.words) || [] }]]);
    say(leak ? "Leak" : "No leak");
    advance();
  }

  /** Report the selected words of a document as a leak. @param {string} as */
  function reportLeak(as) {
    const note = notes[turns[rows.selected]];
    const words = getSelectedWords(document.getElementById("sample-text"));
    if (!note || !words) { say("Select the words of the leak first"); return; }
    const reading = decisions.getReading(note.id);
    const others = ((reading && reading.words) || []).filter((word) => word !== words);
    decisions.change([[words, { identifier: true, kind: as }]], [[note.id, { leak: true, words: [...others, words] }]]);
    say(`Leak: ${words} (${as})`);
    if (state.value === "open") state.value = "all"; // more leaks of this document may follow
    filter(turns.indexOf(notes.indexOf(note)));
    rows.show(turns.length, turns.indexOf(notes.indexOf(note)));
    showProgress();
  }

  /** @param {boolean} yes @param {string} [as] */
  function answer(yes, as) {
    if (tab !== "sample") decide(yes, as);
    else if (as) reportLeak(as);
    else answerNote(yes);
  }

  function undo() {
    const step = decisions.undo();
    if (!step) { say("Nothing to undo"); return; }
    const text = step.words.length ? step.words[0][0] : "";
    const id = step.notes.length ? step.notes[0][0] : "";
    if (id && tab !== "sample") showTab("sample");
    else if (!id && !(tab !== "sample" && lists[tab].some((wording) => wording.text === text))) showTab(risks.has(text) ? "doubtful" : "replaced");
    filter(rows.selected);
    const index = id ? turns.findIndex((turn) => notes[turn].id === id) : wordings.findIndex((wording) => wording.text === text);
    if (index >= 0) rows.select(index);
    say(`Undone: ${id || text}`);
    showProgress();
  }

  // Figures

  /** @param {string} text */
  const say = (text) => { element("message").textContent = text; };

  function showProgress() {
    const done = lists.doubtful.filter(({ text }) => decisions.get(text));
    const covered = done.reduce((sum, { risk }) => sum + risk, 0);
    const rest = Math.max(0, review.expected - covered);
    element("progress").textContent = `Decided: ${count(done.length)} of ${count(review.wordings.doubtful)} doubtful wordings, which account for ${expect(covered)} of ${expect(review.expected)} expected identifiers; ${expect(rest)} are expected among the others.`
      + (decisions.words.lasting ? "" : " This browser does not keep decisions after the page is closed: save them.");
    element("conclusion").textContent = conclude();
    showStanding();
    /** @type {HTMLButtonElement} */ (element("undo")).disabled = !decisions.history.length;
    element("save").textContent = decisions.all.size ? `Save ${count(decisions.all.size)} decisions` : "Save decisions";
    const read = notes.filter(({ id }) => decisions.getReading(id)).length;
    const open = (/** @type {Wording[]} */ list) => list.filter(({ text }) => !decisions.get(text)).length;
    for (const [name, number] of Object.entries({ doubtful: open(lists.doubtful), replaced: open(lists.replaced), sample: notes.length - read })) {
      /** @type {HTMLElement} */ (element(`tab-${name}`).querySelector("span")).textContent = count(number);
    }
  }

  /** Repeat the figure of the tab where it is visible. */
  const showStanding = () => { element("standing").textContent = element(tab === "sample" ? "conclusion" : "progress").textContent; };

  /** Return the conclusion from the documents read. */
  function conclude() {
    const { population, size, leak_rate: rate, confidence } = review.plan;
    const readings = notes.map((note) => ({ note, reading: decisions.getReading(note.id) })).filter(({ reading }) => reading);
    if (!readings.length) return `Sample: no document read yet. If none of ${count(size)} leaks, at most ${percent(rate)} of the documents do (${percent(confidence)} confidence).`;
    const leaking = readings.filter(({ reading }) => reading && reading.leak);
    const most = boundDocuments(population, readings.length, leaking.length, confidence);
    const replaced = readings.reduce((sum, { note }) => sum + Math.floor(note.pieces.length / 2), 0);
    const leaks = leaking.reduce((sum, { reading }) => sum + Math.max(1, reading ? reading.words.length : 0), 0);
    return `Sample: ${count(readings.length)} of ${count(size)} documents read, ${count(leaking.length)} with a leak. With ${percent(confidence)} confidence, at most ${percent(most / population)} of the ${count(population)} documents (${count(most)}) contain a leak`
      + (readings.length < size ? "; the bound is valid once all are read." : ".")
      + (replaced + leaks ? ` Of ${count(replaced + leaks)} identifiers in them, ${count(leaks)} remained: at most ${percent(boundRate(replaced + leaks, leaks, confidence))}, if leaks are independent of each other.` : "");
  }

  // Tabs, files, keys

  /** @param {Tab} name */
  function showTab(name) {
    tab = name;
    for (const button of all("[role=tab]")) {
      button.setAttribute("aria-selected", String(button.dataset.tab === name));
      button.tabIndex = button.dataset.tab === name ? 0 : -1;
    }
    element("pane").setAttribute("aria-labelledby", `tab-${name}`);
    element("rows").setAttribute("aria-label", name === "sample" ? "Documents of the sample" : "Wordings");
    element("desk").classList.toggle("sample", name === "sample");
    fillSelect(state, Object.entries(STATES[name === "sample" ? "sample" : "words"]));
    if (name !== "sample") {
      fillSelect(kind, [["", "all"], ...[...new Set(lists[name].map((wording) => wording.kind))].sort().map((value) => [value, value || "unknown"])]);
      fillSelect(reason, [["", "all"], ...[...new Set(lists[name].flatMap((wording) => wording.rules))].sort().map((value) => [value, value])]);
    }
    filter(selected[name]);
    showStanding();
  }

  /** Fill a menu, keeping its value if possible. @param {HTMLSelectElement} select @param {string[][]} options */
  function fillSelect(select, options) {
    const value = select.value;
    select.replaceChildren(...options.map(([name, text]) => make("option", { value: name }, text)));
    select.value = options.some(([name]) => name === value) ? value : options[0][0];
  }

  function save() {
    const address = URL.createObjectURL(new Blob([decisions.format(review.warning)], { type: "application/jsonl;charset=utf-8" }));
    make("a", { href: address, download: "decisions.jsonl" }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
    const fresh = decisions.notes.values.size ? ` --sample-seed ${review.plan.seed + 1}` : "";
    say(`Saved. Next run: --decisions decisions.jsonl${fresh}`);
  }

  async function load() {
    const input = /** @type {HTMLInputElement} */ (element("load-file"));
    const file = input.files && input.files[0];
    if (!file) return;
    try { say(`Loaded ${count(decisions.load(await file.text(), kinds))} decisions`); } catch { say("This file contains no decisions"); }
    input.value = "";
    filter(rows.selected);
    showProgress();
  }

  function forget() {
    if (!confirm("Remove all decisions and readings of this review from the browser? Saved files are kept.")) return;
    decisions.forget();
    filter(0);
    showProgress();
    say("Forgotten");
  }

  /** @type {Record<string, () => void>} */
  const KEYS = {
    j: () => rows.move(1), ArrowDown: () => rows.move(1), k: () => rows.move(-1), ArrowUp: () => rows.move(-1),
    PageDown: () => rows.show(rows.length, rows.selected + 8), PageUp: () => rows.show(rows.length, rows.selected - 8),
    Home: () => rows.show(rows.length, 0), End: () => rows.show(rows.length, rows.length - 1),
    y: () => answer(true), Enter: () => answer(true), n: () => answer(false), u: undo,
    d: () => showTab("doubtful"), r: () => showTab("replaced"), s: () => showTab("sample"),
    "/": () => query.focus(), "?": () => /** @type {HTMLDialogElement} */ (element("keys")).showModal(),
    ...Object.fromEntries(kinds.map((name, index) => [String(index + 1), () => answer(true, name)])),
  };
  const SCROLLING = new Set(["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "Enter"]);

  /** Return whether a key belongs to the element that has the focus. @param {HTMLElement} target @param {string} key */
  function isTaken(target, key) {
    if (target.matches("input, select, textarea") || target.closest("dialog")) return true;
    if (!SCROLLING.has(key)) return false;
    return target.matches("button, a, summary") || (target !== element("rows") && target !== document.body) || (target === document.body && key !== "Enter" && !isInView());
  }

  /** Return whether the list fills most of the window, so that its keys act on something visible. */
  function isInView() {
    const { top, bottom } = element("desk").getBoundingClientRect();
    return Math.min(bottom, innerHeight) - Math.max(top, 0) > innerHeight / 2;
  }

  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.key === "Escape" && target === query) { element("rows").focus(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key] || isTaken(target, event.key)) return;
    event.preventDefault();
    if (!isInView() && event.key !== "?") {
      element("desk").scrollIntoView({ block: "start" });
      if (event.key !== "/" && !"drs".includes(event.key)) { element("rows").focus({ preventScroll: true }); return; } // show what the next key decides
    }
    KEYS[event.key]();
  });
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("#desk button"));
    if (!button) return;
    if (button.dataset.tab) showTab(/** @type {Tab} */ (button.dataset.tab));
    if (button.dataset.answer) answer(button.dataset.answer === "yes");
    if (button.dataset.kind) answer(true, button.dataset.kind);
  });
  element("detail").addEventListener("mousedown", (event) => { if (/** @type {HTMLElement} */ (event.target).closest("[data-kind]")) event.preventDefault(); }); // keeps the selection
  element("desk").querySelector("[role=tablist]")?.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[/** @type {KeyboardEvent} */ (event).key];
    if (!step) return;
    const tabs = all("[role=tab]");
    const next = tabs[(tabs.findIndex((button) => button.dataset.tab === tab) + step + tabs.length) % tabs.length];
    next.focus();
    showTab(/** @type {Tab} */ (next.dataset.tab));
  });
  /** @type {Record<string, () => void>} */
  const BUTTONS = { undo, save, forget, load: () => element("load-file").click(), help: KEYS["?"] };
  for (const [id, action] of Object.entries(BUTTONS)) element(id).addEventListener("click", action);
  element("load-file").addEventListener("change", load);
  query.addEventListener("input", () => filter(0));
  for (const select of [kind, reason, state, order]) select.addEventListener("change", () => filter(0));
  showTab("doubtful");
  showProgress();
}

const reviewData = document.getElementById("review-data");
if (reviewData) {
  const parsed = /** @type {ReviewData} */ (JSON.parse(reviewData.textContent || "{}"));
  reviewData.remove();
  startReview(parsed, parsed.choices);
}
