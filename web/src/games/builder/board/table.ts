// The whole table's measures: slabs, docks, berths, ships, quarry, score track. One drawing of 1132 x 752.
import { shifted, type Box, type Point, type Spot } from "../../../app/drawing/geometry";
import { pileBoxes } from "../pieces/piles";
import { heapMiddle, heapSpots, steleBox } from "../pieces/quarry";
import { deckBox, deckSpot, SHIP_HEIGHT, shipWidth } from "../pieces/ship";
import { tokenBox } from "../sites/chamber/geometry";
import { pairBox } from "../sites/market/geometry";
import { ownFrame } from "../sites/obelisks/geometry";
import { landing, targetBox } from "../sites/places";
import { imhotepAt } from "../sites/pyramid/geometry";
import { SLAB, type Pair } from "../sites/side";
import { chariotAt } from "../sites/temple/geometry";
import type { BuilderView, SeatView, Site } from "../view";

export const TABLE = { w: 1132, h: 752 } as const;

export const SLAB_AT: Readonly<Record<Site, Point>> = {
  pyramids: { x: 12, y: 50 },
  temple: { x: 386, y: 50 },
  obelisks: { x: 760, y: 50 },
  market: { x: 12, y: 512 },
  burial_chamber: { x: 386, y: 512 },
};
export const QUARRY_AT: Point = { x: 760, y: 512 };

// --- the river

export interface DockAt extends Point {
  north: boolean;
}

/** The middle of each site's dock, at the bank. */
export const DOCK_AT: Readonly<Record<Site, DockAt>> = {
  pyramids: { x: 192, y: 304, north: true },
  temple: { x: 566, y: 304, north: true },
  obelisks: { x: 940, y: 304, north: true },
  market: { x: 192, y: 490, north: false },
  burial_chamber: { x: 566, y: 490, north: false },
};

export interface ShipAt extends Point {
  scale: number;
}

const BERTH_SCALE = 0.86;
const BERTH_SIZE = 4;

/** Where a ship of this size lies at a dock; without a size, the berth itself. */
export function berthAt(site: Site, size = BERTH_SIZE): ShipAt {
  const dock = DOCK_AT[site];
  const y = dock.north ? dock.y - 11 : dock.y - 58;
  return { x: dock.x - (shipWidth(size) * BERTH_SCALE) / 2, y, scale: BERTH_SCALE };
}

/** Where a ship waits: all ships of the round in one row, so that none moves when another one sails. */
export function waitingAt(view: BuilderView, ship: number): ShipAt {
  const widths = view.ships.map(({ size }) => shipWidth(size));
  const all = widths.reduce((sum, width) => sum + width, 0);
  const scale = Math.min(0.9, (TABLE.w - 60) / (all + 30 * widths.length));
  const gap = (TABLE.w - 40 - all * scale) / (widths.length + 1);
  const before = widths.slice(0, ship - 1).reduce((sum, width) => sum + width, 0);
  return { x: 20 + gap * ship + before * scale, y: 399 - (SHIP_HEIGHT * scale) / 2, scale };
}

/** Ships count from 1. */
export function shipAt(view: BuilderView, ship: number): ShipAt {
  const here = view.ships[ship - 1];
  return here?.site ? berthAt(here.site as Site, here.size) : waitingAt(view, ship);
}

/** From where a ship waits to a berth, round the other ships. */
export function sailLane(view: BuilderView, ship: number, site: Site): string {
  const size = view.ships[ship - 1]?.size ?? BERTH_SIZE;
  const from = waitingAt(view, ship);
  const berth = berthAt(site, size);
  const half = (shipWidth(size) * from.scale) / 2;
  const start = { x: from.x + half, y: from.y + SHIP_HEIGHT * from.scale * 0.55 };
  const end = { x: DOCK_AT[site].x, y: berth.y + (SHIP_HEIGHT * berth.scale) / 2 };
  if (Math.abs(end.x - start.x) < half) return `M${start.x} ${start.y}L${end.x} ${end.y}`;
  const side = Math.sign(end.x - start.x);
  const out = { x: start.x + side * half * 0.9, y: start.y };
  const bend = (end.x - out.x) / 2;
  return `M${out.x} ${out.y}C${out.x + bend} ${out.y} ${end.x - bend} ${end.y} ${end.x} ${end.y}`;
}

// --- the score track

export const TRACK = { x: 22, y: 14, w: 1088 } as const;

export interface Track {
  first: number;
  last: number;
  step: number;
}

/** From 0 to 40, or as far as the points go. */
export function trackOf(seats: readonly SeatView[]): Track {
  const scores = seats.map((seat) => seat.score);
  const first = Math.min(0, Math.floor(Math.min(...scores) / 5) * 5);
  const last = Math.max(40, Math.ceil((Math.max(...scores) + 1) / 5) * 5);
  return { first, last, step: TRACK.w / (last - first + 1) };
}

