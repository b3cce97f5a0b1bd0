// Where stones lie at the pyramids: A and B level by level, C layer by layer, D round the ring.
import { pitchIn, range, squareGrid, type Box, type Point, type Spot } from "../../../../app/drawing/geometry";
import type { CorridorView, PyramidsView, ScaffoldView } from "../../view";
import { numbered, type SideGeometry } from "../side";

export interface PlaceAt {
  place: number; // from 1
  part: number; // level, pyramid or layer, from 0
  row: number;
  spot: Spot;
  box: Box;
}

const STEP = 0.8; // of a stone's width, from row to row

function inCell(x: number, y: number, width: number): { spot: Spot; box: Box } {
  return {
    spot: { x, y, width, pitch: "step" },
    box: { x: x + 1.5, y: y + width * 0.35, w: width - 3, h: width * 0.745 },
  };
}

// --- A

const A = { middle: 112, floor: 196.5, room: 180, cell: 60, lift: 19.5 } as const;

export function levelGrid(sizes: readonly number[], level: number) {
  const base = squareGrid(sizes[0] ?? 1);
  const cell = Math.min(A.cell, A.room / base.columns);
  const step = cell * STEP;
  const { rows, columns } = squareGrid(sizes[level] ?? 1);
  const center = A.floor - (base.rows * step) / 2;
  return {
    rows,
    columns,
    cell,
    step,
    x: A.middle - (columns * cell) / 2,
    y: center - (rows * step) / 2 - A.lift * (cell / A.cell) * level,
  };
}

/** Every space of side A, numbered column by column from the top left. */
export function pyramidPlaces(view: PyramidsView): PlaceAt[] {
  const sizes = view.parts.map((level) => level.length);
  return numbered(view.parts).map(({ place, part, index }) => {
    const grid = levelGrid(sizes, part);
    const row = index % grid.rows;
    const column = Math.floor(index / grid.rows);
    return { place, part, row, ...inCell(grid.x + column * grid.cell, grid.y + row * grid.step, grid.cell) };
  });
}

/** The highest level with a place to build on. */
export function openLevel(view: PyramidsView): number {
  const open = view.parts.findIndex((level) => level.some((space) => space.owner == null));
  return open < 0 ? view.parts.length - 1 : open;
}

export const pyramidA: SideGeometry<PyramidsView> = {
  landing: (view, place) => pyramidPlaces(view)[place - 1]?.spot ?? null,
  target: (view, place) => pyramidPlaces(view)[place - 1]?.box ?? null,
};

// --- B

export function trioFrame(view: PyramidsView, part: number): Box {
  const step = 348 / view.parts.length;
  return { x: 12 + part * step, y: 118, w: step - 8, h: 85.6 };
}

/** Every space of side B: the base column by column, then the top, which lies on it. */
export function trioPlaces(view: PyramidsView): (PlaceAt & { top: boolean })[] {
  return numbered(view.parts).map(({ place, part, index }) => {
    const size = view.parts[part]?.length ?? 1;
    const base = squareGrid(Math.max(1, size - 1));
    const frame = trioFrame(view, part);
    const cell = Math.min(46, (frame.w - 16) / base.columns, 92 / base.rows);
    const x = frame.x + (frame.w - base.columns * cell) / 2;
    const y = 182.6 - base.rows * cell * STEP;
    const top = size > 1 && index === size - 1;
    const row = top ? (base.rows - 1) / 2 : index % base.rows;
    const column = top ? (base.columns - 1) / 2 : Math.floor(index / base.rows);
    const lift = top ? cell / 3 : 0;
    return { place, part, row, top, ...inCell(x + column * cell, y + row * cell * STEP - lift, cell) };
  });
}

export function trioTop(view: PyramidsView, part: number): Box {
  const frame = trioFrame(view, part);
  return { x: frame.x + frame.w / 2 - 18.5, y: 45.5, w: 37, h: 24 };
}

/** Places of side B are spaces, but what glows are whole pyramids. */
export const pyramidB: SideGeometry<PyramidsView> = {
  landing: (view, place) => trioPlaces(view)[place - 1]?.spot ?? null,
  target: (view, pyramid) => {
    if (pyramid > view.parts.length) return null;
    const frame = trioFrame(view, pyramid - 1);
    return { ...frame, y: frame.y - 12, h: frame.h + 14 };
  },
};

// --- C

export interface Layer {
  y: number; // of the plank under it
  width: number; // of a stone
  step: number;
}

export function scaffoldLayer(view: ScaffoldView, layer: number): Layer {
  const all = view.layers.length + view.coming.length;
  const pitch = pitchIn(113, all, 47.35);
  const size = Math.max(1, ...view.layers.map((token) => token.length));
  const step = Math.min(53, 212 / size);
  return { y: 212 - pitch * layer, width: Math.min(50, pitch * 1.22, step - 3), step };
}

/** Spaces of the tokens turned over, and then of those to come: a stone may go to one that is only about to be turned. */
export function scaffoldPlaces(view: ScaffoldView): PlaceAt[] {
  return numbered([...view.layers, ...view.coming]).map(({ place, part, index }) => {
    const { y, width, step } = scaffoldLayer(view, part);
    const x = 30 + index * step + (step - 3 - width) / 2;
    return {
      place,
      part,
      row: 0,
      spot: { x, y: y + 2 - width * 1.1, width, pitch: "wall" },
      box: { x: 31 + index * step, y: y - 31, w: step - 5, h: 28 },
    };
  });
}

export const pyramidC: SideGeometry<ScaffoldView> = {
  landing: (view, place) => scaffoldPlaces(view)[place - 1]?.spot ?? null,
  target: (view, place) => scaffoldPlaces(view)[place - 1]?.box ?? null,
};

// --- D

/** Column and row of each space, clockwise from the top left. */
function ring(width: number, height: number): [number, number][] {
  return [
    ...range(width).map((x): [number, number] => [x, 0]),
    ...range(height - 2).map((y): [number, number] => [width - 1, y + 1]),
    ...range(width).map((x): [number, number] => [width - 1 - x, height - 1]),
    ...range(height - 2).map((y): [number, number] => [0, height - 2 - y]),
  ];
}

export function corridorPlaces(view: CorridorView): PlaceAt[] {
  const w = 330 / view.width;
  const h = 174 / view.height;
  return ring(view.width, view.height).map(([column, row], index) => {
    const box = { x: 17.5 + column * w, y: 50.5 + row * h, w: w - 5, h: h - 6 };
    const width = Math.min(box.w - 4, (box.h + 1) / 1.15);
    const spot: Spot = { x: box.x + (box.w - width) / 2, y: box.y - 1.5, width, pitch: "flat" };
    return { place: index + 1, part: 0, row, spot, box };
  });
}

/** Where Imhotep stands on a space. */
export function imhotepAt(view: CorridorView, space: number): Point {
  const box = corridorPlaces(view)[space - 1]?.box ?? { x: 0, y: 0, w: 0, h: 0 };
  return { x: box.x + box.w / 2 + 7, y: box.y + box.h - 6 };
}

/** The next free spaces, in the order in which stones go to them. */
export function corridorNext(view: CorridorView, count: number): number[] {
  if (view.next === null) return [];
  const all = view.spaces.length;
  const order = range(all).map((step) => ((view.next! - 1 + step) % all) + 1);
  return order.filter((place) => view.spaces[place - 1]?.owner == null).slice(0, count);
}

export const pyramidD: SideGeometry<CorridorView> = {
  landing: (view, place) => corridorPlaces(view)[place - 1]?.spot ?? null,
  target: (view, place) => corridorPlaces(view)[place - 1]?.box ?? null,
};
