// Suggestions: annotations of another set that are neither accepted nor rejected yet.

/** @import {Content, Mention} from "../model/types.js" */
/** @import {Text} from "../model/text.js" */
import { Annotations } from "../model/annotations.js";

export class Suggestions {
  /** @param {Text} text @param {Content} [content] */
  constructor(text, content = {}) {
    /** All suggestions, including answered ones. @type {Map<string, Mention>} */
    this.all = new Map((content.mentions ?? []).map((mention) => [mention.id, mention]));
    /** The open ones. */
    this.layer = new Annotations(text, { mentions: content.mentions ?? [] });
    this.archive = new Annotations(text, { mentions: content.mentions ?? [] });
  }

  /** Hide accepted and rejected suggestions. @param {Annotations} annotations */
  hideSettled(annotations) {
    for (const suggestion of this.all.values()) this.place(annotations, suggestion);
  }

  /** Hide or show the suggestions around changed mentions, and return these suggestions. @param {Annotations} annotations @param {Mention[]} mentions @param {Set<string>} touched @returns {Mention[]} */
  update(annotations, mentions, touched) {
    if (!this.all.size) return [];
    const near = new Set([...touched].flatMap((id) => this.all.get(id) ?? []));
    for (const mention of mentions) for (const [start] of mention.spans.slice(0, 1)) for (const entry of this.archive.listAt(start)) near.add(entry);
    return [...near].filter((suggestion) => this.place(annotations, suggestion));
  }

  /** Put a suggestion into the layer or take it out; return whether that changed anything. @param {Annotations} annotations @param {Mention} suggestion */
  place(annotations, suggestion) {
    const open = !annotations.rejected.has(suggestion.id) && !annotations.findTwin(suggestion);
    if (open === this.layer.mentions.has(suggestion.id)) return false;
    if (open) this.layer.putMention(suggestion);
    else this.layer.dropMention(suggestion);
    return true;
  }
}
