// The end of a note: it is done when everything is saved and nothing is missing.

/** @import {Desk} from "../desk.js" */
/** @import {Obstacle} from "../state/services.js" */
import { element, make } from "../../dom.js";
import { ApiError } from "../../shared/api.js";
import { drawButton, drawMention } from "./parts.js";

/** Mark the note as done, and go to the next. @param {Desk} desk */
export async function finish(desk) {
  const { context, session, sync, api } = desk;
  if (!context.task) return session.tell("This note is not one of your tasks.");
  if (sync.waiting.length) return session.tell("Not yet: some changes are still on their way to the server.");
  try {
    await api.post(`/api/tasks/${context.task.id}/done`, {});
    location.assign(`${context.base}${context.task.next ? `/tasks/${context.task.next}` : `/projects/${context.projectName}/tasks`}`);
  } catch (error) {
    if (error instanceof ApiError && error.details.length) drawLacks(desk, error.details);
    session.tell(`Not done yet: ${error instanceof Error ? error.message : "the server failed"}`);
  }
}

/** List what is missing; each entry links to its place. @param {Desk} desk @param {Obstacle[]} lacks */
function drawLacks(desk, lacks) {
  const box = element("lacks");
  box.hidden = false;
  box.replaceChildren(make("h3", {}, `${lacks.length} things are missing`), make("ul", {}, ...lacks.map((lack) => {
    const mention = desk.session.annotations.mentions.get(lack.annotation);
    return make("li", {}, ...(mention ? [drawMention(desk, mention)] : []), make("span", {}, lack.message));
  })), drawButton("Close", () => {
    box.hidden = true;
  }, { class: "quiet" }));
}
