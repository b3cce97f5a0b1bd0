// Where the things that may be picked lie on the table.
import type { Box } from "../../../app/drawing/geometry";
import type { Layout } from "../board/layout";
import { anchorBox } from "../board/table";
import type { DuelView } from "../view";
import type { Target } from "./choices";

const BESIDE = 3.5; // round a token of a boat: as far as its neighbour's begins
const ACROSS = 18;

/** The box of a target, in the table's coordinates; tokens are to be met with a finger, too. */
export function boxOf(view: DuelView, layout: Layout, target: Target): Box | null {
  switch (target.on) {
    case "well":
    case "boat":
      return anchorBox(view, layout, target);
    case "cargo": {
      const box = anchorBox(view, layout, target);
      const { scale } = layout.harbour;
      const row = target.boat.startsWith("row");
      return box && grown(box, (row ? BESIDE : ACROSS) * scale, (row ? ACROSS : BESIDE) * scale);
    }
    case "action": {
      const box = view.seat === null ? null : anchorBox(view, layout, { ...target, seat: view.seat });
      return box && grown(box, 4, 8);
    }
    default:
      return null;
  }
}

export function grown(box: Box, x: number, y = x): Box {
  return { x: box.x - x, y: box.y - y, w: box.w + 2 * x, h: box.h + 2 * y };
}
