// The positions and moves of The Duel, from tools/gallery_views.py.
import type { DuelView, Source } from "../duel/view";
import type { GameEvent } from "../views";
import recordedMoves from "./views/duel/moves.json";

const files = import.meta.glob<Record<string, DuelView>>(["./views/duel/*.json", "!./views/duel/moves.json"], {
  eager: true,
  import: "default",
});

/** A position as whoever decides sees it, and what happened then. */
export interface DuelMove {
  kind: string;
  view: DuelView;
  events: GameEvent[];
  scores: number[];
  gains: Record<Source, number>[];
}

export const duelMoves = recordedMoves as unknown as DuelMove[];

/** Every position there is: its game, its moment, its view. */
export const duelViews: { game: string; moment: string; view: DuelView }[] = Object.entries(files).flatMap(
  ([file, views]) => {
    const game = file.replace(/^.*\/|\.json$/g, "");
    return Object.entries(views).map(([moment, view]) => ({ game, moment, view }));
  },
);
