// Where stones lie at the temple: A to C in stacks side by side, D in the middle of the racecourse.
import { pitchIn, range, type Box, type Point, type Spot } from "../../../../app/drawing/geometry";
import type { ArenaView, TempleView } from "../../view";
import type { SideGeometry } from "../side";

// --- A, B, C

export function templeFloor(view: TempleView): number {
  return view.side === "A" ? 142 : 120; // B and C have plaques below
}

export function stackMiddle(view: TempleView, space: number): number {
  const step = 308 / view.spaces.length;
  return 26 + step * (space - 0.5);
}

export function stackWidth(view: TempleView): number {
  return Math.min(54, 308 / view.spaces.length - 7);
}

/** The stone at this height of a stack, from 1; `tallest` is what the highest stack has to make room for. */
export function stackSpot(view: TempleView, space: number, height: number, tallest: number): Spot {
  const floor = templeFloor(view);
  const width = stackWidth(view);
  const step = pitchIn(floor - 74, tallest, width * 0.555);
  return {
    x: stackMiddle(view, space) - width / 2,
    y: floor + 54 * 1.25 - width * 1.25 - step * (height - 1),
    width,
    pitch: "stone",
  };
}

export function tallest(view: TempleView): number {
  return Math.max(1, ...view.spaces.map((space) => space.height ?? 0));
}

/** Places count on from floor to floor: with five spaces, place 6 lies on place 1. */
export function stackOf(view: TempleView, place: number): { space: number; height: number } {
  const all = view.spaces.length;
  return { space: ((place - 1) % all) + 1, height: Math.ceil(place / all) };
}

export const temple: SideGeometry<TempleView> = {
  landing: (view, place) => {
    const { space, height } = stackOf(view, place);
    return stackSpot(view, space, height, Math.max(height, tallest(view)));
  },
  target: (view, place) => {
    const width = stackWidth(view);
    const { space } = stackOf(view, place);
    return { x: stackMiddle(view, space) - width / 2, y: templeFloor(view) + 31.5, w: width, h: 35 };
  },
};

/** Where the next stone goes: the first of the lowest stacks. */
export function nextSpace(view: TempleView): number {
  const heights = view.spaces.map((space) => space.height ?? 0);
  return heights.indexOf(Math.min(...heights)) + 1;
}

// --- D

const COURSE = { left: 98, right: 262, top: 70, bottom: 202, start: 122.9 } as const;
const RADIUS = (COURSE.bottom - COURSE.top) / 2;
const STRAIGHT = COURSE.right - COURSE.left;
const LENGTH = 2 * STRAIGHT + 2 * Math.PI * RADIUS;
const MIDDLE = (COURSE.top + COURSE.bottom) / 2;

/** A point of the course after so many cells of `cells`: along the bottom to the right, and round against the clock. */
export function onCourse(cells: number, at: number): Point & { angle: number; outwards: Point } {
  const way = COURSE.start - COURSE.left + (at * LENGTH) / cells;
  const s = ((way % LENGTH) + LENGTH) % LENGTH;
  const curve = Math.PI * RADIUS;
  let turn: number; // how far the course has turned, from heading right
  let point: Point;
  if (s < STRAIGHT) {
    turn = 0;
    point = { x: COURSE.left + s, y: COURSE.bottom };
  } else if (s < STRAIGHT + curve) {
    turn = (s - STRAIGHT) / RADIUS;
    point = { x: COURSE.right + RADIUS * Math.sin(turn), y: MIDDLE + RADIUS * Math.cos(turn) };
  } else if (s < 2 * STRAIGHT + curve) {
    turn = Math.PI;
    point = { x: COURSE.right - (s - STRAIGHT - curve), y: COURSE.top };
  } else {
    turn = Math.PI + (s - 2 * STRAIGHT - curve) / RADIUS;
    point = { x: COURSE.left + RADIUS * Math.sin(turn), y: MIDDLE + RADIUS * Math.cos(turn) };
  }
  return { ...point, angle: (-turn * 180) / Math.PI, outwards: { x: Math.sin(turn), y: Math.cos(turn) } };
}

/** The middle of a space of the track, from 0: the start. */
export function trackMiddle(view: ArenaView, space: number) {
  return onCourse(view.track.length, space + 0.5);
}

export interface ChariotAt extends Point {
  width: number;
  flipped: boolean;
}

/** Where a seat's chariot stands, or would stand; several share start and finish. */
export function chariotAt(view: ArenaView, seat: number, space = view.chariots[seat] ?? 0): ChariotAt {
  const middle = trackMiddle(view, space);
  const here = view.chariots.flatMap((at, other) => (at === space || other === seat ? [other] : []));
  const flipped = Math.abs(middle.angle) > 90 && Math.abs(middle.angle) < 270;
  if (here.length === 1) {
    const bend = Math.abs(middle.outwards.x); // the course is narrower than a chariot is long
    return { x: middle.x + middle.outwards.x * 3, y: middle.y, width: 50 - 9 * bend, flipped };
  }
  const index = here.indexOf(seat);
  const rows = Math.ceil(here.length / 2);
  return {
    x: middle.x + (here.length === 3 && index === 2 ? 0 : (index % 2) - 0.5) * 27,
    y: middle.y + (Math.floor(index / 2) - (rows - 1) / 2) * 20,
    width: 31,
    flipped,
  };
}

export function arenaBox(view: ArenaView, place: number): Box {
  const count = view.spaces.length;
  const rows = count > 14 ? 3 : 2;
  const columns = Math.ceil(count / rows);
  const w = Math.min(29, 176 / columns);
  const h = Math.min(33, 66 / rows);
  const left = 180 - (columns * w) / 2 + 1;
  const index = place - 1;
  return {
    x: left + (index % columns) * w,
    y: 106 + Math.floor(index / columns) * h + (rows === 3 ? 0 : 0.5),
    w: w - 5,
    h: h - 7,
  };
}

export function arenaSpot(view: ArenaView, place: number): Spot {
  const box = arenaBox(view, place);
  const width = Math.min(box.w + 3, (box.h + 5) / 1.15);
  return { x: box.x + (box.w - width) / 2, y: box.y - 3.5, width, pitch: "flat" };
}

export const arena: SideGeometry<ArenaView> = {
  landing: (view, place) => (place <= view.spaces.length ? arenaSpot(view, place) : null),
  target: (view, place) => (place <= view.spaces.length ? arenaBox(view, place) : null),
};

/** Seats in front, with what they get when the round ends: nobody on the start, and all at the finish share the lead. */
export function leaders(view: ArenaView): { seat: number; points: number }[] {
  const finish = view.track.length - 1;
  const driving = range(view.chariots.length)
    .filter((seat) => (view.chariots[seat] ?? 0) > 0)
    .sort((a, b) => (view.chariots[b] ?? 0) - (view.chariots[a] ?? 0));
  const arrived = driving.filter((seat) => view.chariots[seat] === finish);
  const places =
    arrived.length > 1 ? arrived.map((seat) => ({ seat, place: 0 })) : driving.map((seat, place) => ({ seat, place }));
  return places
    .map(({ seat, place }) => ({ seat, points: view.round_end[place] ?? 0 }))
    .filter(({ points }) => points > 0);
}
