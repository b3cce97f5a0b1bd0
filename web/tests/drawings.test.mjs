// Every position of the gallery is drawn without a browser, and what the drawings reckon is compared with the server's.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { createServer } from "vite";

const SITES = ["market", "pyramids", "temple", "burial_chamber", "obelisks"];
let vite, views, sails, preview, places, table, areas, chamber, render, Table;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  const load = (path) => vite.ssrLoadModule(path);
  const gallery = await load("/src/gallery/views.ts");
  views = gallery.allViews();
  sails = gallery.sails;
  preview = await load("/src/builder/preview.ts");
  places = await load("/src/sites/places.ts");
  table = await load("/src/builder/table.ts");
  areas = await load("/src/sites/chamber/areas.ts");
  chamber = await load("/src/sites/chamber/geometry.ts");
  render = (await load("svelte/server")).render;
  Table = (await load("/src/builder/Table.svelte")).default;
});

after(() => vite.close());

test("there is a position of every side", () => {
  for (const site of SITES) {
    for (const side of "ABCD") assert.ok(views.some(([, view]) => view[site].side === side));
  }
});

test("every table is drawn, and every number in it is one", () => {
  for (const [name, view] of views) {
    const { body } = render(Table, { props: { view } });
    assert.doesNotMatch(body, /NaN|undefined|Infinity|\[object/, name);
    assert.ok(body.includes("</svg>"), name);
  }
});

test("places lie on their slab, and no two on the same spot", () => {
  for (const [name, view] of views) {
    for (const site of SITES.slice(1)) {
      const spots = new Set();
      for (const place of placesOf(view[site])) {
        const spot = places.landing(view, site, place, 0);
        const what = `${name} ${site} ${place}`;
        assert.ok(spot.x > -1 && spot.x + spot.width < 361, `${what}: ${spot.x}`);
        assert.ok(spot.y > 24 && spot.y < 238, `${what}: ${spot.y}`);
        spots.add(`${spot.x.toFixed(1)} ${spot.y.toFixed(1)}`);
      }
      assert.equal(spots.size, placesOf(view[site]).length, `${name} ${site}`);
    }
  }
});

test("what a sailing ship's stones do is shown where they land", () => {
  for (const { view, events } of sails) {
    const { ghosts, hot, points } = preview.sailPreview(view, events);
    const built = events.filter((event) => event.kind === "stone_built");
    assert.equal(ghosts[hot].length, built.length);
    const spots = places.ghostSpots(view, hot, ghosts[hot]);
    assert.equal(new Set(spots.map(({ spot }) => `${spot.x} ${spot.y}`)).size, built.length, view.sides);
    for (const [seat, score] of Object.entries(points)) assert.ok(score >= view.seats[seat].score);
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
    for (const { x, y } of found) assert.ok(x >= 0 && x < 1132 && y >= 0 && y < 752, `${name}: ${x} ${y}`);
  }
});

test("ships that wait and ships that are moored keep clear of each other", () => {
  for (const [name, view] of views) {
    const boxes = view.ships.map((_, index) => table.anchorBox(view, { on: "ship", ship: index + 1 }));
    boxes.forEach((a, index) => {
      for (const b of boxes.slice(index + 1)) {
        const apart = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h * 0.9 <= b.y || b.y + b.h * 0.9 <= a.y;
        assert.ok(apart, name);
      }
    });
  }
});

test("points of areas and rows in the burial chamber are the server's", () => {
  let compared = 0;
  for (const [name, view] of views) {
    const drawn = chamberPoints(view);
    if (!drawn || view.is_over) continue;
    view.seats.forEach((seat, index) => {
      const later = seat.if_ended.burial_chamber - seat.points.burial_chamber;
      assert.equal(drawn[index], later, `${name}, seat ${index}`);
      compared += 1;
    });
  }
  assert.ok(compared > 40);
});

test("no style attribute stands in a template, for the sake of the content security policy", () => {
  const src = new URL("../src/", import.meta.url);
  for (const file of readdirSync(src, { recursive: true })) {
    if (!file.endsWith(".svelte")) continue;
    const text = readFileSync(new URL(file.replaceAll("\\", "/"), src), "utf8");
    assert.doesNotMatch(text, /\sstyle=/, file);
    assert.doesNotMatch(text, /\{@html/, file);
  }
});

/** Every place of a side, as events count them. */
function placesOf(board) {
  const count = (number) => Array.from({ length: number }, (_, index) => index + 1);
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
        const { height, stones = 0 } = board.obelisks[place - 1];
        return stones < height;
      });
  }
}

/** What the drawing of the burial chamber adds up to, by seat. */
function chamberPoints(view) {
  const board = view.burial_chamber;
  const points = view.seats.map(() => 0);
  const add = (seat, value) => (points[seat] += value);
  if (board.type === "mound") {
    const level = board.levels.flatMap((spaces, index) => spaces.map(() => index));
    for (const { owner, cells } of areas.areasOf(board.levels.flat(), chamber.moundNeighbours(board))) {
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
