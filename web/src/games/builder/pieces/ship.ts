// A ship's measures: the bow is on the right, place 1 is nearest to it.
import type { Box, Point, Spot } from "../../../app/drawing/geometry";

export const SHIP_HEIGHT = 84;

/** Of a ship with so many places. */
export function shipWidth(size: number): number {
  return 84 + 42 * size;
}

/** A place on deck, for a ship at (0, 0) and unscaled. */
export function deckBox(size: number, place: number): Box {
  return { x: 38 + 42 * (size - place), y: 26, w: 38, h: 28 };
}

/** Where the stone of a place lies, for a ship at this corner. */
export function deckSpot(size: number, place: number, corner: Point = { x: 0, y: 0 }, scale = 1): Spot {
  return {
    x: corner.x + (37.5 + 42 * (size - place)) * scale,
    y: corner.y + 6 * scale,
    width: 39 * scale,
    pitch: "stone",
  };
}

/** The outline of a hull, as berths and halos show it. */
export function hullOutline(size: number): string {
  const w = shipWidth(size);
  return `M8 9C8 50 20 78 44 78H${w - 46}C${w - 16} 78 ${w - 8} 46 ${w - 7} 6C${w - 17} 19 ${w - 28} 21 ${w - 44} 21H40C26 21 16 21 8 9z`;
}
