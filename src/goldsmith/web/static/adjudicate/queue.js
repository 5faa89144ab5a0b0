// The left column: documents, and the units of the open one.

import { make } from "../dom.js";

/** @typedef {import("./types.js").Progress} Progress */
/** @typedef {import("./types.js").Head} Head */

/** @type {Record<string, string>} */
const signs = { open: "○", decided: "✓", waiting: "…", dropped: "–" };

/**
 * @param {HTMLElement} queue
 * @param {Progress} progress
 * @param {{document: string, unit: string, heads: Head[]}} here
 * @param {(document: string, unit?: string) => void} open
 */
export function drawQueue(queue, progress, here, open) {
  const list = make("ol", { class: "documents" });
  for (const doc of progress.documents) {
    const button = make("button", { type: "button", class: "document", ...(doc.id === here.document ? { "aria-current": "true" } : {}) }, make("span", {}, doc.name), make("small", {}, describeProgress(doc)));
    button.addEventListener("click", () => open(doc.id));
    const item = make("li", {}, button);
    if (doc.id === here.document) item.append(drawUnits(here, open));
    list.append(item);
  }
  queue.replaceChildren(list);
  queue.querySelector(".unit[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** @param {import("./types.js").DocumentProgress} doc */
function describeProgress(doc) {
  if (!doc.ready) return "not finished";
  return doc.open ? `${doc.open} to decide` : doc.consensus ? "consensus ✓" : "decided";
}

/** @param {{document: string, unit: string, heads: Head[]}} here @param {(document: string, unit?: string) => void} open */
function drawUnits(here, open) {
  const list = make("ol", { class: "units" });
  for (const head of here.heads) {
    const button = make(
      "button",
      { type: "button", class: `unit ${head.state}`, ...(head.id === here.unit ? { "aria-current": "true" } : {}) },
      make("span", { class: "sign", "aria-label": head.state }, signs[head.state] ?? ""),
      make("span", {}, head.kind === "mention" ? head.types.join(" / ") : `${head.kind}: ${head.types.filter(Boolean).join(" / ") || "chain"}`),
    );
    button.addEventListener("click", () => open(here.document, head.id));
    list.append(make("li", {}, button));
  }
  return list;
}
