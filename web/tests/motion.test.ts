// What moves on the tables, with recorded games (tools/motion_events.py): every event is told or deliberately silent,
// everything that flies comes to its place, and whatever happens the newest view is what is shown in the end.
import { expect, test, vi } from "vitest";

import builderEvents from "../../src/imhotep/table/builder/events.py?raw";
import duelEvents from "../../src/imhotep/table/duel/events.py?raw";
import { momentsOf, type Recorded } from "../fixtures/recorded";
import { scriptOf } from "../src/games";
import BuilderTable from "../src/games/builder/board/Table.svelte";
import { BUILDER_SILENT, builderResult, builderScript } from "../src/games/builder/motion/script";
import { PHONE, RIVER_AT, riverOf, riverStage } from "../src/games/builder/play/phone";
import type { Away as BuilderAway } from "../src/games/builder/sites/side";
import type { Away as DuelAway } from "../src/games/duel/board/away";
import DuelTable from "../src/games/duel/board/Table.svelte";
import { DUEL_SILENT, duelResult } from "../src/games/duel/motion/script";
import type { GameEvent, GameView } from "../src/net/views";
import { Choreographer } from "../src/table/motion/choreographer.svelte";
import { poseAt, type Events, type Pose, type Script, type Stage } from "../src/table/motion/script";
import type { Speed } from "../src/table/motion/speed";
import { drawn } from "./helpers";

const recorded = import.meta.glob<string>("../fixtures/recorded/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const games = new Map(
  Object.entries(recorded).map(([path, text]) => [
    path.replace(/^.*\/|\.json$/g, ""),
    momentsOf(JSON.parse(text) as Recorded),
  ]),
);

const choreography = (before: GameView, after: GameView, events: Events, stage: Stage = {}) =>
  scriptOf(before, after, events, stage);

/** Each recorded step. */
const steps = [...games].flatMap(([name, moments]) =>
  moments
    .slice(1)
    .map(({ view, events }, at) => ({ what: `${name} ${at + 1}`, before: moments[at]!.view, view, events })),
);

/** With its script, if anything happened. */
const scripts = steps
  .filter(({ events }) => events.length)
  .map((step) => ({ ...step, told: choreography(step.before, step.view, step.events) }));

