// Where the stones of each seat lie in the quarry, whose corner is (0, 0).
import type { Box, Spot } from "../../../app/drawing/geometry";

export function heapMiddle(seats: number, seat: number): number {
  const step = 320 / seats;
  return 20 + step * (seat + 0.5);
}

/** The stones that are drawn of a heap, the last one on top: that one moves first. */
export function heapSpots(seats: number, seat: number, stones: number): Spot[] {
  const middle = heapMiddle(seats, seat);
  const at = (x: number, y: number): Spot => ({ x: middle + x, y, width: 32, pitch: "stone" });
  if (stones === 0) return [];
  if (stones === 1) return [at(-16, 149)];
  if (stones === 2) return [at(-32, 149), at(0, 149)];
  return [at(-32, 149), at(0, 149), at(-16, 131)];
}

/** Steles stand in the cliff above it; they count from 1. */
export function steleBox(steles: number, number: number): Box {
  const step = Math.min(97, 340 / Math.max(1, steles));
  return { x: 180 + (number - 1 - (steles - 1) / 2) * step - 45, y: number % 2 ? 8 : -2, w: 90, h: 68 };
}
