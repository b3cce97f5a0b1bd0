// What moves on the tables, with recorded games (tools/motion_events.py): every event is told or deliberately silent,
// everything that flies comes to its place, and whatever happens the newest view is what is shown in the end.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { createServer } from "vite";

const FOLDER = new URL("../src/motion/recorded/", import.meta.url);
const PYTHON = new URL("../../src/imhotep/table/", import.meta.url);
let vite, script, builder, duel, Choreographer, choreography, momentsOf, games, render, tables;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  const load = (path) => vite.ssrLoadModule(path);
  script = await load("/src/motion/script.ts");
  builder = await load("/src/motion/builder.ts");
  duel = await load("/src/motion/duel.ts");
  ({ choreography } = await load("/src/motion/choreography.ts"));
  ({ Choreographer } = await load("/src/motion/choreographer.svelte.ts"));
  ({ momentsOf } = await load("/src/motion/recorded.ts"));
  render = (await load("svelte/server")).render;
  tables = {
    builder: (await load("/src/builder/Table.svelte")).default,
    duel: (await load("/src/duel/Table.svelte")).default,
  };
  games = readdirSync(FOLDER).map((file) => [
    file.replace(".json", ""),
    momentsOf(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8"))),
  ]);
});

after(() => vite.close());

/** Each recorded step with its script. */
function* scripts() {
  for (const [name, moments] of games) {
    for (let step = 1; step < moments.length; step += 1) {
      const { view, events } = moments[step];
      if (!events.length) continue;
      const old = moments[step - 1].view;
      yield { what: `${name} ${step}`, before: old, view, events, told: choreography(old, view, events) };
    }
  }
}

const silent = (game) => (game === "builder" ? builder.BUILDER_SILENT : duel.DUEL_SILENT);

