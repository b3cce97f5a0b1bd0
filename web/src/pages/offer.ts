// What a new table may be made of, as the server takes it.
import type { Offer, SeatOffer } from "../net/http";

export const DUEL_SITES = ["obelisk", "temple", "pyramids", "tomb"] as const;
export type DuelSite = (typeof DUEL_SITES)[number];
export const DUEL_SIDES = ["A", "B"] as const;
export type DuelSide = (typeof DUEL_SIDES)[number];

export const BOTS = ["apprentice", "mason", "architect", "vizier", "greedy", "random"] as const;
export const SEAT_KINDS = ["me", "here", "open", "link", "bot"] as const;
export type SeatKind = (typeof SEAT_KINDS)[number];

export interface SeatChoice {
  kind: SeatKind;
  bot: (typeof BOTS)[number];
  name: string; // of somebody at the same screen
}

export const VARIANTS = ["prophecies", "wrath", "face_down"] as const;
export const BUILDER_RULES = ["may_decline_card", "second_color"] as const;
export const DUEL_RULES = ["refill_at_end_of_turn", "partial_action_tokens", "english_pyramid_b"] as const;

export const PACES = ["none", "5", "15", "30", "1d", "3d", "7d"] as const;
export type PaceChoice = (typeof PACES)[number];

export function paceFrom(choice: PaceChoice): NonNullable<Offer["pace"]> {
  if (choice === "none") return { kind: "none" };
  if (choice.endsWith("d")) return { kind: "days", days: parseInt(choice) };
  return { kind: "clock", seconds: Number(choice) * 60, increment: 10 };
}

export function seatFrom({ kind, bot, name }: SeatChoice): SeatOffer {
  if (kind === "bot") return { kind, bot };
  if (kind === "here" && name.trim()) return { kind, name: name.trim() };
  return { kind };
}
