// Where stones lie at the obelisks: A one stack a seat, B towers, C along the path, D one outline each.
import { pitchIn, type Box, type Point, type Spot } from "../../../../app/drawing/geometry";
import type { AlleyView, GreatObeliskView, ObelisksView } from "../../view";
import type { SideGeometry } from "../side";

// --- A

export function stackX(seats: number, seat: number): number {
  const step = Math.min(88, 256 / seats);
  const left = 16 + (256 - step * seats) / 2;
  return left + step * (seat + 0.5);
}

export function seatStackSpot(
  view: ObelisksView,
  seat: number,
  height: number,
  tallest = Math.max(...view.stones),
): Spot {
  const step = pitchIn(162 - 86, tallest, 22);
  return { x: stackX(view.stones.length, seat) - 20, y: 162 - step * (height - 1), width: 40, pitch: "stone" };
}

/** The place of side A is the height in the seat's own stack. */
export const obelisksA: SideGeometry<ObelisksView> = {
  landing: (view, place, seat) => seatStackSpot(view, seat, place, Math.max(place, ...view.stones)),
  target: () => null,
};

// --- B

export function towerX(view: ObelisksView, tower: number): number {
  const step = Math.min(42, 336 / view.points.length);
  return 12 + (336 - step * view.points.length) / 2 + step * (tower - 0.5);
}

export function towerSpot(view: ObelisksView, tower: number, height: number): Spot {
  const width = Math.min(35, 336 / view.points.length - 6);
  const step = pitchIn(62, view.tower_of, 19);
  return { x: towerX(view, tower) - width / 2, y: 173.8 - width * 1.25 - step * (height - 1), width, pitch: "stone" };
}

/** Stones that wait for a tower, by seat; `index` counts from 0. */
export function singleSpot(view: ObelisksView, seat: number, index: number): Spot {
  const seats = view.singles.length;
  const tray = 224 / Math.max(4, seats);
  const step = Math.min(23, (tray - 10) / Math.max(1, view.tower_of - 1));
  return { x: trayX(view, seat) + 3 + index * step, y: 195, width: Math.min(22, step - 1), pitch: "stone" };
}

export function trayX(view: ObelisksView, seat: number): number {
  const seats = view.singles.length;
  const tray = 224 / Math.max(4, seats);
  return 349 - tray * (seats - seat);
}

/** The place of side B counts the seat's stones that wait. */
export const obelisksB: SideGeometry<ObelisksView> = {
  landing: (view, place, seat) => singleSpot(view, seat, place - 1),
  target: () => null,
};

// --- C

/** The path runs to the right, turns, and comes back below. */
export function pathMiddle(view: GreatObeliskView, place: number): Point {
  const all = view.path.length;
  const first = Math.ceil((all + 1) / 2);
  const step = Math.min(42, 294 / Math.max(1, first - 1));
  const index = place - 1;
  return index < first
    ? { x: 33 + index * step, y: 62 }
    : { x: 33 + (first - 1) * step - (index - first) * step, y: 106 };
}

export function pathSpot(view: GreatObeliskView, place: number): Spot {
  const middle = pathMiddle(view, place);
  return { x: middle.x - 15, y: middle.y - 17, width: 30, pitch: "flat" };
}

export function pathBox(view: GreatObeliskView, place: number): Box {
  const middle = pathMiddle(view, place);
  return { x: middle.x - 17.5, y: middle.y - 16.5, w: 35, h: 34 };
}

export interface OwnFrame extends Point {
  unit: number;
  rows: number;
}

/** Where a seat's own obelisk stands, and how large its squares are. */
export function ownFrame(view: GreatObeliskView, seat: number): OwnFrame {
  const seats = view.heights.length;
  const highest = Math.max(0, ...view.heights.flat());
  const rows = Math.max(5, highest + (highest > 4 ? 1 : 0));
  const step = 252 / seats;
  const unit = Math.min(15, 76 / rows, (step - 22) / view.width);
  const left = 6 + (252 - step * seats) / 2 + step * seat;
  return { x: left + (step - unit * view.width - 10) / 2, y: 218, unit, rows };
}

export const greatObelisk: SideGeometry<GreatObeliskView> = {
  landing: (view, place) => (place <= view.path.length ? pathSpot(view, place) : null),
  target: (view, place) => (place <= view.path.length ? pathBox(view, place) : null),
};

// --- D

export function alleyFrame(view: AlleyView, place: number): { middle: number; width: number; block: number } {
  const step = 332 / Math.max(7, view.obelisks.length);
  const left = 10 + (332 - step * view.obelisks.length) / 2;
  const highest = Math.max(...view.obelisks.map((obelisk) => obelisk.height));
  return { middle: left + step * (place - 0.5), width: Math.min(34, step - 10), block: pitchIn(108, highest, 27) };
}

export function alleySpot(view: AlleyView, place: number, height: number): Spot {
  const { middle, width, block } = alleyFrame(view, place);
  return { x: middle - width / 2, y: 192.2 - width * 1.1 - block * (height - 1), width, pitch: "wall" };
}

export const alley: SideGeometry<AlleyView> = {
  landing: (view, place, _, earlier) =>
    place <= view.obelisks.length
      ? alleySpot(view, place, (view.obelisks[place - 1]?.stones ?? 0) + 1 + earlier)
      : null,
  target: (view, place) => {
    const obelisk = view.obelisks[place - 1];
    if (!obelisk) return null;
    const { middle, width, block } = alleyFrame(view, place);
    const h = obelisk.height * block;
    return { x: middle - width / 2 - 2, y: 190 - h - 4, w: width + 4, h: h + 32 };
  },
};
