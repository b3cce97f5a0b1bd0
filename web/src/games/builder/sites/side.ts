// What every drawing of a side takes, and what every side tells about its places.
import type { Box, Spot } from "../../../app/drawing/geometry";
import type { Printed } from "../printed";
import type { SeatView } from "../view";

/** A stone that would be built: at a place of the site, or at its edge. */
/** What is not at rest, as it is drawn in flight. */
export interface Away {
  ships?: ReadonlySet<number>;
  track?: ReadonlySet<number>; // seats whose stone walks along the score track
  chariots?: ReadonlySet<number>; // seats
  imhotep?: boolean;
}

export interface Ghost {
  seat: number;
  place: number | null;
}

/** What else would happen on a side, or may be chosen there, besides stones and places. */
export interface Preview {
  pairs?: readonly Pair[]; // luxury market: neighbours that a coin would take
  pair?: Pair; // the pair that is looked at
  imhotep?: number; // corridor: the space he would move to
  chariots?: Readonly<Record<number, number>>; // arena: by seat, the space of the track it would reach
  piece?: { seat: number; shape: string; squares: readonly (readonly number[])[] }; // great obelisk: as it would lie
}

/** Whose stones lie on each space of the temple, from the ground. A view tells only whose the visible ones are. */
export type Stacks = readonly (readonly number[])[];

export type Pair = readonly [number, number];

export interface SideProps<V> {
  view: V;
  seats: readonly SeatView[];
  ghosts?: readonly Ghost[];
  preview?: Preview;
  stacks?: Stacks;
  printed?: Printed;
  away?: Away; // what is in flight
}

/** Places count from 1, as in moves and events. */
export interface SideGeometry<V> {
  /** Where a seat's stone comes to lie; where a place holds several, `earlier` ones are on their way to it. */
  landing(view: V, place: number, seat: number, earlier: number): Spot | null;
  /** What glows when the place may be chosen. */
  target(view: V, place: number): Box | null;
}

export const SLAB = { w: 360, h: 238 } as const;

export function isCovered(ghosts: readonly Ghost[] | undefined, place: number): boolean {
  return ghosts?.some((ghost) => ghost.place === place) ?? false;
}

/** Things with a number of their own, counted on from list to list. */
export function numbered<T>(parts: readonly (readonly T[])[]): (T & { place: number; part: number; index: number })[] {
  let place = 0;
  return parts.flatMap((spaces, part) => spaces.map((space, index) => ({ ...space, place: ++place, part, index })));
}
