// What the server tells of Builder of Egypt, by the names that the client uses. Seats count from 0, everything else from 1.
import type { components } from "../../net/schema";
import type { Color, You } from "../../net/views";

type Schemas = components["schemas"];

export type BuilderView = Schemas["BuilderView"] & You;
export type SeatView = Schemas["BuilderSeatView"];
export type ShipView = Schemas["ShipView"];
export type MarketView = Schemas["MarketView"];
export type PyramidsView = Schemas["BuilderPyramidsView"];
export type ScaffoldView = Schemas["ScaffoldView"];
export type CorridorView = Schemas["CorridorView"];
export type TempleView = Schemas["BuilderTempleView"];
export type ArenaView = Schemas["ArenaView"];
export type BurialChamberView = Schemas["BurialChamberView"];
export type MoundView = Schemas["MoundView"];
export type TombView = Schemas["BuilderTombView"];
export type ObelisksView = Schemas["ObelisksView"];
export type GreatObeliskView = Schemas["GreatObeliskView"];
export type AlleyView = Schemas["AlleyView"];
export type ProphecyView = Schemas["ProphecyView"];
export type PeriodView = Schemas["PeriodView"];

/** What a space gives; what is missing, it doesn't give. */
export interface Gift {
  points?: number;
  stones?: number;
  card?: number;
  load?: number;
}

export const SITES = ["market", "pyramids", "temple", "burial_chamber", "obelisks"] as const;
export type Site = (typeof SITES)[number];

export const SIDES = ["A", "B", "C", "D"] as const;
export type Side = (typeof SIDES)[number];

export function colorOf(seats: readonly SeatView[], seat: number | null | undefined): Color | null {
  return seat == null ? null : ((seats[seat]?.color as Color | undefined) ?? null);
}

/** Points of a source that a seat would still get if the game ended now; at the end of the game, what it got. */
export function laterPoints(seat: SeatView, source: string): number {
  const now = seat.points[source] ?? 0;
  const then = seat.if_ended[source] ?? 0;
  return then === now ? now : then - now;
}
