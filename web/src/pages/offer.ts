// What a new table may be made of, as the server takes it.
import type { BOTS } from "../app/shell/tables";
import type { Offer, SeatOffer } from "../net/http";

export const SEAT_KINDS = ["me", "here", "open", "link", "bot"] as const;
export type SeatKind = (typeof SEAT_KINDS)[number];

export interface SeatChoice {
  kind: SeatKind;
  bot: (typeof BOTS)[number];
  name: string; // of somebody at the same screen
}

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
