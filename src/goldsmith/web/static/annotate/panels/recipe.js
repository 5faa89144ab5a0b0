// The recipe: the steps of annotating a note, ticked off one by one.

/** @import {Desk, RecipeStep} from "../desk.js" */
import { element, make } from "../../dom.js";

/** @param {Desk} desk */
export function drawRecipe(desk) {
  const { steps } = desk.context;
  const current = steps.find((step) => !step.done);
  element("steps").replaceChildren(...steps.map((step) => drawStep(desk, step, step === current)));
  const done = steps.filter((step) => step.done).length;
  element("steps-progress").textContent = steps.length ? `${done} of ${steps.length}` : "";
}

/** @param {Desk} desk @param {RecipeStep} step @param {boolean} isCurrent */
function drawStep(desk, step, isCurrent) {
  const box = /** @type {HTMLInputElement} */ (make("input", { type: "checkbox", id: `step-${step.id}` }));
  box.checked = step.done;
  box.disabled = desk.session.readOnly;
  box.addEventListener("change", () => void tick(desk, step, box.checked));
  const label = make("label", { for: `step-${step.id}` }, step.title, ...(isCurrent && step.detail ? [make("small", {}, step.detail)] : []));
  return make("li", isCurrent ? { "aria-current": "step" } : {}, box, label);
}

/** @param {Desk} desk @param {RecipeStep} step @param {boolean} done */
async function tick(desk, step, done) {
  step.done = done;
  drawRecipe(desk);
  desk.note.focus({ preventScroll: true });
  desk.session.tell(done ? `Step done: ${step.title}` : `Step open again: ${step.title}`);
  await desk.saveSteps();
}
