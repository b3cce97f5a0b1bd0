// Replay and analysis without a browser: the graphs' numbers, the keys, views with all open, words, marks on the board.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createServer } from "vite";

let vite, course, keys, open, words, shown, record, rules, asked;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  const load = (path) => vite.ssrLoadModule(path);
  course = await load("/src/analysis/course.ts");
  keys = await load("/src/analysis/keys.ts");
  open = await load("/src/analysis/open.ts");
  words = await load("/src/analysis/words.ts");
  shown = await load("/src/analysis/shown.ts");
  record = await load("/src/analysis/record.ts");
  rules = await load("/src/pages/rules.ts");
  ({ asked } = await load("/src/play/questions.ts"));
});
after(() => vite.close());

const expected = (win, score) => ({ simulations: 100, win, score, points: [], win_error: 0.01, score_error: 0.1 });
const choice = (text, win, score) => ({
  move: { text, verb: "get" },
  expected: expected(win, score),
  value: 0,
  share: 0,
});
const decision = (ply, entry, round, win, grade = "good", more = {}) => ({
  ply,
  entry,
  seat: (ply - 1) % 2,
  names: ["Ahmose", "Merit"],
  progress: ["round", round, 6],
  question: "turn",
  options: 2,
  played: choice("a", win, [10, 12]),
  best: choice("b", win, [11, 12]),
  alternatives: [],
  win_cost: 0.1,
  lead_cost: 2,
  grade,
  why: null,
  luck: null,
  ...more,
});
const analysis = (more = {}) => ({
  game: "builder",
  sides: "AAAAA",
  sims: 100,
  seed: 0,
  all_knowing: false,
  players: [
    { seat: 0, name: "Ahmose", color: "black", left: null },
    { seat: 1, name: "Merit", color: "white", left: null },
  ],
  decisions: [
    decision(1, 2, 1, [0.5, 0.5]),
    decision(2, 3, 1, [0.6, 0.4], "mistake"),
    decision(3, 6, 2, [0.7, 0.3], "best", { luck: { win: [0.05, -0.05], lead: [1, -1] } }),
  ],
  turning_points: [{ ply: 1, cause: "decision", seat: 0, win: [0.1, -0.1] }],
  result: { winners: [1], score: [30, 41], points: [] },
  ...more,
});

test("a game's course is what was expected before each decision, and how it ended", () => {
  const moments = course.courseOf(analysis());
  assert.deepEqual(
    moments.map(({ win }) => win),
    [
      [0.5, 0.5],
      [0.6, 0.4],
      [0.7, 0.3],
      [0, 1],
    ],
  );
  assert.deepEqual(moments.at(-1).score, [30, 41]);
  assert.deepEqual(moments[0].score, [11, 12]);
});

test("who shares the victory shares the chance; where all others left, points stay as expected", () => {
  const shared = analysis({ result: { winners: [0, 1], score: [40, 40], points: [] } });
  assert.deepEqual(course.courseOf(shared).at(-1).win, [0.5, 0.5]);
  const left = analysis();
  left.players[0].left = "resigns";
  assert.deepEqual(course.courseOf(left).at(-1).score, [10, 12]);
  assert.deepEqual(course.courseOf(analysis({ result: null })).at(-1).win, [0.7, 0.3]);
  assert.deepEqual(course.courseOf(analysis({ decisions: [] })), []);
});

test("strata lie one upon the other and fill the whole", () => {
  const strata = course.strataOf(course.courseOf(analysis()));
  assert.equal(strata.length, 2);
  assert.deepEqual(strata[0].floor, [0, 0, 0, 0]);
  assert.deepEqual(strata[1].floor, strata[0].roof);
  for (const roof of strata[1].roof) assert.ok(Math.abs(roof - 1) < 1e-9);
  assert.equal(course.thickest({ floor: [0, 0, 0], roof: [0.1, 0.1, 0.1] }), null);
  assert.equal(course.thickest({ floor: [0, 0, 0], roof: [0.2, 0.6, 0.4] }), 1);
});

