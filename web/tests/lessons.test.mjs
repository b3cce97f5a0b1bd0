// The lessons: their predicates on recorded views, and that they always go on.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createServer } from "vite";

let vite, lesson, builder, duel, asked, spots, moves, text;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  const load = (path) => vite.ssrLoadModule(path);
  lesson = await load("/src/lessons/lesson.ts");
  builder = await load("/src/lessons/builder.ts");
  duel = await load("/src/lessons/duel.ts");
  spots = await load("/src/lessons/spots.ts");
  text = await load("/src/text/text.ts");
  ({ asked } = await load("/src/play/questions.ts"));
  moves = (await load("/src/gallery/views/duel/moves.json")).default;
});
after(() => vite.close());

const turns = () =>
  asked.filter(({ view }) => view.question === "turn").map(({ view }) => ({ ...view, seat: view.decider }));
const ask = (which, step, view, news = [], said = []) => lesson.coachOf(which, { step, said }, view, news);

test("the first step asks for a stone on the ship that is soonest ready", () => {
  for (const view of turns()) {
    const coach = ask(builder.builderLesson, 0, view);
    if (view.moves.some(({ verb }) => verb === "load")) {
      const ship = builder.easiest(view);
      assert.ok(coach.moves.length);
      for (const move of coach.moves) assert.deepEqual([move.verb, move.ship], ["load", ship]);
    } else if (view.moves.some(({ verb }) => verb === "get")) {
      assert.ok(coach.moves.every(({ verb }) => verb.startsWith("get")));
      assert.ok(coach.chosen.stays);
    }
  }
});

test("what is offered is always a part of what the server sent, and never nothing", () => {
  for (const { view: seen } of asked) {
    const view = { ...seen, seat: seen.decider };
    for (let step = 0; step <= builder.builderLesson.steps.length + 1; step++) {
      const coach = ask(builder.builderLesson, step, view);
      assert.ok(coach.moves.length > 0, `${view.question} ${step}`);
      for (const move of coach.moves) assert.ok(view.moves.includes(move));
      if (coach.ask) assert.ok(text.t(coach.ask.text, coach.ask.values));
    }
  }
});

test("a ship with a stone of one's own is sailed to the pyramid, if that may be", () => {
  const view = {
    seat: 0,
    decider: 0,
    question: "turn",
    is_over: false,
    seats: [{ name: "a" }, { name: "b" }],
    ships: [
      { size: 2, minimum: 1, spaces: [0, null], site: null },
      { size: 3, minimum: 2, spaces: [1, 1, null], site: null },
    ],
    moves: [
      { text: "load 1 2", verb: "load", ship: 1, space: 2 },
      { text: "sail 1 temple", verb: "sail", ship: 1, site: "temple" },
      { text: "sail 1 pyramids", verb: "sail", ship: 1, site: "pyramids" },
      { text: "sail 2 pyramids", verb: "sail", ship: 2, site: "pyramids" },
    ],
  };
  const texts = (step, over = view) => ask(builder.builderLesson, step, over).moves.map(({ text }) => text);
  assert.deepEqual(texts(1), ["sail 1 pyramids"]);
  const taken = { ...view, moves: view.moves.filter(({ site }) => site !== "pyramids") };
  assert.deepEqual(texts(1, taken), ["sail 1 temple"]);
  assert.deepEqual(texts(4), ["sail 1 temple"]);
  const none = { ...view, moves: view.moves.slice(0, 1) };
  assert.deepEqual(texts(1, none), ["load 1 2"]);
  assert.ok(ask(builder.builderLesson, 1, none).chosen.stays);
});

