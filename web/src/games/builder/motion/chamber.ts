// At the burial chamber: tokens of the tomb.
import { center, shifted } from "../../../app/drawing/geometry";
import { atBox, without } from "../../../table/motion/script";
import { SLAB_AT } from "../board/table";
import { tokenBox, tombBox } from "../sites/chamber/geometry";
import type { Tale } from "./tale";

export function tombTurned(tale: Tale, number: number): void {
  const { w } = tale;
  const board = tale.view.burial_chamber;
  if (board.type !== "tomb") return w.silent();
  const start = w.begin("tomb", 120);
  const next = { ...board, open: [...board.open, number], coming: without(board.coming, number) };
  const supply = { ...shifted({ x: 338, y: 77 }, SLAB_AT.burial_chamber), scale: 0.6 };
  const to = atBox(shifted(tokenBox(next, next.open.length - 1), SLAB_AT.burial_chamber), 44);
  const edge = { x: (supply.x + to.x) / 2, y: (supply.y + to.y) / 2 - 24, scale: 0.95, wide: 0.05 };
  w.fly({ piece: { is: "tomb", number: null }, start, time: 200, way: [supply, edge], ease: "linear" });
  w.fly({ piece: { is: "tomb", number }, start: start + 200, time: 220, way: [edge, to], ease: "out" });
  w.patch(start + 420, (view) =>
    view.burial_chamber.type === "tomb"
      ? {
          ...view,
          burial_chamber: {
            ...view.burial_chamber,
            open: [...view.burial_chamber.open, number],
            coming: without(view.burial_chamber.coming, number),
          },
        }
      : view,
  );
  w.step(start, start + 420);
  w.mark(shifted(tokenBox(next, next.open.length - 1), SLAB_AT.burial_chamber));
}

/** Taken to its place in the grid, or out of the game. */
export function tombGone(tale: Tale, number: number, taken: boolean): void {
  const { w } = tale;
  const board = tale.view.burial_chamber;
  if (board.type !== "tomb") return w.silent();
  const index = Math.max(0, board.open.indexOf(number));
  const start = w.begin(taken ? "taken" : "removed", 90);
  const from = atBox(shifted(tokenBox(board, index), SLAB_AT.burial_chamber), 44);
  const place = { ...center(shifted(tombBox(board, number), SLAB_AT.burial_chamber)), scale: 0.8 };
  const way = taken ? [from, place, { ...place, alpha: 0.3 }] : [from, { ...from, x: from.x - 70, alpha: 0 }];
  w.fly({ piece: { is: "tomb", number }, start, time: 400, way, ease: "in-out", arc: taken ? 24 : 0 });
  w.patch(start, (view) =>
    view.burial_chamber.type === "tomb"
      ? {
          ...view,
          burial_chamber: { ...view.burial_chamber, open: without(view.burial_chamber.open, number) },
        }
      : view,
  );
  w.step(start, start + (taken ? 340 : 400));
}
