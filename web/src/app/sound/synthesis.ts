// Sounds as numbers: struck bodies are sums of fading sines, wind, water and paper are filtered noise. Nothing is fetched,
// and the same sound is the same to the last sample, so tools/measure_sounds.py can measure what people hear.

/** A sine that fades: a way in which a struck body sounds. */
export interface Mode {
  hz: number;
  level: number;
  fade: number; // seconds to 1/e
  at?: number; // seconds
  rise?: number; // seconds until it is there
  to?: number; // Hz that it glides to while it fades
}

/** Noise between two frequencies. */
export interface Noise {
  band: readonly [number, number];
  level: number;
  fade: number;
  at?: number;
  rise?: number;
  to?: readonly [number, number];
}

export interface Sound {
  seconds: number;
  peak: number; // of 1
  modes?: readonly Mode[];
  noises?: readonly Noise[];
}

/** Samples a second: what is above half of it nobody misses here. */
export const RATE = 32_000;
const EDGE = 0.004; // seconds in which it comes and goes, so that nothing clicks
const GLIDE = 3; // fades until a frequency has arrived

export function synthesised({ seconds, peak, modes = [], noises = [] }: Sound): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.round(seconds * RATE));
  for (const mode of modes) addMode(samples, mode);
  for (const [number, noise] of noises.entries()) addNoise(samples, noise, number + 1);
  const edge = Math.round(EDGE * RATE);
  for (let at = 0; at < edge; at += 1) samples[samples.length - 1 - at]! *= at / edge;
  const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-9);
  return samples.map((sample) => (sample / loudest) * peak);
}

function envelope(time: number, fade: number, rise: number): number {
  return (1 - Math.exp(-time / rise)) * Math.exp(-time / fade);
}

function addMode(samples: Float32Array, { hz, level, fade, at = 0, rise = 0.0008, to = hz }: Mode): void {
  const first = Math.round(at * RATE);
  const last = Math.min(samples.length, first + Math.round((fade * 7 + rise * 5) * RATE));
  let phase = 0;
  for (let sample = first; sample < last; sample += 1) {
    const time = (sample - first) / RATE;
    const now = hz + (to - hz) * Math.min(1, time / (fade * GLIDE));
    phase += (2 * Math.PI * now) / RATE;
    samples[sample]! += level * envelope(time, fade, rise) * Math.sin(phase);
  }
}

function addNoise(
  samples: Float32Array,
  { band, level, fade, at = 0, rise = 0.0008, to = band }: Noise,
  seed: number,
): void {
  const first = Math.round(at * RATE);
  const last = Math.min(samples.length, first + Math.round((fade * 7 + rise * 5) * RATE));
  let state = (seed * 0x9e3779b1) >>> 0;
  let [low, lower, high, higher] = [0, 0, 0, 0];
  for (let sample = first; sample < last; sample += 1) {
    const time = (sample - first) / RATE;
    const way = Math.min(1, time / (fade * GLIDE));
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const white = state / 2 ** 31 - 1;
    // twice what is below the upper end, less what is below the lower one
    const top = share(band[1] + (to[1] - band[1]) * way);
    const bottom = share(band[0] + (to[0] - band[0]) * way);
    high += top * (white - high);
    higher += top * (high - higher);
    low += bottom * (higher - low);
    lower += bottom * (low - lower);
    samples[sample]! += level * envelope(time, fade, rise) * (higher - lower);
  }
}

const share = (hz: number) => 1 - Math.exp((-2 * Math.PI * hz) / RATE);
