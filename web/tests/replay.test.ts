// Replay and analysis without a browser: the graphs' numbers, the keys, views with all open, words, marks on the board.
import { expect, test } from "vitest";

import { asked } from "../fixtures/builder/decisions";
import * as course from "../src/analysis/course";
import * as keys from "../src/analysis/keys";
import * as open from "../src/analysis/open";
import { recordProblem } from "../src/analysis/record";
import * as words from "../src/analysis/words";
import { marked, tagOf } from "../src/games/builder/play/marks";
import type { BuilderView } from "../src/games/builder/view";
import { found, type Entry } from "../src/pages/rules";

const player = (seat: number, name: string, color: string): course.Analysis["players"][number] => ({
  seat,
  name,
  color,
  left: null,
  decisions: 0,
  accuracy: null,
  grades: {},
  win_lost: 0,
  lead_lost: 0,
  win_by_luck: 0,
  lead_by_luck: 0,
});
const choice = (text: string, win: number[], score: number[]): course.Choice => ({
  move: { text, verb: "get" },
  expected: { simulations: 100, win, score, points: [], win_error: 0.01, score_error: 0.1 },
  value: 0,
  value_error: 0.01,
  lead_error: 0.1,
  share: 0,
});
const decision = (
  ply: number,
  entry: number,
  round: number,
  win: number[],
  more: Partial<course.Decision> = {},
): course.Decision => ({
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
  grade: "good",
  why: null,
  luck: null,
  ...more,
});
const analysis = (more: Partial<course.Analysis> = {}): course.Analysis => ({
  game: "builder",
  sides: "AAAAA",
  sims: 100,
  seed: 0,
  all_knowing: false,
  players: [player(0, "Ahmose", "black"), player(1, "Merit", "white")],
  decisions: [
    decision(1, 2, 1, [0.5, 0.5]),
    decision(2, 3, 1, [0.6, 0.4], { grade: "mistake" }),
    decision(3, 6, 2, [0.7, 0.3], { grade: "best", luck: { win: [0.05, -0.05], lead: [1, -1] } }),
  ],
  turning_points: [{ ply: 1, cause: "decision", seat: 0, win: [0.1, -0.1] }],
  result: { winners: [1], score: [30, 41], points: [] },
  ...more,
});

test("a game's course is what was expected before each decision, and how it ended", () => {
  const moments = course.courseOf(analysis());
  expect(moments.map(({ win }) => win)).toStrictEqual([
    [0.5, 0.5],
    [0.6, 0.4],
    [0.7, 0.3],
    [0, 1],
  ]);
  expect(moments.at(-1)?.score).toStrictEqual([30, 41]);
  expect(moments[0]?.score).toStrictEqual([11, 12]);
});

test("who shares the victory shares the chance; where all others left, points stay as expected", () => {
  const shared = analysis({ result: { winners: [0, 1], score: [40, 40], points: [] } });
  expect(course.courseOf(shared).at(-1)?.win).toStrictEqual([0.5, 0.5]);
  const left = analysis();
  left.players[0]!.left = "resigns";
  expect(course.courseOf(left).at(-1)?.score).toStrictEqual([10, 12]);
  expect(course.courseOf(analysis({ result: null })).at(-1)?.win).toStrictEqual([0.7, 0.3]);
  expect(course.courseOf(analysis({ decisions: [] }))).toStrictEqual([]);
});

test("strata lie one upon the other and fill the whole", () => {
  const strata = course.strataOf(course.courseOf(analysis()));
  expect(strata.length).toBe(2);
  const [lower, upper] = strata;
  expect(lower!.floor).toStrictEqual([0, 0, 0, 0]);
  expect(upper!.floor).toStrictEqual(lower!.roof);
  for (const roof of upper!.roof) expect(roof).toBeCloseTo(1, 9);
  expect(course.thickest({ floor: [0, 0, 0], roof: [0.1, 0.1, 0.1] })).toBeNull();
  expect(course.thickest({ floor: [0, 0, 0], roof: [0.2, 0.6, 0.4] })).toBe(1);
});

