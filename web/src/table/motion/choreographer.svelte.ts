// Plays what happened: holds the view back until its steps are done, and always ends with the newest one.
import { untrack } from "svelte";

import type { Box } from "../../app/drawing/geometry";
import type { SoundName } from "../../app/sound/sounds";
import type { GameEvent } from "../../net/views";
import { deedHeard, heardIn, type Cues, type Heard } from "./cues";
import { NOTHING_AWAY, type Cast, type Flight, type Script, type ScriptOf } from "./script";
import { RATE, type Speed } from "./speed";

/** What it needs of the browser; tests bring their own. */
export interface Clock {
  now(): number;
  frame(call: () => void): number;
  cancel(frame: number): void;
  hidden(): boolean;
  reduced(): boolean;
}

const BROWSER: Clock = {
  now: () => performance.now(),
  frame: (call) => requestAnimationFrame(call),
  cancel: (frame) => cancelAnimationFrame(frame),
  hidden: () => document.hidden,
  reduced: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
};

const LONG = 4000; // ms that wait: from then on everything goes twice as fast
const MOST = 2; // updates that may wait
const MARKED = 900; // ms that a change is marked where nothing moves
const AHEAD = 250; // ms before something happens one has to look there
const LATE = 2000; // ms without a frame: something is wrong

export class Choreographer<C extends Cast = Cast> {
  /** The table at rest: give it to the table's drawing. Null before the first update. */
  shown = $state.raw<C["view"] | null>(null);
  /** What the drawing leaves out, since it is in flight. */
  away = $state.raw<C["away"]>(NOTHING_AWAY);
  /** What is in flight. */
  flights = $state.raw<readonly Flight<C["piece"]>[]>([]);
  /** What changed, for those who want no movement. */
  marks = $state.raw<readonly Box[]>([]);
  /** Whether the newest view is still held back: nothing can be chosen. */
  busy = $state(false);
  /** Whether anything moves. */
  playing = $state(false);
  /** The board on which something happens, for pages that show one at a time. */
  where = $state<C["where"] | null>(null);
  /** What the page knows and a script needs; the layer fills it in. */
  stage: C["stage"] = {};
  /** Called with the time of the script before each frame; the layer sets its transforms then. */
  onframe: ((time: number) => void)[] = [];
  /** How what happens sounds, and who makes it heard. */
  cues: (view: C["view"]) => Cues = () => ({});
  onsound: ((sound: SoundName) => void) | null = null;

  #speed: () => Speed;
  #scriptOf: ScriptOf<C>;
  #clock: Clock;
  #newest: C["view"] | null = null;
  #seen = 0;
  #queue: Script<C>[] = [];
  #now: Script<C> | null = null;
  #time = 0; // of the script
  #before = 0; // of the clock
  #frame: number | null = null;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #unmark: ReturnType<typeof setTimeout> | undefined;
  #gone = false;
  #heard: Heard[] = []; // of the script: what is still to be heard

  constructor(speed: () => Speed, scriptOf: ScriptOf<C>, clock: Clock = BROWSER) {
    this.#speed = speed;
    this.#scriptOf = scriptOf;
    this.#clock = clock;
  }

  /** The time of the script that is played. */
  get time(): number {
    return this.#time;
  }

