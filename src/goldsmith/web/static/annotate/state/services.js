// What the screen asks of the server besides its annotations.

/** @import {Desk} from "../desk.js" */
/** @import {Hit} from "../panels/codes.js" */

/** Send which steps of the recipe are done. @param {Desk} desk */
export async function saveSteps({ api, context, session }) {
  if (!context.task) return;
  try {
    await api.put(`/api/tasks/${context.task.id}/steps`, { steps: context.steps.filter((step) => step.done).map((step) => step.id) });
  } catch (error) {
    session.tell(`The step is not saved: ${error instanceof Error ? error.message : "the server failed"}.`);
  }
}

/** Search the terminology of the project. @param {Desk} desk @param {string} words @param {string} type @param {AbortSignal} signal @returns {Promise<Hit[]>} */
export async function searchConcepts({ api, context }, words, type, signal) {
  const query = new URLSearchParams({ words, type, limit: "12" });
  const answer = await api.get(`/api/projects/${context.project}/concepts?${query}`, signal);
  return answer.entries ?? answer.hits ?? answer;
}
