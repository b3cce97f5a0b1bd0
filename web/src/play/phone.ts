// The river on a phone: ships that wait, one in a row or two, and where their places are.
import type { Box } from "../geometry";
import { deckBox, SHIP_HEIGHT, shipWidth } from "../pieces/ship";
import type { BuilderView } from "../views";
import type { Target } from "./choices";

export const PHONE = 390;
const HIT = 44; // of a screen as wide as the river

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

export function riverOf(view: BuilderView): PhoneRiver {
  const waiting = view.ships.flatMap((ship, index) => (ship.site ? [] : [index + 1]));
  const rows: number[][] = [];
  const wide = waiting.length > 2 ? 2 : 1;
  for (let at = 0; at < waiting.length; at += wide) rows.push(waiting.slice(at, at + wide));
  const ships: PhoneShip[] = [];
  let y = 14;
  rows.forEach((row, index) => {
    const widths = row.map((ship) => shipWidth(view.ships[ship - 1]?.size ?? 4));
    const all = widths.reduce((sum, width) => sum + width, 0);
    const scale = Math.min(1, (PHONE - 20 - 14 * row.length) / all);
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

export function riverBox(view: BuilderView, river: PhoneRiver, target: Target): Box | null {
  if (target.on !== "ship" && target.on !== "deck") return null;
  const at = river.ships.find(({ ship }) => ship === target.ship);
  const size = view.ships[target.ship - 1]?.size;
  if (!at || !size) return null;
  if (target.on === "ship") return { x: at.x, y: at.y, w: shipWidth(size) * at.scale, h: SHIP_HEIGHT * at.scale };
  const box = deckBox(size, target.place);
  const h = Math.max(HIT, (box.h + 20) * at.scale);
  const bottom = at.y + (box.y + box.h + 4) * at.scale;
  return { x: at.x + (box.x - 2) * at.scale, y: bottom - h, w: 42 * at.scale, h };
}