test("a step goes on with the deed it asked for, and what was said is said once", () => {
  const view = turns().find(({ moves }) => moves.some(({ verb }) => verb === "load"));
  const first = ask(builder.builderLesson, 0, view);
  const next = lesson.moved(builder.builderLesson, lesson.BEGINNING, first, view, first.moves[0].text);
  assert.deepEqual(next, { step: 1, said: [] });
  const news = [{ kind: "points", seat: view.seat, source: "pyramids", points: 3 }, { kind: "points", seat: view.seat, source: "pyramids", points: 1 }]; // prettier-ignore
  const told = ask(builder.builderLesson, 2, view, news);
  assert.deepEqual(
    told.remarks.map(({ id, values }) => [id, values.n]),
    [["paid pyramids", 4]],
  );
  const { said } = lesson.moved(builder.builderLesson, { step: 2, said: [] }, told, view, told.moves[0].text);
  assert.deepEqual(ask(builder.builderLesson, 3, view, news, said).remarks, []);
  assert.deepEqual(ask(builder.builderLesson, 0, view, news).remarks, [], "the first deed comes first");
});

test("a question in between is answered freely and ends no step", () => {
  const { view: seen } = asked.find(({ view }) => view.question === "pick_card");
  const view = { ...seen, seat: seen.decider };
  const coach = ask(builder.builderLesson, 2, view);
  assert.equal(coach.moves.length, view.moves.length);
  assert.equal(coach.ask.text, "lesson.builder.pick_card");
  assert.equal(lesson.moved(builder.builderLesson, { step: 2, said: [] }, coach, view, view.moves[0].text).step, 2);
});

test("while others decide nothing is asked; after the steps everything may be done", () => {
  const [view] = turns();
  const waiting = { ...view, decider: (view.decider + 1) % view.seats.length, moves: [] };
  assert.equal(ask(builder.builderLesson, 1, waiting).ask.id, "waiting");
  const free = ask(builder.builderLesson, builder.builderLesson.steps.length, view);
  assert.equal(free.ask.id, "free");
  assert.equal(free.moves.length, view.moves.length);
  assert.equal(ask(builder.builderLesson, builder.builderLesson.steps.length + 1, view).ask, null);
});

test("The Duel: a second meeple in line with the own one, then a boat with an own meeple", () => {
  const harbour = [1, 2, 3].flatMap((row) =>
    [1, 2, 3].map((column) => ({ row, column, owner: row === 2 && column === 2 ? 0 : null })),
  );
  const place = (row, column) => ({ text: `place ${row} ${column}`, verb: "place", row, column });
  const view = {
    game: "duel",
    seat: 0,
    decider: 0,
    question: "turn",
    is_over: false,
    seats: [{ points: {} }, { points: {} }],
    harbour,
    moves: [place(1, 1), place(1, 2), place(2, 1), place(3, 3)],
  };
  const texts = (step, over = view) => ask(duel.duelLesson, step, over).moves.map(({ text }) => text);
  assert.deepEqual(texts(0).length, 4);
  assert.deepEqual(texts(1), ["place 1 2", "place 2 1"]);
  const unload = (boat) => ({ text: `unload ${boat}`, verb: "unload", boat });
  const ready = { ...view, moves: [...view.moves, unload("row 1"), unload("column 2")] };
  assert.deepEqual(texts(2, ready), ["unload column 2"]);
  assert.ok(ask(duel.duelLesson, 2, view).chosen.stays);
  const news = [{ kind: "token_unloaded", seat: 0, token: "temple_3" }, { kind: "token_removed" }];
  assert.deepEqual(
    ask(duel.duelLesson, 3, view, news).remarks.map(({ id }) => id),
    ["got temple", "left over"],
  );
});

test("what a lesson points at lies on the table", () => {
  const [view] = turns();
  const inside = ({ box, w, h }) => box.x >= 0 && box.y >= 0 && box.x + box.w <= w + 1 && box.y + box.h <= h + 1;
  for (const name of ["ship 1", "site temple", "site market", "quarry", "track"]) {
    assert.ok(inside(spots.builderSpot(view, name)), name);
  }
  assert.equal(spots.builderSpot(view, "sled"), null);
  const seen = Object.values(moves)[0];
  const duelView = seen.view ?? seen;
  for (const size of [{ w: 1440, h: 752 }]) {
    for (const name of ["harbour", "boats", "boat row 1", "well 2 2", "box", "meeples", "site 0 temple"]) {
      assert.ok(inside(spots.duelSpot(duelView, name, size)), name);
    }
  }
  assert.equal(spots.duelSpot(duelView, "harbour", { w: 7, h: 7 }), null);
});
