// What the server tells of any game, by the names that the client uses. Seats count from 0, everything else from 1.
import type { components } from "./schema";

type Schemas = components["schemas"];

/** Which seat a page calls You; null for none of them, as around one screen. */
export interface You {
  readonly you?: number | null;
}
export type GameView = (Schemas["BuilderView"] | Schemas["DuelView"]) & You;
export type GameId = GameView["game"];
export type GameEvent = Schemas["Event"];
export type Move = Schemas["Move"];
/** What a move would bring. */
export type Preview = Schemas["Preview"];
/** All that is said about a game: its sides, cards, rules. */
export type Words = Schemas["Catalogue"];
/** What is printed on boards and cards, but in no view. */
export type Printed = Schemas["Printed"]["printed"];

export const COLORS = ["black", "white", "brown", "gray"] as const;
export type Color = (typeof COLORS)[number];
