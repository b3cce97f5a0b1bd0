// What the Duel table shows besides its position: what may be chosen, what is looked at, and what would happen.
import type { Source } from "../view";

/** A meeple that takes a token home. */
export interface UnloadStep {
  seat: number;
  row: number;
  column: number;
  space: number;
  token: string;
}

export interface DuelHighlights {
  wells?: ReadonlySet<number>; // spaces that may be chosen, row by row from 1
  boats?: ReadonlySet<string>; // that may be unloaded
  cargo?: Readonly<Record<string, ReadonlySet<number>>>; // by boat: spaces whose token may be chosen
  actions?: ReadonlySet<string>; // tokens of the decider that may be played
  boat?: string; // that is looked at
  picked?: { boat: string; space: number }; // token that is looked at
  swap?: { boat: string; spaces: readonly [number, number] };
  steps?: readonly UnloadStep[]; // of the boat that would be unloaded, in order
  sunk?: readonly number[]; // spaces of it whose tokens would go to the box
  placing?: readonly { seat: number; row: number; column: number }[]; // meeples that would stand there
  coming?: Readonly<Record<number, readonly string[]>>; // by seat: tokens that would be got
  playing?: { seat: number; token: string }; // action token in play
  gains?: Readonly<Record<number, Readonly<Partial<Record<Source, number>>>>>; // by seat and source: points more or less
  scores?: Readonly<Record<number, number>>; // by seat: points then
}
