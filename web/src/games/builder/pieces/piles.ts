// Where the draw pile and the pile of cards that are out lie, beside each side of the market. Slab coordinates.
import type { Box } from "../../../app/drawing/geometry";

const TOP = 56;

export function pileBoxes(side: string): { draw_pile: Box; discard_pile: Box } {
  const w = side === "C" ? 36 : 42; // the luxury market leaves less room
  const x = side === "C" ? 311 : 302;
  const h = (w * 60) / 42;
  return {
    draw_pile: { x, y: TOP, w, h },
    discard_pile: { x: x + 1, y: TOP + h + 33, w: w - 2, h: (w - 2) * 1.42 },
  };
}
