// Every Duel position of the gallery is drawn without a browser, in each layout, and everything lies where it should.
import { expect, test } from "vitest";

import { duelMoves as moves, duelViews as views } from "../fixtures/duel/positions";
import type { Box } from "../src/app/drawing/geometry";
import { wellNumber } from "../src/games/duel/board/harbour";
import type { DuelHighlights } from "../src/games/duel/board/highlights";
import { layoutOf, type Layout } from "../src/games/duel/board/layout";
import { movesHighlights } from "../src/games/duel/board/moves";
import { duelPreview } from "../src/games/duel/board/preview";
import Table from "../src/games/duel/board/Table.svelte";
import * as table from "../src/games/duel/board/table";
import * as tokens from "../src/games/duel/pieces/tokens";
import * as sites from "../src/games/duel/sites/sites";
import { DUEL_SITES, type DuelView } from "../src/games/duel/view";
import * as helpers from "./helpers";

const LAYOUTS = ["desk", "tall", "phone", "flat"] as const;
const KINDS = ["obelisk", "light_pyramid", "dark_pyramid", "take", "place", "place_and_unload", "swap_and_unload"];

test("there is a position of each side of each site, with boats that left and boats that wait", () => {
  for (const site of DUEL_SITES) {
    for (const side of "AB") expect(views.some(({ view }) => view.sites[site]!.side === side)).toBe(true);
  }
  expect(views.some(({ view }) => view.boats.some(({ moored }) => !moored))).toBe(true);
  expect(views.some(({ view }) => view.waiting.length)).toBe(true);
});

test("every table is drawn in each layout, and every number in it is one", () => {
  for (const { game, moment, view } of views) {
    for (const layout of LAYOUTS) drawn(`${game} ${moment} ${layout}`, { view, layout });
  }
});

test("everything that may be chosen glows, and every move is previewed", () => {
  for (const { kind, view, events, scores, gains } of moves) {
    const highlights: DuelHighlights = { ...movesHighlights(view), ...duelPreview(events, scores), gains };
    for (const layout of LAYOUTS) drawn(`${view.sides} ${kind} ${layout}`, { view, layout, highlights });
    const { wells, boats, actions, cargo } = highlights;
    for (const move of view.moves) {
      if (move.verb === "place") expect(wells!.has(wellNumber(move.row!, move.column!))).toBe(true);
      if (move.verb === "unload") expect(boats!.has(move.boat!)).toBe(true);
      if (move.verb === "play") expect(actions!.has(move.token!)).toBe(true);
      if (move.verb === "take" || move.verb === "swap") expect(cargo![move.boat!]!.has(move.space!)).toBe(true);
    }
  }
});

test("a previewed unloading shows each meeple with the token it takes, and what sinks", () => {
  for (const { view, events } of moves.filter(({ kind }) => kind.startsWith("unload"))) {
    const { boat, steps = [], sunk = [] } = duelPreview(events);
    const { cargo, meeples } = view.boats.find((other) => other.boat === boat)!;
    expect(steps.length).toBe(meeples);
    for (const { seat, row, column, space, token } of steps) {
      expect(cargo[space - 1]).toBe(token);
      expect(view.harbour.find((other) => other.row === row && other.column === column)?.owner).toBe(seat);
    }
    expect(steps.length + sunk.length).toBe(cargo.filter((token) => token !== null).length);
  }
});

