// At the obelisks: towers, and pieces of the great obelisk.
import { shifted } from "../../../app/drawing/geometry";
import { atSpot, changed } from "../../../table/motion/script";
import { anchorBox, SLAB_AT } from "../board/table";
import { ownFrame, pathMiddle, singleSpot, towerSpot } from "../sites/obelisks/geometry";
import { flash } from "./lights";
import { STONE, type Tale } from "./tale";

export function buildTower(tale: Tale, seat: number, tower: number): void {
  const { w } = tale;
  const board = tale.view.obelisks;
  // one of the alley is finished where it stands
  if (board.type !== "obelisks")
    return flash(
      tale,
      anchorBox(tale.view, { on: "place", site: "obelisks", place: tower }) ??
        anchorBox(tale.view, { on: "site", site: "obelisks" })!,
      "gold",
      500,
    );
  w.close();
  const count = board.tower_of;
  const color = tale.color(seat);
  const first = w.begin("tower", 0);
  const end = first + STONE + 90 * (count - 1);
  for (let stone = 0; stone < count; stone += 1) {
    // each one waits where it landed until the whole tower stands
    const start = first + 90 * stone;
    const way = [singleSpot(board, seat, stone), towerSpot(board, tower, stone + 1)];
    w.fly({
      piece: { is: "stone", color, pitch: "stone" },
      start,
      time: end - start,
      way: way.map((spot) => atSpot(shifted(spot, SLAB_AT.obelisks))),
      ease: "in-out",
      arc: 30,
    });
  }
  w.step(first, end);
  w.patch(first, (view) =>
    view.obelisks.type === "obelisks"
      ? {
          ...view,
          obelisks: {
            ...view.obelisks,
            singles: changed(view.obelisks.singles, seat, (singles) => Math.max(0, singles - count)),
          },
        }
      : view,
  );
  w.patch(end, (view) =>
    view.obelisks.type === "obelisks"
      ? { ...view, obelisks: { ...view.obelisks, towers: changed(view.obelisks.towers, tower - 1, () => seat) } }
      : view,
  );
  tale.built = {
    site: "obelisks",
    place: null,
    pose: atSpot(shifted(towerSpot(board, tower, count), SLAB_AT.obelisks)),
    at: end,
  };
}

/** A piece of the great obelisk: to its owner's, or to the box. */
export function addPart(tale: Tale, seat: number, place: number, added: boolean): void {
  const { w } = tale;
  const board = tale.view.obelisks;
  const last = tale.after.obelisks;
  if (board.type !== "great_obelisk" || last.type !== "great_obelisk") return w.silent();
  const space = last.path[place - 1];
  if (!space) return w.silent();
  const start = w.begin("part", 160);
  const { unit, x, y } = ownFrame(board, seat);
  const laid = added ? (space.laid ?? space.squares) : space.squares;
  const columns = laid.map(([column]) => column);
  const rows = laid.map(([, row]) => row);
  const [left, low] = [Math.min(...columns), Math.min(...rows)];
  const [right, high] = [Math.max(...columns), Math.max(...rows)];
  const squares = laid.map(([column, row]) => [column - left + 1, row - low + 1] as const);
  const from = { ...shifted(pathMiddle(board, place), SLAB_AT.obelisks), scale: 8.4 / unit };
  const spot = { x: x + ((left - 1 + right) / 2) * unit, y: y - ((low - 1 + high) / 2) * unit };
  const to = { ...shifted(spot, SLAB_AT.obelisks), scale: 1 };
  const way = added ? [from, { ...to, y: to.y - 46 }, to] : [from, { ...from, y: from.y - 30, alpha: 0 }];
  const piece = { is: "part", shape: space.shape, squares, unit } as const;
  w.fly({ piece, start, time: 560, way, ease: "in-out" });
  if (added) {
    w.patch(start + 560, (view) =>
      view.obelisks.type === "great_obelisk"
        ? {
            ...view,
            obelisks: {
              ...view.obelisks,
              heights: last.heights,
              path: changed(view.obelisks.path, place - 1, (here) => ({ ...here, laid: space.laid })),
            },
          }
        : view,
    );
  }
  w.step(start, start + 560);
  w.mark(anchorBox(tale.view, { on: "obelisk", seat }));
}
