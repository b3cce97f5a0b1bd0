// At the pyramids: scaffolds that are turned over, and Imhotep on his way.
import { shifted } from "../../../app/drawing/geometry";
import type { Pose } from "../../../table/motion/script";
import { anchorBox, SLAB_AT } from "../board/table";
import { imhotepAt, scaffoldLayer } from "../sites/pyramid/geometry";
import type { Tale } from "./tale";

export function turnScaffold(tale: Tale, stays: boolean): void {
  const { w } = tale;
  const board = tale.view.pyramids;
  const last = tale.after.pyramids;
  if (board.type !== "scaffold" || last.type !== "scaffold") return w.silent();
  const start = w.begin("scaffold", 200);
  const number = board.layers.length;
  const supply = { ...shifted({ x: 310, y: 46 }, SLAB_AT.pyramids), scale: 1 };
  const coming = board.coming.slice(1);
  if (!stays) {
    const way = [supply, { ...supply, y: supply.y - 40, alpha: 0 }];
    w.fly({ piece: { is: "planks" }, start, time: 420, way, ease: "out" });
    w.step(start, start + 420);
    return;
  }
  const layer = (last.layers[number] ?? []).map((space) => ({ ...space, owner: null }));
  const next = { ...board, layers: [...board.layers, layer], coming };
  const { y } = scaffoldLayer(next, number);
  const to = { ...shifted({ x: 134, y: y - 12 }, SLAB_AT.pyramids), scale: 4.3 };
  w.fly({
    piece: { is: "planks" },
    start,
    time: 420,
    way: [supply, { ...to, alpha: 0.75 }],
    ease: "in-out",
    arc: 20,
  });
  w.patch(start + 420, (view) =>
    view.pyramids.type === "scaffold"
      ? { ...view, pyramids: { ...view.pyramids, layers: [...view.pyramids.layers, layer], coming } }
      : view,
  );
  w.step(start, start + 420);
}

export function moveImhotep(tale: Tale, space: number): void {
  const { w } = tale;
  const board = tale.view.pyramids;
  if (board.type !== "corridor") return w.silent();
  w.close();
  const start = w.begin("imhotep", 0);
  const pose = (at: number): Pose => ({ ...shifted(imhotepAt(board, at), SLAB_AT.pyramids), scale: 37 / 36 });
  const time = 520;
  const way = [pose(board.imhotep), pose(space)];
  w.fly({ piece: { is: "imhotep" }, start, time, way, ease: "in-out", arc: 26 });
  w.away(
    start,
    start + time,
    (away) => ({ ...away, imhotep: true }),
    (away) => ({ ...away, imhotep: false }),
  );
  w.patch(start + time, (view) =>
    view.pyramids.type === "corridor" ? { ...view, pyramids: { ...view.pyramids, imhotep: space } } : view,
  );
  w.step(start, start + time);
  w.mark(anchorBox(tale.view, { on: "imhotep", space }));
}