/** Stones with equal points share a place: side by side, then in two rows. */
export function trackSpot(seats: readonly SeatView[], seat: number, points = seats[seat]?.score ?? 0): Spot {
  const track = trackOf(seats);
  const here = seats.flatMap((other, index) => (index === seat || other.score === points ? [index] : []));
  const place = here.indexOf(seat);
  const middle = (points - track.first + 0.5) * track.step;
  if (here.length === 1) return { x: middle - 12.25, y: -4, width: 24.5, pitch: "stone" };
  const width = here.length === 2 ? 17 : 15;
  const column = (place % 2) - 0.5;
  const row = here.length === 2 ? 0 : Math.floor(place / 2) - 0.5;
  return {
    x: middle - width / 2 + column * (width - 1),
    y: 4 + row * 17,
    width,
    pitch: here.length === 2 ? "stone" : "flat",
  };
}

// --- anchors: everything that moves, in the table's coordinates

export type Anchor =
  | { at: "deck"; ship: number; place: number }
  | { at: "quarry"; seat: number }
  | { at: "site"; site: Site; place: number | null; seat: number; earlier?: number }
  | { at: "track"; seat: number; points?: number };

/** Where a stone lies, or the next one will. */
export function anchorSpot(view: BuilderView, anchor: Anchor): Spot | null {
  switch (anchor.at) {
    case "deck": {
      const ship = view.ships[anchor.ship - 1];
      const corner = shipAt(view, anchor.ship);
      return ship ? deckSpot(ship.size, anchor.place, corner, corner.scale) : null;
    }
    case "quarry": {
      const { length } = view.seats;
      const top = heapSpots(length, anchor.seat, view.seats[anchor.seat]?.quarry ?? 0).at(-1);
      return shifted<Spot>(
        top ?? { x: heapMiddle(length, anchor.seat) - 16, y: 149, width: 32, pitch: "stone" },
        QUARRY_AT,
      );
    }
    case "site": {
      const spot = landing(view, anchor.site, anchor.place, anchor.seat, anchor.earlier);
      return spot ? shifted(spot, SLAB_AT[anchor.site]) : null;
    }
    case "track":
      return shifted(trackSpot(view.seats, anchor.seat, anchor.points), TRACK);
  }
}

export type TargetAnchor =
  | { on: "site"; site: Site }
  | { on: "place"; site: Site; place: number }
  | { on: "ship"; ship: number }
  | { on: "deck"; ship: number; place: number }
  | { on: "quarry" }
  | { on: "draw_pile" }
  | { on: "discard_pile" }
  | { on: "pair"; pair: Pair } // of the luxury market: the seam
  | { on: "token"; index: number } // of the tomb: which of the open ones, from 0
  | { on: "obelisk"; seat: number } // one's own great obelisk
  | { on: "chariot"; seat: number; space?: number }
  | { on: "imhotep"; space: number }
  | { on: "prophecy"; number: number }; // from 1

/** The box of something that may be chosen: buttons for fingers and screen readers lie there. */
export function anchorBox(view: BuilderView, anchor: TargetAnchor): Box | null {
  switch (anchor.on) {
    case "site":
      return { ...SLAB_AT[anchor.site], ...SLAB };
    case "place": {
      const box = targetBox(view, anchor.site, anchor.place);
      return box && shifted(box, SLAB_AT[anchor.site]);
    }
    case "ship": {
      const ship = view.ships[anchor.ship - 1];
      const { x, y, scale } = shipAt(view, anchor.ship);
      return ship ? { x, y, w: shipWidth(ship.size) * scale, h: SHIP_HEIGHT * scale } : null;
    }
    case "deck": {
      const ship = view.ships[anchor.ship - 1];
      if (!ship || anchor.place > ship.size) return null;
      const { x, y, scale } = shipAt(view, anchor.ship);
      const box = deckBox(ship.size, anchor.place);
      return { x: x + box.x * scale, y: y + (box.y - 20) * scale, w: box.w * scale, h: (box.h + 20) * scale };
    }
    case "quarry":
      return { ...shifted({ x: 8, y: 100 }, QUARRY_AT), w: 344, h: 134 };
    case "draw_pile":
    case "discard_pile":
      return shifted(pileBoxes(view.market.side)[anchor.on], SLAB_AT.market);
    case "pair": {
      const { seam } = pairBox(view.market, anchor.pair);
      return shifted(around(seam, 32), SLAB_AT.market);
    }
    case "token": {
      const tomb = view.burial_chamber;
      return tomb.type === "tomb" ? shifted(tokenBox(tomb, anchor.index), SLAB_AT.burial_chamber) : null;
    }
    case "obelisk": {
      const great = view.obelisks;
      if (great.type !== "great_obelisk") return null;
      const { x, y, unit, rows } = ownFrame(great, anchor.seat);
      return shifted({ x, y: y - rows * unit, w: great.width * unit, h: rows * unit }, SLAB_AT.obelisks);
    }
    case "chariot":
      return view.temple.type === "arena"
        ? shifted(around(chariotAt(view.temple, anchor.seat, anchor.space), 40), SLAB_AT.temple)
        : null;
    case "imhotep":
      return view.pyramids.type === "corridor"
        ? shifted(around(shifted(imhotepAt(view.pyramids, anchor.space), { x: 0, y: -24 }), 50), SLAB_AT.pyramids)
        : null;
    case "prophecy":
      return shifted(steleBox(view.prophecies.length, anchor.number), QUARRY_AT);
  }
}

function around(middle: Point, size: number): Box {
  return { x: middle.x - size / 2, y: middle.y - size / 2, w: size, h: size };
}
