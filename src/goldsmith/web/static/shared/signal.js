// A signal, which calls its listeners with a value.

/** @template T */
export class Signal {
  constructor() {
    /** @type {Set<(value: T) => void>} */
    this.listeners = new Set();
  }

  /** @param {(value: T) => void} listener @returns {() => void} A function that removes the listener. */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param {T} value */
  send(value) {
    for (const listener of this.listeners) listener(value);
  }
}
