// The data that the adjudication API sends.

/** @typedef {[number, number]} Span */
/** @typedef {{kind: string, units: number, decided: number, open: number}} KindProgress */
/** @typedef {{id: string, name: string, ready: boolean, kinds: KindProgress[], open: number, consensus: string}} DocumentProgress */
/** @typedef {{batch: string, state: string, rules: string, finished: number, documents: DocumentProgress[]}} Progress */
/** @typedef {{id: string, kind: string, start: number, end: number, types: string[], state: "open" | "decided" | "waiting" | "dropped"}} Head */
/** @typedef {{code: string, system?: string, name?: string}} Code */
/** @typedef {{id: string, made_by: string[], type?: string, slot?: number, spans?: Span[], attributes?: Record<string, string>, codes?: Code[], arguments?: number[], blocks?: number[][]}} Version */
/** @typedef {{slot: number, type: string, spans: Span[], made_by: string[], settled?: boolean}} Place */
/** @typedef {{id: string, type: string, spans: Span[], attributes?: Record<string, string>, codes?: Code[]}} Mention */
/** @typedef {{id: string, type: string, arg1: string, arg2: string}} Relation */
/** @typedef {{id: string, type: string, members: string[]}} Group */
/** @typedef {{keep?: string[], label?: string, breaches?: string[], mentions?: Mention[], relations?: Relation[], groups?: Group[], lost?: string[]}} Option */
/** @typedef {{by: string, at: number, keep?: string[], reason?: string, guideline?: string}} Decided */
/** @typedef {{id: string, document: string, kind: string, start: number, end: number, state: string, letters: string[], versions: Version[], places: Place[], excerpts: {start: number, text: string}[], rivals: string[][], options: Option[], decision?: Decided}} Unit */
/** @typedef {{base: string, csrf: string, batch: string, batchName: string, projectName: string, schema: {mention?: {name: string, label?: string}[], relation?: {name: string, label?: string}[]}, rules: string, mixesFields: boolean, needsReasons: boolean}} Context */

export {};
