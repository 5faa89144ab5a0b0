// The requests of the screen other than those for annotations.

/** @import {Desk} from "../desk.js" */

/** A concept in a list. @typedef {{code: string, system: string, title: string, name?: string, types?: string[], definition?: string, before?: number, retired?: boolean}} Hit */
/** A concept with its place in the hierarchy. @typedef {{definition: string, type_names: string[], parents: Hit[], children: Hit[], paths: Hit[][]}} Concept */
/** What an annotation lacks before its note is done. @typedef {{annotation: string, message: string}} Obstacle */

/** Send which steps of the recipe are done. @param {Desk} desk */
export async function saveSteps({ api, context, session }) {
  if (!context.task) return;
  try {
    await api.put(`/api/tasks/${context.task.id}/steps`, { steps: context.steps.filter((step) => step.done).map((step) => step.id) });
  } catch (error) {
    session.tell(`The step is not saved: ${error instanceof Error ? error.message : "the server failed"}.`);
  }
}

/** @param {Desk} desk */
const getRoot = ({ context }) => `/api/projects/${context.project}`;

/** Search the terminologies of the project. @param {Desk} desk @param {string} words @param {string} type @param {AbortSignal} signal @returns {Promise<Hit[]>} */
export function searchConcepts(desk, words, type, signal) {
  return desk.api.get(`${getRoot(desk)}/concepts?${new URLSearchParams({ words, mention_type: type, limit: "20" })}`, signal);
}

/** Return the concepts that a wording may denote, the likeliest first. @param {Desk} desk @param {string} text @param {string} type @param {AbortSignal} signal @returns {Promise<Hit[]>} */
export async function listCandidates(desk, text, type, signal) {
  const { candidates, similar } = await desk.api.get(`${getRoot(desk)}/candidates?${new URLSearchParams({ text, mention_type: type })}`, signal);
  return [...candidates, ...similar].slice(0, 20);
}

/** @param {Desk} desk @param {string} key @returns {Promise<Concept[]>} */
export function readConcept(desk, key) {
  return desk.api.get(`${getRoot(desk)}/concepts/${encodeURIComponent(key)}`);
}
