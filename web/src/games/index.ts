// The games of the client. Nothing outside their folders asks which one it is.
import type { GameId } from "../net/views";
import type { GameClient } from "../table/client";
import type { Cast, ScriptOf } from "../table/motion/script";
import { builder } from "./builder";
import { duel } from "./duel";

const CLIENTS = { builder, duel } satisfies Record<GameId, unknown>;

/** A game is only ever given views and targets of its own, which types can't tell. */
export const GAMES = CLIENTS as unknown as Readonly<Record<GameId, GameClient>>;

/** The client of a game by one of its views, or by whatever else tells its name. */
export function clientOf({ game }: { game: string }): GameClient {
  return GAMES[game as GameId];
}

export const scriptOf: ScriptOf<Cast> = (before, after, events, stage) =>
  clientOf(after).script(before, after, events, stage);
