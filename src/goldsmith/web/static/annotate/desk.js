// The desk: the objects that the commands and panels of the annotate screen share.

/** @import {Api} from "../shared/api.js" */
/** @import {Arcs} from "./rendering/arcs.js" */
/** @import {Caret} from "./rendering/caret.js" */
/** @import {Hints} from "./rendering/hints.js" */
/** @import {History} from "./state/history.js" */
/** @import {Keymap} from "./commands/keymap.js" */
/** @import {LineView} from "./rendering/lines.js" */
/** @import {Schema} from "./model/schema.js" */
/** @import {Session} from "./state/session.js" */
/** @import {Sync} from "./state/sync.js" */
/** @import {SchemaData} from "./model/types.js" */

/** A step of the recipe. @typedef {{id: string, title: string, detail?: string, done: boolean}} RecipeStep */
/** The data of the page from the server. @typedef {{base: string, csrf: string, set: string, document: string, project: string, projectName: string, projectTitle: string, name: string, readOnly: boolean, schema: SchemaData, suggestions?: string, guideline?: string, task?: {id: string, batch: string, place: number, count: number, previous?: string, next?: string, state: string, start?: number, end?: number}, steps: RecipeStep[]}} Context */
/** Handles a key before the commands do; returns whether it did. @typedef {(event: KeyboardEvent) => boolean} KeyHandler */

/** @typedef {object} Desk
 * @property {Context} context
 * @property {Api} api
 * @property {Session} session
 * @property {Schema} schema
 * @property {Sync} sync
 * @property {History} history
 * @property {Keymap} keymap
 * @property {LineView} lines
 * @property {Caret} caret
 * @property {Arcs} arcs
 * @property {Hints} hints
 * @property {HTMLElement} note The element of the text.
 * @property {HTMLElement} scroller What scrolls it.
 * @property {KeyHandler | null} capture What takes keys at the moment instead of the commands.
 * @property {(panel: string) => void} show Bring a panel to the front.
 * @property {() => void} refresh Draw the panels again in the next frame.
 * @property {() => void} relabel Take over letters of types that were changed.
 * @property {() => Promise<void>} saveSteps Send which steps of the recipe are done.
 */

export {};