/** The kinds that the server knows. */
function kindsOf(game) {
  const text = readFileSync(new URL(`${game}/events.py`, PYTHON), "utf8");
  return [...text.matchAll(/Raw\.[A-Z_]+: \("([a-z_]+)"/g)].map((match) => match[1]);
}

test("the recordings are small, and hold every kind of event but those before the first view", () => {
  const size = readdirSync(FOLDER).reduce((sum, file) => sum + readFileSync(new URL(file, FOLDER)).length, 0);
  assert.ok(size < 300_000, String(size));
  const seen = { builder: new Set(), duel: new Set() };
  for (const { view, events } of scripts()) for (const { kind } of events) seen[view.game].add(kind);
  const rare = new Set(["prophecy_drawn", "scaffold_left_out", "game_began", "passed"]);
  for (const game of ["builder", "duel"]) {
    for (const kind of kindsOf(game)) assert.ok(seen[game].has(kind) || rare.has(kind), `${game} ${kind}`);
  }
});

test("every event has a step, and takes time unless it is silent", () => {
  for (const { what, view, events, told } of scripts()) {
    const shown = new Map();
    for (const step of told.steps) {
      assert.ok(Number.isFinite(step.start) && step.end >= step.start, what);
      shown.set(step.event, Math.max(shown.get(step.event) ?? 0, step.end - step.start));
    }
    for (const [index, { kind }] of events.entries()) {
      assert.ok(shown.has(index), `${what} ${kind}`);
      if (silent(view.game).has(kind)) assert.equal(shown.get(index), 0, `${what} ${kind}`);
      // a stone that is brought is told when it is built
      else if (!["stone_unloaded", "stone_quarried", "stone_rafted"].includes(kind))
        assert.ok(shown.get(index) > 0, `${what} ${kind}`);
    }
  }
});

test("kinds that no recording has are told as well, or silent", () => {
  const at = { seat: 0, ship: 1, space: 1, site: "temple", place: 1, prophecy: 1, period: 1, count: 1, points: 1 };
  for (const [name, moments] of games) {
    const { view } = moments[0];
    for (const kind of [...kindsOf(view.game), "forced", "something_new"]) {
      const boat = view.game === "duel" ? "row 1" : undefined;
      const told = choreography(view, view, [{ kind, ...at, boat, token: view.game === "duel" ? "tomb_1" : 1 }]);
      assert.equal(told.steps.at(-1)?.event, 0, `${name} ${kind}`);
      checkNumbers(told, `${name} ${kind}`);
    }
  }
});

function checkNumbers(told, what) {
  for (const flight of told.flights) {
    assert.ok(flight.end > flight.start && flight.way.length > 1, `${what}: ${JSON.stringify(flight)}`);
    for (const time of [flight.start, (flight.start + flight.end) / 2, flight.end]) {
      for (const [key, value] of Object.entries(script.poseAt(flight, time)))
        assert.ok(Number.isFinite(value), `${what} ${flight.piece.is} ${key}`);
    }
    assert.ok(told.length >= flight.end, what);
    if (!flight.extra) assert.ok(told.settled >= flight.end, what);
  }
}

test("flights have places and times that are numbers, and arrive where they should", () => {
  for (const { what, told } of scripts()) {
    checkNumbers(told, what);
    for (const flight of told.flights) {
      const last = flight.way.at(-1);
      const end = script.poseAt(flight, flight.end);
      assert.ok(Math.abs(end.x - last.x) < 0.01 && Math.abs(end.y - last.y) < 0.01, `${what} ${flight.piece.is}`);
    }
  }
});

test("scenes come in order, offer nothing, and end with the newest view and nothing away", () => {
  for (const { what, view, told } of scripts()) {
    const { scenes } = told;
    for (const [index, scene] of scenes.entries()) {
      if (index) assert.ok(scene.at > scenes[index - 1].at, what);
      if (scene.at < told.settled) {
        assert.equal(scene.view.moves.length, 0, what);
        assert.notEqual(scene.view, view, what);
      } else assert.equal(scene.view, view, what);
    }
    assert.equal(scenes.at(-1).view, view, what);
    assert.ok(scenes.at(-1).at <= told.length, what);
    const { ships, track, chariots, boats, imhotep } = scenes.at(-1).away;
    for (const left of [ships, track, chariots, boats]) assert.equal(left?.size ?? 0, 0, what);
    assert.ok(!imhotep, what);
  }
});

test("on a phone stones are loaded in the river's own picture, and ships come there and leave it", async () => {
  const { PHONE, RIVER_AT, riverOf, riverStage } = await vite.ssrLoadModule("/src/play/phone.ts");
  const river = riverStage(["pyramids", "temple", "obelisks", "market", "burial_chamber"]);
  const seen = new Set();
  for (const [name, moments] of games) {
    if (moments[0].view.game !== "builder") continue;
    for (let step = 1; step < moments.length; step += 1) {
      const { view, events } = moments[step];
      const old = moments[step - 1].view;
      const told = choreography(old, view, events, { river });
      checkNumbers(told, `${name} ${step}`);
      const inRiver = ({ x, y }) =>
        x >= 0 &&
        x <= PHONE &&
        y >= RIVER_AT.y &&
        y <= RIVER_AT.y + Math.max(riverOf(old).height, riverOf(view).height);
      const ships = told.flights.filter(({ piece }) => piece.is === "ship");
      for (const { kind, where } of told.steps) {
        seen.add(kind);
        if (kind === "ship_sailed")
          assert.ok(
            ships.some(({ way }) => inRiver(way[0]) && !inRiver(way.at(-1))),
            name,
          );
        if (kind === "ship_ready")
          assert.ok(
            ships.some(({ way }) => !inRiver(way[0]) && inRiver(way.at(-1))),
            name,
          );
        if (kind === "stone_loaded")
          assert.ok(
            told.flights.some(({ piece, way }) => piece.is === "stone" && inRiver(way.at(-1))),
            name,
          );
        if (kind === "stone_built") assert.ok(where, name);
      }
    }
  }
  for (const kind of ["ship_sailed", "ship_ready", "stone_loaded", "stone_built"]) assert.ok(seen.has(kind), kind);
});

/** What can be counted of a table, by seat: nothing may get lost on the way. */
function counts(view) {
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
  return {
    sleds: view.seats.map((seat) => seat.sled),
    quarries: view.seats.map((seat) => seat.quarry),
    scores: view.seats.map((seat) => seat.score),
    scarabs: view.seats.map((seat) => seat.scarabs),
    ships: view.ships.map(({ spaces, site }) => ({ spaces, site })),
    stones: ["pyramids", "temple", "burial_chamber", "obelisks"].map((site) => view[site].stones),
    edges: ["pyramids", "temple", "burial_chamber", "obelisks"].map((site) => view[site].edge ?? 0),
    open: view.market.open,
    stacks: view.market.stacks.map(({ count }) => count),
    coins: view.market.coins,
    out: view.discard_pile.length,
    left: view.draw_pile,
    tomb: view.burial_chamber.open,
    imhotep: view.pyramids.imhotep,
    chariots: view.temple.chariots,
    scarabsLaid: view.prophecies.map(({ scarabs }) => scarabs.length),
  };
}

test("what the steps make of the table is what the server says", () => {
  for (const { what, before: old, view, events } of scripts()) {
    const told =
      view.game === "builder" ? builder.builderResult(old, view, events, {}) : duel.duelResult(old, view, events, {});
    assert.deepEqual(counts(told), counts(view), what);
  }
});

test("every scene can be drawn", () => {
  let number = 0;
  for (const { what, view, told } of scripts()) {
    number += 1;
    if (number % 12) continue;
    for (const scene of told.scenes.filter((_, at) => at % 3 === 1)) {
      const { body } = render(tables[view.game], { props: { view: scene.view, away: scene.away } });
      assert.doesNotMatch(body, /NaN|undefined|Infinity|\[object/, what);
    }
  }
});

// --- playing

/** A clock that is wound by hand. */
function wound() {
  const clock = {
    time: 0,
    calls: new Map(),
    last: 0,
    isHidden: false,
    isReduced: false,
    now: () => clock.time,
    frame: (call) => (clock.calls.set(++clock.last, call), clock.last),
    cancel: (frame) => clock.calls.delete(frame),
    hidden: () => clock.isHidden,
    reduced: () => clock.isReduced,
    pass(ms) {
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

function played(name, speed = "normal") {
  const moments = games.find(([other]) => other === name)[1].filter(({ events }, at) => !at || events.length);
  const clock = wound();
  const motion = new Choreographer(() => speed, clock);
  motion.update(moments[0].view);
  return { moments, clock, motion };
}

test("the first view is shown at once, the next one when its steps are done", () => {
  const { moments, clock, motion } = played("A-2");
  assert.equal(motion.shown, moments[0].view);
  motion.update(moments[1].view, moments[1].events);
  assert.notEqual(motion.shown, moments[1].view);
  assert.ok(motion.busy && motion.playing && motion.flights.length);
  assert.deepEqual(motion.shown.moves, []);
  clock.pass(motion.script.length + 100);
  assert.equal(motion.shown, moments[1].view);
  assert.ok(!motion.busy && !motion.playing && !motion.flights.length && !clock.calls.size);
});

test("faster is sooner, and off is at once", () => {
  const times = ["quick", "normal", "slow"].map((speed) => {
    const { moments, clock, motion } = played("A-2", speed);
    motion.update(moments[1].view, moments[1].events);
    while (motion.playing) clock.pass(20);
    return clock.time;
  });
  assert.ok(times[0] < times[1] && times[1] < times[2], String(times));
  const { moments, motion } = played("A-2", "off");
  motion.update(moments[1].view, moments[1].events);
  assert.equal(motion.shown, moments[1].view);
});

test("input is not held back for what is extra", () => {
  const { moments, clock, motion } = played("A-2");
  const step = moments.findIndex(
    ({ view, events }, at) =>
      at &&
      choreography(moments[at - 1].view, view, events).settled + 300 <
        choreography(moments[at - 1].view, view, events).length,
  );
  motion.update(moments[step - 1].view);
  motion.update(moments[step].view, moments[step].events);
  const { settled } = motion.script;
  while (motion.time < settled && motion.playing) clock.pass(20);
  assert.ok(motion.playing && !motion.busy);
  assert.equal(motion.shown, moments[step].view);
});

test("skipping shows the newest view at once", () => {
  const { moments, clock, motion } = played("D-4");
  motion.update(moments[1].view, moments[1].events);
  motion.update(moments[2].view, moments[2].events);
  clock.pass(60);
  assert.equal(motion.skip(), true);
  assert.equal(motion.shown, moments[2].view);
  assert.equal(motion.skip(), false);
  assert.ok(!motion.playing && !clock.calls.size);
});

test("updates wait for each other; when more than two wait, only the newest is played", () => {
  const { moments, clock, motion } = played("C-4");
  for (const at of [1, 2, 3]) motion.update(moments[at].view, moments[at].events);
  const first = motion.script;
  clock.pass(40);
  assert.equal(motion.script, first);
  motion.update(moments[4].view, moments[4].events);
  while (motion.script === first) clock.pass(20);
  assert.equal(motion.script.scenes.at(-1).view, moments[4].view);
  assert.ok(motion.playing);
  while (motion.playing) clock.pass(20);
  assert.equal(motion.shown, moments[4].view);
});

test("whole games play through, update after update", () => {
  for (const [name, moments] of games) {
    const clock = wound();
    const motion = new Choreographer(() => "quick", clock);
    motion.update(moments[0].view);
    for (const { view, events } of moments.slice(1)) {
      motion.update(view, events);
      clock.pass(400);
    }
    for (let rest = 0; rest < 400 && motion.playing; rest += 1) clock.pass(100);
    assert.equal(motion.shown, moments.at(-1).view, name);
    assert.deepEqual(motion.away, {}, name);
  }
});

test("a hidden tab, the end of the page, a mistake: the newest view at once", (context) => {
  const hidden = played("A-2");
  hidden.motion.update(hidden.moments[1].view, hidden.moments[1].events);
  hidden.clock.isHidden = true;
  hidden.clock.pass(40);
  assert.equal(hidden.motion.shown, hidden.moments[1].view);
  hidden.motion.update(hidden.moments[2].view, hidden.moments[2].events);
  assert.equal(hidden.motion.shown, hidden.moments[2].view);

  const gone = played("A-2");
  gone.motion.update(gone.moments[1].view, gone.moments[1].events);
  gone.motion.destroy();
  assert.equal(gone.motion.shown, gone.moments[1].view);
  assert.equal(gone.clock.calls.size, 0);

  context.mock.method(console, "error", () => undefined);
  const wrong = played("A-2");
  wrong.motion.update(wrong.moments[1].view, wrong.moments[1].events);
  wrong.motion.onframe.push(() => {
    throw new Error("a picture failed");
  });
  wrong.clock.pass(20);
  assert.equal(wrong.motion.shown, wrong.moments[1].view);
  assert.ok(!wrong.motion.playing);
  const other = games.find(([name]) => name === "duel-A")[1][0].view;
  wrong.motion.update(other, [{ kind: "meeple_placed" }]);
  assert.equal(wrong.motion.shown, other);
});

test("with reduced motion nothing moves, but what changed is marked", () => {
  const { moments, clock, motion } = played("B-4");
  clock.isReduced = true;
  motion.update(moments[1].view, moments[1].events);
  assert.equal(motion.shown, moments[1].view);
  assert.ok(!motion.playing && motion.marks.length);
  motion.destroy();
});

test("of all events only the new ones play; after an undo none", () => {
  const { moments, clock, motion } = played("A-2");
  const all = [];
  motion.follow(moments[0].view, all);
  motion.follow(moments[1].view, [...all, ...moments[1].events]);
  assert.equal(motion.script.steps.at(-1).event, moments[1].events.length - 1);
  // the same again, with something new about it
  const renewed = { ...moments[1].view };
  motion.follow(renewed, [...all, ...moments[1].events]);
  assert.ok(motion.playing);
  clock.pass(6000);
  assert.equal(motion.shown, renewed);
  const before = { ...moments[0].view };
  motion.follow(before, []);
  assert.ok(!motion.playing);
  assert.equal(motion.shown, before);
});
