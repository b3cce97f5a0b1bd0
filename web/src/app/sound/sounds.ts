// The twelve sounds of the table: what each is made of. All together they are smaller than a second of recorded sound.
import type { Mode, Noise, Sound } from "./synthesis";

/** A string of a harp: its tone and what sounds with it. */
function plucked(hz: number, at: number, level = 1, fade = 0.5, rise = 0.002): Mode[] {
  const shares = [1, 0.46, 0.24, 0.13, 0.07];
  return shares.map((share, number) => ({
    hz: hz * (number + 1) * (1 + 0.0004 * number ** 2), // a stiff string is a little sharp above
    level: level * share,
    fade: fade / (1 + 0.7 * number),
    at,
    rise,
  }));
}

function struck(hz: readonly number[], level: readonly number[], fade: readonly number[], at = 0): Mode[] {
  return hz.map((one, number) => ({ hz: one, level: level[number]!, fade: fade[number]!, at }));
}

function flick(at: number, level = 1): Noise[] {
  return [
    { band: [1500, 5200], to: [2600, 8000], level, fade: 0.022, rise: 0.01, at },
    { band: [700, 3200], level: level * 0.9, fade: 0.007, at: at + 0.045 },
  ];
}

const [D3, A3, D4, FIS4, A4, D5, ES5, FIS5, A5, D6] = [
  146.83, 220, 293.66, 369.99, 440, 587.33, 622.25, 739.99, 880, 1174.66,
];

/** A block comes to rest on stone: a low blow, a dry crack, and it settles. */
const stone: Sound = {
  seconds: 0.3,
  peak: 0.5,
  modes: [
    { hz: 128, to: 90, level: 0.75, fade: 0.05 },
    ...struck([402, 688, 1175, 2040], [0.62, 0.46, 0.3, 0.16], [0.03, 0.024, 0.016, 0.009]),
    ...struck([430, 742], [0.13, 0.09], [0.02, 0.015], 0.07),
  ],
  noises: [
    { band: [700, 5200], level: 0.9, fade: 0.011 },
    { band: [500, 3000], level: 0.28, fade: 0.012, at: 0.07 },
  ],
};

/** A block on the planks of a ship: hollow. */
const wood: Sound = {
  seconds: 0.28,
  peak: 0.5,
  modes: struck([176, 318, 604, 1012, 1710], [0.8, 1, 0.5, 0.24, 0.1], [0.06, 0.045, 0.03, 0.02, 0.01]),
  noises: [{ band: [300, 2600], level: 0.5, fade: 0.008 }],
};

/** A ship puts off: a swell, its wake, and bubbles. */
const water: Sound = {
  seconds: 1.3,
  peak: 0.34,
  modes: [0.32, 0.47, 0.55, 0.74, 0.9].map((at, number) => ({
    hz: 420 + 90 * ((number * 3) % 4),
    to: 900 + 120 * ((number * 2) % 3),
    level: 0.1,
    fade: 0.03,
    rise: 0.008,
    at,
  })),
  noises: [
    { band: [160, 700], to: [260, 1500], level: 1, fade: 0.3, rise: 0.14 },
    { band: [500, 2600], to: [300, 1200], level: 0.42, fade: 0.2, rise: 0.1, at: 0.28 },
    { band: [200, 900], level: 0.5, fade: 0.16, rise: 0.09, at: 0.6 },
  ],
};

/** A coin on the score track: struck twice, bright. */
const coin: Sound = {
  seconds: 0.5,
  peak: 0.3,
  modes: [
    ...struck([2217, 3322, 5163, 7040, 9290], [0.6, 1, 0.5, 0.3, 0.14], [0.1, 0.12, 0.07, 0.05, 0.03]),
    ...struck([2349, 3520, 5470], [0.3, 0.55, 0.26], [0.09, 0.1, 0.06], 0.062),
  ],
  noises: [{ band: [3000, 9000], level: 0.3, fade: 0.003 }],
};

const card: Sound = { seconds: 0.2, peak: 0.3, noises: flick(0) };

const shuffle: Sound = {
  seconds: 0.62,
  peak: 0.3,
  noises: [0, 0.065, 0.125, 0.18, 0.235, 0.29, 0.35, 0.43].flatMap((at, number) => flick(at, 0.6 + 0.05 * number)),
};

/** The sun goes down: a large, far gong. */
const round: Sound = {
  seconds: 1.9,
  peak: 0.36,
  modes: struck([147, 221, 331, 418, 556, 702], [1, 0.7, 0.5, 0.3, 0.2, 0.1], [0.5, 0.44, 0.34, 0.26, 0.2, 0.14]).map(
    (mode) => ({ ...mode, rise: 0.012 }),
  ),
  noises: [{ band: [80, 600], level: 0.16, fade: 0.16, rise: 0.01 }],
};

/** Your turn: two strings, upwards. */
const turn: Sound = { seconds: 1.1, peak: 0.45, modes: [...plucked(D5, 0, 0.9, 0.26), ...plucked(A5, 0.15, 1, 0.34)] };

const clock: Sound = {
  seconds: 0.09,
  peak: 0.34,
  modes: struck([1180, 2010, 3260], [1, 0.7, 0.4], [0.014, 0.009, 0.006]),
  noises: [{ band: [1500, 6000], level: 0.5, fade: 0.003 }],
};

/** Somebody has written: two drops. */
const chat: Sound = {
  seconds: 0.26,
  peak: 0.3,
  modes: [
    { hz: 560, to: 760, level: 1, fade: 0.03, rise: 0.004 },
    { hz: 760, to: 1010, level: 0.8, fade: 0.036, rise: 0.004, at: 0.085 },
  ],
};

/** A run on the harp to a full chord. */
const victory: Sound = {
  seconds: 2.8,
  peak: 0.5,
  modes: [
    ...[D4, FIS4, A4, D5, ES5, FIS5, A5].flatMap((hz, number) => plucked(hz, 0.1 * number, 0.62, 0.3)),
    ...[D3, D4, A4, D5, FIS5, D6].flatMap((hz, number) => plucked(hz, 0.82 + 0.018 * number, 0.8, 0.62)),
  ],
};

/** Warm and short: it was a good game all the same. */
const defeat: Sound = {
  seconds: 2.2,
  peak: 0.4,
  modes: [
    ...[A4, FIS4].flatMap((hz, number) => plucked(hz, 0.22 * number, 0.6, 0.34, 0.006)),
    ...[D3, A3, D4, FIS4].flatMap((hz, number) => plucked(hz, 0.5 + 0.03 * number, 0.8, 0.5, 0.008)),
  ],
};

export const SOUNDS = { stone, wood, water, coin, card, shuffle, round, turn, clock, chat, victory, defeat };
export type SoundName = keyof typeof SOUNDS;
export const SOUND_NAMES = Object.keys(SOUNDS) as SoundName[];
