// Where things lie. Every drawing is made from these values, and so is everything that moves between drawings.

export interface Point {
  x: number;
  y: number;
}

export interface Box extends Point {
  w: number;
  h: number;
}

/** How steeply a stone is seen: where height counts, in the pyramid, where the plan counts, where the front counts. */
export type Pitch = "stone" | "step" | "flat" | "wall";

/** Where a stone lies: its upper left corner and its width. */
export interface Spot extends Point {
  width: number;
  pitch: Pitch;
}

/** What a table lies on goes on so far beside it, and is seen where there is room. */
export const BEYOND = 700;

export const STONE_WIDTH = 40; // in which stones are drawn
export const STONE_HEIGHT: Readonly<Record<Pitch, number>> = { stone: 50, step: 45, flat: 46, wall: 44 };

export function spotBox(spot: Spot): Box {
  return { x: spot.x, y: spot.y, w: spot.width, h: (spot.width / STONE_WIDTH) * STONE_HEIGHT[spot.pitch] };
}

export function center(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

export function shifted<T extends Point>(thing: T, by: Point): T {
  return { ...thing, x: thing.x + by.x, y: thing.y + by.y };
}

export function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, w: box.w + 2 * by, h: box.h + 2 * by };
}

export function overlap(one: Box, other: Box): boolean {
  const across = one.x < other.x + other.w && other.x < one.x + one.w;
  return across && one.y < other.y + other.h && other.y < one.y + one.h;
}

/** Steps between `count` things: `wished`, or less if they need more than `room`. */
export function pitchIn(room: number, count: number, wished: number): number {
  return count > 1 ? Math.min(wished, room / (count - 1)) : wished;
}

export function range(count: number): number[] {
  return Array.from({ length: Math.max(0, count) }, (_, number) => number);
}

/** Rows and columns of a level whose spaces are numbered column by column. */
export function squareGrid(count: number): { rows: number; columns: number } {
  const rows = Math.max(1, Math.round(Math.sqrt(count)));
  return { rows, columns: Math.ceil(count / rows) };
}
