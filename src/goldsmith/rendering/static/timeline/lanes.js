// Lay out events in lanes: each kind has one, and overlapping events are stacked.

const ROOM = 10;
const MOST_LABELLED = 60; // rows of a lane; with more, only labels that fit into their bar are shown
const FADE = 26; // the drawn length of a soft edge without a limit

/** @typedef {{id: string, kind: string, name: string, assertion: string, start: (number | null)[], end: (number | null)[],
 *   when: string, status: [string, number | null, number | null][], codes: string[], details: Record<string, string>, confidence: number, vague: boolean,
 *   evidence: [string, number | null, number[][], string, number, string][]}} Entry */
/** @typedef {{entry: Entry, x: number[], length: number, row: number, label: boolean, inside: boolean, before: boolean}} Bar */
/** @typedef {{kind: string, bars: Bar[], rows: number}} Lane */

/** The days of the four edges of an event; an unknown edge takes the nearest known one.
 * @param {Entry} entry @returns {{days: number[], open: boolean[]} | null} */
export function findEdges(entry) {
  const [s0, s1] = entry.start, [e0, e1] = entry.end;
  const anchor = s1 ?? s0 ?? e0 ?? e1;
  if (anchor === null || anchor === undefined) return null;
  const from = s1 ?? Math.max(s0 ?? anchor, Math.min(e0 ?? anchor, anchor));
  const to = Math.max(e0 ?? from, from);
  return { days: [Math.min(s0 ?? from, from), from, to, Math.max(e1 ?? to, to)], open: [s0 === null, e1 === null] };
}

/** @param {Entry[]} entries @param {string[]} kinds @param {(day: number) => number} place @param {(name: string) => number} measure
 * Returns the width of a label. @param {number} width @returns {Lane[]} */
export function layOut(entries, kinds, place, measure, width) {
  return kinds.map((kind) => {
    const bars = entries.filter((entry) => entry.kind === kind).map((entry) => makeBar(entry, place, measure(entry.name), width)).filter((bar) => bar.x[3] >= -FADE && bar.x[0] <= width + FADE);
    bars.sort((a, b) => a.x[1] - b.x[1]);
    let rows = pack(bars, true);
    if (rows > MOST_LABELLED) rows = pack(bars, false);
    return { kind, bars, rows };
  });
}

/** The label is inside the bar, after it, or before it if there is no room after it.
 * @param {Entry} entry @param {(day: number) => number} place @param {number} length Of the label. @param {number} width @returns {Bar} */
function makeBar(entry, place, length, width) {
  const edges = /** @type {{days: number[], open: boolean[]}} */ (findEdges(entry));
  const [a, b, c, d] = edges.days.map(place);
  const to = Math.max(c, b + 5);
  const lasting = entry.kind === "problem" || entry.kind === "drug";
  const x = [edges.open[0] ? b - FADE : Math.min(a, b), b, to, edges.open[1] && lasting ? to + FADE : Math.max(d, to)];
  const inside = to - Math.max(b, 0) > length + 8;
  const before = !inside && x[3] + length > width && x[0] - length > 0;
  return { entry, x, length, row: 0, label: true, inside, before };
}

/** Give each bar the first row with enough room. @param {Bar[]} bars @param {boolean} labelled @returns {number} */
function pack(bars, labelled) {
  /** @type {number[]} */
  const ends = [];
  for (const bar of bars) {
    bar.label = labelled || bar.inside;
    const length = labelled && !bar.inside ? bar.length : 0;
    const end = bar.x[3] + ROOM + (bar.before ? 0 : length);
    let row = ends.findIndex((taken) => taken <= bar.x[0] - (bar.before ? length : 0));
    if (row < 0) row = ends.length;
    ends[row] = end;
    bar.row = row;
  }
  return ends.length;
}

/** Group lanes into at most this many rows; a longer lane is split between rows.
 * @param {Lane[]} lanes @param {number} most @returns {Lane[][]} */
export function splitLanes(lanes, most) {
  /** @type {Lane[][]} */
  const groups = [[]];
  let free = most;
  for (const lane of lanes) {
    for (let from = 0; from < lane.rows;) {
      if (free < Math.min(lane.rows - from, 3)) {
        groups.push([]);
        free = most;
      }
      const rows = Math.min(lane.rows - from, free), first = from;
      const bars = lane.bars.filter((bar) => bar.row >= first && bar.row < first + rows).map((bar) => ({ ...bar, row: bar.row - first }));
      groups[groups.length - 1].push({ kind: lane.kind, bars, rows });
      from += rows;
      free -= rows + 1;
    }
  }
  return groups;
}
