// The positions of tools/gallery_views.py.
import type { Printed } from "../builder/printed";
import type { BuilderView, GameEvent, Side } from "../views";
import printedValues from "./views/printed.json";
import recordedSails from "./views/sails.json";

const files = import.meta.glob<Record<string, BuilderView>>("./views/*-*.json", { eager: true, import: "default" });

export const printed: Printed = printedValues;

/** Positions before a ship sails, and what happens then. */
export const sails = recordedSails as unknown as { view: BuilderView; events: GameEvent[] }[];
export const MOMENTS = ["early", "middle", "late"] as const;
export const PLAYERS = [2, 3, 4] as const;

/** A view by game, such as "AAAAA-3", and moment. */
export function viewOf(game: string, moment: string): BuilderView {
  const view = files[`./views/${game}.json`]?.[moment];
  if (!view) throw new Error(`no view of ${game}, ${moment}: run tools/gallery_views.py`);
  return view;
}

/** A side with so many players; full: more stones than spaces; odd: boards of other sizes, with three players. */
export type Cast = (typeof PLAYERS)[number] | "full" | "odd";

export function sideView(side: Side, cast: Cast, moment: string): BuilderView {
  const sides = side.repeat(5);
  return viewOf(cast === "odd" ? `odd${sides}-3` : `${sides}-${cast}`, moment);
}

/** Every position there is. */
export function allViews(): [string, BuilderView][] {
  return Object.entries(files).flatMap(([file, views]) =>
    Object.entries(views).map(([moment, view]): [string, BuilderView] => [`${file} ${moment}`, view]),
  );
}
