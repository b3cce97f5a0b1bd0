// Every Duel position of the gallery is drawn without a browser, in each layout, and everything lies where it should.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createServer } from "vite";

const LAYOUTS = ["desk", "tall", "phone", "flat"];
const KINDS = ["obelisk", "light_pyramid", "dark_pyramid", "take", "place", "place_and_unload", "swap_and_unload"];
let vite, views, moves, layouts, table, tokens, harbour, sites, preview, choices, render, Table;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  const load = (path) => vite.ssrLoadModule(path);
  const gallery = await load("/src/gallery/duels.ts");
  views = gallery.duelViews;
  moves = gallery.duelMoves;
  layouts = await load("/src/duel/layout.ts");
  table = await load("/src/duel/table.ts");
  tokens = await load("/src/duel/tokens.ts");
  harbour = await load("/src/duel/harbour.ts");
  sites = await load("/src/duel/sites.ts");
  preview = await load("/src/duel/preview.ts");
  choices = await load("/src/duel/choices.ts");
  render = (await load("svelte/server")).render;
  Table = (await load("/src/duel/Table.svelte")).default;
});

after(() => vite.close());

test("there is a position of each side of each site, with boats that left and boats that wait", () => {
  for (const site of ["obelisk", "temple", "pyramids", "tomb"]) {
    for (const side of "AB") assert.ok(views.some(({ view }) => view.sites[site].side === side));
  }
  assert.ok(views.some(({ view }) => view.boats.some(({ moored }) => !moored)));
  assert.ok(views.some(({ view }) => view.waiting.length));
});

test("every table is drawn in each layout, and every number in it is one", () => {
  for (const { game, moment, view } of views) {
    for (const layout of LAYOUTS) drawn(`${game} ${moment} ${layout}`, { view, layout });
  }
});

test("everything that may be chosen glows, and every move is previewed", () => {
  for (const { kind, view, events, scores, gains } of moves) {
    const highlights = { ...choices.movesHighlights(view), ...preview.duelPreview(events, scores), gains };
    for (const layout of LAYOUTS) drawn(`${view.sides} ${kind} ${layout}`, { view, layout, highlights });
    const { wells, boats, actions, cargo } = highlights;
    for (const move of view.moves) {
      if (move.verb === "place") assert.ok(wells.has(harbour.wellNumber(move.row, move.column)));
      if (move.verb === "unload") assert.ok(boats.has(move.boat));
      if (move.verb === "play") assert.ok(actions.has(move.token));
      if (move.verb === "take" || move.verb === "swap") assert.ok(cargo[move.boat].has(move.space));
    }
  }
});

test("a previewed unloading shows each meeple with the token it takes, and what sinks", () => {
  for (const { view, events } of moves.filter(({ kind }) => kind.startsWith("unload"))) {
    const { boat, steps, sunk } = preview.duelPreview(events);
    const { cargo, meeples } = view.boats.find((other) => other.boat === boat);
    assert.equal(steps.length, meeples);
    for (const { seat, row, column, space, token } of steps) {
      assert.equal(cargo[space - 1], token);
      assert.equal(view.harbour.find((other) => other.row === row && other.column === column).owner, seat);
    }
    assert.equal(steps.length + sunk.length, cargo.filter((token) => token !== null).length);
  }
});

test("anchors lie on the table, and what is the rival's on its side of it", () => {
  for (const { game, moment, view } of views) {
    for (const name of LAYOUTS) {
      const layout = layouts.layoutOf(view, name);
      const of = (anchor) => table.anchorBox(view, layout, anchor);
      const what = `${game} ${moment} ${name}`;
      const shared = [
        ...view.harbour.map(({ row, column }) => of({ on: "well", row, column })),
        ...view.boats.flatMap(({ boat }) => [of({ on: "boat", boat }), of({ on: "lane", boat })]),
        ...view.boats.flatMap(({ boat }) => [1, 2, 3].map((space) => of({ on: "cargo", boat, space }))),
        ...["reserve", "supply", "box"].map((on) => of({ on })),
      ];
      for (const box of shared) within(box, { x: 0, y: 0, w: layout.w, h: layout.h }, what);
      view.seats.forEach(({ actions }, seat) => {
        const own = seat === (view.seat ?? 0) ? layout.near : layout.far;
        if (!own) return;
        within(of({ on: "hand", seat }), own.meeples, what);
        for (const token of actions) within(of({ on: "action", seat, token }), own.actions, `${what} ${token}`);
        for (const token of [...KINDS, ...Object.keys(view.seats[seat].temple.tokens).map((n) => `temple_${n}`)]) {
          const place = tokens.placeOf(token);
          within(of({ on: "landing", seat, token }), own[place], `${what} ${token}`);
        }
        for (let number = 1; number <= tokens.tombLength(view); number += 1) {
          within(of({ on: "landing", seat, token: `tomb_${number}` }), own.tomb, `${what} tomb ${number}`);
        }
      });
    }
  }
});

