// Where tokens lie on a player's four sites. Every drawing is made for the box that the layout gives it.
import { pitchIn, range, type Box, type Point } from "../../../app/drawing/geometry";
import { inOrder, tokenOf } from "../pieces/tokens";
import { valueOf, valuesOf, type DuelSeat, type DuelView, type SiteView } from "../view";

export const HEADER = 34; // room for icon, letter, name and points

// --- the obelisk: one column

export interface Block extends Box {
  taper: number; // how much narrower its top is, at each side
}

const BLOCK = 28;
const FOOT = 32; // from the slab's lower edge to where the column stands

/** The blocks of an obelisk of `total` tokens, from the ground; higher ones get lower, so that all have room. */
export function blocks(box: Box, total: number): Block[] {
  const room = box.h - FOOT - 118;
  const height = total > 1 ? Math.min(BLOCK, room / total) : BLOCK;
  const foot = box.y + box.h - FOOT;
  return range(total).map((index) => {
    const half = 22 - Math.min(index, 14) * 0.75;
    return {
      x: box.x + box.w / 2 - half,
      y: foot - height * (index + 1),
      w: 2 * half,
      h: height,
      taper: 0.75,
    };
  });
}

export function obeliskFoot(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h - FOOT };
}

// --- the temple: in a row, or in rows of different ones

export interface Laid extends Box {
  id: string;
  ghost: boolean;
}

export function templeTokens(seat: DuelSeat): string[] {
  return inOrder(
    Object.entries(seat.temple.tokens).flatMap(([number, count]) => range(count).map(() => `temple_${number}`)),
  );
}

/** Side A: from one symbol to most; `coming` ones stand behind their like. */
export function templeRow(box: Box, own: readonly string[], coming: readonly string[]): Laid[] {
  const all = merged(own, coming);
  const hall = templeHall(box);
  const size = Math.min(46, hall.h - 4);
  const step = pitchIn(hall.w - 16 - size, all.length, size + 4);
  return all.map(({ id, ghost }, index) => ({
    id,
    ghost,
    x: hall.x + 8 + index * step,
    y: hall.y + hall.h - size - 2,
    w: size,
    h: size,
  }));
}

export function templeHall(box: Box): Box {
  const h = Math.min(56, box.h - HEADER - 18);
  const y = box.y + HEADER + (box.h - HEADER - 18 - h) / 2 + 6;
  return { x: box.x + 18, y, w: box.w - 36, h };
}

/** Side B: a column for each number of symbols, a row for each set. */
export interface SetGrid {
  size: number;
  rows: number;
  at(row: number, column: number): Point; // middles; from 0
  right: number; // where the points of a row stand
}

export function setGrid(box: Box, columns: number, sets: number): SetGrid {
  const rows = Math.max(3, sets);
  const top = box.y + HEADER + 4;
  const pitch = (box.h - HEADER - 12) / rows;
  const size = Math.min(32, pitch - 3);
  const wide = Math.min(46, (box.w - 80) / Math.max(1, columns));
  return {
    size,
    rows,
    at: (row, column) => ({ x: box.x + 32 + wide * column, y: top + pitch * (row + 0.5) }),
    right: box.x + box.w - 18,
  };
}

export function setTokens(
  box: Box,
  numbers: readonly string[],
  own: readonly string[],
  coming: readonly string[],
): Laid[] {
  const grid = setGrid(box, numbers.length, setCount(numbers, [...own, ...coming]));
  const seen: Record<string, number> = {};
  return merged(own, coming).map(({ id, ghost }) => {
    const row = seen[id] ?? 0;
    seen[id] = row + 1;
    const { x, y } = grid.at(row, numbers.indexOf(String(tokenOf(id).number)));
    return { id, ghost, x: x - grid.size / 2, y: y - grid.size / 2, w: grid.size, h: grid.size };
  });
}

/** Side B: what a row shows. */
export function setPoints(board: SiteView | undefined, set: readonly number[] | undefined): number | undefined {
  return set && valuesOf(board, "sets")[set.length - 1];
}

export function setCount(numbers: readonly string[], tokens: readonly string[]): number {
  return Math.max(0, ...numbers.map((number) => tokens.filter((id) => id === `temple_${number}`).length));
}

function merged(own: readonly string[], coming: readonly string[]): { id: string; ghost: boolean }[] {
  const ids = [...new Set(inOrder([...own, ...coming]))];
  return ids.flatMap((id) => [
    ...own.filter((other) => other === id).map(() => ({ id, ghost: false })),
    ...coming.filter((other) => other === id).map(() => ({ id, ghost: true })),
  ]);
}

// --- the pyramids: two, light and dark, from the base upwards

export const PYRAMIDS = ["light_pyramid", "dark_pyramid"] as const;
export type PyramidKind = (typeof PYRAMIDS)[number];

