// The right column: the choices, each with its result.

import { make } from "../dom.js";

/** @typedef {import("./types.js").Unit} Unit */
/** @typedef {import("./types.js").Option} Option */
/** @typedef {import("./words.js").Words} Words */

/** @typedef {{key: string, label: string, option: Option}} Choice */

/** Return the choices of a unit with their keys: 1 is A, 2 is B, the next all, 0 none. @param {Unit} unit @returns {Choice[]} */
export function listChoices(unit) {
  const choices = [];
  for (const option of unit.options) {
    const label = option.label ?? "";
    const letter = unit.letters.indexOf(label);
    if (letter >= 0) choices.push({ key: String(letter + 1), label: `Take ${label}`, option });
    else if (label === "all") choices.push({ key: String(unit.letters.length + 1), label: unit.letters.length === 2 ? "Take both" : "Take all", option });
    else if (label === "none") choices.push({ key: "0", label: "Take neither", option });
    else choices.push({ key: "", label: `Version ${label} alone`, option });
  }
  return choices;
}

/**
 * @param {HTMLElement} list @param {Choice[]} choices @param {number} chosen @param {Words} words
 * @param {(number: number) => void} take
 */
export function drawChoices(list, choices, chosen, words, take) {
  list.replaceChildren(
    ...choices.map((choice, number) => {
      const refused = (choice.option.breaches ?? []).length > 0;
      const row = make(
        "div",
        { role: "option", id: `option-${number}`, class: refused ? "option refused" : "option", "aria-selected": String(number === chosen), "aria-disabled": String(refused) },
        make("div", { class: "option-head" }, ...(choice.key ? [make("kbd", {}, choice.key)] : []), make("span", {}, choice.label)),
        drawResult(choice.option, words),
      );
      row.addEventListener("click", () => take(number));
      return row;
    }),
  );
  list.setAttribute("aria-activedescendant", chosen >= 0 ? `option-${chosen}` : "");
}

/** @param {Option} option @param {Words} words */
function drawResult(option, words) {
  if (option.breaches?.length) return make("p", { class: "breach" }, `Not allowed: ${option.breaches.join("; ")}`);
  const names = new Map((option.mentions ?? []).map((mention) => [mention.id, words.read(mention.spans)]));
  const linked = new Set((option.relations ?? []).flatMap((rel) => [rel.arg1, rel.arg2]).concat((option.groups ?? []).flatMap((group) => group.members)));
  const lines = (option.mentions ?? []).filter((mention) => !linked.has(mention.id)).map((mention) => `${mention.type}: ${names.get(mention.id)}${describeDetails(mention)}`);
  for (const rel of option.relations ?? []) lines.push(`${names.get(rel.arg1)} → ${rel.type} → ${names.get(rel.arg2)}`);
  for (const group of option.groups ?? []) lines.push(group.members.map((member) => names.get(member)).join(" = "));
  for (const type of option.lost ?? []) lines.push(`${type} is lost: its mention is not chosen`);
  return make("ul", { class: "result" }, ...(lines.length ? lines.map((line) => make("li", {}, line)) : [make("li", { class: "nothing" }, "nothing enters the consensus")]));
}

/** @param {import("./types.js").Mention} mention */
function describeDetails(mention) {
  const details = [...Object.entries(mention.attributes ?? {}).map(([name, value]) => `${name} ${value}`), ...(mention.codes ?? []).map((code) => code.code)];
  return details.length ? ` (${details.join(", ")})` : "";
}

/** Fill the form that takes each field from a different version. @param {HTMLFormElement} form @param {Unit} unit @param {(mix: Record<string, any>) => void} take */
export function drawMix(form, unit, take) {
  const fits = unit.kind === "mention" && unit.versions.length > 1;
  form.hidden = !fits;
  if (!fits) return;
  const pick = (/** @type {string} */ name, /** @type {string} */ label) =>
    make("label", {}, `${label} of `, make("select", { name }, ...unit.versions.map((version) => make("option", { value: version.id }, `${version.made_by.join("")} (${version.type})`))));
  const button = make("button", { class: "quiet" }, "Take the mixture");
  form.replaceChildren(make("p", {}, "Or field by field"), pick("spans", "Span"), pick("type", "type"), button);
  form.onsubmit = (event) => {
    event.preventDefault();
    const values = new FormData(form);
    take({ spans: values.get("spans"), type: values.get("type") });
  };
}
