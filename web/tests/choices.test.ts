// Every recorded decision (tools/play_questions.py): each of its moves can be reached by picking, and nothing else.
import { expect, test } from "vitest";

import { asked, end, words } from "../fixtures/builder/decisions";
import { named } from "../src/app/shell/tables";
import * as choices from "../src/games/builder/play/choices";
import * as deeds from "../src/games/builder/play/deeds";
import * as effects from "../src/games/builder/play/effects";
import * as log from "../src/games/builder/play/log";
import * as order from "../src/games/builder/play/order";
import * as piece from "../src/games/builder/play/piece";
import BuilderPlay from "../src/games/builder/play/Play.svelte";
import { boxesOf } from "../src/games/builder/play/targets";
import type { BuilderView } from "../src/games/builder/view";
import type { TableInfo } from "../src/net/http";
import { back, choiceOf, NOTHING } from "../src/table/choice";
import { nameOf } from "../src/table/you";
import * as helpers from "./helpers";

const QUESTIONS = [
  "turn", "load", "load_to_sail", "sail_ship", "sail_by_lever", "sail_by_plank", "order", "pick_card", "keep_card",
  "pyramid", "pyramid_bonus", "temple", "raft", "mound", "tomb", "great_obelisk", "alley",
]; // prettier-ignore

const reached = (view: BuilderView) => helpers.reached(choices.pickingOf(view));

test("arrow keys lead from every target to every other", () => {
  for (const { name, view } of asked) {
    for (const { options } of reached(view).choices) {
      const boxes = options.flatMap(({ target }) => boxesOf(view, target).slice(0, 1));
      helpers.expectWays(boxes, name);
    }
  }
});

test("there is a decision of every kind", () => {
  const questions = asked.map(({ view }) => view.question);
  expect(questions).toEqual(expect.arrayContaining(QUESTIONS));
});

test("each legal move can be reached by clicks, and nothing else", () => {
  for (const { name, view } of asked) {
    expect(reached(view).moves, name).toStrictEqual(view.moves.map(({ text }) => text).sort());
  }
});

test("nothing that may be picked is without a name, and no two are the same", () => {
  for (const { name, view } of asked) {
    for (const choice of reached(view).choices) {
      expect(choice.options.length, name).toBeGreaterThan(0);
      expect(deeds.askOf(view, choice).length, name).toBeGreaterThan(3);
      const said = choice.options.map((option) => deeds.optionName(view, option));
      for (const sentence of said) expect(sentence, name).not.toMatch(/undefined|NaN|\{|\}|\bnull\b/);
      // a number of the tomb is a token and a space: the same thing twice
      if (view.question !== "tomb") expect(new Set(said).size, `${name}: ${said}`).toBe(said.length);
    }
    for (const move of view.moves) expect(deeds.deedOf(view, move).length, name).toBeGreaterThan(2);
  }
});

test("a turn's question names what can be done, and nothing else", () => {
  const said = [["take", "take"], ["load", "load"], ["sail", "sail"], ["card", "play a card"]] as const; // prettier-ignore
  let narrowed = 0;
  for (const { name, view } of asked.filter((one) => one.view.question === "turn")) {
    const choice = choiceOf(choices.pickingOf(view), NOTHING);
    if (choice.actions.length < 2) continue;
    const question = deeds.askOf(view, choice);
    for (const [action, word] of said) {
      expect(question.includes(word), `${name}: ${question}`).toBe(choice.actions.includes(action));
      narrowed += choice.actions.includes(action) ? 0 : 1;
    }
  }
  expect(narrowed).toBeGreaterThan(0);
});

test("what lies on the table is a button there, large enough for its sentence", () => {
  for (const { name, view } of asked) {
    for (const choice of reached(view).choices) {
      for (const { target, key } of choice.options) {
        if (choices.isWord(target) || target.on === "hand") continue;
        const boxes = boxesOf(view, target);
        expect(boxes.length, `${name} ${key}`).toBeGreaterThan(0);
        for (const { x, y, w, h } of boxes) {
          expect(x >= 0 && y >= 0 && w > 8 && h > 8 && x + w <= 1132 && y + h <= 753, `${name} ${key}`).toBeTruthy();
        }
      }
    }
  }
});

test("back leads to the beginning, step by step", () => {
  for (const { name, view } of asked) {
    for (const choice of reached(view).choices) {
      let count = 0;
      for (let picked = back(choice); picked; picked = back(choiceOf(choices.pickingOf(view), picked))) count += 1;
      expect(count, name).toBeLessThanOrEqual(4);
    }
  }
});

