import type { GameId } from "../net/views";

/** The games, and how many may play; in the order of the pages. */
export const PLAYERS: Readonly<Record<GameId, readonly number[]>> = { builder: [2, 3, 4], duel: [2] };
export const GAME_IDS = Object.keys(PLAYERS) as readonly GameId[];
export const FIRST = GAME_IDS[0]!;
