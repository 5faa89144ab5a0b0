// Undo and redo, even after reloads: from the changes stored in this browser and the server's journal.

/** @import {Deed} from "./outbox.js" */
/** @import {Entry, EntryPage} from "../model/types.js" */
/** @import {Sync} from "./sync.js" */

export class History {
  /** @param {Sync} sync */
  constructor(sync) {
    this.sync = sync;
    /** Ids of changes, the next one to undo last. @type {string[]} */
    this.undoable = [];
    /** Ids of changes that undid others, the next one to redo last. @type {string[]} */
    this.redoable = [];
    /** Ends the wait for the stacks. @type {() => void} */
    this.endWait = () => {};
    /** Undo and redo wait here for the stacks and for each other. @type {Promise<void>} */
    this.turn = new Promise((resolve) => {
      this.endWait = resolve;
    });
    sync.session.performed.listen(() => this.note());
    sync.heard.listen((deed) => this.place(deed));
  }

  /** Adopt the stacks of the server and the changes waiting here. @param {{undo: string[], redo: string[]}} stacks */
  load(stacks) {
    this.undoable = [...stacks.undo];
    this.redoable = [...stacks.redo];
    for (const deed of this.sync.waiting) this.place(deed);
    this.endWait();
  }

  /** Record the last change. */
  note() {
    const deed = this.sync.waiting.at(-1);
    if (deed) this.place(deed);
  }

  /** Put a change on its stack, as the server does. @param {Deed} deed */
  place(deed) {
    const { id, undoes } = deed;
    if (this.undoable.includes(id) || this.redoable.includes(id)) return;
    if (!undoes) {
      this.undoable.push(id);
      this.redoable = [];
    } else if (this.redoable.includes(undoes)) {
      this.redoable = this.redoable.filter((entry) => entry !== undoes);
      this.undoable.push(id);
    } else {
      this.undoable = this.undoable.filter((entry) => entry !== undoes);
      this.redoable.push(id);
    }
  }

  undo() {
    return this.wait(() => this.take(this.undoable, false, "Nothing to undo."));
  }

  redo() {
    return this.wait(() => this.take(this.redoable, true, "Nothing to redo."));
  }

  /** Queue the work, so that a key pressed early or twice does not use half-loaded stacks. @param {() => Promise<void>} work */
  wait(work) {
    this.turn = this.turn.then(work, work);
    return this.turn;
  }

  /** @param {string[]} stack @param {boolean} again @param {string} nothing @returns {Promise<void>} */
  async take(stack, again, nothing) {
    const { session } = this.sync, verb = again ? "Done again" : "Undone";
    const id = stack.at(-1);
    if (!id) return session.tell(nothing);
    const deed = this.sync.done.get(id) ?? (await this.fetch(id));
    if (!deed) return session.tell("The change to undo is on the server, which is not responding.");
    if (deed.refused !== undefined) {
      stack.pop();
      return this.take(stack, again, nothing);
    }
    try {
      const inverse = session.apply(deed.inverse);
      const label = deed.label.replace(/^(Undone|Done again): /, "");
      this.place(this.sync.queue(deed.inverse, inverse, { label: `${verb}: ${label}`, detail: deed.detail, undoes: id, again, source: deed.source }));
      session.tell(`${verb}: ${label}${deed.detail ? `: ${deed.detail}` : ""}`);
    } catch {
      stack.pop();
      session.tell("This can no longer be undone: it has been changed since.");
    }
  }

  /** Fetch a change that this browser has not stored. @param {string} id @returns {Promise<Deed | undefined>} */
  async fetch(id) {
    try {
      const entry = await this.find(id);
      if (!entry) return undefined;
      return { id, set: this.sync.set, steps: entry.steps, inverse: entry.inverse ?? [], source: "human", label: "an earlier change", at: 0, revision: entry.revision };
    } catch {
      return undefined;
    }
  }

  /** @param {string} id @returns {Promise<Entry | undefined>} */
  async find(id) {
    for (let after = 0; ; ) {
      /** @type {EntryPage} */
      const page = await this.sync.api.get(`${this.sync.path}/changes?after=${after}`);
      const entry = page.entries.find((candidate) => candidate.id === id);
      if (entry || !page.entries.length) return entry;
      after = page.entries[page.entries.length - 1].revision;
    }
  }
}
