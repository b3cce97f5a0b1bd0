// What a move would bring, from its preview: ghosts and coins on the table, points now and then, one line in words.
import { names, signed, t } from "../../../app/text/text";
import type { Move, Preview } from "../../../net/views";
import type { Highlights } from "../board/highlights";
import { nameOf } from "../../../table/you";
import { cardName } from "../pieces/cards";
import { godTask } from "../pieces/prophecies";
import type { Ghost } from "../sites/side";
import type { BuilderView, Site } from "../view";
import { sumOf } from "./seats";

export interface Effect {
  text: string; // the move
  highlights: Highlights;
  gains: Readonly<Record<number, number>>; // points by seat
  ended: readonly Readonly<Record<string, number>>[] | null; // by seat and source, if the game ended then
  stones: Readonly<Record<number, number>>; // onto the sled, by seat
  cards: Readonly<Record<number, readonly string[]>>; // by seat
  built: readonly number[]; // seats whose stones are built, in their order
  site: Site | null;
  hidden: boolean; // something comes that nobody can know
  next: number | null; // who would choose before the turn is over
  prophecy: { number: number; period: number } | null; // that a scarab is placed on
}

export function effectOf(view: BuilderView, preview: Preview): Effect {
  const ghosts: Partial<Record<Site, (Ghost & { points?: number })[]>> = {};
  const loading: Record<number, { seat: number; place: number }[]> = {};
  const gains: Record<number, number> = {};
  const stones: Record<number, number> = {};
  const cards: Record<number, string[]> = {};
  const chariots: Record<number, number> = {};
  const built: number[] = [];
  let site: Site | null = null;
  let ship: number | undefined;
  let imhotep: number | undefined;
  let prophecy: Effect["prophecy"] = null;
  let turn = false;
  let round = false;
  for (const event of preview.events) {
    const seat = event.seat ?? 0;
    const here = (event.site ?? null) as Site | null;
    switch (event.kind) {
      case "ship_sailed":
        ship = event.ship ?? undefined;
        site = here;
        break;
      case "stone_rafted":
        site = here;
        break;
      case "stone_loaded":
        (loading[event.ship ?? 0] ??= []).push({ seat, place: event.space ?? 0 });
        break;
      case "stone_built":
        site ??= here;
        if (here) (ghosts[here] ??= []).push({ seat, place: event.place ?? null });
        built.push(seat);
        break;
      case "points": {
        const value = event.points ?? 0;
        gains[seat] = (gains[seat] ?? 0) + value;
        // what the end of a round pays stands at no stone of this move
        const paid = round
          ? undefined
          : ghosts[event.source as Site]?.find((ghost) => ghost.seat === seat && ghost.place === event.place);
        if (paid && event.place != null && value) paid.points = (paid.points ?? 0) + value;
        break;
      }
      case "stones_taken":
        stones[seat] = (stones[seat] ?? 0) + (event.count ?? 0);
        break;
      case "card_picked":
      case "card_kept":
        if (event.card) (cards[seat] ??= []).push(event.card);
        break;
      case "chariot_moved":
        chariots[seat] = event.track ?? 0;
        break;
      case "imhotep_moved":
        imhotep = event.space ?? undefined;
        break;
      case "prophesied":
        prophecy = { number: event.prophecy ?? 0, period: event.period ?? 0 };
        break;
      case "turn_began":
        turn = true;
        break;
      case "round_ended":
        round = true;
    }
  }
  preview.scores?.forEach((score, seat) => {
    gains[seat] = score - (view.seats[seat]?.score ?? 0);
  });
  const paid = Object.entries(gains)
    .map(([seat, value]) => [Number(seat), value] as const)
    .filter(([, value]) => value !== 0);
  const points = Object.fromEntries(paid.map(([seat, value]) => [seat, (view.seats[seat]?.score ?? 0) + value]));
  return {
    text: preview.text,
    highlights: {
      ...(ship ? { ship } : {}),
      ...(site && (ship || built.length) ? { hot: site } : {}),
      ghosts,
      loading,
      points,
      previews: {
        ...(Object.keys(chariots).length ? { temple: { chariots } } : {}),
        ...(imhotep ? { pyramids: { imhotep } } : {}),
      },
    },
    gains: Object.fromEntries(paid),
    ended: preview.points ?? null,
    stones,
    cards,
    built,
    site,
    hidden: preview.scores === null,
    next: turn || round ? null : preview.decider,
    prophecy,
  };
}