test("what was picked for another question is forgotten", () => {
  const turn = asked.find(({ view }) => view.question === "turn")!;
  const load = asked.find(({ view }) => view.question === "load")!;
  const picked: choices.Picked = { action: "sail", targets: [{ on: "ship", ship: 9 }] };
  expect(choiceOf(choices.pickingOf(turn.view), picked).picked.targets).toStrictEqual([]);
  expect(choiceOf(choices.pickingOf(load.view), picked).picked).toStrictEqual(NOTHING);
});

test("a token of the great obelisk gets into every way by turning, flipping and moving it", () => {
  for (const { name, view } of asked.filter(({ view }) => view.question === "great_obelisk")) {
    const ways = piece.waysOf(view.moves);
    const seen = new Set(ways.slice(0, 1));
    for (const way of seen)
      for (const how of ["turn", "flip", "left", "right"] as const) seen.add(piece.handled(ways, way, how));
    expect(seen.size, name).toBe(ways.length);
    expect(ways.length, name).toBe(view.moves.filter(({ verb }) => verb === "add").length);
  }
});

test("a preview shows the points that the server tells", () => {
  let compared = 0;
  for (const { name, view, previews } of asked) {
    for (const preview of previews) {
      const effect = effects.effectOf(view, preview);
      expect(effects.effectSaid(view, effect), name).not.toMatch(/undefined|NaN|\{/);
      const { scores } = preview;
      if (!scores) continue;
      view.seats.forEach((seat, index) => {
        expect(effect.gains[index] ?? 0, `${name} ${preview.text}`).toBe(scores[index]! - seat.score);
        compared += 1;
      });
    }
  }
  expect(compared).toBeGreaterThan(300);
});

test("the log tells every event in whole sentences", () => {
  for (const { name, view, events } of asked) {
    const entries = log.entriesOf(view, events, words);
    expect(entries.length, name).toBeGreaterThan(0);
    for (const { parts } of entries) {
      const text = parts.map((part) => part.text).join("");
      expect(text, name).not.toMatch(/undefined|NaN|\{|\}|null/);
      expect(text.length, name).toBeGreaterThan(4);
    }
  }
});

test("whoever looks is You in the log, and around one screen nobody", () => {
  let told = 0;
  for (const { name, view, events } of asked) {
    const sentences = (you: number | null) =>
      log.entriesOf({ ...view, you }, events, words).flatMap(({ seat, parts }) => {
        return seat === null ? [] : [[seat, parts.map(({ text }) => text).join("")] as const];
      });
    for (const you of [null, ...view.seats.keys()]) {
      for (const [seat, text] of sentences(you)) {
        const owner = view.seats[seat]!.name;
        expect(text, name).toMatch(seat === you ? /\b[Yy]ou(r|rs)?\b/ : owner);
        if (seat === you) expect(text, name).not.toContain(owner);
        told += 1;
      }
    }
  }
  expect(told).toBeGreaterThan(300);
});

test("bots are called in the reader's language, and whoever looks is You unless several play at one screen", () => {
  const { view } = asked.find((one) => one.view.seats.length === 2)!;
  const bot = { bot: "mason", left: null };
  const room = { seats: [{ bot: null }, bot] } as unknown as TableInfo;
  const numbered = { ...view, seats: view.seats.map((seat) => ({ ...seat, name: "Mason 2" })) };
  const seen = named({ ...numbered, seat: 0 }, room, [0]);
  expect([0, 1].map((seat) => nameOf(seen, seat))).toStrictEqual(["You", "Mason 2"]);
  expect([0, 1].map((seat) => nameOf(named({ ...view, seat: 0 }, room, [0, 1]), seat))).toStrictEqual([
    view.seats[0]!.name,
    "Mason",
  ]);
  expect(nameOf(named({ ...view, seat: null }, null, []), 1)).toBe(view.seats[1]!.name);
});

test("every decision is drawn with its buttons, and the end too", () => {
  for (const { name, ...shot } of [...asked, { name: "end", ...end }]) {
    const text = helpers.drawn(BuilderPlay, { ...shot, words, onmove: () => undefined }, name);
    for (const { key, target } of shot.view.is_over ? [] : choiceOf(choices.pickingOf(shot.view)).options) {
      if (target.on !== "stone" && target.on !== "squares") expect(text, name).toContain(`data-key="${key}"`);
    }
  }
});

test("the lever's order is what was said, and the rest as it was loaded", () => {
  for (const { name, view, events } of asked.filter(({ view }) => view.question === "order")) {
    const unloading = order.unloadingOf(view, events)!;
    const left = order.leftOf(unloading);
    expect(left.length, name).toBe(unloading.loaded.length - unloading.ordered.length);
    expect(new Set(left), name).toStrictEqual(new Set(view.moves.map(({ seat }) => seat)));
  }
});
