// Letters next to mentions: typing one chooses that mention.

/** @import {Desk} from "../desk.js" */
/** @import {Mention} from "../model/types.js" */
import { make } from "../../dom.js";

/** Keys that scroll while letters are shown, and by how many heights of the window. @type {Record<string, number>} */
const SCROLLS = { ArrowDown: 0.1, ArrowUp: -0.1, PageDown: 0.8, PageUp: -0.8 };
const LETTERS = "asdfghjklqwertyuiopzxcvbnm";

export class Hints {
  /** @param {Desk} desk @param {HTMLElement} overlay */
  constructor(desk, overlay) {
    this.desk = desk;
    this.box = make("div", { class: "hints", "aria-hidden": "true" });
    overlay.append(this.box);
  }

  /** Let the person choose a mention: by letters, by a click, or with Tab and Enter. @param {Mention[]} targets The likeliest first. @param {(mention: Mention) => void} choose @param {() => void} cancel */
  offer(targets, choose, cancel) {
    const shown = targets.slice(0, LETTERS.length ** 2);
    const names = nameHints(shown.length);
    /** @type {Map<string, Mention>} */
    const byName = new Map(shown.map((mention, index) => [names[index], mention]));
    let typed = "";
    const finish = () => {
      this.desk.capture = null;
      this.box.replaceChildren();
      this.desk.session.setMode("text");
    };
    /** @param {Mention} mention */
    const take = (mention) => {
      finish();
      choose(mention);
    };
    this.draw(byName, typed, take);
    this.desk.capture = (event) => {
      if (["Shift", "Control", "Alt", "Meta"].includes(event.key)) return true;
      if (event.key in SCROLLS) {
        this.desk.scroller.scrollTop += SCROLLS[event.key] * this.desk.scroller.clientHeight;
        this.draw(byName, typed, take);
        return true;
      }
      const letter = event.key.toLowerCase();
      if (event.key === "Escape" || ![...byName.keys()].some((name) => name.startsWith(typed + letter))) {
        finish();
        cancel();
        return true;
      }
      typed += letter;
      const mention = byName.get(typed);
      if (mention) take(mention);
      else this.draw(byName, typed, take);
      return true;
    };
  }

  /** @param {Map<string, Mention>} byName @param {string} typed @param {(mention: Mention) => void} take */
  draw(byName, typed, take) {
    const origin = this.box.getBoundingClientRect(), view = this.desk.scroller.getBoundingClientRect();
    const hints = [...byName].filter(([name]) => name.startsWith(typed)).flatMap(([name, mention]) => {
      const [start, end] = mention.spans[0];
      const rect = this.desk.lines.makeRange(start, end).getClientRects()[0];
      if (!rect || rect.bottom < view.top - 2000 || rect.top > view.bottom + 2000) return [];
      const hint = make("button", { type: "button", class: "hint", tabindex: "-1", "data-mention": mention.id }, name.slice(typed.length).toUpperCase());
      Object.assign(hint.style, { left: `${rect.left - origin.left - 6}px`, top: `${rect.top - origin.top - 14}px` });
      hint.addEventListener("click", () => take(mention));
      return [hint];
    });
    this.box.replaceChildren(...hints);
  }
}

/** Return names of one letter, and of two if there are not enough. @param {number} count @returns {string[]} */
export function nameHints(count) {
  if (count <= LETTERS.length) return [...LETTERS.slice(0, count)];
  const pairs = Math.ceil((count - LETTERS.length) / (LETTERS.length - 1));
  const single = [...LETTERS.slice(0, LETTERS.length - pairs)];
  const double = [...LETTERS.slice(LETTERS.length - pairs)].flatMap((first) => [...LETTERS].map((second) => first + second));
  return [...single, ...double].slice(0, count);
}
