// Moves and happenings in words, from their ids and numbers. Nothing is reckoned here.
import { known, num, t, type TextId } from "../app/text/text";
import type { GameEvent, GameView, Move } from "../net/views";

export type Values = Record<string, string | number>;
/** What moves and events may tell of. */
export type Numbers = Omit<Partial<Move>, "prophecy" | "token"> &
  Omit<Partial<GameEvent>, "prophecy" | "token"> &
  Pick<Move | GameEvent, "prophecy" | "token">;

/** The sentences of a game, with its own names for things. */
export function sentences<V extends GameView>(own: (view: V, of: Numbers) => Values) {
  const values = (view: V, of: Numbers) => ({ ...common(view, of), ...own(view, of) });
  return {
    moveWords(view: V, move: Move): string {
      const id = known(`move.${view.game}.${move.verb}`);
      return id ? t(id, values(view, move)) : move.text;
    },
    eventWords(view: V, event: GameEvent): string | null {
      const id = known(`happened.${event.kind}`);
      return id ? t(id, values(view, event)) : null;
    },
  };
}

export function sourceName(source: string): string {
  return word(`source.${source}`, source);
}

function common(view: GameView, of: Numbers): Values {
  const values: Values = {};
  for (const name of ["ship", "space", "second_space", "place", "round", "size", "minimum", "row", "column"] as const) {
    const value = of[name];
    if (value != null) values[name] = value;
  }
  if (of.seat != null) values["who"] = view.seats[of.seat]?.name ?? num(of.seat + 1);
  if (of.source != null) values["source"] = sourceName(of.source);
  values["n"] = of.points ?? of.count ?? of.amount ?? of.track ?? 0;
  return values;
}

export function word(id: string, otherwise: string): string {
  const found: TextId | null = known(id);
  return found ? t(found) : otherwise;
}