test("wells, boats and numbers of the tomb keep clear of each other, and are large enough for a finger", () => {
  for (const { game, view } of views) {
    for (const name of LAYOUTS) {
      const layout = layouts.layoutOf(view, name);
      const of = (anchor) => table.anchorBox(view, layout, anchor);
      const targets = [
        ...view.harbour.map(({ row, column }) => of({ on: "well", row, column })),
        ...view.boats.map(({ boat }) => of({ on: "boat", boat })),
      ];
      for (const { w, h } of targets) assert.ok(w >= 44 && h >= 44, `${game} ${name}: ${w} x ${h}`);
      apart(targets, `${game} ${name}`);
      const length = tokens.tombLength(view);
      const numbers = Array.from({ length }, (_, index) => sites.tombBox(layout.near.tomb, length, index + 1));
      numbers.slice(1).forEach((box, index) => {
        const way = Math.hypot(box.x - numbers[index].x, box.y - numbers[index].y); // they lie round a ring
        assert.ok(way > box.w * 1.1, `${game} ${name}: tomb, ${way}`);
      });
      const { header, obelisk, temple, pyramids, tomb, meeples, actions } = layout.near;
      const parts = [header, obelisk, temple, pyramids, tomb, meeples, actions, layout.farHeader, layout.water];
      if (layout.far) parts.push(layout.far.obelisk, layout.far.temple, layout.far.tomb, layout.far.actions);
      apart(parts, `${game} ${name}: parts`);
    }
  }
});

test("tokens that a seat gets come to lie on different places", () => {
  for (const { game, moment, view } of views) {
    const layout = layouts.layoutOf(view, "desk").near;
    for (const token of ["obelisk", "light_pyramid", "dark_pyramid", "temple_1"]) {
      if (token === "temple_1" && !("1" in view.seats[0].temple.tokens)) continue;
      const first = table.landing(view, layout, 0, token);
      const second = table.landing(view, layout, 0, token, [token]);
      assert.notDeepEqual([first.x, first.y], [second.x, second.y], `${game} ${moment} ${token}`);
    }
  }
});

test("every token of the game is on the table", () => {
  for (const { game, view } of views.filter(({ game }) => !game.startsWith("odd"))) {
    assert.equal(tokens.tombLength(view), 12, game);
    // what was played is in the box as well
    assert.equal(tokens.countInGame(view, "obelisk"), 12, game);
    assert.equal(tokens.countInGame(view, "light_pyramid"), 6, game);
  }
});

test("what is shown for groups and sets adds up to the server's points", () => {
  for (const { game, moment, view } of views) {
    for (const { points, temple, tomb, name } of view.seats) {
      const groups = tomb.groups.map((group) => sites.groupPoints(view.sites.tomb, group.length));
      assert.equal(sum(groups), points.tomb, `${game} ${moment} ${name}`);
      if (view.sites.temple.side === "A") continue;
      assert.equal(sum(temple.sets.map((set) => sites.setPoints(view.sites.temple, set))), points.temple);
    }
  }
});

function sum(values) {
  return values.reduce((all, value) => all + value, 0);
}

function drawn(what, props) {
  const { body } = render(Table, { props });
  assert.doesNotMatch(body, /NaN|undefined|Infinity|\[object/, what);
  assert.ok(body.includes("</svg>"), what);
}

function within(box, room, what) {
  assert.ok(box, what);
  const inside =
    box.x >= room.x && box.y >= room.y && box.x + box.w <= room.x + room.w && box.y + box.h <= room.y + room.h;
  assert.ok(inside, `${what}: ${JSON.stringify(box)} in ${JSON.stringify(room)}`);
}

function apart(boxes, what) {
  boxes.forEach((a, index) => {
    for (const b of boxes.slice(index + 1)) {
      const clear = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
      assert.ok(clear, `${what}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`);
    }
  });
}
