// The harbour's measures, in its own coordinates: the board of 3 x 3, boats at its right and below it.
import { center, range, type Box, type Point } from "../../../app/drawing/geometry";

export const HARBOUR = { w: 594, h: 594 } as const;
export const BOARD = 364; // width and height
export const WELL = 43; // radius
export const BOAT = { w: 220, h: 92 } as const; // as a row's boat lies; a column's is turned
export const CARGO = 50; // width of a token
const PITCH = 106;
const FIRST = 76; // middle of the first row and column
const QUAY = 374; // where boats begin

export const ROWS = [1, 2, 3] as const;

export type Line = "row" | "column";

export interface BoatPlace extends Point {
  line: Line;
  number: number;
}

/** "row 2" and so on. */
export function boatPlace(boat: string): BoatPlace {
  const [line, text] = boat.split(" ");
  const number = Number(text);
  const across = FIRST + PITCH * (number - 1);
  return line === "column"
    ? { line, number, x: across + BOAT.h / 2, y: QUAY }
    : { line: "row", number, x: QUAY, y: across - BOAT.h / 2 };
}

/** The middle of a space of the harbour; rows and columns count from 1. */
export function wellAt(row: number, column: number): Point {
  return { x: FIRST + PITCH * (column - 1), y: FIRST + PITCH * (row - 1) };
}

/** Spaces as highlights count them: row by row from 1. */
export function wellNumber(row: number, column: number): number {
  return (row - 1) * 3 + column;
}

export function wellBox(row: number, column: number): Box {
  const { x, y } = wellAt(row, column);
  return { x: x - WELL, y: y - WELL, w: 2 * WELL, h: 2 * WELL };
}

export function meepleBox(row: number, column: number): Box {
  const { x, y } = wellAt(row, column);
  return { x: x - 28, y: y - 38, w: 56, h: 71 };
}

export function boatBox(boat: string): Box {
  const at = boatPlace(boat);
  return at.line === "row"
    ? { x: at.x, y: at.y, w: BOAT.w, h: BOAT.h }
    : { x: at.x - BOAT.h, y: at.y, w: BOAT.h, h: BOAT.w };
}

/** Where a token of the boat lies; spaces count from the harbour outwards. */
export function cargoBox(boat: string, space: number): Box {
  const at = boatPlace(boat);
  const along = QUAY + 41 + 57 * (space - 1);
  const across = FIRST + PITCH * (at.number - 1);
  const middle = at.line === "row" ? { x: along, y: across } : { x: across, y: along };
  return { x: middle.x - CARGO / 2, y: middle.y - CARGO / 2, w: CARGO, h: CARGO };
}

/** The row or column of the harbour that a boat serves. */
export function laneBox(boat: string): Box {
  const { line, number } = boatPlace(boat);
  const from = FIRST - 49;
  const across = FIRST + PITCH * (number - 1) - 49;
  const length = 2 * PITCH + 98;
  return line === "row" ? { x: from, y: across, w: length, h: 98 } : { x: across, y: from, w: 98, h: length };
}

/** From the harbour to the boat. */
export function plankBox(boat: string): Box {
  const { line, number } = boatPlace(boat);
  const across = FIRST + PITCH * (number - 1) - 10;
  return line === "row" ? { x: BOARD - 14, y: across, w: 34, h: 20 } : { x: across, y: BOARD - 14, w: 20, h: 36 };
}

/** As many tokens of one size as go into a box, in rows; no larger than `most`. */
export function packed(box: Box, count: number, most: number, gap = 4): Box[] {
  const layouts = [1, 2, 3, 4].map((rows) => {
    const columns = Math.max(1, Math.ceil(count / rows));
    const size = Math.min(most, (box.w - gap * (columns - 1)) / columns, (box.h - gap * (rows - 1)) / rows);
    return { columns, size };
  });
  const best = layouts.reduce((a, b) => (b.size > a.size + 0.5 ? b : a));
  return range(count).map((index) => ({
    x: box.x + (index % best.columns) * (best.size + gap),
    y: box.y + Math.floor(index / best.columns) * (best.size + gap),
    w: best.size,
    h: best.size,
  }));
}

/** A badge at the upper right corner of something. */
export function cornerOf(box: Box): Point {
  const { y } = center(box);
  return { x: box.x + box.w, y: y - box.h / 2 };
}
