// Every recorded decision of The Duel (tools/duel_questions.py): each of its moves can be reached by picking, and nothing
// else; previews and log say what the server told.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createServer } from "vite";

const QUESTIONS = ["turn", "place", "place_more", "place_to_unload", "unload", "unload_more", "swap", "take"];
const TOKENS = ["take", "place", "place_and_unload", "swap_and_unload"];
const LAYOUTS = ["desk", "tall", "phone", "flat"];
const NOT_WORDS = /undefined|NaN|\{|\}|\bnull\b|\[object/;
let vite, asked, end, words, choices, deeds, effects, keyboard, log, targets, layouts, table, render, DuelPlay;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  const load = (path) => vite.ssrLoadModule(path);
  ({ asked, end, words } = await load("/src/duelplay/questions.ts"));
  choices = await load("/src/duelplay/choices.ts");
  deeds = await load("/src/duelplay/deeds.ts");
  effects = await load("/src/duelplay/effects.ts");
  log = await load("/src/duelplay/log.ts");
  targets = await load("/src/duelplay/targets.ts");
  keyboard = await load("/src/table/keyboard.ts");
  layouts = await load("/src/duel/layout.ts");
  table = await load("/src/duel/table.ts");
  render = (await load("svelte/server")).render;
  DuelPlay = (await load("/src/duelplay/DuelPlay.svelte")).default;
});

after(() => vite.close());

/** Everything that can be reached by clicks: moves, and the choices on the way. */
function reached(view, byBoat) {
  const found = { moves: new Set(), choices: [] };
  const queue = [choices.NOTHING];
  const seen = new Set();
  while (queue.length) {
    const picked = queue.pop();
    const name = JSON.stringify(picked);
    if (seen.has(name)) continue;
    seen.add(name);
    const choice = choices.choiceOf(view, picked, byBoat);
    found.choices.push(choice);
    for (const deed of choice.deeds) queue.push({ deed, targets: [] });
    for (const option of choice.options) {
      if (option.move) found.moves.add(option.move.text);
      else queue.push(choices.pick(choice, option.target));
    }
  }
  return found;
}

test("there is a decision of every kind, and every action token can be played in some", () => {
  for (const question of QUESTIONS) assert.ok(asked.some(({ view }) => view.question === question), question); // prettier-ignore
  for (const token of TOKENS) {
    assert.ok(asked.some(({ view }) => view.moves.some((move) => move.verb === "play" && move.token === token)), token); // prettier-ignore
  }
});

test("each legal move can be reached by clicks, and nothing else, with large tokens and with small ones", () => {
  for (const { name, view } of asked) {
    const all = view.moves.map(({ text }) => text).sort();
    for (const byBoat of [false, true]) assert.deepEqual([...reached(view, byBoat).moves].sort(), all, name);
  }
});

test("nothing that may be picked is without a name, and no two are the same", () => {
  for (const { name, view } of asked) {
    for (const choice of [...reached(view, false).choices, ...reached(view, true).choices]) {
      assert.ok(choice.options.length > 0, name);
      assert.ok(deeds.askOf(view, choice).length > 3, name);
      const said = choice.options.map((option) => deeds.optionName(view, option));
      for (const sentence of said) assert.doesNotMatch(sentence, NOT_WORDS, name);
      assert.equal(new Set(said).size, said.length, `${name}: ${said}`);
    }
    for (const move of view.moves) assert.doesNotMatch(deeds.deedOf(view, move), NOT_WORDS, name);
  }
});

test("what lies on the table is a button there, apart from the others, in every layout", () => {
  for (const { name, view } of asked) {
    for (const layoutName of LAYOUTS) {
      const layout = layouts.layoutOf(view, layoutName);
      const boxes = choices
        .choiceOf(view)
        .options.filter(({ target }) => !choices.isWord(target))
        .map(({ target }) => targets.boxOf(view, layout, target));
      boxes.forEach((box, index) => {
        assert.ok(box, `${name} ${layoutName}`);
        assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.w <= layout.w && box.y + box.h <= layout.h, name);
        for (const other of boxes.slice(index + 1)) {
          const shared =
            Math.min(box.x + box.w, other.x + other.w) - Math.max(box.x, other.x) > 0.1 &&
            Math.min(box.y + box.h, other.y + other.h) - Math.max(box.y, other.y) > 0.1;
          assert.ok(!shared, `${name} ${layoutName}: ${JSON.stringify([box, other])}`);
        }
      });
    }
  }
});

test("the halves of a phone held sideways have everything that may be picked", () => {
  for (const { name, view } of asked) {
    const layout = layouts.layoutOf(view, "flat");
    const halves = ["harbour", "seats"].map((part) => layouts.partOf(layout, part));
    for (const { target } of choices.choiceOf(view).options) {
      const box = targets.boxOf(view, layout, target);
      if (!box) continue;
      const inside = ({ x, y, w, h }) =>
        box.x >= x && box.y >= y && box.x + box.w <= x + w + 0.1 && box.y + box.h <= y + h;
      assert.equal(halves.filter(inside).length, 1, `${name} ${JSON.stringify(target)}`);
    }
  }
});

test("back leads to the beginning, step by step", () => {
  for (const { name, view } of asked) {
    for (const choice of reached(view, true).choices) {
      let count = 0;
      for (let picked = choices.back(choice); picked; picked = choices.back(choices.choiceOf(view, picked, true))) {
        count += 1;
      }
      assert.ok(count <= 3, name);
    }
  }
});

