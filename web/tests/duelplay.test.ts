// Every recorded decision of The Duel (tools/duel_questions.py): each of its moves can be reached by picking, and nothing
// else; previews and log say what the server told.
import { expect, test } from "vitest";

import { asked, end, words } from "../fixtures/duel/decisions";
import type { Box } from "../src/app/drawing/geometry";
import { layoutOf, partOf } from "../src/games/duel/board/layout";
import { anchorBox } from "../src/games/duel/board/table";
import * as choices from "../src/games/duel/play/choices";
import * as deeds from "../src/games/duel/play/deeds";
import * as effects from "../src/games/duel/play/effects";
import { entriesOf } from "../src/games/duel/play/log";
import DuelPlay from "../src/games/duel/play/Play.svelte";
import { boxOf } from "../src/games/duel/play/targets";
import type { DuelView } from "../src/games/duel/view";
import { back, choiceOf, keyOf, NOTHING } from "../src/table/choice";
import * as helpers from "./helpers";

const QUESTIONS = ["turn", "place", "place_more", "place_to_unload", "unload", "unload_more", "swap", "take"];
const TOKENS = ["take", "place", "place_and_unload", "swap_and_unload"];
const LAYOUTS = ["desk", "tall", "phone", "flat"] as const;
const NOT_WORDS = /undefined|NaN|\{|\}|\bnull\b|\[object/;

const reached = (view: DuelView, byBoat: boolean) => helpers.reached(choices.pickingOf(view, byBoat));

test("there is a decision of every kind, and every action token can be played in some", () => {
  expect(asked.map(({ view }) => view.question)).toEqual(expect.arrayContaining(QUESTIONS));
  const moves = asked.flatMap(({ view }) => view.moves);
  const played = moves.flatMap(({ verb, token }) => (verb === "play" ? [token] : []));
  expect(played).toEqual(expect.arrayContaining(TOKENS));
});

test("each legal move can be reached by clicks, and nothing else, with large tokens and with small ones", () => {
  for (const { name, view } of asked) {
    const all = view.moves.map(({ text }) => text).sort();
    for (const byBoat of [false, true]) expect(reached(view, byBoat).moves, name).toStrictEqual(all);
  }
});

test("nothing that may be picked is without a name, and no two are the same", () => {
  for (const { name, view } of asked) {
    for (const choice of [...reached(view, false).choices, ...reached(view, true).choices]) {
      expect(choice.options.length, name).toBeGreaterThan(0);
      expect(deeds.askOf(view, choice).length, name).toBeGreaterThan(3);
      const said = choice.options.map((option) => deeds.optionName(view, option));
      for (const sentence of said) expect(sentence, name).not.toMatch(NOT_WORDS);
      expect(new Set(said).size, `${name}: ${said}`).toBe(said.length);
    }
    for (const move of view.moves) expect(deeds.deedOf(view, move), name).not.toMatch(NOT_WORDS);
  }
});

test("what lies on the table is a button there, apart from the others, in every layout", () => {
  for (const { name, view } of asked) {
    for (const layoutName of LAYOUTS) {
      const layout = layoutOf(view, layoutName);
      const targets = choiceOf(choices.pickingOf(view)).options.filter(({ target }) => !choices.isWord(target));
      const boxes = targets.flatMap(({ target }) => boxOf(view, layout, target) ?? []);
      expect(boxes.length, `${name} ${layoutName}`).toBe(targets.length);
      boxes.forEach((box, index) => {
        expect(box.x >= 0 && box.y >= 0 && box.x + box.w <= layout.w && box.y + box.h <= layout.h, name).toBeTruthy();
        for (const other of boxes.slice(index + 1)) {
          const shared =
            Math.min(box.x + box.w, other.x + other.w) - Math.max(box.x, other.x) > 0.1 &&
            Math.min(box.y + box.h, other.y + other.h) - Math.max(box.y, other.y) > 0.1;
          expect(shared, `${name} ${layoutName}: ${JSON.stringify([box, other])}`).toBeFalsy();
        }
      });
    }
  }
});

test("the halves of a phone held sideways have everything that may be picked", () => {
  for (const { name, view } of asked) {
    const layout = layoutOf(view, "flat");
    const halves = (["harbour", "seats"] as const).map((part) => partOf(layout, part));
    for (const { target } of choiceOf(choices.pickingOf(view)).options) {
      const box = boxOf(view, layout, target);
      if (!box) continue;
      const inside = ({ x, y, w, h }: Box) =>
        box.x >= x && box.y >= y && box.x + box.w <= x + w + 0.1 && box.y + box.h <= y + h;
      expect(halves.filter(inside).length, `${name} ${JSON.stringify(target)}`).toBe(1);
    }
  }
});

test("back leads to the beginning, step by step", () => {
  for (const { name, view } of asked) {
    for (const choice of reached(view, true).choices) {
      let count = 0;
      for (let picked = back(choice); picked; picked = back(choiceOf(choices.pickingOf(view, true), picked))) {
        count += 1;
      }
      expect(count, name).toBeLessThanOrEqual(3);
    }
  }
});

test("what was picked for another question is forgotten", () => {
  const turn = asked.find(({ view }) => view.question === "turn")!;
  const swap = asked.find(({ view }) => view.question === "swap")!;
  const picked: choices.Picked = { action: "unload", targets: [{ on: "cargo", boat: "row 9", space: 1 }] };
  expect(choiceOf(choices.pickingOf(turn.view), picked).picked.targets).toStrictEqual([]);
  expect(choiceOf(choices.pickingOf(swap.view), picked).picked).toStrictEqual(NOTHING);
});

test("two tokens may be swapped in either order, within one boat", () => {
  const { view } = asked.find(({ view: { question } }) => question === "swap")!;
  const { boat, space, second_space: second, text } = view.moves.find(({ verb }) => verb === "swap")!;
  const token = (at: typeof space) => ({ on: "cargo", boat: boat!, space: at! }) as const;
  for (const [a, b] of [
    [space, second],
    [second, space],
  ]) {
    // prettier-ignore
    const { options } = choiceOf(choices.pickingOf(view), { action: null, targets: [token(a)] });
    expect(options.every(({ target }) => target.on === "cargo" && target.boat === boat)).toBe(true);
    expect(options.find(({ key }) => key === keyOf(token(b)))?.move?.text).toBe(text);
  }
});

test("arrow keys lead from every target to every other", () => {
  for (const { name, view } of asked) {
    const layout = layoutOf(view, "desk");
    const { options } = choiceOf(choices.pickingOf(view));
    const boxes = options.flatMap(({ target }) => boxOf(view, layout, target) ?? []);
    helpers.expectWays(boxes, name);
  }
});

test("a preview shows the points that the server tells, and who gets what", () => {
  let compared = 0;
  for (const { name, view, previews } of asked) {
    for (const preview of previews) {
      const effect = effects.effectOf(view, preview);
      expect(effects.effectSaid(view, effect), `${name} ${preview.text}`).not.toMatch(NOT_WORDS);
      expect(effect.scores).toStrictEqual(preview.scores);
      const got = preview.events.filter(({ kind }) => kind === "token_unloaded" || kind === "token_taken");
      expect(Object.values(effect.got).flat().length, `${name} ${preview.text}`).toBe(got.length);
      compared += got.length;
    }
  }
  expect(compared).toBeGreaterThan(100);
});

test("points by source are shown where the server tells them", () => {
  const { view, previews } = asked.find(({ view: { question } }) => question === "take")!;
  const points = view.seats.map((seat) => ({ ...seat.points, tomb: seat.points["tomb"]! + 3 }));
  const effect = effects.effectOf(view, { ...previews[0]!, scores: null, points });
  expect(effect.highlights.gains?.[0]?.tomb).toBe(3);
  expect(effect.highlights.gains?.[0]?.temple).toBe(0);
  expect(effect.scores?.[1]).toBe(view.seats[1]!.score + 3);
});

test("before its preview is there, a move is seen at a glance", () => {
  for (const { view } of asked) {
    for (const move of view.moves) {
      const glance = effects.glanceAt(view, move);
      if (move.verb !== "stop" && move.verb !== "pass") expect(Object.keys(glance).length, move.text).toBeTruthy();
    }
  }
});

test("an action token in play tells what was done of it, and whether one may stop", () => {
  for (const { name, view, events } of asked) {
    const play = deeds.tokenInPlay(view, events);
    if (view.question === "turn") expect(play, name).toBeNull();
    else {
      expect(TOKENS, name).toContain(play?.token);
      const last = play!.steps.at(-1)!;
      expect(last.state, name).toBe(view.moves.some(({ verb }) => verb === "stop") ? "optional" : "now");
      if (view.question === "unload_more") expect(play!.steps.length, name).toBeGreaterThanOrEqual(3);
    }
  }
});

test("the log tells in whole sentences what happened, where, and by which rule", () => {
  for (const { name, view, events } of [...asked, { name: "end", ...end }]) {
    const entries = entriesOf(view, events);
    expect(events.length < 40 || entries.length > 5, name).toBeTruthy();
    for (const entry of entries) {
      expect(entry.text, name).not.toMatch(NOT_WORDS);
      expect(entry.text.length, name).toBeGreaterThan(4);
      if (entry.where) {
        for (const layout of LAYOUTS) expect(anchorBox(view, layoutOf(view, layout), entry.where)).toBeTruthy();
      }
      if (!entry.about) continue;
      if ("rules" in entry.about) for (const id of entry.about.rules) expect(words.rules[id], id).toBeTruthy();
      else if ("token" in entry.about) expect(words.tokens[entry.about.token], entry.about.token).toBeTruthy();
      else expect(words.sides[entry.about.site]?.[entry.about.side], name).toBeTruthy();
    }
    expect(new Set(entries.map(({ number }) => number)).size, name).toBe(entries.length);
  }
});

test("whoever looks is You in the log, and around one screen nobody", () => {
  let told = 0;
  for (const { name, view, events } of [...asked, { name: "end", ...end }]) {
    for (const you of [null, 0, 1]) {
      for (const { seat, text } of entriesOf({ ...view, you }, events)) {
        if (seat === null || /leaves|reserve|^New on/.test(text)) continue;
        const owner = view.seats[seat]!.name;
        expect(text, name).toMatch(seat === you ? /\b[Yy]ou\b/ : owner);
        if (seat === you) expect(text, name).not.toContain(owner);
        told += 1;
      }
    }
  }
  expect(told).toBeGreaterThan(300);
});

test("every decision is drawn, and each thing that may be picked is a button in it", () => {
  for (const { name, ...shot } of [...asked, { name: "end", ...end }]) {
    const text = helpers.drawn(DuelPlay, { ...shot, words, onmove: () => undefined }, name);
    for (const { key } of shot.view.is_over ? [] : choiceOf(choices.pickingOf(shot.view)).options) {
      expect(text, name).toContain(`data-key="${key}"`);
    }
  }
});
