// The Duel.
import type { Box } from "../../app/drawing/geometry";
import type { GameClient, Kind } from "../../table/client";
import { sourceName } from "../../table/words";
import type { DuelHighlights } from "./board/highlights";
import { layoutIn, layoutName, layoutOf, type Layout } from "./board/layout";
import Board from "./board/Table.svelte";
import Monument from "./end/Monument.svelte";
import Work from "./end/Work.svelte";
import { duelLesson } from "./lesson";
import type { DuelCast } from "./motion/cast";
import Piece from "./motion/Piece.svelte";
import { duelScript } from "./motion/script";
import { DUEL_CUES } from "./motion/sounds";
import { pickingOf, type Picked, type Target } from "./play/choices";
import { boardEffect, marked, tagOf } from "./play/marks";
import Play from "./play/Play.svelte";
import SourceIcon from "./play/SourceIcon.svelte";
import { boxOf } from "./play/targets";
import { duelSpot } from "./spots";
import { DUEL_SIDES, DUEL_SITES, SOURCES, type DuelView } from "./view";
import { eventWords, moveWords } from "./words";

const WIDE = 680; // px, from which on a replay shows the whole table

interface Duel extends Kind {
  view: DuelView;
  target: Target;
  highlights: DuelHighlights;
  printed: undefined;
  picked: Picked;
  cast: DuelCast;
  layout: Layout["name"] | undefined;
}

export const duel: GameClient<Duel> = {
  Board,
  Play,
  Piece,
  printed: false,
  lesson: duelLesson,
  spot: duelSpot,
  script: duelScript,
  cues: DUEL_CUES,
  ways: (view, move) => pickingOf(view).ways(move),
  boxes(view, target, frame): Box[] {
    const layout = layoutIn(view, frame);
    const box = layout && boxOf(view, layout, target);
    return box ? [box] : [];
  },
  moveWords,
  eventWords,
  deed: moveWords,
  frame(view, { width, height }) {
    const { name, w, h } = layoutOf(view, width >= WIDE ? "desk" : layoutName(width, height));
    return { w, h, layout: name };
  },
  effect: (view, _move, preview) => boardEffect(view, preview),
  marked: (_view, seat, moves, effect) => marked(seat, moves, effect),
  tag: (view, { layout }, seat, move) => tagOf(view, layoutOf(view, layout ?? "desk"), seat, move),
  round: () => null,
  sides: DUEL_SIDES,
  logAbove: false,
  zooms: false,
  parts: { graph: "graph.unloading", heading: "replay.unloading", room: 96 },
  score: {
    tight: true,
    columns: (view) =>
      SOURCES.map((id) => ({ id, name: sourceName(id), values: view.seats.map(({ points }) => points[id] ?? 0) })),
    Icon: SourceIcon,
    column: (source) => source,
  },
  end: { Monument, Work, works: DUEL_SITES },
};
