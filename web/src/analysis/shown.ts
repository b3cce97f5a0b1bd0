// A move shown on the board: what it touches, from the same targets by which it is chosen. No rule is reckoned.
import type { Box } from "../app/drawing/geometry";
import type { Highlights } from "../games/builder/board/highlights";
import { choiceOf, steps, type Target } from "../games/builder/play/choices";
import { effectOf, effectSaid, withMove, type Preview } from "../games/builder/play/effects";
import { boxesOf, highlightsOf } from "../games/builder/play/targets";
import type { DuelHighlights } from "../games/duel/board/highlights";
import type { Layout } from "../games/duel/board/layout";
import { movesHighlights } from "../games/duel/board/moves";
import { anchorBox, type DuelAnchor } from "../games/duel/board/table";
import { effectOf as duelEffectOf, effectSaid as duelSaid } from "../games/duel/play/effects";
import type { DuelView } from "../games/duel/view";
import type { BuilderView, Move, Site } from "../net/views";

/** A tag on the board: the better move, or the one played. */
export interface Tag {
  kind: "best" | "played";
  box: Box; // in the drawing's coordinates
}

/** What a move would do, as the board shows it and as it is said. */
export type BoardEffect =
  | { game: "builder"; highlights: Highlights; said: string }
  | { game: "duel"; highlights: DuelHighlights; said: string };

export function boardEffect(view: BuilderView | DuelView, move: Move, preview: Preview): BoardEffect {
  if (view.game === "duel") {
    const effect = duelEffectOf(view, preview);
    return { game: "duel", highlights: effect.highlights, said: duelSaid(view, effect) };
  }
  const effect = effectOf(view, preview);
  const { highlights } = withMove(view, move, effect) ?? effect;
  return { game: "builder", highlights, said: effectSaid(view, effect) };
}

/** What a Builder move touches, the last one first: a ship's site rather than the ship. */
function touched(view: BuilderView, move: Move): Target[] {
  return steps({ ...view, moves: [move] }, move)
    .flatMap((step) => step.slice(0, 1))
    .reverse();
}

export function builderShown(view: BuilderView, seat: number, move: Move): Highlights {
  const base = highlightsOf(choiceOf({ ...view, moves: [move] }));
  if (move.verb === "load" && move.ship && move.space) {
    return { ...base, decks: {}, loading: { [move.ship]: [{ seat, place: move.space }] } };
  }
  if (move.verb === "sail" && move.ship) {
    return { ships: new Set(), ship: move.ship, docks: new Set([move.site as Site]), hot: move.site as Site };
  }
  if (move.verb === "raft") return { docks: new Set([move.site as Site]), hot: move.site as Site };
  if (move.verb === "add" && move.squares) {
    return { previews: { obelisks: { piece: { seat, shape: "", squares: move.squares } } } };
  }
  return base;
}

export function builderTag(view: BuilderView, move: Move, kind: Tag["kind"]): Tag | null {
  for (const target of touched(view, move)) {
    const boxes = boxesOf(view, target);
    const box = target.on === "site" ? boxes.at(-1) : boxes[0];
    if (box) return { kind, box };
  }
  return null;
}

export function duelShown(seat: number, move: Move): DuelHighlights {
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

export function duelTag(view: DuelView, layout: Layout, seat: number, move: Move, kind: Tag["kind"]): Tag | null {
  const anchor = duelAnchor(seat, move);
  const box = anchor && anchorBox(view, layout, anchor);
  return box ? { kind, box } : null;
}

function duelAnchor(seat: number, move: Move): DuelAnchor | null {
  const { verb, row, column, boat, space, token } = move;
  if (verb === "place" && row && column) return { on: "well", row, column };
  if (verb === "unload" && boat) return { on: "boat", boat };
  if ((verb === "take" || verb === "swap") && boat && space) return { on: "cargo", boat, space };
  if (verb === "play" && token) return { on: "action", seat, token };
  return null;
}
