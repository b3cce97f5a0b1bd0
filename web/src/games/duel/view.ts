// The views of The Duel, by the names that the client uses.
import type { components } from "../../net/schema";
import type { Color, You } from "../../net/views";

type Schemas = components["schemas"];

export type DuelView = Schemas["DuelView"] & You;
export type DuelSeat = Schemas["DuelSeatView"];
export type BoatView = Schemas["BoatView"];
export type SiteView = Schemas["SiteView"];

export const DUEL_SITES = ["obelisk", "temple", "pyramids", "tomb"] as const;
export type DuelSite = (typeof DUEL_SITES)[number];

export const DUEL_SIDES = ["A", "B"] as const;
export type DuelSide = (typeof DUEL_SIDES)[number];

export const SOURCES = [...DUEL_SITES, "action_tokens", "meeples"] as const;
export type Source = (typeof SOURCES)[number];

export function colorAt(view: DuelView, seat: number): Color {
  return (view.seats[seat]?.color ?? "black") as Color;
}

/** The seat at the left, or below: whoever looks; the first one for onlookers. */
export function nearSeat(view: DuelView): number {
  return view.seat ?? 0;
}

export function rivalOf(seat: number): number {
  return 1 - seat;
}

/** A printed value of a side. */
export function valueOf(site: SiteView | undefined, name: string): number {
  const value = site?.values[name];
  return typeof value === "number" ? value : 0;
}

export function valuesOf(site: SiteView | undefined, name: string): readonly number[] {
  const values = site?.values[name];
  return Array.isArray(values) ? values : [];
}
