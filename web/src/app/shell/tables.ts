// A table in a few words, as lists show it.
import type { Offer, TableInfo } from "../../net/http";
import { COLORS, type Color, type GameView } from "../../net/views";
import { ago, clock, known, names, num, stretch, t } from "../text/text";

export function gameName(game: string): string {
  const id = known(`game.${game}`);
  return id ? t(id) : game;
}

/** A bot's name as this language says it, a person's as it is. */
export function seatName(seat: TableInfo["seats"][number]): string {
  if (seat.bot) return botName(seat.bot);
  return seat.name ?? t(seat.by_invitation ? "seat.by_link" : "seat.free");
}

export const BOTS = [
  "porter",
  "apprentice",
  "mason",
  "scribe",
  "architect",
  "vizier",
  "pharaoh",
  "greedy",
  "random",
] as const;
/** The one that doesn't look far. */
export const FRIENDLY = "apprentice";

export function botName(bot: string): string {
  const id = known(`bot.${bot}`);
  return id ? t(id) : bot;
}

/**
 * The view with names as they are said here: bots' in this language, where a second one of a kind keeps its number, and
 * You for whoever looks, if nobody else plays at this screen. `own` are the seats of those who do.
 */
export function named<V extends GameView>(view: V, room: TableInfo | null, own: readonly number[]): V {
  const seats = view.seats.map((seat, index) => {
    const there = room?.seats[index];
    if (!there?.bot || there.left || !known(`bot.${there.bot}`)) return seat;
    const number = /\s\d+$/.exec(seat.name)?.[0] ?? "";
    return { ...seat, name: botName(there.bot) + number };
  });
  return { ...view, seats, you: own.length > 1 ? null : view.seat };
}

export function seatColor(seat: number): Color {
  return COLORS[seat] ?? "black";
}

export function isMine(info: TableInfo, person: string | undefined): boolean {
  return person !== undefined && info.seats.some((seat) => seat.person === person);
}

export function isMyTurn(info: TableInfo, person: string | undefined): boolean {
  if (info.state !== "running" || info.decider === null || person === undefined) return false;
  const seat = info.seats[info.decider];
  return seat?.person === person && !seat.left;
}

export function freeSeats(info: TableInfo): number {
  return info.seats.filter((seat) => !seat.person && !seat.bot && !seat.by_invitation && !seat.wanted).length;
}

export function whoSits(info: TableInfo): string {
  const there = info.seats.filter((seat) => seat.person || seat.bot);
  return names(there.map(seatName));
}

/** What is going on there. */
export function statusOf(info: TableInfo, person: string | undefined, now: number): string {
  if (info.state === "open") {
    const missing = info.seats.filter((seat) => !seat.person && !seat.bot).length;
    return isMine(info, person) ? t("table.missing", { n: missing }) : t("table.free_seats", { n: freeSeats(info) });
  }
  if (info.state === "closed") return t("table.closed");
  if (info.state === "over") return resultOf(info);
  const parts = [];
  const decider = info.decider === null ? undefined : info.seats[info.decider];
  if (isMyTurn(info, person)) parts.push(t("table.your_turn"));
  else if (decider) parts.push(t("table.turn_of", { who: seatName(decider) }));
  if (info.due !== null && info.due > now) parts.push(t("table.due", { when: clock(info.due - now) }));
  else if (info.moved !== null) parts.push(ago(info.moved, now));
  return parts.join(" · ");
}

export function resultOf(info: TableInfo): string {
  const result = info.result;
  if (!result) return t("table.broken_off");
  const winners = names(result.winners.map((seat) => seatNameAt(info, seat)));
  const scores = result.scores.map((score) => num(score)).join(" : ");
  return t("table.won", { n: result.winners.length, who: winners, scores });
}

export function seatNameAt(info: TableInfo, seat: number): string {
  const there = info.seats[seat];
  return there ? seatName(there) : num(seat + 1);
}

export function paceOf(offer: Pick<Offer, "pace">): string {
  const pace = offer.pace ?? {};
  if (pace.kind === "clock") {
    const minutes = stretch(Math.round((pace.seconds ?? 900) / 60), "minute");
    return t("pace.with", { minutes, n: pace.increment ?? 0 });
  }
  if (pace.kind === "days") return t("pace.per_move", { days: stretch(pace.days ?? 3, "day") });
  return t("pace.none");
}

/** The game with its sides: Builder of Egypt · A A C A D. */
export function boardOf(info: TableInfo): string {
  const sides = [...(info.offer.sides ?? "")].join("\u00a0"); // no line ends between them
  return sides ? `${gameName(info.game)} · ${sides}` : gameName(info.game);
}