/** Room below the pyramids: for what the next stone pays, or for the scale. */
export function belowPyramids(view: DuelView): number {
  return view.sites["pyramids"]?.side === "B" ? 27 : 22;
}

export function pyramidFrame(box: Box, kind: PyramidKind, below: number): Box {
  const w = (box.w - 26) / 2;
  const x = box.x + 10 + (kind === "light_pyramid" ? 0 : w + 6);
  return { x, y: box.y + HEADER + 2, w, h: box.h - HEADER - below - 4 };
}

/** Rows of a pyramid of so many stones: 3, 2, 1 for six. */
export function pyramidRows(count: number): number[] {
  const base = Math.max(1, Math.ceil((Math.sqrt(8 * count + 1) - 1) / 2));
  return range(base).map((row) => base - row);
}

/** The spaces of a pyramid, from the left of its base to its top. */
export function pyramidSpaces(frame: Box, count: number): Box[] {
  const rows = pyramidRows(count);
  const base = rows[0] ?? 1;
  const size = Math.min(34, (frame.w - 6) / base - 2, (frame.h - 4) / rows.length - 2);
  const step = size + 2;
  const middle = frame.x + frame.w / 2;
  const spaces = rows.flatMap((length, row) =>
    range(length).map((index) => ({
      x: middle - (length * step) / 2 + index * step + 1,
      y: frame.y + frame.h - 3 - (row + 1) * step,
      w: size,
      h: size,
    })),
  );
  return spaces.slice(0, Math.max(count, 1));
}

// --- the tomb: numbers in a ring that is open above

const SAMPLES = 360;

/** Middles of the numbers' places, from 1: clockwise from the right of the opening. */
export function tombPlaces(box: Box, count: number): Point[] {
  const size = tombSize(count);
  const rx = box.w / 2 - size / 2 - 16;
  const top = box.y + HEADER + size / 2 - 10;
  const bottom = box.y + box.h - size / 2 - 10;
  const ry = (bottom - top) / 2;
  const middle = { x: box.x + box.w / 2, y: (top + bottom) / 2 };
  const opening = 0.34; // of a half turn
  const path = range(SAMPLES + 1).map((index) => {
    const angle = -Math.PI / 2 + opening + (index / SAMPLES) * 2 * (Math.PI - opening);
    return { x: middle.x + rx * Math.cos(angle), y: middle.y + ry * Math.sin(angle) };
  });
  const lengths = path.reduce<number[]>((sums, point, index) => {
    const before = path[index - 1];
    sums.push(before ? sums[index - 1]! + Math.hypot(point.x - before.x, point.y - before.y) : 0);
    return sums;
  }, []);
  const whole = lengths.at(-1) ?? 0;
  return range(count).map((index) => {
    const wanted = count > 1 ? (whole * index) / (count - 1) : 0;
    return path[
      Math.max(
        0,
        lengths.findIndex((length) => length >= wanted - 1e-6),
      )
    ]!;
  });
}

/** What a group of so many numbers shows; longer ones pay as the longest that is printed. */
export function groupPoints(board: SiteView | undefined, size: number): number {
  if (board?.side === "B") return valueOf(board, "group");
  const pays = valuesOf(board, "groups");
  return pays[Math.min(size, pays.length) - 1] ?? 0;
}

export function tombSize(count: number): number {
  return count > 16 ? 30 : count > 12 ? 36 : 42;
}

export function tombBox(box: Box, count: number, number: number): Box | null {
  const size = tombSize(count);
  const middle = tombPlaces(box, count)[number - 1];
  return middle ? { x: middle.x - size / 2, y: middle.y - size / 2, w: size, h: size } : null;
}

// --- meeples and action tokens in hand

export const MEEPLES = 4;

export function handMeeple(box: Box, index: number): Box {
  const step = (box.w - 14) / MEEPLES;
  const h = Math.min(53, box.h - 24);
  const w = (h * 46) / 58;
  return { x: box.x + 7 + step * (index + 0.5) - w / 2, y: box.y + 19, w, h };
}

/** Action tokens side by side, those of a kind in one pile; `kinds` piles share the room. */
export function actionBox(box: Box, index: number, kinds: number): Box {
  const gap = 8;
  const size = Math.min(50, box.h - 28, (box.w - 20 - gap * (kinds - 1)) / Math.max(1, kinds));
  return { x: box.x + 10 + index * (size + gap), y: box.y + 22 + (box.h - 28 - size) / 2, w: size, h: size };
}

/** The piles of action tokens that a seat has, with those that come: in the order of the tokens' ids. */
export function actionPiles(own: readonly string[], coming: readonly string[] = []): string[] {
  return [...new Set(inOrder([...own, ...coming]))];
}
