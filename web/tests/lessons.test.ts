// The lessons: their predicates on recorded views, and that they always go on.
import { expect, test } from "vitest";

import { asked } from "../fixtures/builder/decisions";
import { duelMoves } from "../fixtures/duel/positions";
import { t } from "../src/app/text/text";
import { builderLesson, easiest } from "../src/games/builder/lesson";
import { builderSpot } from "../src/games/builder/spots";
import type { BuilderView } from "../src/games/builder/view";
import { duelLesson } from "../src/games/duel/lesson";
import { duelSpot } from "../src/games/duel/spots";
import type { DuelView } from "../src/games/duel/view";
import type { GameEvent, Move } from "../src/net/views";
import type { Placed } from "../src/table/client";
import * as lesson from "../src/table/lesson";

/** As whoever decides sees it. */
const views = asked.map(({ view }): BuilderView => ({ ...view, seat: view.decider }));
const turns = views.filter(({ question }) => question === "turn");

function ask<V extends lesson.LessonView>(
  which: lesson.Lesson<V>,
  step: number,
  view: V,
  news: readonly GameEvent[] = [],
  said: readonly string[] = [],
) {
  return lesson.coachOf(which, { step, said }, view, news);
}

test("the first step asks for a stone on the ship that is soonest ready", () => {
  for (const view of turns) {
    const coach = ask(builderLesson, 0, view);
    if (view.moves.some(({ verb }) => verb === "load")) {
      const ship = easiest(view);
      expect(coach.moves.length).toBeTruthy();
      for (const move of coach.moves) expect([move.verb, move.ship]).toStrictEqual(["load", ship]);
    } else if (view.moves.some(({ verb }) => verb === "get")) {
      expect(coach.moves.every(({ verb }) => verb.startsWith("get"))).toBe(true);
      expect(coach.chosen?.stays).toBeTruthy();
    }
  }
});

test("what is offered is always a part of what the server sent, and never nothing", () => {
  for (const view of views) {
    for (let step = 0; step <= builderLesson.steps.length + 1; step++) {
      const coach = ask(builderLesson, step, view);
      expect(coach.moves.length, `${view.question} ${step}`).toBeGreaterThan(0);
      for (const move of coach.moves) expect(view.moves.includes(move)).toBe(true);
      if (coach.ask) expect(t(coach.ask.text, coach.ask.values)).toBeTruthy();
    }
  }
});

test("a ship with a stone of one's own is sailed to the pyramid, if that may be", () => {
  const view: BuilderView = {
    ...turns[0]!,
    seat: 0,
    decider: 0,
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
  const texts = (step: number, over = view) => ask(builderLesson, step, over).moves.map(({ text }) => text);
  expect(texts(1)).toStrictEqual(["sail 1 pyramids"]);
  const taken = { ...view, moves: view.moves.filter(({ site }) => site !== "pyramids") };
  expect(texts(1, taken)).toStrictEqual(["sail 1 temple"]);
  expect(texts(4)).toStrictEqual(["sail 1 temple"]);
  const none = { ...view, moves: view.moves.slice(0, 1) };
  expect(texts(1, none)).toStrictEqual(["load 1 2"]);
  expect(ask(builderLesson, 1, none).chosen?.stays).toBeTruthy();
});

test("a step goes on with the deed it asked for, and what was said is said once", () => {
  const view = turns.find(({ moves }) => moves.some(({ verb }) => verb === "load"))!;
  const first = ask(builderLesson, 0, view);
  const next = lesson.moved(builderLesson, lesson.BEGINNING, first, view, first.moves[0]!.text);
  expect(next).toStrictEqual({ step: 1, said: [] });
  const news = [3, 1].map((points) => ({ kind: "points", seat: view.seat, source: "pyramids", points }));
  const told = ask(builderLesson, 2, view, news);
  expect(told.remarks.map(({ id, values }) => [id, values?.["n"]])).toStrictEqual([["paid pyramids", 4]]);
  const { said } = lesson.moved(builderLesson, { step: 2, said: [] }, told, view, told.moves[0]!.text);
  expect(ask(builderLesson, 3, view, news, said).remarks).toStrictEqual([]);
  expect(ask(builderLesson, 0, view, news).remarks, "the first deed comes first").toStrictEqual([]);
});

test("a question in between is answered freely and ends no step", () => {
  const view = views.find(({ question }) => question === "pick_card")!;
  const coach = ask(builderLesson, 2, view);
  expect(coach.moves.length).toBe(view.moves.length);
  expect(coach.ask?.text).toBe("lesson.builder.pick_card");
  expect(lesson.moved(builderLesson, { step: 2, said: [] }, coach, view, view.moves[0]!.text).step).toBe(2);
});

test("while others decide nothing is asked; after the steps everything may be done", () => {
  const view = turns[0]!;
  const waiting = { ...view, decider: (view.decider! + 1) % view.seats.length, moves: [] };
  expect(ask(builderLesson, 1, waiting).ask?.id).toBe("waiting");
  const free = ask(builderLesson, builderLesson.steps.length, view);
  expect(free.ask?.id).toBe("free");
  expect(free.moves.length).toBe(view.moves.length);
  expect(ask(builderLesson, builderLesson.steps.length + 1, view).ask).toBeNull();
});

test("The Duel: a second meeple in line with the own one, then a boat with an own meeple", () => {
  const place = (row: number, column: number): Move => ({ text: `place ${row} ${column}`, verb: "place", row, column });
  const recorded = duelMoves[0]!.view;
  const view: DuelView = {
    ...recorded,
    seat: 0,
    decider: 0,
    question: "turn",
    harbour: recorded.harbour.map((space) => ({ ...space, owner: space.row === 2 && space.column === 2 ? 0 : null })),
    moves: [place(1, 1), place(1, 2), place(2, 1), place(3, 3)],
  };
  const texts = (step: number, over = view) => ask(duelLesson, step, over).moves.map(({ text }) => text);
  expect(texts(0).length).toBe(4);
  expect(texts(1)).toStrictEqual(["place 1 2", "place 2 1"]);
  const unload = (boat: string): Move => ({ text: `unload ${boat}`, verb: "unload", boat });
  const ready = { ...view, moves: [...view.moves, unload("row 1"), unload("column 2")] };
  expect(texts(2, ready)).toStrictEqual(["unload column 2"]);
  expect(ask(duelLesson, 2, view).chosen?.stays).toBeTruthy();
  const news = [{ kind: "token_unloaded", seat: 0, token: "temple_3" }, { kind: "token_removed" }];
  expect(ask(duelLesson, 3, view, news).remarks.map(({ id }) => id)).toStrictEqual(["got temple", "left over"]);
});

test("what a lesson points at lies on the table", () => {
  const view = turns[0]!;
  const inside = ({ box, w, h }: Placed) =>
    box.x >= 0 && box.y >= 0 && box.x + box.w <= w + 1 && box.y + box.h <= h + 1;
  for (const name of ["ship 1", "site temple", "site market", "quarry", "track"]) {
    expect(inside(builderSpot(view, name)!), name).toBeTruthy();
  }
  expect(builderSpot(view, "sled")).toBeNull();
  const duelView = duelMoves[0]!.view;
  for (const name of ["harbour", "boats", "boat row 1", "well 2 2", "box", "meeples", "site 0 temple"]) {
    expect(inside(duelSpot(duelView, name, { w: 1440, h: 752 })!), name).toBe(true);
  }
  expect(duelSpot(duelView, "harbour", { w: 7, h: 7 })).toBeNull();
});
