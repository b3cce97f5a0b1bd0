// How a game ended, in words: to each side what is true for it.
import { expect, test } from "vitest";

import type { TableInfo } from "../src/net/http";
import type { GameView } from "../src/net/views";
import { endingOf, finest, raceOf, threeMoments, type Column, type Story } from "../src/pages/table/end/ending";

const SITES: Column[] = [
  { id: "pyramids", name: "Pyramids", values: [10, 4, 6] },
  { id: "temple", name: "Temple", values: [3, 9, 2] },
];

interface Told {
  scores: readonly number[];
  winners: readonly number[];
  seat: number | null;
  left?: Record<string, string>;
  pace?: "none" | "clock" | "days";
  story?: Story | null;
}

function told({ scores, winners, seat, left = {}, pace = "none", story = null }: Told) {
  const names = ["Merit", "Hapu", "Nofret", "Ramose"];
  const view = { game: "builder", seat, seats: scores.map((score, at) => ({ name: names[at], score })) };
  const room = { result: { winners, scores, left }, offer: { pace: { kind: pace } } };
  const columns = SITES.map((site) => ({ ...site, values: site.values.slice(0, scores.length) }));
  return endingOf(view as unknown as GameView, room as unknown as TableInfo, columns, story);
}

test("who won is told by how much", () => {
  const mine = told({ scores: [51, 47, 38, 32], winners: [0], seat: 0 });
  expect(mine.headline).toBe("You win by 4");
  expect(mine.lines).toEqual(["51 to 47 against Hapu."]);
  expect(mine.won).toBe(true);
  expect(told({ scores: [51, 47], winners: [0], seat: null }).headline).toBe("Merit wins by 4");
  expect(told({ scores: [51, 47], winners: [0], seat: null }).lines).toEqual(["Merit has 51 points, Hapu 47."]);
});

test("who lost is told how close it was, and what was finest", () => {
  const close = told({ scores: [51, 47, 20], winners: [0], seat: 1 });
  expect(close.headline).toBe("Merit wins by 4");
  expect(close.won).toBe(false);
  expect(close.lines).toEqual(["So close: 4 points.", "Your finest work: Temple, 9 points."]);
  expect(told({ scores: [51, 20], winners: [0], seat: 1 }).lines).toEqual(["Your finest work: Temple, 9 points."]);
});

test("equal points: shared, or decided by something else", () => {
  expect(told({ scores: [40, 40], winners: [0, 1], seat: 0 }).headline).toBe("You and Hapu share the victory");
  const tied = told({ scores: [40, 40], winners: [1], seat: 1 });
  expect(tied.headline).toBe("You win on the tie-break");
  expect(tied.lines).toContain("Level on points.");
  expect(told({ scores: [40, 40], winners: [1], seat: 0 }).headline).toBe("Hapu wins on the tie-break");
});

const HOW = [
  ["runs out of time", "clock", "Your time ran out", "Merit ran out of time"],
  ["runs out of time", "days", "Your time ran out", "Merit ran out of time"],
  ["runs out of time", "none", "You were away too long", "Merit was away too long"],
  ["resigns", "none", "You resigned", "Merit resigned"],
  ["resigns", "clock", "You resigned", "Merit resigned"],
] as const;

test.each(HOW)("%s with pace %s is told to each side as it was", (how, pace, mine, others) => {
  const game = { scores: [20, 4], winners: [1], left: { "0": how }, pace };
  const loser = told({ ...game, seat: 0 });
  expect(loser.headline).toBe(mine);
  expect(loser.lines).toEqual(["Hapu wins.", "On points you led by 16: here is what you had built."]);
  expect(loser.won).toBe(false);
  const winner = told({ ...game, seat: 1 });
  expect(winner.headline).toBe(others);
  expect(winner.lines[0]).toBe("You win.");
  const onlooker = told({ ...game, seat: null });
  expect(onlooker.headline).toBe(others);
  expect(onlooker.lines[0]).toBe("Hapu wins.");
});

test("one of several left, and the others played to the end", () => {
  const game = { scores: [20, 30, 25], winners: [1], left: { "0": "resigns" } };
  expect(told({ ...game, seat: 0 }).headline).toBe("You resigned");
  expect(told({ ...game, seat: 0 }).lines).toEqual(["Hapu wins."]);
  expect(told({ ...game, seat: 1 }).headline).toBe("You win by 5");
  expect(told({ ...game, seat: 2 }).headline).toBe("Hapu wins by 5");
});

test("all others left", () => {
  const game = { scores: [20, 30, 25], winners: [2], left: { "0": "resigns", "1": "runs out of time" } };
  expect(told({ ...game, seat: 2 }).headline).toBe("You win: everyone else has left");
  expect(told({ ...game, seat: null }).headline).toBe("Nofret wins: everyone else has left");
});

const STORY: Story = {
  standings: [
    { when: "start", number: 0, source: null, scores: [0, 0] },
    { when: "round", number: 6, source: null, scores: [20, 22] },
    { when: "count", number: 6, source: "obelisks", scores: [30, 27] },
    { when: "count", number: 6, source: "statues", scores: [31, 30] },
    { when: "count", number: 6, source: "decorations", scores: [36, 30] },
  ],
  moments: [
    { kind: "turn", entries: 9, number: 1, seat: 1, points: 8, move: null, source: null, scores: [0, 8] },
    { kind: "turn", entries: 20, number: 3, seat: 0, points: 5, move: null, source: null, scores: [9, 12] },
    { kind: "count", entries: 90, number: 6, seat: 0, points: 10, move: null, source: "obelisks", scores: [30, 27] },
    { kind: "lead", entries: 90, number: 6, seat: 0, points: 10, move: null, source: "obelisks", scores: [30, 27] },
  ],
};

test("what decided it is told, and what belongs together in the count is one", () => {
  const ending = told({ scores: [36, 30], winners: [0], seat: 0, story: STORY });
  expect(ending.lines).toEqual(["36 to 30 against Hapu.", "The final count decided it: Obelisks."]);
  const race = raceOf(STORY, (source) => (source === "obelisks" ? source : "cards"));
  expect(race.map(({ scores }) => scores[0])).toEqual([0, 20, 30, 36]);
});

test("three moments: what decided, one's own best turn, and what brought most of the rest", () => {
  expect(threeMoments(STORY, 1, 0).map(({ kind, seat }) => [kind, seat])).toEqual([
    ["turn", 1],
    ["count", 0],
    ["lead", 0],
  ]);
  expect(threeMoments(STORY, null, 0).map(({ kind, seat }) => [kind, seat])).toEqual([
    ["turn", 0],
    ["count", 0],
    ["lead", 0],
  ]);
});

test("the finest work is where one was ahead, else where one has most", () => {
  expect(finest(SITES, 1)?.id).toBe("temple");
  expect(finest(SITES, 0)?.id).toBe("pyramids");
  expect(finest(SITES, 2)?.id).toBe("pyramids");
  expect(finest([{ id: "temple", name: "Temple", values: [5, 0] }], 1)).toBeNull();
});
