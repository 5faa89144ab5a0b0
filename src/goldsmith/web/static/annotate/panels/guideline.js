// The guideline page of a type, next to the text.

/** @import {Desk} from "../desk.js" */
import { element, make } from "../../dom.js";
import { drawSample } from "./parts.js";

/** @param {Desk} desk */
export function drawGuideline(desk) {
  const { session, schema } = desk, mention = session.shownMention;
  const type = schema.byName.get(mention?.type ?? session.lastType) ?? schema.types[0];
  const box = element("guideline");
  if (!type || box.dataset.type === type.name) return;
  box.dataset.type = type.name;
  const relations = schema.relations.filter((rel) => !rel.identity && [...rel.first, ...rel.second].includes(type.name));
  box.replaceChildren(
    make("h2", {}, drawSample(type.style), ` ${type.title}`), make("p", {}, type.description ?? ""),
    ...(type.examples?.length ? [make("h3", {}, "Examples"), make("ul", { class: "examples" }, ...type.examples.map((example) => make("li", {}, ...drawExample(example, type.style))))] : []),
    ...(relations.length ? [make("h3", {}, "Relations"), make("dl", {}, ...relations.flatMap((rel) => [make("dt", {}, schema.getTitle(rel.name)), make("dd", {}, rel.description ?? "")]))] : []),
    make("div", { id: "guideline-page" }));
  void loadPage(desk, type.name);
}

/** Draw an example with mentions in square brackets. @param {string} example @param {number} style @returns {(Node | string)[]} */
function drawExample(example, style) {
  return example.split(/(\[[^\]]*\])/).map((part) => {
    if (!part.startsWith("[")) return part;
    const mark = make("mark", {}, part.slice(1, -1));
    mark.style.background = `var(--line-${style}) left 0 bottom 0 / var(--step-${style}, 6px) 3px repeat-x, var(--tint-${style})`;
    return mark;
  });
}

/** @param {Desk} desk @param {string} type */
async function loadPage(desk, type) {
  try {
    const page = await desk.api.get(`/api/projects/${desk.context.project}/guideline/types/${encodeURIComponent(type)}`);
    const box = document.getElementById("guideline-page");
    if (!box || element("guideline").dataset.type !== type || !page?.html) return;
    // The server renders and cleans the page; the content security policy would block scripts in it.
    box.innerHTML = page.html;
  } catch {
    // The description from the schema is already there.
  }
}
