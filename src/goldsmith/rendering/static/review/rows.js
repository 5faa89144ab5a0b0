// A list of any length: only the rows on the screen are in the document.
import { make } from "../dom.js";

const ROW = 54;
const SPARE = 6;

export class Rows {
  /** @param {HTMLElement} box @param {HTMLElement} spacer @param {(index: number) => HTMLElement} draw @param {(index: number) => void} chosen */
  constructor(box, spacer, draw, chosen) {
    this.box = box; this.spacer = spacer; this.draw = draw; this.chosen = chosen;
    this.length = 0;
    this.selected = -1;
    box.addEventListener("scroll", () => this.render(), { passive: true });
    box.addEventListener("click", (event) => {
      const row = /** @type {HTMLElement} */ (event.target).closest("[data-index]");
      if (row) this.select(Number(/** @type {HTMLElement} */ (row).dataset.index));
    });
    new ResizeObserver(() => this.render()).observe(box);
  }

  /** Show this many rows and select one of them. @param {number} length @param {number} selected */
  show(length, selected) {
    this.length = length;
    this.spacer.style.height = `${length * ROW}px`;
    this.select(Math.max(0, Math.min(selected, length - 1)));
  }

  /** @param {number} index */
  select(index) {
    this.selected = this.length ? index : -1;
    const { scrollTop, clientHeight } = this.box;
    if (index * ROW < scrollTop) this.box.scrollTop = index * ROW;
    else if ((index + 1) * ROW > scrollTop + clientHeight) this.box.scrollTop = (index + 1) * ROW - clientHeight;
    this.render();
    this.chosen(this.selected);
  }

  /** @param {number} step */
  move(step) {
    const index = this.selected + step;
    if (index >= 0 && index < this.length) this.select(index);
  }

  render() {
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - SPARE);
    const last = Math.min(this.length, Math.ceil((this.box.scrollTop + this.box.clientHeight) / ROW) + SPARE);
    const rows = [];
    for (let index = first; index < last; index += 1) {
      const attributes = { class: "row", role: "option", id: `row-${index}`, "data-index": String(index), "aria-selected": String(index === this.selected), "aria-posinset": String(index + 1), "aria-setsize": String(this.length) };
      const row = make("div", attributes, this.draw(index));
      row.style.top = `${index * ROW}px`;
      rows.push(row);
    }
    this.spacer.replaceChildren(...rows);
    if (this.selected >= first && this.selected < last) this.box.setAttribute("aria-activedescendant", `row-${this.selected}`);
    else this.box.removeAttribute("aria-activedescendant");
  }
}
