// What is heard: the right sounds in the right order, never before they are seen, and nothing when muted or before
// anybody has acted. The sounds themselves are measured by tools/measure_sounds.py.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import builderEvents from "../../src/imhotep/table/builder/events.py?raw";
import duelEvents from "../../src/imhotep/table/duel/events.py?raw";
import { momentsOf, type Recorded } from "../fixtures/recorded";
import { SoundPlayer } from "../src/app/sound/sound.svelte";
import { SOUND_NAMES, SOUNDS, type SoundName } from "../src/app/sound/sounds";
import { RATE, synthesised } from "../src/app/sound/synthesis";
import { clientOf, scriptOf } from "../src/games";
import { BUILDER_SILENT } from "../src/games/builder/motion/script";
import { BUILDER_CUES, BUILDER_QUIET } from "../src/games/builder/motion/sounds";
import { DUEL_SILENT } from "../src/games/duel/motion/script";
import { DUEL_CUES, DUEL_QUIET } from "../src/games/duel/motion/sounds";
import { Choreographer } from "../src/table/motion/choreographer.svelte";
import { heardIn } from "../src/table/motion/cues";

const recorded = import.meta.glob<string>("../fixtures/recorded/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});
const games = Object.values(recorded).map((text) => momentsOf(JSON.parse(text) as Recorded));

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

/** A browser's sound that writes down what it is asked to play, by the lengths of its buffers. */
class FakeHall {
  heard: SoundName[] = [];
  rates: number[] = [];
  shaken: number[][] = [];
  contexts = 0;
  time = 0;
  gain = { value: 1 };

  now = () => this.time;
  vibrate = (pattern: number[]) => void this.shaken.push(pattern);
  context = () => {
    this.contexts += 1;
    return {
      state: "running",
      destination: {},
      createBuffer: (_: number, length: number) => ({ length, copyToChannel: () => undefined }),
      createGain: () => ({ gain: this.gain, connect: () => undefined }),
      createBufferSource: () => {
        const source = {
          buffer: { length: 0 },
          playbackRate: { value: 1 },
          connect: () => undefined,
          start: () => {
            const name = SOUND_NAMES.find((one) => Math.round(SOUNDS[one].seconds * RATE) === source.buffer.length);
            this.heard.push(name!);
            this.rates.push(source.playbackRate.value);
          },
        };
        return source;
      },
    } as unknown as AudioContext;
  };
}

function player(): { hall: FakeHall; sound: SoundPlayer } {
  const hall = new FakeHall();
  return { hall, sound: new SoundPlayer(hall) };
}

test("there are twelve sounds, each short, none silent, none too loud, and each of its own length", () => {
  expect(SOUND_NAMES.length).toBe(12);
  for (const name of SOUND_NAMES) {
    const samples = synthesised(SOUNDS[name]);
    const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    expect(samples.length / RATE, name).toBeLessThan(3);
    expect(peak, name).toBeCloseTo(SOUNDS[name].peak, 3);
    expect(peak, name).toBeLessThanOrEqual(0.5);
    expect(Math.abs(samples[0]!), name).toBeLessThan(0.05);
    expect(Math.abs(samples.at(-1)!), name).toBeLessThan(0.005);
    expect(samples.every(Number.isFinite), name).toBe(true);
  }
  expect(new Set(SOUND_NAMES.map((name) => SOUNDS[name].seconds)).size).toBe(12);
});

test("a sound is the same each time", () => {
  expect(synthesised(SOUNDS.water)).toStrictEqual(synthesised(SOUNDS.water));
});

test("nothing is heard, and no browser is asked for sound, before somebody has acted", () => {
  const { hall, sound } = player();
  sound.play("turn");
  sound.vibrate(60);
  expect(hall.contexts).toBe(0);
  expect(hall.shaken).toEqual([]);
  sound.wake();
  sound.play("turn");
  sound.vibrate(60);
  expect(hall.heard).toEqual(["turn"]);
  expect(hall.shaken).toEqual([[60]]);
});

test("muted means nothing at all, and is remembered", () => {
  const { hall, sound } = player();
  sound.wake();
  sound.muted = true;
  for (const name of SOUND_NAMES) sound.play(name);
  sound.vibrate(60);
  expect(hall.heard).toEqual([]);
  expect(hall.shaken).toEqual([]);
  const again = player();
  expect(again.sound.muted).toBe(true);
  again.sound.wake();
  expect(again.hall.contexts).toBe(0);
  again.sound.muted = false;
  again.sound.play("card");
  expect(again.hall.heard).toEqual(["card"]);
});

test("how loud it is is remembered, and nothing is what mute is", () => {
  const { hall, sound } = player();
  sound.wake();
  sound.play("card");
  sound.volume = 0.5;
  expect(hall.gain.value).toBeCloseTo(0.25);
  sound.volume = 0;
  expect(sound.muted).toBe(true);
  expect(player().sound.muted).toBe(true);
});

test("the same sound twice at once is one, and coins in a row rise", () => {
  const { hall, sound } = player();
  sound.wake();
  sound.play("stone");
  sound.play("stone");
  expect(hall.heard).toEqual(["stone"]);
  for (let coin = 0; coin < 4; coin += 1) {
    hall.time += 200;
    sound.play("coin");
  }
  expect(hall.rates.slice(1)).toEqual([...hall.rates.slice(1)].sort((a, b) => a - b));
  expect(hall.rates.at(-1)).toBeGreaterThan(1.05);
  hall.time += 5000;
  sound.play("coin");
  expect(hall.rates.at(-1)).toBe(1);
});

test("every kind of event is heard, deliberately not, or not even seen", () => {
  const kindsIn = (python: string) => [...python.matchAll(/Raw\.[A-Z_]+: \("([a-z_]+)"/g)].map((match) => match[1]!);
  const all = [
    [kindsIn(builderEvents), BUILDER_CUES, BUILDER_QUIET, BUILDER_SILENT],
    [kindsIn(duelEvents), DUEL_CUES, DUEL_QUIET, DUEL_SILENT],
  ] as const;
  for (const [kinds, cues, quiet, silent] of all) {
    expect(kinds.length).toBeGreaterThan(10);
    for (const kind of kinds) {
      const told = [kind in cues, quiet.has(kind), silent.has(kind)].filter(Boolean).length;
      expect(told, kind).toBe(1);
    }
    for (const kind of Object.keys(cues)) expect(kinds, kind).toContain(kind);
  }
});

/** Everything that a step of a recorded game makes heard, with the clock of the page at that time. */
function played(speed: "normal" | "off", reduced = false): { heard: string[]; wanted: string[] }[] {
  return games.flatMap((moments) =>
    moments.slice(1).flatMap(({ view, events }, index) => {
      if (!events.length) return [];
      const before = moments[index]!.view;
      let time = 0;
      let call: (() => void) | null = null;
      const clock = {
        now: () => time,
        frame: (next: () => void) => ((call = next), 1),
        cancel: () => (call = null),
        hidden: () => false,
        reduced: () => reduced,
      };
      const motion = new Choreographer(() => speed, scriptOf, clock as never);
      const heard: string[] = [];
      motion.cues = (shown) => clientOf(shown).cues;
      motion.onsound = (name) => heard.push(name);
      motion.update(before);
      motion.update(view, events);
      for (let frame = 0; call && frame < 5000; frame += 1) {
        const next: () => void = call;
        call = null;
        time += 30;
        next();
      }
      motion.destroy();
      const script = scriptOf(before, view, events, {});
      return [{ heard, wanted: heardIn(script.steps, clientOf(view).cues).map(({ sound }) => sound) }];
    }),
  );
}

test("what moves is heard in the order in which it is seen, all of it", () => {
  const steps = played("normal");
  expect(steps.length).toBeGreaterThan(100);
  for (const { heard, wanted } of steps) expect(heard).toEqual(wanted);
  const all = new Set(steps.flatMap(({ heard }) => heard));
  for (const name of ["stone", "wood", "water", "coin", "card", "shuffle", "round"]) expect(all).toContain(name);
});

test("a stone on a ship is heard when it lands, not before", () => {
  for (const moments of games) {
    for (const [index, { view, events }] of moments.slice(1).entries()) {
      if (!events.some(({ kind }) => kind === "stone_loaded")) continue;
      const script = scriptOf(moments[index]!.view, view, events, {});
      const step = script.steps.find(({ kind }) => kind === "stone_loaded")!;
      const heard = heardIn(script.steps, clientOf(view).cues).find(({ sound }) => sound === "wood")!;
      expect(heard.at).toBe(step.end);
      return;
    }
  }
  expect.unreachable();
});

test("where nothing moves the deed alone is heard", () => {
  for (const steps of [played("off"), played("normal", true)]) {
    for (const { heard } of steps) expect(heard.length).toBeLessThanOrEqual(1);
    expect(new Set(steps.flatMap(({ heard }) => heard)).size).toBeGreaterThan(3);
  }
});
