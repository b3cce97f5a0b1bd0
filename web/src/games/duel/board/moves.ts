// What glows: the moves that the viewer was sent, by where they are made.
import type { DuelView } from "../view";
import { wellNumber } from "./harbour";
import type { DuelHighlights } from "./highlights";

export function movesHighlights({ moves }: Pick<DuelView, "moves">): DuelHighlights {
  const wells = new Set<number>();
  const boats = new Set<string>();
  const actions = new Set<string>();
  const cargo: Record<string, Set<number>> = {};
  for (const { verb, row, column, boat, space, second_space, token } of moves) {
    if (verb === "place" && row != null && column != null) wells.add(wellNumber(row, column));
    else if (verb === "unload" && boat) boats.add(boat);
    else if (verb === "play" && token) actions.add(token);
    else if ((verb === "take" || verb === "swap") && boat) {
      const spaces = (cargo[boat] ??= new Set());
      for (const place of [space, second_space]) if (place != null) spaces.add(place);
    }
  }
  return { wells, boats, actions, cargo };
}