test("the scale of points holds all of them and has few round numbers", () => {
  for (const scores of [
    [30, 41],
    [-6, 3],
    [0, 0],
    [12.3, 118.9],
  ]) {
    const scale = course.pointsScale([{ win: [], score: scores }]);
    for (const score of scores) expect(scale.low < score && score < scale.high).toBeTruthy();
    expect(scale.ticks.length >= 2 && scale.ticks.length <= 6, String(scale.ticks)).toBeTruthy();
    for (const tick of scale.ticks)
      expect(Number.isInteger(tick) && tick >= scale.low && tick <= scale.high).toBeTruthy();
  }
});

test("marks at the end of the lines don't cover each other", () => {
  expect(course.apart([10, 12, 13], 100, 10)).toStrictEqual([10, 20, 30]);
  expect(course.apart([85, 95, 99], 100, 10)).toStrictEqual([80, 90, 100]);
});

test("mistakes, luck and turning points are marked", () => {
  expect(course.signsOf(analysis())).toStrictEqual([
    { index: 0, kind: "good", turning: true },
    { index: 1, kind: "mistake", turning: false },
    { index: 2, kind: "luck", turning: false },
  ]);
  expect(course.roundsOf(analysis().decisions)).toStrictEqual([
    { at: 1, index: 0 },
    { at: 2, index: 2 },
  ]);
  expect(course.roundsOf(analysis().decisions, 0.9)).toStrictEqual([{ at: 1, index: 0 }]);
});

test("each decision with marks has a room of its own for a finger", () => {
  const signs = [0, 3, 3, 5, 40].map((index): course.Sign => ({ index, kind: "luck", turning: false }));
  const rooms = course.roomsOf(signs, (index) => 10 * index, 22);
  expect(rooms.map(({ index, signs: here, from, to }) => [index, here.length, from, to])).toStrictEqual([
    [0, 1, -22, 15],
    [3, 2, 15, 40],
    [5, 1, 40, 72],
    [40, 1, 378, 422],
  ]);
});

test("the decision that comes next, by entries of the record", () => {
  const { decisions } = analysis();
  expect([0, 1, 2, 4, 5, 6, 99].map((at) => course.decisionAfter(decisions, at))).toStrictEqual([0, 0, 1, 2, 2, 3, 3]);
});

test("keys step from move to move, over shuffles", () => {
  const steps = [0, 1, 3, 4, 8];
  const go = (key: string, at: number, shift = false) => {
    const deed = keys.keyed(key, shift, at, steps, 8);
    return typeof deed === "object" ? deed?.go : deed;
  };
  expect(go("ArrowRight", 1)).toBe(3);
  expect(go("ArrowRight", 8)).toBe(8);
  expect(go("ArrowLeft", 3)).toBe(1);
  expect(go("ArrowLeft", 2), "2 shows step 1").toBe(0);
  expect(go("ArrowLeft", 0)).toBe(0);
  expect(go("ArrowRight", 1, true)).toBe(8);
  expect(go("ArrowLeft", 8, true)).toBe(0);
  expect(go("Home", 4)).toBe(0);
  expect(go("End", 4)).toBe(8);
  expect(keys.keyed(" ", false, 0, steps, 8)).toBe("play");
  expect(keys.keyed("m", false, 0, steps, 8)).toBe("mistake");
  expect(keys.keyed("M", true, 0, steps, 8)).toBe("back to mistake");
  expect(keys.keyed("x", false, 0, steps, 8)).toBeNull();
  expect(keys.nextOf(8, [0, 1], 20), "not fetched yet").toBe(9);
});

test("from mistake to mistake", () => {
  expect(keys.mistakeFrom([2, 5, 9], 2, 1)).toBe(5);
  expect(keys.mistakeFrom([2, 5, 9], 5, -1)).toBe(2);
  expect(keys.mistakeFrom([2, 5, 9], 9, 1)).toBeNull();
  expect(keys.mistakeFrom([], 0, -1)).toBeNull();
});