/** What the previews leave out: a pair of cards, and where a piece of the great obelisk lies. */
export function withMove(view: BuilderView, move: Move, effect: Effect | null): Effect | null {
  if (!effect) return null;
  const previews = { ...effect.highlights.previews };
  if (move.verb === "take_two" && move.space && move.second_space) {
    previews.market = { pair: [move.space, move.second_space].sort((a, b) => a - b) as [number, number] };
  }
  return { ...effect, highlights: { ...effect.highlights, previews } };
}

/** What a seat would have more or less than now if the game ended after the move, beside the points at once. */
export function laterGain(view: BuilderView, effect: Effect, seat: number): number {
  const then = effect.ended?.[seat];
  return then ? sumOf(then) - (view.seats[seat]?.score_if_ended ?? 0) - (effect.gains[seat] ?? 0) : 0;
}

export interface EffectPart {
  seat?: number; // shown as its stone
  text: string;
  gain?: boolean;
}

/** One line: who gets what. */
export function effectLine(view: BuilderView, effect: Effect): EffectPart[] {
  const parts: EffectPart[] = [];
  const seats = view.seats.map((_, seat) => seat);
  const own = seats.filter((seat) => seat === view.seat);
  for (const seat of [...own, ...seats.filter((seat) => seat !== view.seat)]) {
    const gain = effect.gains[seat];
    if (gain) parts.push({ seat, text: t("says.points", { n: gain, who: nameOf(view, seat) }), gain: true });
  }
  const later = view.seat === null ? 0 : laterGain(view, effect, view.seat);
  if (later) parts.push({ text: t("says.at_end", { n: signed(later) }) });
  for (const seat of seats) {
    const taken = effect.stones[seat];
    if (taken) parts.push({ seat, text: t("says.stones", { n: taken }) });
    const cards = effect.cards[seat];
    if (cards?.length) parts.push({ seat, text: names(cards.map(cardName)) });
  }
  if (effect.prophecy) parts.push({ text: prophecyLine(view, effect.prophecy) });
  if (!parts.length && effect.built.length) parts.push({ text: t("says.nothing") });
  if (effect.next !== null) {
    parts.push({
      text: effect.next === view.seat ? t("says.you_on") : t("says.on", { who: nameOf(view, effect.next) }),
    });
  } else if (effect.hidden) parts.push({ text: t("says.hidden") });
  return parts;
}

function prophecyLine(view: BuilderView, { number, period }: { number: number; period: number }): string {
  const prophecy = view.prophecies[number - 1];
  const paid = view.periods[period - 1];
  if (!prophecy || !paid) return "";
  return t("says.prophecy", {
    task: godTask(prophecy).join(" "),
    win: signed(paid.fulfilled),
    lose: signed(paid.failed),
  });
}

/** The same as a sentence, for those who hear it. */
export function effectSaid(view: BuilderView, effect: Effect): string {
  return effectLine(view, effect)
    .map(({ text }) => text)
    .join(", ");
}

/** The one laid over the other: what may be chosen, and what would happen. */
export function laidOver(below: Highlights, above: Highlights | undefined): Highlights {
  if (!above) return below;
  const previews = { ...below.previews };
  for (const [site, preview] of Object.entries(above.previews ?? {})) {
    previews[site as Site] = { ...previews[site as Site], ...preview };
  }
  return { ...below, ...above, docks: below.docks, previews };
}
