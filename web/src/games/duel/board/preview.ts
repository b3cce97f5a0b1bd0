// From what would happen to what is shown of it.
import type { GameEvent } from "../../../net/views";
import type { DuelHighlights, UnloadStep } from "./highlights";

/** The highlights of a move of The Duel, from its events; `scores` are the points by seat after it, if they are known. */
export function duelPreview(events: readonly GameEvent[], scores?: readonly number[] | null): DuelHighlights {
  const steps: UnloadStep[] = [];
  const sunk: number[] = [];
  const placing: { seat: number; row: number; column: number }[] = [];
  const coming: Record<number, string[]> = {};
  const found: { -readonly [K in keyof DuelHighlights]: DuelHighlights[K] } = { steps, sunk, placing, coming };
  let walker: { row: number; column: number } | null = null;
  for (const event of events) {
    const { seat, boat, space, row, column } = event;
    const token = typeof event.token === "string" ? event.token : null;
    if (event.kind === "meeple_placed" && seat != null && row != null && column != null) {
      placing.push({ seat, row, column });
    } else if (event.kind === "boat_unloaded" && boat) {
      found.boat = boat;
    } else if (event.kind === "meeple_returned" && row != null && column != null) {
      walker = { row, column };
    } else if (event.kind === "token_unloaded" && seat != null && space != null && token && walker) {
      steps.push({ seat, ...walker, space, token });
      (coming[seat] ??= []).push(token);
    } else if (event.kind === "token_removed" && space != null) {
      sunk.push(space);
    } else if (event.kind === "token_taken" && seat != null && boat && space != null && token) {
      found.picked = { boat, space };
      (coming[seat] ??= []).push(token);
    } else if (event.kind === "tokens_swapped" && boat && space != null && event.second_space != null) {
      found.swap = { boat, spaces: [space, event.second_space] };
    } else if (event.kind === "action_played" && seat != null && token) {
      found.playing = { seat, token };
    } else if (event.kind === "turn_began" || event.kind === "token_loaded") {
      break; // what comes then belongs to no preview
    }
  }
  if (scores) found.scores = Object.fromEntries(scores.map((score, seat) => [seat, score]));
  return found;
}
