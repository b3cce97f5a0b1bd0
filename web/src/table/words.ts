// Moves and happenings in words, from their ids and numbers. Nothing is reckoned here.
import { known, num, t, type TextId } from "../app/text/text";
import { boardName } from "../games/builder/pieces/boards";
import { cardName } from "../games/builder/pieces/cards";
import type { Move } from "../net/http";
import type { DuelView } from "../net/table.svelte";
import { SITES, type BuilderView, type GameEvent } from "../net/views";

type View = BuilderView | DuelView;
type Values = Record<string, string | number>;

export function moveWords(view: View, move: Move): string {
  const id = known(`move.${view.game}.${move.verb}`);
  return id ? t(id, valuesOf(view, move)) : move.text;
}

/** A line of the log; null for what says nothing to a reader. */
export function eventWords(view: View, event: GameEvent): string | null {
  const id = known(`happened.${event.kind}`);
  return id ? t(id, valuesOf(view, event)) : null;
}

function siteName(view: View, id: string): string {
  const site = SITES.find((one) => one === id);
  return view.game === "builder" && site ? boardName(view, site) : word(`duel.site.${id}`, id);
}

export function tokenName(token: string | number): string {
  const numbered = /^(temple|tomb)_(\d+)$/.exec(String(token));
  if (typeof token === "number") return num(token);
  const id = known(`duel.token.${numbered?.[1] ?? token}`);
  return id ? t(id, { n: Number(numbered?.[2] ?? 0) }) : token;
}

export function boatName(boat: string): string {
  const [kind, n] = boat.split(" ");
  if (kind !== "row" && kind !== "column") return boat;
  return t(kind === "row" ? "boat.row" : "boat.column", { n: Number(n) });
}

export function sourceName(source: string): string {
  return word(`source.${source}`, source);
}

type Numbers = Omit<Partial<Move>, "prophecy" | "token"> & Omit<Partial<GameEvent>, "prophecy" | "token">;

function valuesOf(view: View, of: Numbers & Pick<Move | GameEvent, "prophecy" | "token">): Values {
  const values: Values = {};
  for (const name of ["ship", "space", "second_space", "place", "round", "size", "minimum", "row", "column"] as const) {
    const value = of[name];
    if (value != null) values[name] = value;
  }
  if (of.seat != null) values["who"] = view.seats[of.seat]?.name ?? num(of.seat + 1);
  if (of.site != null) values["site"] = siteName(view, of.site);
  values["card"] = of.card != null ? cardName(of.card) : t("card.unknown");
  if (of.second_card != null) values["second"] = cardName(of.second_card);
  if (of.token != null) values["token"] = tokenName(of.token);
  if (of.boat != null) values["boat"] = boatName(of.boat);
  if (of.source != null) values["source"] = sourceName(of.source);
  if (of.pyramid != null)
    values["pyramid"] = t(`pyramid.${(["left", "middle", "right"] as const)[of.pyramid - 1] ?? "left"}`);
  if (of.squares != null) values["squares"] = of.squares.map(([column, row]) => squareName(column, row)).join(" ");
  if (of.prophecy != null) {
    const god = typeof of.prophecy === "string" ? of.prophecy : prophecyId(view, of.prophecy);
    values["god"] = word(`god.${god}`, t("god.other"));
  }
  values["n"] = of.points ?? of.count ?? of.amount ?? of.track ?? 0;
  if (of.seat != null && view.game === "builder") {
    const color = known(`seat.${view.seats[of.seat]?.color ?? ""}`);
    if (color) values["color"] = t(color);
  }
  return values;
}

function prophecyId(view: View, number: number): string {
  return view.game === "builder" ? (view.prophecies[number - 1]?.id ?? "") : "";
}

function squareName(column: number, row: number): string {
  return `${String.fromCharCode(96 + column)}${row}`;
}

function word(id: string, otherwise: string): string {
  const found: TextId | null = known(id);
  return found ? t(found) : otherwise;
}
