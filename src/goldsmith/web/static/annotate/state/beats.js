// Activity: the page reports the 15-second slots with input, never the typed text.

/** @import {Api} from "../../shared/api.js" */

const SLOT = 15_000;

export class Beats {
  /** @param {Api} api @param {string} task */
  constructor(api, task) {
    this.api = api;
    this.task = task;
    /** @type {Set<number>} */
    this.slots = new Set();
    for (const name of ["keydown", "pointerdown", "wheel", "touchmove"]) addEventListener(name, () => this.slots.add(Math.floor(Date.now() / SLOT)), { passive: true });
    setInterval(() => void this.send(), SLOT);
    addEventListener("visibilitychange", () => void this.send());
  }

  async send() {
    const slots = [...this.slots];
    if (!slots.length) return;
    try {
      await this.api.post(`/api/tasks/${this.task}/beats`, { slots });
      for (const slot of slots) this.slots.delete(slot);
    } catch {
      // They are sent with the next ones.
    }
  }
}
