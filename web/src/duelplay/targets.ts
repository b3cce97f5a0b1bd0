// Where the things that may be picked lie on the table, and where the arrow keys lead from one to the next.
import type { Box } from "../geometry";
import type { Layout } from "../duel/layout";
import { anchorBox } from "../duel/table";
import type { DuelView } from "../duel/view";
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

export type Direction = "left" | "right" | "up" | "down";

/** The index of the next box in that direction: the nearest, and rather straight on than aside. */
export function nextIn(boxes: readonly Box[], from: number, direction: Direction): number | null {
  const middle = ({ x, y, w, h }: Box) => [x + w / 2, y + h / 2] as const;
  const start = boxes[from];
  if (!start) return boxes.length ? 0 : null;
  const [x, y] = middle(start);
  const level = direction === "left" || direction === "right";
  let best: number | null = null;
  let least = Infinity;
  boxes.forEach((box, index) => {
    if (index === from) return;
    const [toX, toY] = middle(box);
    const [dx, dy] = [toX - x, toY - y];
    const along = direction === "left" ? -dx : direction === "right" ? dx : direction === "up" ? -dy : dy;
    const way = along + Math.abs(level ? dy : dx) * 2.5;
    if (along >= 4 && way < least) [best, least] = [index, way];
  });
  return best;
}