  /** A new view, and what happened since the one before. The first one, and one without events, is shown at once. */
  update(view: C["view"], events: readonly GameEvent[] = []): void {
    // an effect that calls it must not wait for what it sets
    untrack(() => this.#update(view, events));
  }

  #update(view: C["view"], events: readonly GameEvent[]): void {
    const before = this.#newest;
    this.#newest = view;
    const speed = this.#speed();
    if (!before || !events.length || before.game !== view.game || this.#gone) {
      this.finish();
      return;
    }
    try {
      if (this.#clock.hidden()) return this.finish();
      if (speed === "off") {
        this.finish();
        this.#hearDeed(view, events);
        return;
      }
      const script = this.#scriptOf(before, view, events, this.stage);
      if (this.#clock.reduced()) {
        this.finish();
        this.#mark(script.marks);
        this.#hearDeed(view, events);
        return;
      }
      if (!script.length) return this.finish();
      this.#queue.push(script);
      if (this.#queue.length > MOST) this.#queue = this.#queue.slice(-1);
      if (!this.#now) this.#next();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** The same with all events so far: plays those that are new. After an undo there are fewer, and nothing to play. */
  follow(view: C["view"], events: readonly GameEvent[]): void {
    const seen = this.#newest ? this.#seen : events.length;
    this.#seen = events.length;
    if (view === this.#newest) return;
    if (events.length === seen && this.#newest) untrack(() => this.#renew(view));
    else this.update(view, events.length > seen ? events.slice(seen) : []);
  }

  /** Nothing happened, but something about it is new: what plays goes on, and ends with it. */
  #renew(view: C["view"]): void {
    const old = this.#newest;
    const last = this.#queue.at(-1) ?? this.#now;
    this.#newest = view;
    if (!last) return this.finish();
    last.scenes = last.scenes.map((scene) => (scene.view === old ? { ...scene, view } : scene));
    if (this.shown === old) this.shown = view;
  }

  /** At once to the newest view. */
  finish(): void {
    if (this.#frame !== null) this.#clock.cancel(this.#frame);
    clearTimeout(this.#watch);
    this.#frame = null;
    this.#now = null;
    this.#queue = [];
    this.#heard = [];
    this.#time = 0;
    this.flights = [];
    this.away = NOTHING_AWAY;
    this.busy = this.playing = false;
    this.where = null;
    this.shown = this.#newest;
  }

  /** Whoever plays doesn't want to wait. Says whether there was anything to skip. */
  skip(): boolean {
    if (!this.playing) return false;
    this.finish();
    return true;
  }

  /** For the gallery: stands still at a time of the script. */
  seek(time: number): void {
    if (!this.#now) return;
    if (this.#frame !== null) this.#clock.cancel(this.#frame);
    clearTimeout(this.#watch);
    this.#frame = null;
    this.#set(Math.min(time, this.#now.length));
  }

  get script(): Script<C> | null {
    return this.#now;
  }

  destroy(): void {
    this.#gone = true;
    clearTimeout(this.#unmark);
    this.finish();
    this.onframe = [];
  }

  // --- playing

  #next(): void {
    const next = this.#queue.shift() ?? null;
    if (!next) return this.finish();
    this.#now = next;
    this.#before = this.#clock.now();
    this.#heard = this.onsound ? heardIn(next.steps, this.cues(next.scenes.at(-1)!.view)) : [];
    this.playing = true;
    this.#set(0);
    this.#wait();
  }

  #wait(): void {
    this.#frame = this.#clock.frame(() => this.#run());
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.finish(), LATE);
  }

  #run(): void {
    this.#frame = null;
    const here = this.#now;
    if (!here) return;
    try {
      const speed = this.#speed();
      if (speed === "off" || this.#clock.hidden()) return this.finish();
      const now = this.#clock.now();
      const left = here.length - this.#time + this.#queue.reduce((sum, { length }) => sum + length, 0);
      const rate = RATE[speed] * (left > LONG ? 2 : 1);
      const time = this.#time + Math.min(100, now - this.#before) * rate; // after a hitch it goes on, not ahead
      this.#before = now;
      // what is extra needn't be seen to its end if more has come
      if (time >= here.length || (this.#queue.length && time >= here.settled)) {
        for (const { sound } of this.#heard.splice(0)) this.onsound?.(sound);
        this.#next();
      } else {
        this.#set(time);
        this.#wait();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  #set(time: number): void {
    const script = this.#now!;
    this.#time = time;
    const scene = script.scenes.findLast(({ at }) => at <= time) ?? script.scenes[0]!;
    if (this.shown !== scene.view) this.shown = scene.view;
    if (this.away !== scene.away) this.away = scene.away;
    this.busy = time < script.settled || this.#queue.length > 0;
    this.where = script.steps.findLast(({ start, where }) => where && start <= time + AHEAD)?.where ?? null;
    const flights = script.flights.filter(({ start, end }) => start <= time && time < end);
    if (flights.length !== this.flights.length || flights.some((flight, index) => flight !== this.flights[index]))
      this.flights = flights;
    for (const call of this.onframe) call(time);
    while (this.#heard[0] && this.#heard[0].at <= time) this.onsound?.(this.#heard.shift()!.sound);
  }

  #hearDeed(view: C["view"], events: readonly GameEvent[]): void {
    const sound = deedHeard(events, this.cues(view));
    if (sound) this.onsound?.(sound);
  }

  #mark(marks: readonly Box[]): void {
    clearTimeout(this.#unmark);
    this.marks = marks;
    this.#unmark = setTimeout(() => (this.marks = []), MARKED);
  }

  /** A picture that failed must never hide the game. */
  #failed(error: unknown): void {
    console.error(error);
    this.finish();
  }
}