test("with all open each seat's hand comes from its own view", () => {
  const base = asked[0]!.view;
  const view = (own: number): BuilderView => ({
    ...base,
    seat: own,
    seats: base.seats.slice(0, 2).map((seat, index) => ({ ...seat, hand: index === own ? [`card ${index}`] : [] })),
  });
  const step: open.Step = {
    entries: 4,
    entry: "x",
    decider: 1,
    events_from: 0,
    views: [
      { seat: 0, view: view(0), events: [] },
      { seat: 1, view: view(1), events: [{ kind: "seen" }] },
    ],
  };
  const seen = open.seenFrom(step, "all");
  expect(seen?.view.seats.map(({ hand }) => hand)).toStrictEqual([["card 0"], ["card 1"]]);
  expect(seen?.view.seat).toBeNull();
  expect(seen?.events).toStrictEqual([{ kind: "seen" }]);
  expect(open.seenFrom(step, 0)?.view.seat).toBe(0);
  const steps = [0, 3, 7].map((entries): open.Step => ({ ...step, entries }));
  expect(open.stepAt(steps, 6)?.entries).toBe(3);
  expect(open.stepAt([], 6)).toBeNull();
});

test("why a move is better: own points first, the others after, what remains at the end", () => {
  const why: course.Explanation = {
    seat: 0,
    better: "b",
    than: "a",
    win: [0.1, -0.1],
    score: [2, -1],
    lead: 3,
    win_error: 0.01,
    lead_error: 0.1,
    clear: true,
    parts: [
      { seat: 1, source: "pyramids", points: -1.5, counts: 1.5 },
      { seat: 0, source: "temple", points: 1.2, counts: 1.2 },
      { seat: 0, source: "market", points: 0.05, counts: 0.05 },
    ],
  };
  const said = words.whyWords(why, ["Ahmose", "Merit"]);
  expect(said).toBe("1.2 more at the temple; 1.5 less for Merit at the pyramids; other differences +0.3");
  expect(words.whyWords({ ...why, lead: 0, parts: [] }, ["Ahmose", "Merit"])).toBe("the same points");
  expect(words.signedPoints(-0.04)).toBe("±0.0");
  expect(words.signedPoints(-1.25)).toBe("−1.3");
  expect(words.signedPercent(0.124)).toBe("+12%");
  expect(words.bySeat([0.12, -0.12], ["Ahmose", "Merit"])).toBe("Ahmose +12%, Merit −12%");
});

test("every recorded move can be marked, or is made by words only", () => {
  for (const { name, view } of asked) {
    for (const move of view.moves) {
      const tag = tagOf(view, move);
      for (const value of Object.values(tag ?? {})) expect(value, `${name} ${move.text}`).toSatisfy(Number.isFinite);
      marked(view, view.decider!, { best: move, played: null }, undefined);
    }
  }
  const { view } = asked.find(({ view }) => view.question === "turn")!;
  const load = view.moves.find(({ verb }) => verb === "load")!;
  expect(marked(view, 1, { best: load, played: null }, undefined).loading).toStrictEqual({
    [load.ship!]: [{ seat: 1, place: load.space }],
  });
  const sail = view.moves.find(({ verb }) => verb === "sail")!;
  expect(marked(view, 1, { best: sail, played: null }, undefined).hot).toBe(sail.site);
});

test("what can't be a record is said before it is sent", () => {
  expect(recordProblem("  \n")).toBeTruthy();
  expect(recordProblem("PK\u0000\u0003")).toBeTruthy();
  expect(recordProblem("x".repeat(1_000_001))).toBeTruthy();
  expect(recordProblem("imhotep 1\n")).toBeNull();
});

test("rules are found by words in any order, without accents, and ids as a whole", () => {
  const entry: Entry = {
    id: "temple.C",
    name: "Temple of Ra",
    summary: "points or stones",
    text: "Café",
    rules: ["R7", "R71"],
  };
  expect(found(entry, "")).toBe(true);
  expect(found(entry, "ra temple")).toBe(true);
  expect(found(entry, "cafe")).toBe(true);
  expect(found(entry, "r71")).toBe(true);
  expect(found(entry, "temple.c")).toBe(true);
  expect(found({ ...entry, rules: ["R71"] }, "r7")).toBe(false);
  expect(found(entry, "obelisk")).toBe(false);
});
