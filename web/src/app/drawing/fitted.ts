const NARROWEST = 0.85; // letters are still easy to read

/** Words of a drawing that need more than their room are drawn narrower, and then smaller: only the browser knows how
 * wide they are. */
export function fitted(words: string, room: number) {
  return (element: SVGTextElement) => {
    const part = words ? room / element.getComputedTextLength() : 1;
    if (!(part < 1)) return;
    const size = parseFloat(getComputedStyle(element).fontSize);
    // in steps, since what is measured differs by a trifle from time to time
    if (part < NARROWEST) element.style.fontSize = `${Math.floor((2 * size * part) / NARROWEST) / 2}px`;
    element.setAttribute("textLength", String(room));
    element.setAttribute("lengthAdjust", "spacingAndGlyphs");
    return () => ["style", "textLength", "lengthAdjust"].forEach((name) => element.removeAttribute(name));
  };
}
