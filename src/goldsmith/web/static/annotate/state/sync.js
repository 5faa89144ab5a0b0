// Sends each change at once, in order, and applies the changes of others.
//
// A change keeps its id when it is sent again; the server answers the same id with the same receipt.
// Changes of the same set that come in between are fetched and applied. If they conflict with a change
// of ours (409), ours is set aside until the person decides.

/** @import {Api} from "../../shared/api.js" */
/** @import {Deed, Outbox} from "./outbox.js" */
/** @import {Options, Session} from "./session.js" */
/** @import {Entry, EntryPage, Receipt, Step} from "../model/types.js" */
import { ApiError, Unreachable } from "../../shared/api.js";
import { makeId } from "../../shared/ids.js";
import { Signal } from "../../shared/signal.js";

/** `away`: the server is not responding. `out`: sign in again. `stale`: the server has less than this page. @typedef {"idle" | "sending" | "away" | "out" | "stale"} Line */
/** A change of ours and the conflicting changes of others. @typedef {{deed: Deed, rivals: Entry[]}} Clash */

const FIRST_PAUSE = 500, LONGEST_PAUSE = 15_000;

export class Sync {
  /** @param {Session} session @param {Api} api @param {Outbox} outbox @param {string} set @param {number} revision */
  constructor(session, api, outbox, set, revision) {
    this.session = session;
    this.api = api;
    this.outbox = outbox;
    this.path = `/api/sets/${encodeURIComponent(set)}`;
    this.set = set;
    /** The revision of the server that the annotations here contain. */
    this.revision = revision;
    /** @type {Deed[]} */
    this.waiting = [];
    /** Ids of changes that are not in the outbox yet; a page that crashes now loses them. @type {Set<string>} */
    this.unkept = new Set();
    /** @type {Clash[]} */
    this.clashes = [];
    /** Changes that the server refused. @type {Deed[]} */
    this.refused = [];
    /** Everything done here that can be undone, by id. @type {Map<string, Deed>} */
    this.done = new Map();
    /** @type {Line} */
    this.line = "idle";
    this.pause = FIRST_PAUSE;
    this.guideline = "";
    /** @type {Signal<void>} */
    this.changed = new Signal();
    /** Another tab did something. @type {Signal<Deed>} */
    this.heard = new Signal();
    this.channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(`goldsmith-${set}`) : null;
    this.channel?.addEventListener("message", ({ data }) => this.hear(data));
    session.performed.listen(({ steps, inverse, options }) => this.queue(steps, inverse, options));
    addEventListener("online", () => this.wake());
    addEventListener("beforeunload", (event) => {
      if (this.waiting.length && !outbox.isLasting) event.preventDefault();
    });
  }

  /** Resume the changes that an earlier page left. @param {Deed[]} deeds */
  resume(deeds) {
    for (const deed of deeds) {
      if (deed.revision !== undefined) this.done.set(deed.id, deed);
      else if (deed.refused !== undefined) this.refused.push(deed);
      else this.adopt(deed);
    }
    this.wake();
  }

  /** Apply a change of an earlier page or another tab, and send it. @param {Deed} deed */
  adopt(deed) {
    if (this.waiting.some((entry) => entry.id === deed.id) || this.done.has(deed.id)) return;
    try {
      deed.inverse = this.session.apply(deed.steps);
    } catch {
      // The server already has it, or it conflicts with the server's state: the response decides.
    }
    this.waiting.push(deed);
    this.done.set(deed.id, deed);
  }

  /** @param {Step[]} steps @param {Step[]} inverse @param {Options & {undoes?: string, again?: boolean}} options @returns {Deed} */
  queue(steps, inverse, options) {
    const { source = "human", label, detail, action, undoes, again } = options;
    /** @type {Deed} */
    const deed = { id: makeId(), set: this.set, steps, inverse, source, label, ...(detail ? { detail } : {}), at: Date.now(), ...(action ? { action } : {}), ...(undoes ? { undoes, again } : {}) };
    this.waiting.push(deed);
    this.done.set(deed.id, deed);
    this.channel?.postMessage({ kind: "deed", deed });
    // Stored before it is sent, so that a lost response can be requested again.
    this.unkept.add(deed.id);
    void this.outbox.keep(deed).catch(() => undefined).then(() => {
      this.unkept.delete(deed.id);
      this.wake();
    });
    this.changed.send();
    return deed;
  }

  /** Send the waiting changes, unless sending is in progress. */
  wake() {
    if (this.line === "sending") return;
    clearTimeout(this.timer);
    void this.send();
  }

  async send() {
    this.setLine("sending");
    for (let deed = this.waiting[0]; deed; deed = this.waiting[0]) {
      try {
        await this.settle(deed, await this.post(deed));
      } catch (error) {
        if (!(await this.handle(deed, error))) return;
      }
    }
    this.pause = FIRST_PAUSE;
    this.setLine("idle");
  }

  /** @param {Deed} deed @returns {Promise<Receipt>} */
  post(deed) {
    if (deed.undoes) return this.api.post(`${this.path}/${deed.again ? "redo" : "undo"}`, { id: deed.id, target: deed.undoes });
    const { id, steps, source, action } = deed;
    return this.api.post(`${this.path}/changes`, { id, base: this.revision, steps, source, ...(this.guideline ? { guideline: this.guideline } : {}), ...(action ? { action } : {}) });
  }