test("anchors lie on the table, and what is the rival's on its side of it", () => {
  for (const { game, moment, view } of views) {
    for (const name of LAYOUTS) {
      const layout = layoutOf(view, name);
      const of = (anchor: table.DuelAnchor) => table.anchorBox(view, layout, anchor);
      const what = `${game} ${moment} ${name}`;
      const shared = [
        ...view.harbour.map(({ row, column }) => of({ on: "well", row, column })),
        ...view.boats.flatMap(({ boat }) => [of({ on: "boat", boat }), of({ on: "lane", boat })]),
        ...view.boats.flatMap(({ boat }) => [1, 2, 3].map((space) => of({ on: "cargo", boat, space }))),
        ...(["reserve", "supply", "box"] as const).map((on) => of({ on })),
      ];
      for (const box of shared) within(box, { x: 0, y: 0, w: layout.w, h: layout.h }, what);
      view.seats.forEach(({ actions }, seat) => {
        const own = seat === (view.seat ?? 0) ? layout.near : layout.far;
        if (!own) return;
        within(of({ on: "hand", seat }), own.meeples, what);
        for (const token of actions) within(of({ on: "action", seat, token }), own.actions, `${what} ${token}`);
        for (const token of [...KINDS, ...Object.keys(view.seats[seat]!.temple.tokens).map((n) => `temple_${n}`)]) {
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
      const layout = layoutOf(view, name);
      const of = (anchor: table.DuelAnchor) => table.anchorBox(view, layout, anchor);
      const targets = [
        ...view.harbour.map(({ row, column }) => of({ on: "well", row, column })),
        ...view.boats.map(({ boat }) => of({ on: "boat", boat })),
      ].map((box) => box!);
      for (const { w, h } of targets) expect(w >= 44 && h >= 44, `${game} ${name}: ${w} x ${h}`).toBe(true);
      apart(targets, `${game} ${name}`);
      const length = tokens.tombLength(view);
      const numbers = Array.from({ length }, (_, index) => sites.tombBox(layout.near.tomb, length, index + 1)!);
      numbers.slice(1).forEach((box, index) => {
        const way = Math.hypot(box.x - numbers[index]!.x, box.y - numbers[index]!.y); // they lie round a ring
        expect(way, `${game} ${name}: tomb, ${way}`).toBeGreaterThan(box.w * 1.1);
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
    const layout = layoutOf(view, "desk").near;
    for (const token of ["obelisk", "light_pyramid", "dark_pyramid", "temple_1"]) {
      if (token === "temple_1" && !("1" in view.seats[0]!.temple.tokens)) continue;
      const first = table.landing(view, layout, 0, token)!;
      const second = table.landing(view, layout, 0, token, [token])!;
      expect([first.x, first.y], `${game} ${moment} ${token}`).not.toStrictEqual([second.x, second.y]);
    }
  }
});

test("every token of the game is on the table", () => {
  for (const { game, view } of views.filter(({ game }) => !game.startsWith("odd"))) {
    expect(tokens.tombLength(view), game).toBe(12);
    // what was played is in the box as well
    expect(tokens.countInGame(view, "obelisk"), game).toBe(12);
    expect(tokens.countInGame(view, "light_pyramid"), game).toBe(6);
  }
});

test("what is shown for groups and sets adds up to the server's points", () => {
  for (const { game, moment, view } of views) {
    for (const { points, temple, tomb, name } of view.seats) {
      const groups = tomb.groups.map((group) => sites.groupPoints(view.sites["tomb"], group.length));
      expect(sum(groups), `${game} ${moment} ${name}`).toBe(points["tomb"]);
      if (view.sites["temple"]!.side === "A") continue;
      expect(sum(temple.sets.map((set) => sites.setPoints(view.sites["temple"], set)!))).toBe(points["temple"]);
    }
  }
});

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

function drawn(what: string, props: { view: DuelView; layout: Layout["name"]; highlights?: DuelHighlights }): void {
  expect(helpers.drawn(Table, props, what), what).toContain("</svg>");
}

function within(box: Box | null, room: Box, what: string): void {
  expect(box, what).not.toBeNull();
  const { x, y, w, h } = box!;
  const inside = x >= room.x && y >= room.y && x + w <= room.x + room.w && y + h <= room.y + room.h;
  expect(inside, `${what}: ${JSON.stringify(box)} in ${JSON.stringify(room)}`).toBeTruthy();
}

function apart(boxes: readonly Box[], what: string): void {
  boxes.forEach((a, index) => {
    for (const b of boxes.slice(index + 1)) {
      const clear = a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
      expect(clear, `${what}: ${JSON.stringify(a)} and ${JSON.stringify(b)}`).toBeTruthy();
    }
  });
}
