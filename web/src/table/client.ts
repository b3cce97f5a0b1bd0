// What a game brings to the client: everything around a table goes by this and asks for no game by its name.
import type { Component } from "svelte";

import type { Box } from "../app/drawing/geometry";
import type { TextId } from "../app/text/text";
import type { Color, GameEvent, GameView, Move, Preview } from "../net/views";
import type { Lesson } from "./lesson";
import type { Cues } from "./motion/cues";
import type { Cast, ScriptOf } from "./motion/script";
import type { Playing } from "./playing";

/** The types of a game. */
export interface Kind {
  view: GameView;
  target: { on: string }; // what may be picked
  highlights: object; // what glows and is previewed
  printed: object | undefined; // values that no view has
  picked: unknown; // of a move, so far
  cast: Cast;
  layout: string | undefined; // how the table is laid out, if there are several ways
}

/** How large a drawing of the whole table is, in its own measure. */
export interface Frame<Layout = string | undefined> {
  w: number;
  h: number;
  layout?: Layout;
}

/** A box in a drawing of this size. */
export interface Placed {
  box: Box;
  w: number;
  h: number;
}

export interface Effect<Highlights> {
  highlights: Highlights;
  said: string;
}

export interface GameClient<K extends Kind = Kind> {
  Board: Component<{
    view: K["view"];
    printed?: K["printed"];
    highlights?: K["highlights"];
    layout?: K["layout"];
    away?: K["cast"]["away"];
  }>;
  Play: Component<
    Playing<K["view"], K["picked"], K["cast"]> & { printed?: K["printed"]; suns?: boolean },
    object,
    "sheet"
  >;
  /** One that flies. */
  Piece: Component<{ piece: K["cast"]["piece"]; printed?: K["printed"] }>;
  /** Whether its drawings show more with what is printed. */
  printed: boolean;
  lesson: Lesson<K["view"]>;
  /** Where something lies that a lesson points at, in a drawing of this size. */
  spot(view: K["view"], name: string, drawing: { w: number; h: number }): Placed | null;
  script: ScriptOf<K["cast"]>;
  /** How what happens sounds. */
  cues: Cues;

  /** The ways to pick a move, the steps of each, and for each step the things that do it. */
  ways(view: K["view"], move: Move): readonly (readonly (readonly K["target"][])[])[];
  /** Where a thing lies in a drawing with this frame. */
  boxes(view: K["view"], target: K["target"], frame: Box): readonly Box[];

  moveWords(view: K["view"], move: Move): string;
  /** A line of the log; null for what says nothing to a reader. */
  eventWords(view: K["view"], event: GameEvent): string | null;
  /** What somebody does who makes this move. */
  deed(view: K["view"], move: Move): string;

  /** The table as a whole, where there is so much room for it. */
  frame(view: K["view"], room: { width: number; height: number }): Frame<K["layout"]>;
  /** What a move would do, as the board shows it and as it is said. */
  effect(view: K["view"], move: Move, preview: Preview): Effect<K["highlights"]>;
  /** The better move and the one that was played, as the board shows them. */
  marked(
    view: K["view"],
    seat: number,
    moves: { best: Move | null; played: Move | null },
    effect: K["highlights"] | undefined,
  ): K["highlights"];
  /** Where a tag for a move belongs. */
  tag(view: K["view"], frame: Frame<K["layout"]>, seat: number, move: Move): Box | null;

  /** Where in its rounds the game is, if it has such. */
  round(view: K["view"]): { now: number; all: number } | null;
  /** Whether the bar above the table opens the log: not where the table has a button for it. */
  logAbove: boolean;
  /** The sides that a site may have. */
  sides: readonly string[];
  /** Whether a replay can show its table larger than the room. */
  zooms: boolean;
  /** Into what a game falls. */
  parts: { graph: TextId; heading: TextId; room: number }; // px that the name of one needs
  /** The points by source, as the end tells them. */
  score: {
    tight: boolean;
    columns(view: K["view"]): readonly { id: string; name: string; values: readonly number[] }[]; // by seat
    Icon: Component<{ id: string }>;
    /** Under which of the columns a source of points stands. */
    column(source: string): string;
  };
  /** What the page of the end draws: both stand on their ground, in px of their own. */
  end: {
    Monument: Component<{ color: Color }>;
    Work: Component<{ view: K["view"]; seat: number; source: string; printed?: K["printed"] }>; // 360 x 238
    works: readonly string[]; // columns that can be drawn so
  };
}
