// What happened, as lines of the log: the catalogue's sentences without the noise, points with what earned them.
import { num, t } from "../../../app/text/text";
import type { GameEvent, Words } from "../../../net/views";
import { isYou, nameOf } from "../../../table/you";
import { boardName } from "../pieces/boards";
import { cardName } from "../pieces/cards";
import { SITES, type BuilderView, type Site } from "../view";
import type { Target } from "./choices";

const NOISE = new Set([
  "turn_began", "ship_ready", "card_dealt", "card_dealt_down", "card_discarded", "forced", "stone_ordered",
  "stone_unloaded", "stone_returned", "prophecy_drawn", "tomb_turned", "tomb_taken", "tomb_removed",
]); // prettier-ignore
const HEADINGS = new Set(["round_began", "round_ended", "game_ended"]);
const CARDS = new Set([
  "card_picked", "card_kept", "card_drawn", "card_played", "card_shown", "cards_looked_at", "cards_drawn_to_look",
]); // prettier-ignore
const SHIPS = new Set(["stone_loaded", "ship_sailed", "stone_rafted"]);

export const TOPICS = ["all", "points", "ships", "cards"] as const;
export type Topic = (typeof TOPICS)[number];

export interface EntryPart {
  text: string;
  strong?: boolean;
}

export interface Entry {
  number: number; // of its event
  heading: boolean;
  seat: number | null;
  parts: readonly EntryPart[];
  gain: number; // points that came with it
  topics: ReadonlySet<Topic>;
  where: Target | null;
  about: About | null;
  piece: string | null;
}

/** What a rules card may be opened for. */
export type About = { site: Site; side: string } | { card: string };

export function entriesOf(view: BuilderView, events: readonly GameEvent[], words: Words, first = 0): Entry[] {
  const entries: (Entry & { event: GameEvent })[] = [];
  events.forEach((event, index) => {
    if (NOISE.has(event.kind) || !words.events[event.kind] || (event.kind === "points" && !event.points)) return;
    const last = entries.at(-1);
    if (event.kind === "points" && last && goesWith(view, last.event, event)) {
      last.gain += event.points ?? 0;
      last.topics = new Set([...last.topics, "points"]);
      return;
    }
    entries.push({ ...entryOf(view, event, words), number: first + index, event });
  });
  return entries;
}

/** Whether points stand with the line before: those of a stone, of a prophecy, or more of the same. */
function goesWith(view: BuilderView, before: GameEvent, points: GameEvent): boolean {
  if (before.seat !== points.seat) return false;
  if (before.kind === "points") return false;
  if (before.kind.startsWith("prophecy_")) return points.source === "prophecies";
  if (before.site === "temple" && view.temple.type !== "arena") return false;
  return (
    (before.kind === "stone_built" || before.kind === "tower_built") &&
    before.site === points.source &&
    before.place === points.place
  );
}

function entryOf(view: BuilderView, event: GameEvent, words: Words): Omit<Entry, "number"> {
  const site = siteOf(event);
  const topics = new Set<Topic>(["all"]);
  if (event.kind === "points") topics.add("points");
  if (SHIPS.has(event.kind)) topics.add("ships");
  if (CARDS.has(event.kind)) topics.add("cards");
  return {
    heading: HEADINGS.has(event.kind),
    seat: event.seat ?? null,
    parts: sentence(view, event, words),
    gain: 0,
    topics,
    where: whereOf(view, event, site),
    piece: event.card ?? (event.prophecy ? `god ${event.prophecy}` : null),
    about: event.card ? { card: event.card } : site ? { site, side: view[site].side } : null,
  };
}

function siteOf(event: GameEvent): Site | null {
  const found = event.site ?? event.source;
  if (found) return SITES.find((site) => site === found) ?? null;
  if (event.kind.startsWith("card")) return "market";
  return null;
}

function whereOf(view: BuilderView, event: GameEvent, site: Site | null): Target | null {
  if (event.kind === "stones_taken") return { on: "quarry" };
  if (event.kind === "stone_loaded") return { on: "deck", ship: event.ship ?? 0, place: event.space ?? 0 };
  if (event.kind === "imhotep_moved") return { on: "imhotep", space: event.space ?? 0 };
  if (event.prophecy) return { on: "prophecy", number: event.prophecy };
  if (!site) return null;
  const place = site === "market" ? event.space : event.place;
  const whole = site === "market" || (view[site].type === "pyramids" && view[site].side === "B");
  return place && !whole ? { on: "place", site, place } : { on: "site", site };
}

function sentence(view: BuilderView, event: GameEvent, words: Words): EntryPart[] {
  const told = words.events[event.kind];
  const line = (isYou(view, event.seat) && told?.you) || told?.text || "";
  return line.split(/(\{\w+\})/).flatMap((piece): EntryPart[] => {
    const field = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (!field) return piece ? [{ text: piece }] : [];
    return [{ text: valueOf(view, event, words, field), strong: field === "who" || field === "points" }];
  });
}

function valueOf(view: BuilderView, event: GameEvent, words: Words, field: string): string {
  switch (field) {
    case "who":
      return event.seat == null ? t("log.somebody") : nameOf(view, event.seat);
    case "site":
    case "source": {
      const site = SITES.find((one) => one === event[field]);
      return site ? boardName(view, site) : (words.sources[event[field] ?? ""]?.name ?? "");
    }
    case "card":
      return event.card ? (words.cards[event.card]?.name ?? cardName(event.card)) : t("log.hidden_card");
    case "prophecy": {
      const id = view.prophecies[(event.prophecy ?? 0) - 1]?.id ?? "";
      return words.prophecies[id]?.name ?? id;
    }
    case "column":
      return "abcdefgh"[(event.column ?? 1) - 1] ?? "";
    default: {
      const value = (event as unknown as Record<string, unknown>)[field];
      return typeof value === "number" ? num(value) : typeof value === "string" ? value : "–";
    }
  }
}
