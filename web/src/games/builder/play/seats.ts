// What a seat's panel shows of a view.
import type { IconName } from "../../../app/drawing/Icon.svelte";
import { t } from "../../../app/text/text";
import { SITES, type BuilderView, type SeatView } from "../view";

export interface Source {
  id: string;
  icon: IconName;
  name: string;
  now: number;
  then: number; // if the game ended now
}

type Points = Readonly<Record<string, number>>; // by source

export function sumOf(points: Points): number {
  return Object.values(points).reduce((all, value) => all + value, 0);
}

const CARDS = ["statues", "decorations", "ornaments", "private_quarries", "unused_cards", "market"] as const;

/** The icon of a source, by its id. */
export function iconOf(id: string): IconName {
  return SITES.find((site) => site === id) ?? (id === "prophecies" ? "scarab" : "cards");
}

/** The column of the end under which a source stands. */
export function columnOf(source: string): string {
  if (source === "wrath" || source === "prophecies") return "prophecies";
  return (CARDS as readonly string[]).includes(source) ? "cards" : source;
}

/** Points by source, in the order of the table: sites, cards, prophecies where there are such. */
export function sourcesOf(view: BuilderView, seat: SeatView, ended: Points = seat.if_ended): Source[] {
  const sum = (points: Points, ids: readonly string[]) => ids.reduce((all, id) => all + (points[id] ?? 0), 0);
  const source = (id: string, name: string, ids: readonly string[]): Source => ({
    id,
    icon: iconOf(id),
    name,
    now: sum(seat.points, ids),
    then: sum(ended, ids),
  });
  return [
    ...SITES.filter((site) => site !== "market").map((site) => source(site, t(`site.${site}`), [site])),
    source("cards", t("panel.cards"), CARDS),
    ...(view.prophecies.length ? [source("prophecies", t("panel.prophecies"), ["prophecies", "wrath"])] : []),
  ];
}

/** Equal cards together, in the order in which they came. */
export function counted(cards: readonly string[]): { card: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const card of cards) counts.set(card, (counts.get(card) ?? 0) + 1);
  return [...counts].map(([card, count]) => ({ card, count }));
}

export function coinsOf(view: BuilderView, seat: number): number {
  return view.market.side === "C" ? (view.market.coins[seat] ?? 0) : 0;
}
