// What is heard: nothing before somebody has acted in this page, since a page that sounds by itself is rude, and browsers
// forbid it. How loud is kept at this device.
import { RATE, synthesised } from "./synthesis";
import { SOUNDS, type SoundName } from "./sounds";

/** As much of a browser's sound as is needed here; tests give another one. */
export interface Hall {
  context(): AudioContext | null;
  vibrate(pattern: number[]): void;
  now(): number; // ms
}

const KEY = "imhotep.sound";
const CLOSE = 45; // ms: the same sound twice within this is one
const RUN = 900; // ms in which coins that follow each other rise
const HIGHEST = 8; // steps that they rise
const STEP = 1.035;

export class SoundPlayer {
  #volume = $state(0.6);
  #muted = $state(false);
  #hall: Hall;
  #acted = false;
  #context: AudioContext | null = null;
  #loudness: GainNode | null = null;
  #buffers: Partial<Record<SoundName, AudioBuffer>> = {};
  #last: Partial<Record<SoundName, number>> = {}; // when each was last asked for
  #run = 0; // coins in a row

  constructor(hall: Hall = browserHall()) {
    this.#hall = hall;
    const kept = read();
    this.#volume = Math.min(1, Math.max(0, kept.volume ?? 0.6));
    this.#muted = kept.muted ?? false;
  }

  /** From 0 to 1. */
  get volume(): number {
    return this.#volume;
  }
  set volume(value: number) {
    this.#volume = value;
    this.#muted = value === 0;
    this.#set();
  }

  get muted(): boolean {
    return this.#muted;
  }
  set muted(value: boolean) {
    this.#muted = value;
    if (!value && this.#volume === 0) this.#volume = 0.6;
    this.#set();
  }

  /** Somebody has clicked, tapped or pressed a key. */
  wake(): void {
    this.#acted = true;
    if (this.#muted) return;
    this.#context ??= this.#hall.context();
    if (this.#context && this.#context.state !== "running") void this.#context.resume().catch(() => undefined);
  }

  play(name: SoundName): void {
    const now = this.#hall.now();
    const before = this.#last[name] ?? -Infinity;
    if (!this.#acted || this.#muted || now - before < CLOSE) return;
    this.#last[name] = now;
    this.#run = name === "coin" && now - before < RUN ? Math.min(HIGHEST, this.#run + 1) : 0;
    this.#context ??= this.#hall.context();
    const context = this.#context;
    if (!context) return;
    const source = context.createBufferSource();
    source.buffer = this.#buffer(context, name);
    source.playbackRate.value = name === "coin" ? STEP ** this.#run : 1;
    source.connect(this.#out(context));
    source.start();
  }

  /** On a phone that can. Muted is still, too. */
  vibrate(...pattern: number[]): void {
    if (this.#acted && !this.#muted) this.#hall.vibrate(pattern);
  }

  #buffer(context: AudioContext, name: SoundName): AudioBuffer {
    const found = this.#buffers[name];
    if (found) return found;
    const samples = synthesised(SOUNDS[name]);
    const buffer = context.createBuffer(1, samples.length, RATE);
    buffer.copyToChannel(samples, 0);
    this.#buffers[name] = buffer;
    return buffer;
  }

  #out(context: AudioContext): GainNode {
    if (!this.#loudness) {
      this.#loudness = context.createGain();
      this.#loudness.connect(context.destination);
      this.#set();
    }
    return this.#loudness;
  }

  #set(): void {
    // the ear hears a square as even steps
    if (this.#loudness) this.#loudness.gain.value = this.#muted ? 0 : this.#volume ** 2;
    try {
      localStorage.setItem(KEY, JSON.stringify({ volume: this.#volume, muted: this.#muted }));
    } catch {
      // Without a store it holds as long as the page.
    }
  }
}

function read(): { volume?: number; muted?: boolean } {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof found === "object" && found !== null ? found : {};
  } catch {
    return {};
  }
}

function browserHall(): Hall {
  return {
    context: () => (typeof AudioContext === "function" ? new AudioContext() : null),
    vibrate: (pattern) => {
      if (typeof navigator.vibrate === "function") navigator.vibrate(pattern);
    },
    now: () => performance.now(),
  };
}

export const sound = new SoundPlayer();

/** Until the answer is called: whoever acts anywhere in the page may hear it. */
export function listenForActs(): () => void {
  const wake = () => sound.wake();
  const kinds = ["pointerdown", "keydown"] as const;
  for (const kind of kinds) addEventListener(kind, wake, { capture: true, passive: true });
  return () => {
    for (const kind of kinds) removeEventListener(kind, wake, { capture: true });
  };
}
