// The underlines of a stretch of text as one background: a layer for each mention, at the height of
// its lane. Colour and pattern come from the custom properties of the type's style.

/** One mention within a stretch of text.
 * @typedef {{style: number, lane: number, kind: "mark" | "gap" | "suggestion", first: boolean, last: boolean}} Stroke */

/** How far underlines reach below the text, and the distance between lanes, in pixels. */
const DEPTH = 13, PITCH = 4, LANES = 4;

/** The rules made so far: marks that look alike share one. @type {Map<string, string>} */
const classes = new Map();
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** Return the class of a stretch of text. @param {Stroke[]} strokes The shortest mention first. @returns {string} */
export function getClass(strokes) {
  let key = "";
  for (const stroke of strokes) key += `${stroke.style}${stroke.kind[0]}${stroke.lane}${stroke.first ? "f" : ""}${stroke.last ? "l" : ""},`;
  let name = classes.get(key);
  if (name === undefined) {
    name = `look-${classes.size}`;
    classes.set(key, name);
    sheet.insertRule(`.${name} { ${compose(strokes)} }`, sheet.cssRules.length);
  }
  return name;
}

/** @param {Stroke[]} strokes */
function compose(strokes) {
  const layers = strokes.flatMap((stroke) => {
    const bottom = DEPTH - 4 - Math.min(stroke.lane, LANES - 1) * PITCH;
    const y = `bottom ${bottom}px`;
    const parts = [];
    if (stroke.first) parts.push(`linear-gradient(var(--paper) 0 0) left 0 ${y} / 1.5px 4px no-repeat`);
    if (stroke.last) parts.push(`linear-gradient(var(--paper) 0 0) right 0 ${y} / 1.5px 4px no-repeat`);
    if (stroke.kind === "gap") parts.push(`var(--gap-${stroke.style}) left 0 ${y} / 5px 3px repeat-x`);
    else if (stroke.kind === "suggestion") parts.push(`var(--maybe-${stroke.style}) left 0 ${y} / 8px 2px repeat-x`);
    else parts.push(`var(--line-${stroke.style}) left 0 ${y} / var(--step-${stroke.style}, 6px) 3px repeat-x`);
    return parts;
  });
  const inner = strokes.find((stroke) => stroke.kind === "mark");
  return `background: ${layers.join(", ")}${inner ? `, linear-gradient(var(--tint-${inner.style}) 0 0) left 0 top 2px / 100% calc(100% - ${DEPTH}px) no-repeat` : ""}`;
}
