// How the events of The Duel sound.
import type { Cues } from "../../../table/motion/cues";

export const DUEL_CUES: Cues = {
  meeple_placed: { sound: "wood", at: "end" },
  meeple_returned: { sound: "wood", at: "end" },
  token_unloaded: { sound: "stone", at: "end" },
  token_taken: { sound: "stone", at: "end" },
  token_removed: { sound: "water", at: "start" },
  boat_left: { sound: "water", at: "start" },
  token_loaded: { sound: "wood", at: "end" },
  reserve_loaded: { sound: "wood", at: "end" },
  action_played: { sound: "card", at: "start" },
  tokens_swapped: { sound: "wood", at: "end" },
  points: { sound: "coin", at: "start" },
};

/** Seen, and deliberately not heard: something else sounds at the same time, or nothing happens to a piece. */
export const DUEL_QUIET: ReadonlySet<string> = new Set([
  "boat_unloaded", // its tokens are heard
  "first_to_five",
  "game_ended", // the page tells who has won
]);