test("what was picked for another question is forgotten", () => {
  const turn = asked.find(({ view }) => view.question === "turn");
  const swap = asked.find(({ view }) => view.question === "swap");
  const picked = { deed: "unload", targets: [{ on: "cargo", boat: "row 9", space: 1 }] };
  assert.deepEqual(choices.choiceOf(turn.view, picked).picked.targets, []);
  assert.deepEqual(choices.choiceOf(swap.view, picked).picked, choices.NOTHING);
});

test("two tokens may be swapped in either order, within one boat", () => {
  const { view } = asked.find(({ view: { question } }) => question === "swap");
  const { boat, space, second_space: second, text } = view.moves.find(({ verb }) => verb === "swap");
  for (const [a, b] of [
    [space, second],
    [second, space],
  ]) {
    const choice = choices.choiceOf(view, { deed: null, targets: [{ on: "cargo", boat, space: a }] });
    assert.ok(choice.options.every(({ target }) => target.boat === boat));
    assert.equal(choice.options.find(({ target }) => target.space === b).move.text, text);
  }
});

test("arrow keys lead from every target to every other", () => {
  for (const { name, view } of asked) {
    const layout = layouts.layoutOf(view, "desk");
    const { options } = choices.choiceOf(view);
    const boxes = options.flatMap(({ target }) => targets.boxOf(view, layout, target) ?? []);
    for (let start = 0; start < boxes.length; start += 1) {
      const seen = new Set([start]);
      for (const at of seen) {
        for (const way of ["left", "right", "up", "down"]) {
          const next = keyboard.nextIn(boxes, at, way);
          if (next !== null) seen.add(next);
        }
      }
      assert.equal(seen.size, boxes.length, `${name} from ${options[start].key}`);
    }
  }
});

test("a preview shows the points that the server tells, and who gets what", () => {
  let compared = 0;
  for (const { name, view, previews } of asked) {
    for (const preview of previews) {
      const effect = effects.effectOf(view, preview);
      assert.doesNotMatch(effects.effectSaid(view, effect), NOT_WORDS, `${name} ${preview.text}`);
      assert.deepEqual(effect.scores, preview.scores);
      const got = preview.events.filter(({ kind }) => kind === "token_unloaded" || kind === "token_taken");
      assert.equal(Object.values(effect.got).flat().length, got.length, `${name} ${preview.text}`);
      compared += got.length;
    }
  }
  assert.ok(compared > 100);
});

test("points by source are shown where the server tells them", () => {
  const { view, previews } = asked.find(({ view: { question } }) => question === "take");
  const points = view.seats.map((seat) => ({ ...seat.points, tomb: seat.points.tomb + 3 }));
  const effect = effects.effectOf(view, { ...previews[0], scores: null, points });
  assert.equal(effect.highlights.gains[0].tomb, 3);
  assert.equal(effect.highlights.gains[0].temple, 0);
  assert.equal(effect.scores[1], view.seats[1].score + 3);
});

test("before its preview is there, a move is seen at a glance", () => {
  for (const { view } of asked) {
    for (const move of view.moves) {
      const glance = effects.glanceAt(view, move);
      if (move.verb !== "stop" && move.verb !== "pass") assert.ok(Object.keys(glance).length, move.text);
    }
  }
});

test("an action token in play tells what was done of it, and whether one may stop", () => {
  for (const { name, view, events } of asked) {
    const play = deeds.tokenInPlay(view, events);
    if (view.question === "turn") assert.equal(play, null, name);
    else {
      assert.ok(TOKENS.includes(play.token), name);
      const last = play.steps.at(-1);
      assert.equal(last.state, view.moves.some(({ verb }) => verb === "stop") ? "optional" : "now", name);
      if (view.question === "unload_more") assert.ok(play.steps.length >= 3, name);
    }
  }
});

test("the log tells in whole sentences what happened, where, and by which rule", () => {
  for (const { name, view, events } of [...asked, { name: "end", ...end }]) {
    const entries = log.entriesOf(view, events);
    assert.ok(events.length < 40 || entries.length > 5, name);
    for (const entry of entries) {
      assert.doesNotMatch(entry.text, NOT_WORDS, name);
      assert.ok(entry.text.length > 4, name);
      if (entry.where) {
        for (const layout of LAYOUTS) assert.ok(table.anchorBox(view, layouts.layoutOf(view, layout), entry.where));
      }
      if (!entry.about) continue;
      if ("rules" in entry.about) for (const id of entry.about.rules) assert.ok(words.rules[id], id);
      else if ("token" in entry.about) assert.ok(words.tokens[entry.about.token], entry.about.token);
      else assert.ok(words.sides[entry.about.site][entry.about.side], name);
    }
    assert.equal(new Set(entries.map(({ number }) => number)).size, entries.length, name);
  }
});

test("every decision is drawn, and each thing that may be picked is a button in it", () => {
  for (const { name, ...shot } of [...asked, { name: "end", ...end }]) {
    const { body } = render(DuelPlay, { props: { ...shot, words, onmove: () => {} } });
    assert.doesNotMatch(body.replace(/<!--.*?-->/g, ""), /NaN|undefined|\[object/, name);
    for (const { key } of shot.view.is_over ? [] : choices.choiceOf(shot.view).options) {
      assert.ok(body.includes(`data-key="${key}"`), `${name} ${key}`);
    }
  }
});
