// Every recorded decision (tools/play_questions.py): each of its moves can be reached by picking, and nothing else.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { createServer } from "vite";

const QUESTIONS = [
  "turn", "load", "load_to_sail", "sail_ship", "sail_by_lever", "sail_by_plank", "order", "pick_card", "keep_card",
  "pyramid", "pyramid_bonus", "temple", "raft", "mound", "tomb", "great_obelisk", "alley",
]; // prettier-ignore
let vite, order, asked, end, render, BuilderPlay, choices, piece, effects, deeds, keyboard, log, layers, words;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  const load = (path) => vite.ssrLoadModule(path);
  ({ asked, end, words } = await load("/src/play/questions.ts"));
  choices = await load("/src/play/choices.ts");
  piece = await load("/src/play/piece.ts");
  effects = await load("/src/play/effects.ts");
  deeds = await load("/src/play/deeds.ts");
  log = await load("/src/play/log.ts");
  order = await load("/src/play/order.ts");
  layers = await load("/src/play/targets.ts");
  keyboard = await load("/src/table/keyboard.ts");
  render = (await load("svelte/server")).render;
  BuilderPlay = (await load("/src/play/BuilderPlay.svelte")).default;
});

after(() => vite.close());

/** Everything that can be reached by clicks: moves, and what is picked on the way. */
function reached(view) {
  const found = { moves: new Set(), choices: [] };
  const queue = [choices.NOTHING];
  const seen = new Set();
  while (queue.length) {
    const picked = queue.pop();
    const name = JSON.stringify(picked);
    if (seen.has(name)) continue;
    seen.add(name);
    const choice = choices.choiceOf(view, picked);
    found.choices.push(choice);
    for (const action of choice.actions) queue.push({ action, targets: [] });
    for (const option of choice.options) {
      if (option.move) found.moves.add(option.move.text);
      else queue.push(choices.pick(choice, option.target));
    }
  }
  return found;
}

test("arrow keys lead from every target to every other", () => {
  for (const { name, view } of asked) {
    for (const { options } of reached(view).choices) {
      const boxes = options.flatMap(({ target }) => layers.boxesOf(view, target).slice(0, 1));
      for (let start = 0; start < boxes.length; start += 1) {
        const seen = new Set([start]);
        for (const at of seen) {
          for (const way of ["left", "right", "up", "down"]) {
            const next = keyboard.nextIn(boxes, at, way);
            if (next !== null) seen.add(next);
          }
        }
        assert.equal(seen.size, boxes.length, `${name} from ${JSON.stringify(boxes[start])}`);
      }
    }
  }
});

test("there is a decision of every kind", () => {
  for (const question of QUESTIONS)
    assert.ok(
      asked.some(({ view }) => view.question === question),
      question,
    );
});

test("each legal move can be reached by clicks, and nothing else", () => {
  for (const { name, view } of asked) {
    assert.deepEqual([...reached(view).moves].sort(), view.moves.map(({ text }) => text).sort(), name);
  }
});

test("nothing that may be picked is without a name, and no two are the same", () => {
  for (const { name, view } of asked) {
    for (const choice of reached(view).choices) {
      assert.ok(choice.options.length > 0, name);
      assert.ok(deeds.askOf(view, choice).length > 3, name);
      const said = choice.options.map((option) => deeds.optionName(view, option));
      for (const sentence of said) assert.doesNotMatch(sentence, /undefined|NaN|\{|\}|\bnull\b/, name);
      // a number of the tomb is a token and a space: the same thing twice
      if (view.question !== "tomb") assert.equal(new Set(said).size, said.length, `${name}: ${said}`);
    }
    for (const move of view.moves) assert.ok(deeds.deedOf(view, move).length > 2, name);
  }
});

test("a turn's question names what can be done, and nothing else", () => {
  const words = { take: "take", load: "load", sail: "sail", card: "play a card" };
  let narrowed = 0;
  for (const { name, view } of asked.filter((one) => one.view.question === "turn")) {
    const choice = choices.choiceOf(view, choices.NOTHING);
    if (choice.actions.length < 2) continue;
    const question = deeds.askOf(view, choice);
    for (const [action, word] of Object.entries(words)) {
      assert.equal(question.includes(word), choice.actions.includes(action), `${name}: ${question}`);
      narrowed += choice.actions.includes(action) ? 0 : 1;
    }
  }
  assert.ok(narrowed > 0);
});

