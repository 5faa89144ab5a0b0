// The data types of the API. Offsets are code points, end exclusive.

/** @typedef {[number, number]} Span */
/** @typedef {{code: string, system?: string, name?: string}} Code */
/** @typedef {{id: string, type: string, spans: Span[], attributes?: Record<string, string>, codes?: Code[], text?: string}} Mention */
/** @typedef {{id: string, type: string, arg1: string, arg2: string, attributes?: Record<string, string>}} Relation */
/** @typedef {{id: string, type: string, members: string[], attributes?: Record<string, string>}} Group */
/** @typedef {{id: string, text: string, target?: string, kind?: string}} Note */
/** @typedef {Mention | Relation | Group | Note} Annotation */

/** @typedef {{do: "add-mention", mention: Mention}} AddMention */
/** @typedef {{do: "add-relation", relation: Relation}} AddRelation */
/** @typedef {{do: "add-group", group: Group}} AddGroup */
/** @typedef {{do: "add-note"} & Note} AddNote */
/** @typedef {{do: "remove", id: string}} Remove */
/** @typedef {{do: "set-spans", id: string, spans: Span[]}} SetSpans */
/** @typedef {{do: "set-type", id: string, type: string}} SetType */
/** @typedef {{do: "set-attribute", id: string, name: string, value: string | null}} SetAttribute */
/** @typedef {{do: "set-codes", id: string, codes: Code[]}} SetCodes */
/** @typedef {{do: "set-members", id: string, members: string[]}} SetMembers */
/** @typedef {{do: "reject", id: string}} Reject */
/** @typedef {{do: "restore", id: string}} Restore */
/** @typedef {AddMention | AddRelation | AddGroup | AddNote | Remove | SetSpans | SetType | SetAttribute | SetCodes | SetMembers | Reject | Restore} Step */

/** @typedef {{mentions?: Mention[], relations?: Relation[], groups?: Group[], notes?: Note[], rejected?: string[]}} Content */
/** @typedef {"human" | "suggestion" | "coding"} Source */
/** @typedef {{id: string, base: number, steps: Step[], source?: Source, guideline?: string, action?: string}} Change */
/** @typedef {{id: string, revision: number, at: number}} Receipt */
/** @typedef {{id: string, revision: number, steps: Step[], inverse?: Step[], undoes?: string, source?: string}} Entry */
/** Changes in order; there are more if the last one is before `revision`. @typedef {{revision: number, entries: Entry[]}} EntryPage */

/** @typedef {{values?: string[], required?: boolean, default?: string, description?: string, meanings?: Record<string, string>, implies?: Record<string, Record<string, string>>}} AttributeType */
/** @typedef {{name: string, label?: string, kind?: string, description?: string, examples?: string[], attributes?: Record<string, AttributeType>, semantic_types?: string[], codes?: "none" | "optional" | "required", code_system?: string, anchored?: boolean}} MentionType */
/** @typedef {{name: string, first: string[], second: string[], label?: string, description?: string, attributes?: Record<string, AttributeType>, first_role?: string, second_role?: string, symmetric?: boolean, identity?: boolean, identity_when?: Record<string, string>}} RelationType */
/** @typedef {{name: string, title?: string, mention?: MentionType[], relation?: RelationType[]}} SchemaData */

export {};