  /** @param {Deed} deed @param {Receipt} receipt */
  async settle(deed, receipt) {
    deed.revision = receipt.revision;
    this.waiting = this.waiting.filter((entry) => entry.id !== deed.id);
    this.channel?.postMessage({ kind: "receipt", id: deed.id, revision: receipt.revision });
    void this.outbox.keep(deed).catch(() => undefined);
    if (receipt.revision === this.revision + 1) this.revision = receipt.revision;
    else if (receipt.revision > this.revision) await this.fetch();
    this.changed.send();
  }

  /** @param {Deed} deed @param {unknown} error @returns {Promise<boolean>} Whether to continue sending. */
  async handle(deed, error) {
    if (error instanceof ApiError && error.status === 409) return this.clash(deed, error);
    if (error instanceof ApiError && error.status === 401) return this.stop("out");
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) return this.refuse(deed, error.message);
    if (!(error instanceof Unreachable || error instanceof ApiError)) reportError(error);
    return this.stop("away");
  }

  /** Stop sending for a while. @param {Line} line */
  stop(line) {
    this.setLine(line);
    this.timer = setTimeout(() => this.wake(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
    return false;
  }

  /** Revert a change that the server refused, and keep it for display. @param {Deed} deed @param {string} reason */
  async refuse(deed, reason) {
    this.withdraw(deed);
    deed.refused = reason;
    this.refused.push(deed);
    await this.outbox.keep(deed).catch(() => undefined);
    this.session.tell(`Refused by the server: ${reason}`);
    this.changed.send();
    return true;
  }

  /** Set aside a change that conflicts with others. @param {Deed} deed @param {ApiError} error */
  async clash(deed, error) {
    if (!error.details.length && !deed.undoes) return this.stop("stale");
    this.withdraw(deed);
    await this.fetch();
    if (deed.undoes) {
      await this.outbox.drop(deed.id).catch(() => undefined);
      this.session.tell("This can no longer be undone: it has been changed since.");
    } else this.clashes.push({ deed, rivals: error.details });
    this.changed.send();
    return true;
  }

  /** Remove a change from the waiting ones and from the annotations. @param {Deed} deed */
  withdraw(deed) {
    const later = this.waiting.slice(this.waiting.indexOf(deed) + 1).reverse();
    this.waiting = this.waiting.filter((entry) => entry !== deed);
    this.done.delete(deed.id);
    for (const entry of [...later, deed]) this.tryApply(entry.inverse);
    for (const entry of later.reverse()) this.tryApply(entry.steps);
  }

  /** @param {Step[]} steps */
  tryApply(steps) {
    try {
      this.session.apply(steps);
    } catch {
      // It depends on something that is gone; the server's response decides.
    }
  }

  /** Resolve a clash: apply ours again on top of theirs, or keep theirs. @param {Clash} clash @param {boolean} ours */
  async decide(clash, ours) {
    this.clashes = this.clashes.filter((entry) => entry !== clash);
    if (ours) {
      try {
        this.session.perform(clash.deed.steps, { label: clash.deed.label, detail: clash.deed.detail });
      } catch {
        this.session.tell("This can no longer be done: the annotation is gone.");
      }
    }
    this.changed.send();
    await this.outbox.drop(clash.deed.id).catch(() => undefined);
  }

  /** @param {Deed} deed */
  async dismiss(deed) {
    this.refused = this.refused.filter((entry) => entry !== deed);
    await this.outbox.drop(deed.id).catch(() => undefined);
    this.changed.send();
  }

  /** Fetch and apply the changes that are not here yet. */
  async fetch() {
    for (;;) {
      /** @type {EntryPage} */
      const page = await this.api.get(`${this.path}/changes?after=${this.revision}`);
      for (const entry of page.entries) {
        if (entry.revision <= this.revision) continue;
        if (!this.done.has(entry.id)) this.tryApply(entry.steps);
        this.revision = entry.revision;
      }
      if (!page.entries.length || this.revision >= page.revision) return;
    }
  }

  /** Handle a message from another tab. @param {{kind: string, deed?: Deed, id?: string, revision?: number}} message */
  hear(message) {
    if (message.kind === "deed" && message.deed) {
      const deed = message.deed;
      if (this.done.has(deed.id)) return;
      this.tryApply(deed.steps);
      this.done.set(deed.id, deed);
      this.heard.send(deed);
      this.session.tell(`In another tab: ${deed.label}${deed.detail ? `: ${deed.detail}` : ""}`);
    } else if (message.kind === "receipt" && message.id && message.revision !== undefined) {
      const deed = this.done.get(message.id);
      if (deed) deed.revision = message.revision;
      this.waiting = this.waiting.filter((entry) => entry.id !== message.id);
      if (message.revision === this.revision + 1) this.revision = message.revision;
      else if (message.revision > this.revision) void this.fetch().catch(() => undefined);
      this.changed.send();
    }
  }

  /** @param {Line} line */
  setLine(line) {
    this.line = line;
    this.changed.send();
  }
}