test("what lies on the table is a button there, large enough for its sentence", () => {
  for (const { name, view } of asked) {
    for (const choice of reached(view).choices) {
      for (const { target, key } of choice.options) {
        if (choices.isWord(target) || target.on === "hand") continue;
        const boxes = layers.boxesOf(view, target);
        assert.ok(boxes.length > 0, `${name} ${key}`);
        for (const { x, y, w, h } of boxes) {
          assert.ok(x >= 0 && y >= 0 && w > 8 && h > 8 && x + w <= 1132 && y + h <= 753, `${name} ${key}`);
        }
      }
    }
  }
});

test("back leads to the beginning, step by step", () => {
  for (const { name, view } of asked) {
    for (const choice of reached(view).choices) {
      let count = 0;
      for (let picked = choices.back(choice); picked; picked = choices.back(choices.choiceOf(view, picked))) count += 1;
      assert.ok(count <= 4, name);
    }
  }
});

test("what was picked for another question is forgotten", () => {
  const turn = asked.find(({ view }) => view.question === "turn");
  const load = asked.find(({ view }) => view.question === "load");
  const picked = { action: "sail", targets: [{ on: "ship", ship: 9 }] };
  assert.deepEqual(choices.choiceOf(turn.view, picked).picked.targets, []);
  assert.deepEqual(choices.choiceOf(load.view, picked).picked, choices.NOTHING);
});

test("a token of the great obelisk gets into every way by turning, flipping and moving it", () => {
  for (const { name, view } of asked.filter(({ view }) => view.question === "great_obelisk")) {
    const ways = piece.waysOf(view.moves);
    const seen = new Set([ways[0]]);
    for (const way of seen)
      for (const how of ["turn", "flip", "left", "right"]) seen.add(piece.handled(ways, way, how));
    assert.equal(seen.size, ways.length, name);
    assert.equal(ways.length, view.moves.filter(({ verb }) => verb === "add").length, name);
  }
});

test("a preview shows the points that the server tells", () => {
  let compared = 0;
  for (const { name, view, previews } of asked) {
    for (const preview of previews) {
      const effect = effects.effectOf(view, preview);
      assert.doesNotMatch(
        effects
          .effectLine(view, effect)
          .map(({ text }) => text)
          .join(" "),
        /undefined|NaN|\{/,
        name,
      );
      if (!preview.scores) continue;
      view.seats.forEach((seat, index) => {
        assert.equal(effect.gains[index] ?? 0, preview.scores[index] - seat.score, `${name} ${preview.text}`);
        compared += 1;
      });
    }
  }
  assert.ok(compared > 300);
});

test("the log tells every event in whole sentences", () => {
  for (const { name, view, events } of asked) {
    const entries = log.entriesOf(view, events, words);
    assert.ok(entries.length > 0, name);
    for (const { parts } of entries) {
      const text = parts.map((part) => part.text).join("");
      assert.doesNotMatch(text, /undefined|NaN|\{|\}|null/, name);
      assert.ok(text.length > 4, name);
    }
  }
});

test("every decision is drawn with its buttons, and the end too", () => {
  for (const { name, ...shot } of [...asked, { name: "end", ...end }]) {
    const { body } = render(BuilderPlay, { props: { ...shot, words, onmove: () => undefined } });
    const text = body.replaceAll(/<!--.*?-->/g, "");
    assert.doesNotMatch(text, /NaN|undefined|Infinity|\[object/, name);
    for (const { key, target } of shot.view.is_over ? [] : choices.choiceOf(shot.view).options) {
      if (target.on !== "stone" && target.on !== "squares")
        assert.ok(text.includes(`data-key="${key}"`), `${name} ${key}`);
    }
  }
});

test("the lever's order is what was said, and the rest as it was loaded", () => {
  for (const { name, view, events } of asked.filter(({ view }) => view.question === "order")) {
    const unloading = order.unloadingOf(view, events);
    const left = order.leftOf(unloading);
    assert.equal(left.length, unloading.loaded.length - unloading.ordered.length, name);
    assert.deepEqual(new Set(left), new Set(view.moves.map(({ seat }) => seat)), name);
  }
});