const kindsIn = (python: string) => [...python.matchAll(/Raw\.[A-Z_]+: \("([a-z_]+)"/g)].map((match) => match[1]!);

/** The kinds that the server knows. */
const KINDS = { builder: kindsIn(builderEvents), duel: kindsIn(duelEvents) };
const SILENT = { builder: BUILDER_SILENT, duel: DUEL_SILENT };

test("the recordings are small, and hold every kind of event but those before the first view", () => {
  expect(new Blob(Object.values(recorded)).size).toBeLessThan(300_000);
  const seen = { builder: new Set<string>(), duel: new Set<string>() };
  for (const { view, events } of scripts) for (const { kind } of events) seen[view.game].add(kind);
  const rare = new Set(["prophecy_drawn", "scaffold_left_out", "game_began", "passed"]);
  for (const game of ["builder", "duel"] as const) {
    expect(KINDS[game].length).toBeGreaterThan(10);
    for (const kind of KINDS[game]) expect(seen[game].has(kind) || rare.has(kind), `${game} ${kind}`).toBe(true);
  }
});

test("every event has a step, and takes time unless it is silent", () => {
  for (const { what, view, events, told } of scripts) {
    const shown = new Map<number, number>();
    for (const step of told.steps) {
      expect(Number.isFinite(step.start) && step.end >= step.start, what).toBeTruthy();
      shown.set(step.event, Math.max(shown.get(step.event) ?? 0, step.end - step.start));
    }
    for (const [index, { kind }] of events.entries()) {
      expect(shown.has(index), `${what} ${kind}`).toBe(true);
      if (SILENT[view.game].has(kind)) expect(shown.get(index), `${what} ${kind}`).toBe(0);
      // a stone that is brought is told when it is built
      else if (!["stone_unloaded", "stone_quarried", "stone_rafted"].includes(kind))
        expect(shown.get(index), `${what} ${kind}`).toBeGreaterThan(0);
    }
  }
});

test("kinds that no recording has are told as well, or silent", () => {
  const at = { seat: 0, ship: 1, space: 1, site: "temple", place: 1, prophecy: 1, period: 1, count: 1, points: 1 };
  for (const [name, moments] of games) {
    const { view } = moments[0]!;
    for (const kind of [...KINDS[view.game], "forced", "something_new"]) {
      const boat = view.game === "duel" ? "row 1" : undefined;
      const told = choreography(view, view, [{ kind, ...at, boat, token: view.game === "duel" ? "tomb_1" : 1 }]);
      expect(told.steps.at(-1)?.event, `${name} ${kind}`).toBe(0);
      checkNumbers(told, `${name} ${kind}`);
    }
  }
});

function checkNumbers(told: Script, what: string): void {
  for (const flight of told.flights) {
    const { start, end, way, piece, extra } = flight;
    expect(end > start && way.length > 1, `${what}: ${piece.is} from ${start} to ${end}`).toBe(true);
    const values = [start, (start + end) / 2, end].flatMap((time) => Object.values<number>(poseAt(flight, time)));
    expect(values.every(Number.isFinite), `${what} ${piece.is}: ${values.join(" ")}`).toBe(true);
    expect(told.length, what).toBeGreaterThanOrEqual(end);
    if (!extra) expect(told.settled, what).toBeGreaterThanOrEqual(end);
  }
}

test("flights have places and times that are numbers, and arrive where they should", () => {
  for (const { what, told } of scripts) {
    checkNumbers(told, what);
    for (const flight of told.flights) {
      const last = flight.way.at(-1)!;
      const end = poseAt(flight, flight.end);
      const off = Math.max(Math.abs(end.x - last.x), Math.abs(end.y - last.y));
      expect(off, `${what} ${flight.piece.is}`).toBeLessThan(0.01);
    }
  }
});

test("scenes come in order, offer nothing, and end with the newest view and nothing away", () => {
  for (const { what, view, told } of scripts) {
    const { scenes } = told;
    for (const [index, scene] of scenes.entries()) {
      if (index) expect(scene.at, what).toBeGreaterThan(scenes[index - 1]!.at);
      if (scene.at < told.settled) {
        expect(scene.view.moves.length, what).toBe(0);
        expect(scene.view === view, what).toBe(false);
      } else expect(scene.view, what).toBe(view);
    }
    const last = scenes.at(-1)!;
    expect(last.view, what).toBe(view);
    expect(last.at, what).toBeLessThanOrEqual(told.length);
    const { ships, track, chariots, boats, imhotep }: BuilderAway & DuelAway = last.away;
    for (const left of [ships, track, chariots, boats]) expect(left?.size ?? 0, what).toBe(0);
    expect(imhotep, what).toBeFalsy();
  }
});

test("on a phone stones are loaded in the river's own picture, and ships come there and leave it", () => {
  const river = riverStage(["pyramids", "temple", "obelisks", "market", "burial_chamber"]);
  const seen = new Set<string>();
  for (const { what, before, view, events } of steps) {
    if (before.game !== "builder" || view.game !== "builder") continue;
    const told = builderScript(before, view, events, { river });
    checkNumbers(told, what);
    const bottom = RIVER_AT.y + Math.max(riverOf(before).height, riverOf(view).height);
    const inRiver = ({ x, y }: Pose) => x >= 0 && x <= PHONE && y >= RIVER_AT.y && y <= bottom;
    const flown = told.flights.map(({ piece, way }) => {
      const [from, to] = [way[0]!, way.at(-1)!].map((pose) => (inRiver(pose) ? "river" : "elsewhere"));
      return piece.is === "stone" ? `stone to ${to}` : `${piece.is} from ${from} to ${to}`;
    });
    for (const { kind, where } of told.steps) {
      seen.add(kind);
      if (kind === "ship_sailed") expect(flown, what).toContain("ship from river to elsewhere");
      if (kind === "ship_ready") expect(flown, what).toContain("ship from elsewhere to river");
      if (kind === "stone_loaded") expect(flown, what).toContain("stone to river");
      if (kind === "stone_built") expect(where, what).toBeTruthy();
    }
  }
  for (const kind of ["ship_sailed", "ship_ready", "stone_loaded", "stone_built"]) expect(seen).toContain(kind);
});

/** What can be counted of a table, by seat: nothing may get lost on the way. */
function counts(view: GameView) {
  if (view.game === "duel") {
    return {
      hands: view.seats.map((seat) => seat.hand),
      harbour: view.harbour.map((space) => space.owner),
      cargo: view.boats.map((boat) => (boat.moored ? boat.cargo : [])),
      tokens: view.seats.map(({ obelisk, temple, pyramids, tomb, actions }) => [
        obelisk.tokens,
        temple.tokens,
        pyramids.light,
        pyramids.dark,
        tomb.numbers,
        [...actions].sort(),
      ]),
      removed: [...view.removed].sort(),
      reserve: view.reserve,
    };
  }
  const { pyramids, temple, burial_chamber: chamber, obelisks } = view;
  const boards = [pyramids, temple, chamber, obelisks];
  return {
    sleds: view.seats.map((seat) => seat.sled),
    quarries: view.seats.map((seat) => seat.quarry),
    scores: view.seats.map((seat) => seat.score),
    scarabs: view.seats.map((seat) => seat.scarabs),
    ships: view.ships.map(({ spaces, site }) => ({ spaces, site })),
    stones: boards.map(({ stones }) => stones),
    edges: boards.map((board) => ("edge" in board ? board.edge : 0)),
    open: view.market.open,
    stacks: view.market.stacks.map(({ count }) => count),
    coins: view.market.coins,
    out: view.discard_pile.length,
    left: view.draw_pile,
    tomb: "open" in chamber ? chamber.open : null,
    imhotep: "imhotep" in pyramids ? pyramids.imhotep : null,
    chariots: "chariots" in temple ? temple.chariots : null,
    scarabsLaid: view.prophecies.map(({ scarabs }) => scarabs.length),
  };
}

test("what the steps make of the table is what the server says", () => {
  for (const { what, before, view, events } of scripts) {
    if (before.game === "builder" && view.game === "builder")
      expect(counts(builderResult(before, view, events, {})), what).toStrictEqual(counts(view));
    else if (before.game === "duel" && view.game === "duel")
      expect(counts(duelResult(before, view, events, {})), what).toStrictEqual(counts(view));
    else expect.unreachable(what);
  }
});

test("no scene shows a card that lies face down before another player (N18)", () => {
  const shown = new Set(["entrance", "sarcophagus", "paved_path", "private_quarry", "cargo_sled"]);
  const taken = new Set<string>();
  for (const { what, view, events, told } of scripts) {
    if (view.game !== "builder" || !view.face_down || view.is_over) continue;
    for (const { kind, seat, card } of events)
      if (kind === "card_picked" && seat !== view.seat && card && !shown.has(card)) taken.add(card);
    for (const scene of told.scenes)
      if (scene.view.game === "builder")
        for (const [seat, { hand }] of scene.view.seats.entries())
          if (seat !== view.seat)
            expect(
              hand.filter((card) => !shown.has(card)),
              what,
            ).toStrictEqual([]);
  }
  expect(taken.size).toBeGreaterThan(2);
});

test("every scene can be drawn", () => {
  for (const { what, told } of scripts.filter((_, at) => at % 12 === 11)) {
    for (const { view, away } of told.scenes.filter((_, at) => at % 3 === 1)) {
      if (view.game === "builder") drawn(BuilderTable, { view, away }, what);
      else drawn(DuelTable, { view, away }, what);
    }
  }
});

// --- playing

/** A clock that is wound by hand. */
function wound() {
  const clock = {
    time: 0,
    calls: new Map<number, () => void>(),
    last: 0,
    isHidden: false,
    isReduced: false,
    now: () => clock.time,
    frame: (call: () => void) => (clock.calls.set(++clock.last, call), clock.last),
    cancel: (frame: number) => void clock.calls.delete(frame),
    hidden: () => clock.isHidden,
    reduced: () => clock.isReduced,
    pass(ms: number) {
      for (let left = ms; left > 0; left -= 20) {
        clock.time += 20;
        const calls = [...clock.calls.values()];
        clock.calls.clear();
        for (const call of calls) call();
      }
    },
  };
  return clock;
}

function played(name: string, speed: Speed = "normal") {
  const moments = games.get(name)!.filter(({ events }, at) => !at || events.length);
  const clock = wound();
  const motion = new Choreographer(() => speed, scriptOf, clock);
  motion.update(moments[0]!.view);
  return { moments, clock, motion };
}

test("the first view is shown at once, the next one when its steps are done", () => {
  const { moments, clock, motion } = played("A-2");
  expect(motion.shown).toBe(moments[0]!.view);
  motion.update(moments[1]!.view, moments[1]!.events);
  expect(motion.shown).not.toBe(moments[1]!.view);
  expect(motion.busy && motion.playing && motion.flights.length).toBeTruthy();
  expect(motion.shown?.moves).toStrictEqual([]);
  clock.pass(motion.script!.length + 100);
  expect(motion.shown).toBe(moments[1]!.view);
  expect(!motion.busy && !motion.playing && !motion.flights.length && !clock.calls.size).toBeTruthy();
});

test("faster is sooner, and off is at once", () => {
  const [quick, normal, slow] = (["quick", "normal", "slow"] as const).map((speed) => {
    const { moments, clock, motion } = played("A-2", speed);
    motion.update(moments[1]!.view, moments[1]!.events);
    while (motion.playing) clock.pass(20);
    return clock.time;
  });
  expect(quick).toBeLessThan(normal!);
  expect(normal).toBeLessThan(slow!);
  const { moments, motion } = played("A-2", "off");
  motion.update(moments[1]!.view, moments[1]!.events);
  expect(motion.shown).toBe(moments[1]!.view);
});

test("input is not held back for what is extra", () => {
  const { moments, clock, motion } = played("A-2");
  const step = moments.findIndex(
    ({ view, events }, at) =>
      at &&
      choreography(moments[at - 1]!.view, view, events).settled + 300 <
        choreography(moments[at - 1]!.view, view, events).length,
  );
  motion.update(moments[step - 1]!.view);
  motion.update(moments[step]!.view, moments[step]!.events);
  const { settled } = motion.script!;
  while (motion.time < settled && motion.playing) clock.pass(20);
  expect(motion.playing && !motion.busy).toBeTruthy();
  expect(motion.shown).toBe(moments[step]!.view);
});

test("skipping shows the newest view at once", () => {
  const { moments, clock, motion } = played("D-4");
  motion.update(moments[1]!.view, moments[1]!.events);
  motion.update(moments[2]!.view, moments[2]!.events);
  clock.pass(60);
  expect(motion.skip()).toBe(true);
  expect(motion.shown).toBe(moments[2]!.view);
  expect(motion.skip()).toBe(false);
  expect(!motion.playing && !clock.calls.size).toBeTruthy();
});

test("updates wait for each other; when more than two wait, only the newest is played", () => {
  const { moments, clock, motion } = played("C-4");
  for (const at of [1, 2, 3]) motion.update(moments[at]!.view, moments[at]!.events);
  const first = motion.script!;
  clock.pass(40);
  expect(motion.script).toBe(first);
  motion.update(moments[4]!.view, moments[4]!.events);
  while (motion.script === first) clock.pass(20);
  expect(motion.script!.scenes.at(-1)!.view).toBe(moments[4]!.view);
  expect(motion.playing).toBeTruthy();
  while (motion.playing) clock.pass(20);
  expect(motion.shown).toBe(moments[4]!.view);
});

test("whole games play through, update after update", () => {
  for (const [name, moments] of games) {
    const clock = wound();
    const motion = new Choreographer(() => "quick", scriptOf, clock);
    motion.update(moments[0]!.view);
    for (const { view, events } of moments.slice(1)) {
      motion.update(view, events);
      clock.pass(400);
    }
    for (let rest = 0; rest < 400 && motion.playing; rest += 1) clock.pass(100);
    expect(motion.shown, name).toBe(moments.at(-1)!.view);
    expect(motion.away, name).toStrictEqual({});
  }
});

test("a hidden tab, the end of the page, a mistake: the newest view at once", () => {
  const hidden = played("A-2");
  hidden.motion.update(hidden.moments[1]!.view, hidden.moments[1]!.events);
  hidden.clock.isHidden = true;
  hidden.clock.pass(40);
  expect(hidden.motion.shown).toBe(hidden.moments[1]!.view);
  hidden.motion.update(hidden.moments[2]!.view, hidden.moments[2]!.events);
  expect(hidden.motion.shown).toBe(hidden.moments[2]!.view);

  const gone = played("A-2");
  gone.motion.update(gone.moments[1]!.view, gone.moments[1]!.events);
  gone.motion.destroy();
  expect(gone.motion.shown).toBe(gone.moments[1]!.view);
  expect(gone.clock.calls.size).toBe(0);

  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const wrong = played("A-2");
  wrong.motion.update(wrong.moments[1]!.view, wrong.moments[1]!.events);
  wrong.motion.onframe.push(() => {
    throw new Error("a picture failed");
  });
  wrong.clock.pass(20);
  expect(wrong.motion.shown).toBe(wrong.moments[1]!.view);
  expect(wrong.motion.playing).toBeFalsy();
  const other = games.get("duel-A")![0]!.view;
  wrong.motion.update(other, [{ kind: "meeple_placed" }]);
  expect(wrong.motion.shown).toBe(other);
});

test("with reduced motion nothing moves, but what changed is marked", () => {
  const { moments, clock, motion } = played("B-4");
  clock.isReduced = true;
  motion.update(moments[1]!.view, moments[1]!.events);
  expect(motion.shown).toBe(moments[1]!.view);
  expect(!motion.playing && motion.marks.length).toBeTruthy();
  motion.destroy();
});

test("of all events only the new ones play; after an undo none", () => {
  const { moments, clock, motion } = played("A-2");
  const all: GameEvent[] = [];
  motion.follow(moments[0]!.view, all);
  motion.follow(moments[1]!.view, [...all, ...moments[1]!.events]);
  expect(motion.script!.steps.at(-1)!.event).toBe(moments[1]!.events.length - 1);
  // the same again, with something new about it
  const renewed = { ...moments[1]!.view };
  motion.follow(renewed, [...all, ...moments[1]!.events]);
  expect(motion.playing).toBeTruthy();
  clock.pass(6000);
  expect(motion.shown).toBe(renewed);
  const before = { ...moments[0]!.view };
  motion.follow(before, []);
  expect(motion.playing).toBeFalsy();
  expect(motion.shown).toBe(before);
});
