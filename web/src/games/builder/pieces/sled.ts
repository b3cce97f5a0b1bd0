import type { Point, Spot } from "../../../app/drawing/geometry";

/** Where a stone lies on a sled: places count from 1. */
export function sledSpot(corner: Point, place: number, width: number): Spot {
  return { x: corner.x + (place - 1) * width * 1.05, y: corner.y, width, pitch: "flat" };
}
