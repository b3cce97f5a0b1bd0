// The river on a phone: the round's ships, one in a row or two, and where their places are.
import { shifted, type Box, type Point } from "../../../app/drawing/geometry";
import { QUARRY_AT, SLAB_AT, TABLE } from "../board/table";
import type { RiverStage } from "../motion/cast";
import { deckBox, SHIP_HEIGHT, shipWidth } from "../pieces/ship";
import type { BuilderView, Site } from "../view";
import type { Target } from "./choices";

export const PHONE = 390;
const HIT = 44; // of a screen as wide as the river

export const PAGES = ["pyramids", "temple", "obelisks", "market", "burial_chamber", "quarry"] as const;
export type Page = (typeof PAGES)[number];

/** What of the table a page of the phone shows. */
export function pageFrame(name: Page): Box {
  const at = name === "quarry" ? QUARRY_AT : SLAB_AT[name];
  return { x: at.x - 6, y: at.y - 6, w: 372, h: 256 };
}

export interface PhoneShip {
  ship: number;
  x: number;
  y: number;
  scale: number;
}

export interface PhoneRiver {
  ships: readonly PhoneShip[];
  height: number;
}

/** Each ship has its place for the whole round, so that none moves when another one sails. */
export function riverOf(view: BuilderView): PhoneRiver {
  const all = [...view.ships.keys()].map((index) => index + 1);
  const rows: number[][] = [];
  const wide = all.length > 2 ? 2 : 1;
  for (let at = 0; at < all.length; at += wide) rows.push(all.slice(at, at + wide));
  const widthsOf = (row: number[]) => row.map((ship) => shipWidth(view.ships[ship - 1]?.size ?? 4));
  const lengthOf = (row: number[]) => widthsOf(row).reduce((sum, width) => sum + width, 0);
  const scale = Math.min(1, ...rows.map((row) => (PHONE - 20 - 14 * row.length) / lengthOf(row)));
  const ships: PhoneShip[] = [];
  let y = 14;
  rows.forEach((row, index) => {
    const [widths, all] = [widthsOf(row), lengthOf(row)];
    const gap = (PHONE - all * scale) / (row.length + 1);
    // a single ship stands a little aside, so that rows are no column
    const aside = row.length === 1 && rows.length > 1 ? (index % 2 ? -0.5 : 0.5) * gap : 0;
    let x = gap + aside;
    row.forEach((ship, place) => {
      ships.push({ ship, x, y, scale });
      x += (widths[place] ?? 0) * scale + gap;
    });
    y += SHIP_HEIGHT * scale + 14;
  });
  return { ships, height: Math.max(56, y) };
}

/** For what moves, the river lies beside the table. */
export const RIVER_AT: Point = { x: 0, y: TABLE.h + 400 };

/** Docks are a row of buttons above the river: a ship that sails leaves it there. */
export function riverStage(docks: readonly Site[]): RiverStage {
  return {
    length: PHONE + 40,
    ship(view, number) {
      const at = riverOf(view).ships.find(({ ship }) => ship === number);
      return at ? { ...shifted<Point>(at, RIVER_AT), scale: at.scale } : null;
    },
    dock: (site) => ({
      x: RIVER_AT.x + ((docks.indexOf(site) + 0.5) * PHONE) / (docks.length + 1),
      y: RIVER_AT.y - 50,
      scale: 0.5,
    }),
  };
}

export function riverBox(view: BuilderView, river: PhoneRiver, target: Target): Box | null {
  if (target.on !== "ship" && target.on !== "deck") return null;
  const at = river.ships.find(({ ship }) => ship === target.ship);
  const size = view.ships[target.ship - 1]?.size;
  if (!at || !size) return null;
  if (target.on === "ship") return { x: at.x, y: at.y, w: shipWidth(size) * at.scale, h: SHIP_HEIGHT * at.scale };
  if (target.place > size) return null;
  const box = deckBox(size, target.place);
  const h = Math.max(HIT, (box.h + 20) * at.scale);
  const bottom = at.y + (box.y + box.h + 4) * at.scale;
  return { x: at.x + (box.x - 2) * at.scale, y: bottom - h, w: 42 * at.scale, h };
}