test("the scale of points holds all of them and has few round numbers", () => {
  for (const scores of [
    [30, 41],
    [-6, 3],
    [0, 0],
    [12.3, 118.9],
  ]) {
    const scale = course.pointsScale([{ win: [], score: scores }]);
    for (const score of scores) assert.ok(scale.low < score && score < scale.high);
    assert.ok(scale.ticks.length >= 2 && scale.ticks.length <= 6, String(scale.ticks));
    for (const tick of scale.ticks) assert.ok(Number.isInteger(tick) && tick >= scale.low && tick <= scale.high);
  }
});

test("marks at the end of the lines don't cover each other", () => {
  assert.deepEqual(course.apart([10, 12, 13], 100, 10), [10, 20, 30]);
  assert.deepEqual(course.apart([85, 95, 99], 100, 10), [80, 90, 100]);
});

test("mistakes, luck and turning points are marked", () => {
  assert.deepEqual(course.signsOf(analysis()), [
    { index: 0, kind: "good", turning: true },
    { index: 1, kind: "mistake", turning: false },
    { index: 2, kind: "luck", turning: false },
  ]);
  assert.deepEqual(course.roundsOf(analysis().decisions), [
    { at: 1, index: 0 },
    { at: 2, index: 2 },
  ]);
  assert.deepEqual(course.roundsOf(analysis().decisions, 0.9), [{ at: 1, index: 0 }]);
});

test("each decision with marks has a room of its own for a finger", () => {
  const signs = [0, 3, 3, 5, 40].map((index) => ({ index, kind: "luck", turning: false }));
  const rooms = course.roomsOf(signs, (index) => 10 * index, 22);
  assert.deepEqual(
    rooms.map(({ index, signs: here, from, to }) => [index, here.length, from, to]),
    [
      [0, 1, -22, 15],
      [3, 2, 15, 40],
      [5, 1, 40, 72],
      [40, 1, 378, 422],
    ],
  );
});

test("the decision that comes next, by entries of the record", () => {
  const { decisions } = analysis();
  assert.deepEqual(
    [0, 1, 2, 4, 5, 6, 99].map((at) => course.decisionAfter(decisions, at)),
    [0, 0, 1, 2, 2, 3, 3],
  );
});

test("keys step from move to move, over shuffles", () => {
  const steps = [0, 1, 3, 4, 8];
  const go = (key, at, shift = false) => keys.keyed(key, shift, at, steps, 8)?.go;
  assert.equal(go("ArrowRight", 1), 3);
  assert.equal(go("ArrowRight", 8), 8);
  assert.equal(go("ArrowLeft", 3), 1);
  assert.equal(go("ArrowLeft", 2), 0, "2 shows step 1");
  assert.equal(go("ArrowLeft", 0), 0);
  assert.equal(go("ArrowRight", 1, true), 8);
  assert.equal(go("ArrowLeft", 8, true), 0);
  assert.equal(go("Home", 4), 0);
  assert.equal(go("End", 4), 8);
  assert.equal(keys.keyed(" ", false, 0, steps, 8), "play");
  assert.equal(keys.keyed("m", false, 0, steps, 8), "mistake");
  assert.equal(keys.keyed("M", true, 0, steps, 8), "back to mistake");
  assert.equal(keys.keyed("x", false, 0, steps, 8), null);
  assert.equal(keys.nextOf(8, [0, 1], 20), 9, "not fetched yet");
});

test("from mistake to mistake", () => {
  assert.equal(keys.mistakeFrom([2, 5, 9], 2, 1), 5);
  assert.equal(keys.mistakeFrom([2, 5, 9], 5, -1), 2);
  assert.equal(keys.mistakeFrom([2, 5, 9], 9, 1), null);
  assert.equal(keys.mistakeFrom([], 0, -1), null);
});

