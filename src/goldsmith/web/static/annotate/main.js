// The annotate screen: loads a note with its annotations and connects the parts.

/** @import {Context, Desk} from "./desk.js" */
/** @import {Content} from "./model/types.js" */
import { element } from "../dom.js";
import { Api } from "../shared/api.js";
import { cycleTheme } from "../shared/theme.js";
import { commands, listenForKeys } from "./commands/commands.js";
import { Keymap } from "./commands/keymap.js";
import { listenForEdges } from "./commands/edges.js";
import { listenForPointer } from "./commands/pointer.js";
import { Annotations } from "./model/annotations.js";
import { Schema } from "./model/schema.js";
import { Text } from "./model/text.js";
import { listenForFind } from "./panels/find.js";
import { Panels } from "./panels/panels.js";
import { listenForQuestions } from "./panels/questions.js";
import { drawRecipe } from "./panels/recipe.js";
import { drawSaved, drawStatus } from "./panels/status.js";
import { TypesPanel } from "./panels/types.js";
import { Arcs } from "./rendering/arcs.js";
import { Caret, highlight } from "./rendering/caret.js";
import { Hints } from "./rendering/hints.js";
import { LineView } from "./rendering/lines.js";
import { drawProgress } from "./panels/progress.js";
import { Beats } from "./state/beats.js";
import { History } from "./state/history.js";
import { Outbox } from "./state/outbox.js";
import { Session } from "./state/session.js";
import { Suggestions } from "./state/suggestions.js";
import { Sync } from "./state/sync.js";
import { saveSteps } from "./state/services.js";

/** @type {Context} */
const context = JSON.parse(element("context").textContent ?? "{}");
const api = new Api(context.base, context.csrf);

/** @typedef {{content: Content, revision: number}} SetView */

async function start() {
  const outbox = Outbox.open(context.set);
  const view = /** @type {Promise<SetView>} */ (api.get(`/api/sets/${context.set}`));
  const suggestions = context.suggestions ? /** @type {Promise<SetView>} */ (api.get(`/api/sets/${context.suggestions}`)) : null;
  /** @type {{text: string}} */
  const doc = await api.get(`/api/documents/${context.document}`);
  const lines = new LineView(element("note"), new Text(doc.text));
  await nextFrame();
  const desk = build(lines, await view, (await suggestions)?.content ?? {}, await outbox);
  desk.sync.resume(await desk.sync.outbox.list().catch(() => []));
  await loadHistory(desk);
}

/** Let the browser draw the text before the marks. @returns {Promise<void>} */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** @param {LineView} lines @param {SetView} view @param {Content} suggested @param {Outbox} outbox @returns {Desk} */
function build(lines, view, suggested, outbox) {
  const keymap = new Keymap(commands), { text, root: note } = lines;
  const schema = new Schema(context.schema, keymap.listLetters(), keymap.letters);
  const session = new Session(text, schema, new Annotations(text, view.content), new Suggestions(text, suggested));
  session.readOnly = context.readOnly;
  const sync = new Sync(session, api, outbox, context.set, view.revision);
  sync.guideline = context.guideline ?? "";
  const desk = /** @type {Desk} */ ({ context, api, session, schema, sync, keymap, lines, note, scroller: element("scroller"), capture: null, history: new History(sync) });
  const overlay = element("overlay");
  Object.assign(desk, { caret: new Caret(desk, overlay), arcs: new Arcs(desk, overlay), hints: new Hints(desk, overlay) });
  lines.attach(session);
  connect(desk);
  return desk;
}

/** Connect the parts, so that they follow each other's changes. @param {Desk} desk */
function connect(desk) {
  const { session, sync } = desk, types = new TypesPanel(desk), panels = new Panels(desk);
  const draw = batch(() => {
    desk.caret.draw();
    desk.arcs.draw();
    panels.draw();
    drawProgress(desk);
    element("spoken").textContent = describePlace(desk);
  });
  const count = batch(() => types.refresh());
  Object.assign(desk, {
    show: (/** @type {string} */ name) => panels.show(name), refresh: draw,
    saveSteps: () => saveSteps(desk),
    relabel: () => {
      const { types: entries } = new Schema(desk.context.schema, desk.keymap.listLetters(), desk.keymap.letters);
      for (const [index, type] of desk.schema.types.entries()) type.letter = entries[index].letter;
      desk.schema.byLetter = new Map(desk.schema.types.map((type) => [type.letter, type]));
      types.draw();
      types.refresh();
    },
  });
  session.moved.listen(() => {
    panels.follow();
    desk.caret.reveal();
    draw();
  });
  session.edited.listen(() => {
    count();
    draw();
  });
  session.told.listen((message) => {
    element("told").textContent = message;
  });
  session.modeChanged.listen((mode) => {
    document.body.dataset.mode = mode;
  });
  sync.changed.listen(() => drawSaved(desk));
  sync.changed.listen(batch(() => drawStatus(desk)));
  new ResizeObserver(draw).observe(desk.note);
  desk.scroller.addEventListener("scroll", batch(() => desk.arcs.draw()), { passive: true });
  listenForKeys(desk);
  listenForPointer(desk);
  listenForEdges(desk);
  listenForFind(desk);
  listenForQuestions(desk);
  for (const button of document.querySelectorAll("[data-command]")) {
    button.addEventListener("click", () => void desk.keymap.commands.find((command) => command.id === button.getAttribute("data-command"))?.run(desk));
  }
  element("theme").addEventListener("click", () => session.tell(`Theme: ${cycleTheme()}`));
  if (context.task) new Beats(api, context.task.id);
  showPortion(desk);
  types.refresh();
  drawRecipe(desk);
  drawSaved(desk);
  drawStatus(desk);
  draw();
  desk.note.focus({ preventScroll: true });
  document.body.dataset.ready = "yes";
}

/** Fade the text outside the task's part of the note, and begin at that part. @param {Desk} desk */
function showPortion(desk) {
  const { session } = desk, { start, end } = context.task ?? {};
  if (start === undefined || end === undefined) return;
  highlight(desk, "outside", [{ start: 0, end: start }, { start: end, end: session.text.length }]);
  session.moveTo(session.text.tokenAt(start));
}

/** Say what is at the caret, for screen readers. @param {Desk} desk */
function describePlace({ session, schema }) {
  const mention = session.find(session.selected);
  if (mention) return `${session.selectedSuggestion ? "suggested " : ""}${schema.getTitle(mention.type)}: ${session.getWording(mention)}`;
  const here = session.isExtended ? [] : session.annotations.listAt(session.head.start);
  return [session.text.slice(session.range.start, session.range.end), ...here.map((entry) => schema.getTitle(entry.type))].join(", ");
}

/** Return a function that does its work once, in the next frame. @param {() => void} work */
function batch(work) {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      work();
    });
  };
}

/** @param {Desk} desk */
async function loadHistory(desk) {
  try {
    desk.history.load(await api.get(`/api/sets/${context.set}/history`));
  } catch {
    desk.history.load({ undo: [], redo: [] });
  }
  desk.note.dataset.history = "yes";
}

start().catch((error) => {
  const note = element("note");
  note.textContent = `The note could not be loaded: ${error instanceof Error ? error.message : "unknown error"}. Load the page again.`;
  note.classList.add("failure");
  throw error;
});
