// What moves at a table of The Duel, and what has to be known of the page for it.
import type { Color } from "../../../net/views";
import type { CommonPiece, Stage } from "../../../table/motion/script";
import type { Away } from "../board/away";
import type { Layout } from "../board/layout";
import type { DuelView } from "../view";

export type DuelPiece =
  | CommonPiece
  | { is: "meeple"; color: Color }
  | { is: "cargo"; token: string | null }
  | { is: "boat"; boat: string; cargo: readonly (string | null)[] };

export interface DuelStage extends Stage {
  layout?: Layout["name"];
}

export interface DuelCast {
  view: DuelView;
  piece: DuelPiece;
  away: Away;
  where: never; // all of it is seen at once
  stage: DuelStage;
}
