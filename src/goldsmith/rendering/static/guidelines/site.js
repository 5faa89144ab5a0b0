// The behaviour of a guideline site: search, menu, page-turning keys, the steps of the recipe.
import { all, element, make } from "../dom.js";
import { fold, searchEntries } from "./search.js";

const MOST_RESULTS = 12;
const field = /** @type {HTMLInputElement} */ (element("search"));
const results = element("results");
const entries = JSON.parse(element("search-index").textContent || "[]");
let selected = -1;

/** Mark the words of the query in a text. @param {string} text */
function highlight(text) {
  const words = fold(field.value).split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!words.length) return [text];
  return text.split(new RegExp(`(${words.join("|")})`, "i")).map((piece, index) => (index % 2 ? make("b", {}, piece) : piece));
}

function closeResults() {
  results.hidden = true;
  selected = -1;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}

function showResults() {
  const hits = searchEntries(entries, field.value, MOST_RESULTS);
  if (!field.value.trim()) return closeResults();
  results.replaceChildren(...hits.map(({ entry, snippet }, index) =>
    make("a", { href: entry.address, role: "option", id: `result-${index}`, "aria-selected": "false" },
      make("strong", {}, ...highlight(entry.page), ...(entry.part ? [" › ", ...highlight(entry.part)] : [])),
      make("span", {}, ...highlight(snippet)))));
  if (!hits.length) results.append(make("p", {}, "No page of the guideline contains these words."));
  results.hidden = false;
  field.setAttribute("aria-expanded", "true");
  selected = -1;
  if (hits.length) selectResult(0);
}

/** @param {number} index */
function selectResult(index) {
  const options = all("[role=option]", results);
  if (!options.length) return;
  selected = (index + options.length) % options.length;
  options.forEach((option, place) => option.setAttribute("aria-selected", String(place === selected)));
  options[selected].scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", options[selected].id);
}

function startSearch() {
  field.addEventListener("input", showResults);
  field.addEventListener("focus", () => field.value && showResults());
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      selectResult(selected + (event.key === "ArrowDown" ? 1 : -1));
      event.preventDefault();
    } else if (event.key === "Escape") {
      field.value = "";
      closeResults();
      field.blur();
    }
  });
  /** @type {HTMLFormElement} */ (field.form).addEventListener("submit", (event) => {
    event.preventDefault();
    const option = /** @type {HTMLAnchorElement | undefined} */ (all("[role=option]", results)[Math.max(selected, 0)]);
    if (option) { closeResults(); location.href = option.href; }
  });
  document.addEventListener("click", (event) => {
    if (!(/** @type {HTMLElement} */ (event.target).closest(".search"))) closeResults();
  });
  results.addEventListener("click", closeResults);
}

function startKeys() {
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.matches("input, textarea, select")) return;
    if (event.key === "/") { field.focus(); event.preventDefault(); }
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const link = rel && document.querySelector(`.turn a[rel=${rel}]`);
    if (link instanceof HTMLAnchorElement && !target.closest(".scroll")) link.click();
  });
}

function startMenu() {
  const button = element("menu"), menu = element("navigation");
  button.addEventListener("click", () => {
    const open = menu.classList.toggle("open");
    button.setAttribute("aria-expanded", String(open));
  });
  const current = menu.querySelector("[aria-current]");
  if (current) current.scrollIntoView({ block: "center" });
  scrollTo(0, location.hash ? scrollY : 0);
}

/** Let the reader tick off the steps of the recipe; nothing is stored. */
function startRecipe() {
  const steps = all("article.recipe > ol > li, article.recipe > section > ol > li");
  for (const [index, step] of steps.entries()) {
    const box = make("input", { type: "checkbox", "aria-label": `Step ${index + 1} is done` });
    box.addEventListener("change", () => step.classList.toggle("done", /** @type {HTMLInputElement} */ (box).checked));
    step.prepend(box);
  }
}

startSearch();
startKeys();
startMenu();
startRecipe();
