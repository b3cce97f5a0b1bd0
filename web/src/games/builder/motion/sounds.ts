// How the events of Builder of Egypt sound.
import type { Cues } from "../../../table/motion/cues";

export const BUILDER_CUES: Cues = {
  stones_taken: { sound: "stone", at: "end" },
  stone_loaded: { sound: "wood", at: "end" },
  ship_sailed: { sound: "water", at: "start" },
  stone_built: { sound: "stone", at: "end" },
  tower_built: { sound: "stone", at: "end" },
  token_added: { sound: "stone", at: "end" },
  token_put_back: { sound: "stone", at: "end" },
  stone_returned: { sound: "stone", at: "end" },
  imhotep_moved: { sound: "stone", at: "end" },
  scaffold_turned: { sound: "stone", at: "end" },
  tomb_turned: { sound: "stone", at: "end" },
  tomb_taken: { sound: "stone", at: "end" },
  chariot_moved: { sound: "wood", at: "end" },
  card_dealt: { sound: "card", at: "start" },
  card_dealt_down: { sound: "card", at: "start" },
  card_picked: { sound: "card", at: "start" },
  card_kept: { sound: "card", at: "start" },
  card_drawn: { sound: "card", at: "start" },
  cards_drawn_to_look: { sound: "card", at: "start" },
  card_played: { sound: "card", at: "start" },
  card_shown: { sound: "card", at: "start" },
  card_discarded: { sound: "card", at: "start" },
  pile_shuffled: { sound: "shuffle", at: "start" },
  prophesied: { sound: "stone", at: "end" },
  coin_paid: { sound: "coin", at: "start" },
  points: { sound: "coin", at: "end" },
  round_ended: { sound: "round", at: "start" },
};

/** Seen, and deliberately not heard: something else sounds at the same time, or nothing happens to a piece. */
export const BUILDER_QUIET: ReadonlySet<string> = new Set([
  "round_began", // its ships and cards are heard
  "ship_ready",
  "stone_unloaded", // it is heard where it is built
  "stone_quarried",
  "stone_rafted",
  "cards_looked_at",
  "scaffold_left_out",
  "tomb_removed",
  "prophecy_drawn",
  "prophecy_fulfilled",
  "prophecy_failed",
  "game_ended", // the page tells who has won
]);
