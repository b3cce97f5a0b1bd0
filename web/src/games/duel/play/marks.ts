// A move shown on the board: what it touches, from the same targets by which it is chosen. No rule is reckoned.
import type { Box } from "../../../app/drawing/geometry";
import type { Move, Preview } from "../../../net/views";
import type { Effect } from "../../../table/client";
import type { DuelHighlights } from "../board/highlights";
import type { Layout } from "../board/layout";
import { movesHighlights } from "../board/moves";
import { anchorBox, type DuelAnchor } from "../board/table";
import type { DuelView } from "../view";
import { effectOf, effectSaid } from "./effects";

export function boardEffect(view: DuelView, preview: Preview): Effect<DuelHighlights> {
  const effect = effectOf(view, preview);
  return { highlights: effect.highlights, said: effectSaid(view, effect) };
}

export function marked(
  seat: number,
  { best, played }: { best: Move | null; played: Move | null },
  over: DuelHighlights | undefined,
): DuelHighlights {
  const move = best ?? played;
  return { ...(move ? shownMove(seat, move) : {}), ...over };
}

export function shownMove(seat: number, move: Move): DuelHighlights {
  const base = movesHighlights({ moves: [move] });
  if (move.verb === "place" && move.row && move.column) {
    return { placing: [{ seat, row: move.row, column: move.column }] };
  }
  if (move.verb === "unload" && move.boat) return { ...base, boat: move.boat };
  if (move.verb === "take" && move.boat && move.space) return { picked: { boat: move.boat, space: move.space } };
  if (move.verb === "swap" && move.boat && move.space && move.second_space) {
    return { swap: { boat: move.boat, spaces: [move.space, move.second_space] } };
  }
  return base;
}

export function tagOf(view: DuelView, layout: Layout, seat: number, move: Move): Box | null {
  const anchor = anchorOf(seat, move);
  return anchor && anchorBox(view, layout, anchor);
}

function anchorOf(seat: number, move: Move): DuelAnchor | null {
  const { verb, row, column, boat, space, token } = move;
  if (verb === "place" && row && column) return { on: "well", row, column };
  if (verb === "unload" && boat) return { on: "boat", boat };
  if ((verb === "take" || verb === "swap") && boat && space) return { on: "cargo", boat, space };
  if (verb === "play" && token) return { on: "action", seat, token };
  return null;
}
