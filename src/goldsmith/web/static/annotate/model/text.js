// The text of a note: its lines, tokens and characters.
//
// All offsets are code points, as in the API. JavaScript strings count UTF-16 units; `toUtf16`
// and `fromUtf16` convert, and only this module and the rendering of lines need them.

/** A part of a line that is drawn at once; a long line has several.
 * @typedef {{index: number, line: number, start: number, end: number, start16: number, end16: number}} Run */
/** @typedef {{start: number, end: number}} Range */

const BREAK = /\r\n|\n|\r/g;
const TOKEN = /\p{Extended_Pictographic}(?:\uFE0F|\p{EMod}|\u200D\p{Extended_Pictographic})*|\p{RI}{2}|\p{N}+(?:[.,:/]\p{N}+)*(?:\p{L}\p{M}*)*|\p{L}[\p{L}\p{M}\p{N}]*(?:['’][\p{L}\p{M}]+)*|[^\s]\p{M}*/gu;
/** The maximum number of UTF-16 units in a run. */
const LONGEST_RUN = 1500;

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export class Text {
  /** @param {string} source */
  constructor(source) {
    this.source = source;
    this.astral = listAstral(source);
    this.length = source.length - this.astral.length;
    /** @type {Run[]} */
    this.runs = [];
    /** The first run of each line. @type {number[]} */
    this.lines = [];
    /** @type {(Range[] | undefined)[]} */
    this.tokensByRun = [];
    for (const [start, end] of splitLines(source)) this.addLine(start, end);
  }

  /** @param {number} start16 @param {number} end16 */
  addLine(start16, end16) {
    this.lines.push(this.runs.length);
    let start = start16;
    do {
      const end = end16 - start > LONGEST_RUN ? findCut(this.source, start + LONGEST_RUN, end16) : end16;
      this.runs.push({ index: this.runs.length, line: this.lines.length - 1, start: this.fromUtf16(start), end: this.fromUtf16(end), start16: start, end16: end });
      start = end;
    } while (start < end16);
  }

  /** @param {number} offset */
  toUtf16(offset) {
    return this.astral.length ? offset + countBefore(this.astral, offset, 0) : offset;
  }

  /** Convert a UTF-16 offset; one inside a surrogate pair counts as before the character. @param {number} offset */
  fromUtf16(offset) {
    return this.astral.length ? offset - countBefore(this.astral, offset, 1) : offset;
  }

  /** @param {number} start @param {number} end */
  slice(start, end) {
    return this.source.slice(this.toUtf16(start), this.toUtf16(end));
  }

  /** Return the run that contains an offset; a line break belongs to the run before it. @param {number} offset @returns {Run} */
  runAt(offset) {
    let low = 0, high = this.runs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.runs[middle].start <= offset) low = middle;
      else high = middle - 1;
    }
    return this.runs[low];
  }

  /** Return the runs that a span touches. @param {number} start @param {number} end @returns {Run[]} */
  listRuns(start, end) {
    const first = this.runAt(start).index;
    let last = first;
    while (last + 1 < this.runs.length && this.runs[last + 1].start < end) last += 1;
    return this.runs.slice(first, last + 1);
  }

  /** @param {number} index @returns {Range[]} */
  listTokens(index) {
    return (this.tokensByRun[index] ??= this.findTokens(this.runs[index]));
  }

  /** @param {Run} run @returns {Range[]} */
  findTokens(run) {
    const tokens = [];
    for (const match of this.source.slice(run.start16, run.end16).matchAll(TOKEN)) {
      const start = run.start16 + match.index;
      tokens.push({ start: this.fromUtf16(start), end: this.fromUtf16(start + match[0].length) });
    }
    return tokens;
  }

  /** Return the token that contains an offset, or the next one, or the last. @param {number} offset @returns {Range} */
  tokenAt(offset) {
    return this.tokenAfter(offset) ?? this.tokenBefore(this.length) ?? { start: 0, end: 0 };
  }

  /** Return the first token that ends after an offset. @param {number} offset @returns {Range | undefined} */
  tokenAfter(offset) {
    for (let index = this.runAt(offset).index; index < this.runs.length; index += 1) {
      const token = this.listTokens(index).find((entry) => entry.end > offset);
      if (token) return token;
    }
    return undefined;
  }

  /** Return the last token that starts before an offset. @param {number} offset @returns {Range | undefined} */
  tokenBefore(offset) {
    for (let index = this.runAt(offset).index; index >= 0; index -= 1) {
      const token = this.listTokens(index).findLast((entry) => entry.start < offset);
      if (token) return token;
    }
    return undefined;
  }

  /** Return the character that a reader sees after an offset (base and combining marks together). @param {number} offset @returns {Range | undefined} */
  characterAfter(offset) {
    const run = this.runAt(offset);
    if (offset >= run.end) {
      const next = this.runs[run.index + 1];
      return next ? this.characterAfter(next.start) : undefined;
    }
    return this.listCharacters(run).find((entry) => entry.end > offset);
  }

  /** @param {number} offset @returns {Range | undefined} */
  characterBefore(offset) {
    const run = this.runAt(offset);
    const character = this.listCharacters(run).findLast((entry) => entry.start < offset);
    if (character || run.index === 0) return character;
    return this.characterBefore(this.runs[run.index - 1].end);
  }

  /** @param {Run} run @returns {Range[]} */
  listCharacters(run) {
    const part = this.source.slice(run.start16, run.end16);
    return [...graphemes.segment(part)].map(({ index, segment }) => ({
      start: this.fromUtf16(run.start16 + index), end: this.fromUtf16(run.start16 + index + segment.length),
    }));
  }

  /** Return the sentences of a run that contain words. @param {Run} run @returns {Range[]} */
  listSentences(run) {
    const part = this.source.slice(run.start16, run.end16);
    return [...sentences.segment(part)].filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment)).map(({ index, segment }) => ({
      start: this.fromUtf16(run.start16 + index), end: this.fromUtf16(run.start16 + index + segment.trimEnd().length),
    }));
  }

  /** Return the sentence at an offset. @param {number} offset @returns {Range} */
  sentenceAt(offset) {
    const run = this.runAt(offset);
    return this.listSentences(run).find((sentence) => sentence.end > offset) ?? run;
  }

  /** Trim white space from both ends of a range. @param {number} start @param {number} end @returns {Range} */
  trim(start, end) {
    const part = this.slice(start, end);
    const left = part.length - part.trimStart().length;
    const right = part.length - part.trimEnd().length;
    return left + right >= part.length ? { start, end: start } : { start: start + left, end: end - right };
  }

  /** Extend a range to whole tokens. @param {number} start @param {number} end @returns {Range} */
  widen(start, end) {
    const first = this.tokenAfter(start), last = this.tokenBefore(end);
    if (!first || !last || first.start >= end) return { start, end };
    return { start: first.start, end: Math.max(last.end, first.end) };
  }
}

/** @param {string} source @returns {Generator<[number, number]>} */
function* splitLines(source) {
  let start = 0;
  for (const match of source.matchAll(BREAK)) {
    yield [start, match.index];
    start = match.index + match[0].length;
  }
  yield [start, source.length];
}

/** Return the code point offsets of the characters that take two UTF-16 units. @param {string} source @returns {number[]} */
function listAstral(source) {
  const offsets = [];
  for (const match of source.matchAll(/[\u{10000}-\u{10FFFF}]/gu)) offsets.push(match.index - offsets.length);
  return offsets;
}

/** Count the astral characters before an offset; `scale` is 1 for UTF-16 offsets. @param {number[]} astral @param {number} offset @param {0 | 1} scale */
function countBefore(astral, offset, scale) {
  let low = 0, high = astral.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (astral[middle] + middle * scale < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Find a place to split a long line: after a sentence that ends shortly before, or after a space. @param {string} source @param {number} from @param {number} end */
function findCut(source, from, end) {
  const stop = source.lastIndexOf(". ", from);
  if (stop > from - LONGEST_RUN / 3) return stop + 2;
  const space = source.indexOf(" ", from);
  return space < 0 || space + 1 >= end ? end : space + 1;
}
