// Questions and doubts about the note or a mention of it.

/** @import {Desk} from "../desk.js" */
import { element, make } from "../../dom.js";
import { addNote } from "../commands/describing.js";
import { drawIcon, drawMention } from "./parts.js";

/** @param {Desk} desk */
export function listenForQuestions(desk) {
  const form = /** @type {HTMLFormElement} */ (element("question-form")), field = /** @type {HTMLTextAreaElement} */ (element("question"));
  const submit = () => {
    if (field.value.trim()) addNote(desk, field.value.trim(), "question");
    field.value = "";
    desk.note.focus({ preventScroll: true });
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });
  field.addEventListener("keydown", (event) => {
    if (event.key === "Escape") desk.note.focus({ preventScroll: true });
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    submit();
  });
}

/** @param {Desk} desk */
export function drawQuestions(desk) {
  const { session } = desk, mention = session.selectedMention;
  element("question-target").textContent = mention ? `About “${session.getWording(mention)}”` : "About the whole note";
  const notes = [...session.annotations.notes.values()];
  element("question-list").replaceChildren(...(notes.length ? notes.map((note) => {
    const target = session.annotations.mentions.get(note.target ?? "");
    return make("li", {}, ...(target ? [drawMention(desk, target)] : []), make("p", {}, note.text), drawIcon("×", "Remove the question", () => void session.perform([{ do: "remove", id: note.id }], { label: "Question removed" })));
  }) : [make("li", { class: "empty" }, "No questions yet. What you write here goes to the managers with your annotations.")]));
}
