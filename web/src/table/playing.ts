// What a game's own table is given, to be played at, by whoever shows it.
import type { Snippet } from "svelte";

import type { GameEvent, Preview, Words } from "../net/views";
import type { Choreographer } from "./motion/choreographer.svelte";
import type { Cast } from "./motion/script";
import type { Confirm } from "./settings.svelte";
import type { PieceWorth } from "./WorthLines.svelte";

/** What the page knows about a seat besides the view. */
export interface SeatNote {
  note?: string; // a rating, a bot's level
  clock?: string | null; // as it is to be read
  part?: number | null; // of all its time, what is left
  low?: boolean; // it is about to run out
  away?: boolean;
}

export interface Playing<View, Picked, C extends Cast = Cast> {
  view: View;
  events?: readonly GameEvent[];
  previews?: readonly Preview[]; // of the view's moves, as soon as they are there
  motion?: Choreographer<C>; // shows what happens, and the view meanwhile
  words?: Words;
  seats?: readonly SeatNote[];
  busy?: boolean; // a move is on its way
  worths?: readonly PieceWorth[]; // of the view's cards, tokens, gods, once somebody has asked
  onappraise?: () => void; // somebody looks at one
  undo?: "now" | "ask" | null;
  confirm?: Confirm;
  lasts?: (text: string) => boolean; // whether a move could not be taken back
  onmove: (text: string) => void;
  onundo?: () => void;
  onhint?: () => void;
  start?: Picked; // picked at first: for the gallery and lessons
  look?: string; // the move that is looked at at first
  advised?: string | null; // a move that is to be shown as if it were picked
  sheet?: number | "log" | "score" | null; // what is open: a seat, the log, the points or the result
  result?: Snippet; // of a game that is over, with its own frame; it opens by itself
  after?: Snippet; // and what can be done then
}

/** Whether a click on a drawing met nothing: that is a step back. */
export function isBeside({ target }: MouseEvent): boolean {
  return target instanceof SVGElement && !target.closest("button, a, [role='button']");
}
