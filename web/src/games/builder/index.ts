// Builder of Egypt.
import { shifted, type Box } from "../../app/drawing/geometry";
import type { GameClient, Kind } from "../../table/client";
import type { Highlights } from "./board/highlights";
import Board from "./board/Table.svelte";
import { TABLE } from "./board/table";
import Monument from "./end/Monument.svelte";
import Work from "./end/Work.svelte";
import { builderLesson } from "./lesson";
import type { BuilderCast } from "./motion/cast";
import Piece from "./motion/Piece.svelte";
import { builderScript } from "./motion/script";
import { BUILDER_CUES } from "./motion/sounds";
import { pickingOf, type Picked, type Target } from "./play/choices";
import { deedOf } from "./play/deeds";
import { boardEffect, marked, tagOf } from "./play/marks";
import { RIVER_AT, riverBox, riverOf } from "./play/phone";
import Play from "./play/Play.svelte";
import { columnOf, sourcesOf } from "./play/seats";
import SourceIcon from "./play/SourceIcon.svelte";
import { boxesOf } from "./play/targets";
import type { Printed } from "./printed";
import { builderSpot } from "./spots";
import { SIDES, SITES, type BuilderView } from "./view";
import { eventWords, moveWords } from "./words";

interface Builder extends Kind {
  view: BuilderView;
  target: Target;
  highlights: Highlights;
  printed: Printed | undefined;
  picked: Picked;
  cast: BuilderCast;
  layout: undefined;
}

export const builder: GameClient<Builder> = {
  Board,
  Play,
  Piece,
  printed: true,
  lesson: builderLesson,
  spot: builderSpot,
  script: builderScript,
  cues: BUILDER_CUES,
  ways: (view, move) => pickingOf(view).ways(move),
  boxes(view, target): Box[] {
    const afloat = riverBox(view, riverOf(view), target); // beside the table, as for what moves
    return [...boxesOf(view, target), ...(afloat ? [shifted(afloat, RIVER_AT)] : [])];
  },
  moveWords,
  eventWords,
  deed: deedOf,
  frame: () => TABLE,
  effect: boardEffect,
  marked,
  tag: (view, _frame, _seat, move) => tagOf(view, move),
  round: ({ round, rounds }) => ({ now: round, all: rounds }),
  sides: SIDES,
  logAbove: true,
  zooms: true,
  parts: { graph: "graph.round", heading: "play.round", room: 64 },
  score: {
    tight: false,
    columns: (view) =>
      sourcesOf(view, view.seats[0]!).map(({ id, name }, column) => ({
        id,
        name,
        values: view.seats.map((seat) => sourcesOf(view, seat)[column]?.now ?? 0),
      })),
    Icon: SourceIcon,
    column: columnOf,
  },
  end: { Monument, Work, works: SITES.filter((site) => site !== "market") },
};
