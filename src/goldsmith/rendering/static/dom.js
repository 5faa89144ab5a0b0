// Find and make elements.

/** @param {string} id @returns {HTMLElement} */
export const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @template {HTMLElement} [T=HTMLElement] @param {string} selector @param {ParentNode} [root] @returns {T[]} */
export const all = (selector, root = document) => /** @type {T[]} */ ([...root.querySelectorAll(selector)]);

/** @param {string} tag @param {Record<string, string>} [attributes] @param {(Node | string)[]} children @returns {HTMLElement} */
export function make(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
