// What lies in the boxes of the games: little of it is needed where nobody plays yet.
import type { GameId } from "../net/views";
import type { GameBox } from "../table/box";
import { builderBox } from "./builder/box";
import { duelBox } from "./duel/box";

export const BOXES: Readonly<Record<GameId, GameBox>> = { builder: builderBox, duel: duelBox };
