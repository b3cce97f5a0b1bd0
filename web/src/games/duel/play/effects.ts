// What a move would bring, from its preview: what is shown of it on the table, and one line in words.
import { names, t } from "../../../app/text/text";
import type { Move, Preview } from "../../../net/views";
import { nameOf } from "../../../table/you";
import { wellNumber } from "../board/harbour";
import type { DuelHighlights } from "../board/highlights";
import { duelPreview } from "../board/preview";
import { tokenName } from "../pieces/tokens";
import { SOURCES, type DuelView, type Source } from "../view";
import { pickedCargo, type Choice } from "./choices";
import { cargoName } from "./words";

export interface Effect {
  highlights: DuelHighlights;
  got: Readonly<Record<number, readonly string[]>>; // by seat
  sunk: readonly string[]; // tokens
  scores: readonly number[] | null;
  hidden: boolean; // something comes that nobody can know
  next: number | null; // who would choose before the turn is over
  over: boolean; // the game would be
}

export function effectOf(view: DuelView, preview: Preview): Effect {
  const { events, points } = preview;
  const scores = preview.scores ?? points?.map(sum) ?? null;
  const highlights = duelPreview(events, scores);
  const cargo = view.boats.find(({ boat }) => boat === highlights.boat)?.cargo ?? [];
  return {
    highlights: points ? { ...highlights, gains: gainsOf(view, points) } : highlights,
    got: highlights.coming ?? {},
    sunk: (highlights.sunk ?? []).flatMap((space) => cargo[space - 1] ?? []),
    scores,
    hidden: preview.scores === null,
    next: events.some(({ kind }) => kind === "turn_began") ? null : preview.decider,
    over: events.some(({ kind }) => kind === "game_ended"),
  };
}

function sum(points: Readonly<Record<string, number>>): number {
  return SOURCES.reduce((all, source) => all + (points[source] ?? 0), 0);
}

function gainsOf(
  view: DuelView,
  points: readonly Readonly<Record<string, number>>[],
): Record<number, Partial<Record<Source, number>>> {
  return Object.fromEntries(
    view.seats.map((seat, index) => [
      index,
      Object.fromEntries(
        SOURCES.map((source) => [source, (points[index]?.[source] ?? 0) - (seat.points[source] ?? 0)]),
      ),
    ]),
  );
}

/** What glows: the things that may be picked now. */
export function highlightsOf(choice: Choice): DuelHighlights {
  const wells = new Set<number>();
  const boats = new Set<string>();
  const actions = new Set<string>();
  const cargo: Record<string, Set<number>> = {};
  for (const { target } of choice.options) {
    if (target.on === "well") wells.add(wellNumber(target.row, target.column));
    else if (target.on === "boat") boats.add(target.boat);
    else if (target.on === "action") actions.add(target.token);
    else if (target.on === "cargo") (cargo[target.boat] ??= new Set()).add(target.space);
  }
  const first = pickedCargo(choice);
  const picked = first && first.space !== null ? { picked: { boat: first.boat, space: first.space } } : {};
  return { wells, boats, actions, cargo, ...picked };
}

/** As much of a move as is seen before its preview has come. */
export function glanceAt(view: DuelView, move: Move): DuelHighlights {
  const { verb, boat, row, column, space, second_space: second, token } = move;
  if (view.seat === null) return {};
  if (verb === "place" && row && column) return { placing: [{ seat: view.seat, row, column }] };
  if (verb === "unload" && boat) return { boat };
  if (verb === "take" && boat && space) return { picked: { boat, space } };
  if (verb === "swap" && boat && space && second) return { swap: { boat, spaces: [space, second] } };
  if (verb === "play" && token) return { playing: { seat: view.seat, token } };
  return {};
}

export interface EffectPart {
  seat?: number; // shown as its meeple
  text: string;
  strong?: boolean;
  less?: boolean; // points that are lost
}

/** One line: who gets what, and the points now and then; a short one leaves out what is no news. */
export function effectLine(view: DuelView, effect: Effect, short = false): EffectPart[] {
  const parts: EffectPart[] = [];
  const { swap } = effect.highlights;
  if (swap) {
    const [a, b] = swap.spaces;
    parts.push({
      text: t("duel.says.swap", { first: cargoName(view, swap.boat, a), second: cargoName(view, swap.boat, b) }),
    });
  }
  const seats = [...view.seats.keys()].sort((a, b) => Number(b === view.seat) - Number(a === view.seat));
  for (const seat of seats) {
    const tokens = effect.got[seat];
    if (tokens?.length) {
      parts.push({
        seat,
        text: t("duel.says.gets", { who: nameOf(view, seat), what: names(tokens.map(tokenName)) }),
      });
    }
  }
  if (effect.sunk.length) parts.push({ text: t("duel.says.sunk", { what: names(effect.sunk.map(tokenName)) }) });
  for (const seat of seats) {
    const now = view.seats[seat]!.score;
    const then = effect.scores?.[seat];
    if (then === undefined || then === now) continue;
    const who = nameOf(view, seat);
    parts.push({ seat, text: t("duel.says.points", { who, now, then }), strong: true, less: then < now });
  }
  if (effect.over) parts.push({ text: t("duel.says.end") });
  else if (effect.next !== null && effect.next === view.seat) parts.push({ text: t("says.you_on") });
  else if (effect.hidden && !short) parts.push({ text: t("duel.says.hidden") });
  return parts;
}

/** The same as a sentence, for those who hear it. */
export function effectSaid(view: DuelView, effect: Effect): string {
  return effectLine(view, effect)
    .map(({ text }) => text)
    .join("; ");
}
