// At the temple: chariots on their course.
import { shifted } from "../../../app/drawing/geometry";
import { withOne, withOut, type Pose, changed } from "../../../table/motion/script";
import { anchorBox, SLAB_AT } from "../board/table";
import { chariotAt, onCourse } from "../sites/temple/geometry";
import type { Tale } from "./tale";

export function moveChariot(tale: Tale, seat: number, space: number): void {
  const { w } = tale;
  const board = tale.view.temple;
  if (board.type !== "arena") return w.silent();
  const start = w.begin(`chariot ${seat}`, 0);
  const from = board.chariots[seat] ?? 0;
  const next = { ...board, chariots: changed(board.chariots, seat, () => space) };
  const pose = (at: { x: number; y: number; width: number; flipped: boolean }): Pose => ({
    ...shifted({ x: at.x, y: at.y }, SLAB_AT.temple),
    scale: at.width / 60,
    wide: at.flipped ? -1 : 1,
  });
  const [first, last] = [chariotAt(board, seat), chariotAt(next, seat)];
  const parts = Math.max(2, Math.ceil(Math.abs(space - from) * 3));
  const way = Array.from({ length: parts + 1 }, (_, part) => {
    if (part === 0) return pose(first);
    if (part === parts) return pose(last);
    const at = onCourse(board.track.length, from + ((space - from) * part) / parts + 0.5);
    const turned = Math.abs(at.angle);
    return pose({ x: at.x, y: at.y, width: 40, flipped: turned > 90 && turned < 270 });
  });
  const time = Math.min(1000, 260 + 130 * Math.abs(space - from));
  w.fly({ piece: { is: "chariot", color: tale.color(seat), flipped: false }, start, time, way, ease: "in-out" });
  w.away(
    start,
    start + time,
    (away) => ({ ...away, chariots: withOne(away.chariots, seat) }),
    (away) => ({ ...away, chariots: withOut(away.chariots, seat) }),
  );
  w.patch(start + time, (view) =>
    view.temple.type === "arena"
      ? { ...view, temple: { ...view.temple, chariots: changed(view.temple.chariots, seat, () => space) } }
      : view,
  );
  w.step(start, start + time);
  w.mark(anchorBox(tale.view, { on: "chariot", seat, space }));
}
