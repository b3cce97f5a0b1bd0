// Where stones lie in the burial chamber: A and B in rows that fill column by column, C on the mound, D by number.
import type { Box, Spot } from "../../../../app/drawing/geometry";
import type { BurialChamberView, MoundView, TombView } from "../../view";
import { numbered, type SideGeometry } from "../side";

// --- A and B

export interface Pit {
  frame: Box;
  columns: number;
  cell: number; // width of a stone
  stepY: number;
  x: number;
  y: number;
}

/** `extra` stones are on their way: columns narrow as the chamber fills. */
export function pitOf(view: BurialChamberView, extra = 0): Pit {
  const wide = view.side === "A";
  const fewest = wide ? 8 : 7;
  const room = wide ? 330 : 221;
  const largest = Math.min(wide ? 40 : 31, 120 / view.rows);
  const needed = Math.ceil((view.owners.length + extra + 1) / view.rows);
  const columns = Math.max(fewest, Math.floor(room / largest), needed);
  const cell = Math.min(largest, room / columns);
  const stepY = wide ? cell * 0.95 : Math.min(42.4, 127 / view.rows);
  const h = wide ? view.rows * stepY + 30 : 143;
  const frame = { x: 8, y: wide ? 48 + (144 - h) / 2 : 46, w: wide ? 344 : 233, h };
  const inset = wide ? 12 : 8;
  return {
    frame,
    columns,
    cell,
    stepY,
    x: columns * cell > frame.w - 2 * inset ? frame.x + (frame.w - columns * cell) / 2 : frame.x + inset,
    y: frame.y + 8 + (h - 12 - view.rows * stepY) / 2 - (wide ? cell * 0.08 : cell * 0.58 - stepY / 2),
  };
}

/** Cells count from 1, column by column, each from the top. */
export function chamberSpot(view: BurialChamberView, place: number, pit = pitOf(view)): Spot {
  const row = (place - 1) % view.rows;
  const column = Math.floor((place - 1) / view.rows);
  return { x: pit.x + column * pit.cell, y: pit.y + row * pit.stepY, width: pit.cell, pitch: "flat" };
}

export function chamberBox(view: BurialChamberView, place: number, pit = pitOf(view)): Box {
  const spot = chamberSpot(view, place, pit);
  return { x: spot.x + 2, y: spot.y + pit.cell * 0.17, w: pit.cell - 4, h: pit.cell * 0.87 };
}

export const chamber: SideGeometry<BurialChamberView> = {
  landing: (view, place) => chamberSpot(view, place),
  target: (view, place) => chamberBox(view, place),
};

// --- C

interface MoundPlace {
  place: number;
  part: number; // level
  index: number;
  spot: Spot;
  box: Box;
}

export function moundPlaces(view: MoundView): MoundPlace[] {
  const widest = view.levels[0]?.length ?? 1;
  const cell = Math.min(44, 220 / widest, 182 / (1.1 + 0.81 * (view.levels.length - 1)));
  const step = cell * 0.81;
  return numbered(view.levels.map((level) => level.map((owner) => ({ owner })))).map(({ place, part, index }) => {
    const width = view.levels[part]?.length ?? 1;
    const x = 136 - (width * cell) / 2 + index * cell;
    const y = 221.6 - cell * 1.1 - part * step;
    return {
      place,
      part,
      index,
      spot: { x, y, width: cell, pitch: "wall" },
      box: { x: x + 2, y: y + cell * 0.345, w: cell - 4, h: cell * 0.74 },
    };
  });
}

/** A stone touches those beside it, the two below and the two above (N6). */
export function moundNeighbours(view: MoundView): (cell: number) => number[] {
  const places = moundPlaces(view);
  const find = (part: number, index: number) =>
    places.findIndex((place) => place.part === part && place.index === index);
  return (cell) => {
    const { part = 0, index = 0 } = places[cell] ?? {};
    return [
      find(part, index - 1),
      find(part, index + 1),
      find(part + 1, index - 1),
      find(part + 1, index),
      find(part - 1, index),
      find(part - 1, index + 1),
    ].filter((other) => other >= 0);
  };
}

export const mound: SideGeometry<MoundView> = {
  landing: (view, place) => moundPlaces(view)[place - 1]?.spot ?? null,
  target: (view, place) => moundPlaces(view)[place - 1]?.box ?? null,
};

// --- D

const GRID = { x: 84, y: 50, w: 228, h: 168 } as const;

export function tombBox(view: TombView, number: number): Box {
  const w = GRID.w / view.columns;
  const h = GRID.h / view.rows;
  const column = (number - 1) % view.columns;
  const row = Math.floor((number - 1) / view.columns);
  return { x: GRID.x + column * w + 1.5, y: GRID.y + row * h + 3, w: w - 3, h: h - 5 };
}

export function tombSpot(view: TombView, number: number): Spot {
  const box = tombBox(view, number);
  const width = Math.min(box.w + 3, (box.h + 7) / 1.15);
  return { x: box.x + (box.w - width) / 2, y: box.y - 4, width, pitch: "flat" };
}

/** Where an open token lies in the doorway. */
export function tokenBox(view: TombView, index: number): Box {
  const step = Math.min(41, 164 / Math.max(1, view.open.length));
  return { x: 20, y: 58 + index * step, w: 39.6, h: 35 };
}

export const tomb: SideGeometry<TombView> = {
  landing: (view, number) => (number <= view.owners.length ? tombSpot(view, number) : null),
  target: (view, number) => (number <= view.owners.length ? tombBox(view, number) : null),
};
