// A god and what he asks for, in words.
import { known, t } from "../../../app/text/text";
import type { PeriodView, ProphecyView } from "../view";

export function godName(id: string): string {
  return t(known(`god.${id}`) ?? "god.other");
}

/** How much, and of what. */
export function godTask(prophecy: ProphecyView): [string, string] {
  const what = known(prophecy.stones ? `god.stones.${prophecy.stones}` : `god.cards.${prophecy.cards ?? ""}`);
  return [prophecy.most ? t("god.most") : t("god.least", { n: prophecy.at_least }), what ? t(what) : ""];
}

export function periodRounds(periods: readonly PeriodView[], index: number): string {
  const from = (periods[index - 1]?.until ?? 0) + 1;
  return t("god.rounds", { from, until: periods[index]?.until ?? from });
}

/** The period that a round belongs to, from 1. */
export function currentPeriod(periods: readonly PeriodView[], round: number): number {
  return periods.findIndex((period) => round <= period.until) + 1;
}

/** Seats whose scarabs lie in a period. */
export function scarabOwners(prophecy: ProphecyView, period: number): number[] {
  return prophecy.scarabs.filter((scarab) => scarab.period === period).map((scarab) => scarab.seat);
}
