// The numbers of the graphs: how a game went, from its analysis. Nothing is drawn here.
import type { components } from "../net/schema";

type Schemas = components["schemas"];
export type Analysis = Schemas["Analysis"];
export type Decision = Schemas["Decision"];
export type Choice = Schemas["Choice"];
export type Explanation = Schemas["Explanation"];

/** Chances of winning and expected points by seat. */
export interface Moment {
  win: readonly number[];
  score: readonly number[];
}

/** Points that a seat is ahead of the others' average. */
export function leadOf(scores: readonly number[], seat: number): number {
  const others = scores.filter((_, other) => other !== seat);
  return (scores[seat] ?? 0) - others.reduce((sum, score) => sum + score, 0) / Math.max(1, others.length);
}

/** Before each decision, and after the last; nothing if there was none. */
export function courseOf(analysis: Analysis): Moment[] {
  const moments: Moment[] = analysis.decisions.map(({ best }) => best.expected);
  const last = analysis.decisions.at(-1)?.played.expected;
  if (!last) return [];
  const { result, players } = analysis;
  if (!result) return [...moments, { win: last.win, score: last.score }];
  const win = players.map(({ seat }) => (result.winners.includes(seat) ? 1 / result.winners.length : 0));
  // Where all others have left nobody played on: the points stand as they were.
  const left = players.filter((player) => player.left !== null).length;
  return [...moments, { win, score: left === players.length - 1 ? last.score : result.score }];
}

/** One upon the other, seat 0 lowest: floor and roof by seat, from 0 to 1. */
export function strataOf(moments: readonly Moment[]): { floor: number[]; roof: number[] }[] {
  let floor = moments.map(() => 0);
  return (moments[0]?.win ?? []).map((_, seat) => {
    const roof = moments.map(({ win }, at) => floor[at]! + (win[seat] ?? 0));
    const stratum = { floor, roof };
    floor = roof;
    return stratum;
  });
}

/** Where a stratum has room for a mark; null if it has nowhere. */
export function thickest({ floor, roof }: { floor: readonly number[]; roof: readonly number[] }): number | null {
  const THIN = 0.16;
  const edge = Math.floor(roof.length / 12);
  let best: number | null = null;
  let most = THIN;
  for (let at = edge; at < roof.length - edge; at++) {
    const thick = roof[at]! - floor[at]!;
    if (thick > most + 1e-9) [best, most] = [at, thick];
  }
  return best;
}

export interface Scale {
  low: number;
  high: number;
  ticks: number[];
}

/** A scale that holds all points, with about `count` round numbers on it. */
export function pointsScale(moments: readonly Moment[], count = 4): Scale {
  const all = moments.flatMap(({ score }) => score);
  const low = Math.min(...all) - 1;
  const high = Math.max(...all) + 1;
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((size) => size >= rough) ?? rough);
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return { low, high, ticks };
}

/** From top to bottom so that none covers another, and none falls off: `heights` is sorted. */
export function apart(heights: readonly number[], room: number, least: number): number[] {
  const placed: number[] = [];
  for (const height of heights) placed.push(Math.max(height, (placed.at(-1) ?? -Infinity) + least));
  const over = Math.max(0, (placed.at(-1) ?? 0) - room);
  return placed.map((height) => height - over);
}

export const ERRORS = ["inaccuracy", "mistake", "blunder"] as const;
export type Grade = "only" | "best" | "equal" | "good" | (typeof ERRORS)[number];
export const SIGNS: Readonly<Record<Grade, string>> = {
  only: "□",
  best: "✓",
  equal: "≈",
  good: "·",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};

export function gradeOf({ grade }: Pick<Decision, "grade">): Grade {
  return grade in SIGNS ? (grade as Grade) : "good";
}

export function isError({ grade }: Pick<Decision, "grade">): boolean {
  return (ERRORS as readonly string[]).includes(grade);
}

const LUCKY = 0.02; // of a chance: luck that is marked

/** What is marked above the graph. */
export interface Sign {
  index: number; // of the decision, from 0
  kind: Grade | "luck";
  turning: boolean;
}

export function signsOf(analysis: Analysis): Sign[] {
  const turning = new Set(analysis.turning_points.map(({ ply, cause }) => `${ply} ${cause}`));
  return analysis.decisions.flatMap((decision, index): Sign[] => {
    const signs: Sign[] = [];
    const turns = turning.has(`${decision.ply} decision`);
    if (isError(decision) || turns) signs.push({ index, kind: gradeOf(decision), turning: turns });
    const lucky = turning.has(`${decision.ply} luck`);
    if (decision.luck && (lucky || Math.max(...decision.luck.win.map(Math.abs)) >= LUCKY)) {
      signs.push({ index, kind: "luck", turning: lucky });
    }
    return signs;
  });
}

export interface Room {
  index: number; // of the decision
  signs: Sign[];
  from: number;
  to: number;
}

/** The signs of each decision, with the room that a finger has for it: as far as half way to its neighbours. */
export function roomsOf(signs: readonly Sign[], x: (index: number) => number, most: number): Room[] {
  const all = [...new Set(signs.map(({ index }) => index))];
  return all.map((index, at): Room => {
    const here = x(index);
    const half = (neighbour: number | undefined) =>
      neighbour === undefined ? most : Math.min(most, Math.abs(x(neighbour) - here) / 2);
    return {
      index,
      signs: signs.filter((sign) => sign.index === index),
      from: here - half(all[at - 1]),
      to: here + half(all[at + 1]),
    };
  });
}

/** Where each round begins: indices of moments, none too near to the one before. */
export function roundsOf(decisions: readonly Decision[], least = 0.045): { at: number; index: number }[] {
  const found: { at: number; index: number }[] = [];
  decisions.forEach(({ progress }, index) => {
    const before = decisions[index - 1]?.progress[1];
    const last = found.at(-1)?.index;
    if (progress[1] === before || (last !== undefined && (index - last) / decisions.length < least)) return;
    found.push({ at: progress[1], index });
  });
  return found;
}

/** The decision that comes next after so many entries of the record; as many as there are if none does. */
export function decisionAfter(decisions: readonly Pick<Decision, "entry">[], entries: number): number {
  const found = decisions.findIndex(({ entry }) => entry > entries);
  return found < 0 ? decisions.length : found;
}
