// Every position of the gallery is drawn without a browser, and what the drawings reckon is compared with the server's.
import { expect, test } from "vitest";

import { allViews, sails } from "../fixtures/builder/positions";
import { sailPreview } from "../src/games/builder/board/preview";
import Table from "../src/games/builder/board/Table.svelte";
import * as table from "../src/games/builder/board/table";
import * as areas from "../src/games/builder/sites/chamber/areas";
import { moundNeighbours } from "../src/games/builder/sites/chamber/geometry";
import { ghostSpots, landing } from "../src/games/builder/sites/places";
import { SIDES, SITES, type BuilderView } from "../src/games/builder/view";
import { drawn } from "./helpers";
import { SOURCES } from "./sources";

const BUILDING_SITES = ["pyramids", "temple", "burial_chamber", "obelisks"] as const;
const views = allViews();

test("there is a position of every side", () => {
  for (const site of SITES) {
    for (const side of SIDES) expect(views.some(([, view]) => view[site].side === side)).toBe(true);
  }
});

test("every table is drawn, and every number in it is one", () => {
  for (const [name, view] of views) {
    expect(drawn(Table, { view }, name), name).toContain("</svg>");
  }
});

test("places lie on their slab, and no two on the same spot", () => {
  for (const [name, view] of views) {
    for (const site of BUILDING_SITES) {
      const spots = new Set<string>();
      for (const place of placesOf(view[site])) {
        const spot = landing(view, site, place, 0)!;
        const what = `${name} ${site} ${place}`;
        expect(spot.x > -1 && spot.x + spot.width < 361, `${what}: ${spot.x}`).toBeTruthy();
        expect(spot.y > 24 && spot.y < 238, `${what}: ${spot.y}`).toBeTruthy();
        spots.add(`${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`);
      }
      expect(spots.size, `${name} ${site}`).toBe(placesOf(view[site]).length);
    }
  }
});

test("what a sailing ship's stones do is shown where they land", () => {
  for (const { view, events } of sails) {
    const { ghosts, hot, points } = sailPreview(view, events);
    const built = events.filter((event) => event.kind === "stone_built");
    const there = ghosts![hot!]!;
    expect(there.length).toBe(built.length);
    const spots = ghostSpots(view, hot!, there);
    expect(new Set(spots.map(({ spot }) => `${spot.x} ${spot.y}`)).size, view.sides).toBe(built.length);
    for (const [seat, score] of Object.entries(points!)) {
      expect(score).toBeGreaterThanOrEqual(view.seats[Number(seat)]!.score);
    }
  }
});

test("anchors lie on the table", () => {
  for (const [name, view] of views) {
    const found = [
      ...view.ships.flatMap((ship, index) =>
        ship.spaces.map((_, place) => table.anchorSpot(view, { at: "deck", ship: index + 1, place: place + 1 })),
      ),
      ...view.seats.map((_, seat) => table.anchorSpot(view, { at: "quarry", seat })),
      ...view.seats.map((_, seat) => table.anchorSpot(view, { at: "track", seat })),
      ...SITES.map((site) => table.anchorBox(view, { on: "site", site })),
      table.anchorBox(view, { on: "draw_pile" }),
    ];
    for (const spot of found) {
      const { x, y } = spot!;
      expect(x >= 0 && x < 1132 && y >= 0 && y < 752, `${name}: ${x} ${y}`).toBe(true);
    }
  }
});

test("ships that wait and ships that are moored keep clear of each other", () => {
  for (const [name, view] of views) {
    const boxes = view.ships.map((_, index) => table.anchorBox(view, { on: "ship", ship: index + 1 })!);
    boxes.forEach((a, index) => {
      for (const b of boxes.slice(index + 1)) {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h * 0.9 <= b.y || b.y + b.h * 0.9 <= a.y;
        expect(apart, name).toBeTruthy();
      }
    });
  }
});

test("points of areas and rows in the burial chamber are the server's", () => {
  let compared = 0;
  for (const [name, view] of views) {
    if (view.is_over) continue;
    const points = chamberPoints(view);
    view.seats.forEach((seat, index) => {
      const later = seat.if_ended["burial_chamber"]! - seat.points["burial_chamber"]!;
      expect(points[index], `${name}, seat ${index}`).toBe(later);
      compared += 1;
    });
  }
  expect(compared).toBeGreaterThan(40);
});

test("no style attribute stands in a template, for the sake of the content security policy", () => {
  for (const [file, text] of SOURCES) {
    if (!file.endsWith(".svelte")) continue;
    expect(text, file).not.toMatch(/\sstyle=/);
    expect(text, file).not.toMatch(/\{@html/);
  }
});

/** Every place of a side, as events count them. */
function placesOf(board: BuilderView[(typeof BUILDING_SITES)[number]]): number[] {
  const count = (number: number) => Array.from({ length: number }, (_, index) => index + 1);
  switch (board.type) {
    case "pyramids":
      return count(board.parts.flat().length);
    case "scaffold":
      return count([...board.layers, ...board.coming].flat().length);
    case "corridor":
    case "arena":
      return count(board.spaces.length);
    case "temple":
      return count(board.spaces.length * 3);
    case "burial_chamber":
      return count(board.owners.length + 1);
    case "mound":
      return count(board.levels.flat().length);
    case "tomb":
      return count(board.owners.length);
    case "obelisks":
      return count(2);
    case "great_obelisk":
      return count(board.path.length);
    case "alley":
      return count(board.obelisks.length).filter((place) => {
        const { height, stones = 0 } = board.obelisks[place - 1]!;
        return stones < height;
      });
  }
}

/** What the drawing of the burial chamber adds up to, by seat. */
function chamberPoints(view: BuilderView): number[] {
  const board = view.burial_chamber;
  const points = view.seats.map(() => 0);
  const add = (seat: number, value: number) => (points[seat]! += value);
  if (board.type === "mound") {
    const level = board.levels.flatMap((spaces, index) => spaces.map(() => index));
    for (const { owner, cells } of areas.areasOf(board.levels.flat(), moundNeighbours(board))) {
      add(owner, cells.length * Math.min(new Set(cells.map((cell) => level[cell])).size, board.most_levels));
    }
  } else if (board.side === "B") {
    for (let row = 0; row < board.rows; row += 1) {
      const owners = board.owners.filter((_, index) => index % board.rows === row);
      const counts = view.seats.map((_, seat) => owners.filter((owner) => owner === seat).length);
      for (const { seat, points: value } of areas.rankPoints(counts, board.points)) add(seat, value);
    }
  } else {
    const tomb = board.type === "tomb";
    const columns = tomb ? board.columns : Math.ceil(board.owners.length / board.rows);
    const neighbours = areas.gridNeighbours(board.rows, columns, !tomb);
    for (const { owner, cells } of areas.areasOf(board.owners, neighbours)) {
      add(owner, areas.areaPoints(cells.length, board.points, board.further));
    }
    if (tomb) board.stones.forEach((count, seat) => count === 0 && add(seat, board.no_stone));
  }
  return points;
}
