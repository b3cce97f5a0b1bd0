// A move shown on the board: what it touches, from the same targets by which it is chosen. No rule is reckoned.
import type { Box } from "../../../app/drawing/geometry";
import type { Move, Preview } from "../../../net/views";
import { choiceOf } from "../../../table/choice";
import type { Effect } from "../../../table/client";
import type { Highlights } from "../board/highlights";
import type { BuilderView, Site } from "../view";
import { pickingOf, steps, type Target } from "./choices";
import { effectOf, effectSaid, laidOver, withMove } from "./effects";
import { boxesOf, highlightsOf } from "./targets";

export function boardEffect(view: BuilderView, move: Move, preview: Preview): Effect<Highlights> {
  const effect = effectOf(view, preview);
  const { highlights } = withMove(view, move, effect) ?? effect;
  return { highlights, said: effectSaid(view, effect) };
}

export function marked(
  view: BuilderView,
  seat: number,
  { best, played }: { best: Move | null; played: Move | null },
  over: Highlights | undefined,
): Highlights {
  const shown = best && shownMove(view, seat, best);
  const was = played && shownMove(view, seat, played);
  if (shown && was) return { ...laidOver(shown, over), quarry: (shown.quarry ?? false) || (was.quarry ?? false) };
  return laidOver(shown || was || {}, over);
}

/** What a move touches, the last one first: a ship's site rather than the ship. */
function touched(view: BuilderView, move: Move): Target[] {
  return steps({ ...view, moves: [move] }, move)
    .flatMap((step) => step.slice(0, 1))
    .reverse();
}

export function shownMove(view: BuilderView, seat: number, move: Move): Highlights {
  const base = highlightsOf(choiceOf(pickingOf({ ...view, moves: [move] })));
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

export function tagOf(view: BuilderView, move: Move): Box | null {
  for (const target of touched(view, move)) {
    const boxes = boxesOf(view, target);
    const box = target.on === "site" ? boxes.at(-1) : boxes[0];
    if (box) return box;
  }
  return null;
}