test("with all open each seat's hand comes from its own view", () => {
  const seat = (name, hand) => ({ name, hand });
  const view = (own) => ({
    game: "builder",
    seat: own,
    seats: [0, 1].map((index) => seat(`seat ${index}`, index === own ? [`card ${index}`] : [])),
  });
  const step = {
    entries: 4,
    entry: "x",
    decider: 1,
    events_from: 0,
    views: [
      { seat: 0, view: view(0), events: [] },
      { seat: 1, view: view(1), events: ["seen"] },
    ],
  };
  const seen = open.seenFrom(step, "all");
  assert.deepEqual(
    seen.view.seats.map(({ hand }) => hand),
    [["card 0"], ["card 1"]],
  );
  assert.equal(seen.view.seat, null);
  assert.deepEqual(seen.events, ["seen"]);
  assert.equal(open.seenFrom(step, 0).view.seat, 0);
  assert.equal(open.stepAt([{ entries: 0 }, { entries: 3 }, { entries: 7 }], 6).entries, 3);
  assert.equal(open.stepAt([], 6), null);
});

test("why a move is better: own points first, the others after, what remains at the end", () => {
  const why = {
    seat: 0,
    better: "b",
    than: "a",
    win: [0.1, -0.1],
    score: [2, -1],
    lead: 3,
    parts: [
      { seat: 1, source: "pyramids", points: -1.5, counts: 1.5 },
      { seat: 0, source: "temple", points: 1.2, counts: 1.2 },
      { seat: 0, source: "market", points: 0.05, counts: 0.05 },
    ],
  };
  const said = words.whyWords(why, ["Ahmose", "Merit"]);
  assert.equal(said, "1.2 more at the temple; 1.5 less for Merit at the pyramids; other differences +0.3");
  assert.equal(words.whyWords({ ...why, lead: 0, parts: [] }, ["Ahmose", "Merit"]), "the same points");
  assert.equal(words.signedPoints(-0.04), "±0.0");
  assert.equal(words.signedPoints(-1.25), "−1.3");
  assert.equal(words.signedPercent(0.124), "+12%");
  assert.equal(words.bySeat([0.12, -0.12], ["Ahmose", "Merit"]), "Ahmose +12%, Merit −12%");
});

test("every recorded move can be marked, or is made by words only", () => {
  for (const { name, view } of asked) {
    for (const move of view.moves) {
      const tag = shown.builderTag(view, move, "best");
      if (tag) for (const value of Object.values(tag.box)) assert.ok(Number.isFinite(value), `${name} ${move.text}`);
      shown.builderShown(view, view.decider, move);
    }
  }
  const { view } = asked.find(({ view }) => view.question === "turn");
  const load = view.moves.find(({ verb }) => verb === "load");
  assert.deepEqual(shown.builderShown(view, 1, load).loading, { [load.ship]: [{ seat: 1, place: load.space }] });
  const sail = view.moves.find(({ verb }) => verb === "sail");
  assert.equal(shown.builderShown(view, 1, sail).hot, sail.site);
});

test("what can't be a record is said before it is sent", () => {
  assert.ok(record.recordProblem("  \n"));
  assert.ok(record.recordProblem("PK\u0000\u0003"));
  assert.ok(record.recordProblem("x".repeat(1_000_001)));
  assert.equal(record.recordProblem("imhotep 1\n"), null);
});

test("rules are found by words in any order, without accents, and ids as a whole", () => {
  const entry = {
    id: "temple.C",
    name: "Temple of Ra",
    summary: "points or stones",
    text: "Café",
    rules: ["R7", "R71"],
  };
  assert.ok(rules.found(entry, ""));
  assert.ok(rules.found(entry, "ra temple"));
  assert.ok(rules.found(entry, "cafe"));
  assert.ok(rules.found(entry, "r71"));
  assert.ok(rules.found(entry, "temple.c"));
  assert.ok(!rules.found({ ...entry, rules: ["R71"] }, "r7"));
  assert.ok(!rules.found(entry, "obelisk"));
});
