// Where cards lie in the market.
import { center, range, type Box, type Point } from "../../../../app/drawing/geometry";
import type { MarketView } from "../../view";
import type { Pair } from "../side";

export const ROW = { x: 20, y: 88, step: 66.5, room: 266, w: 66, h: 100 } as const;
export const GRID = { x: 24, y: 76, stepX: 83, stepY: 63, roomX: 166, roomY: 126, w: 78, h: 60 } as const;

/** Each space in a row of so many. */
export function rowBox(index: number, count: number): Box & { scale: number } {
  const step = Math.min(ROW.step, ROW.room / Math.max(1, count));
  const scale = step / ROW.step;
  const left = ROW.x + (count * step < ROW.room ? (ROW.room - count * step) / 2 : 0);
  return { x: left + index * step, y: ROW.y + ROW.h * (1 - scale), w: ROW.w * scale, h: ROW.h * scale, scale };
}

/** Each space of the luxury market, where neighbours matter. */
export function gridBox(index: number, count: number, columns: number): Box & { scale: number } {
  const rows = Math.ceil(count / columns);
  const scale = Math.min(1, GRID.roomX / (columns * GRID.stepX), GRID.roomY / (rows * GRID.stepY));
  const column = index % columns;
  const row = Math.floor(index / columns);
  return {
    x: GRID.x + (GRID.roomX - columns * GRID.stepX * scale) / 2 + column * GRID.stepX * scale,
    y: GRID.y + (GRID.roomY - rows * GRID.stepY * scale) / 2 + row * GRID.stepY * scale,
    w: GRID.w * scale,
    h: GRID.h * scale,
    scale,
  };
}

/** The box of a space: open cards first, then stacks, counted from 1. */
export function cardBox(view: MarketView, space: number): Box {
  const count = view.open.length + view.stacks.length;
  return view.side === "C" ? gridBox(space - 1, count, view.columns) : rowBox(space - 1, count);
}

/** Two neighbours together, and the seam between them. */
export function pairBox(view: MarketView, [a, b]: Pair): Box & { seam: Point } {
  const one = cardBox(view, a);
  const two = cardBox(view, b);
  const x = Math.min(one.x, two.x);
  const y = Math.min(one.y, two.y);
  const w = Math.max(one.x + one.w, two.x + two.w) - x;
  const h = Math.max(one.y + one.h, two.y + two.h) - y;
  return { x, y, w, h, seam: center({ x, y, w, h }) };
}

export function openBoxes(view: MarketView): (Box & { scale: number })[] {
  const count = view.open.length + view.stacks.length;
  return range(view.open.length).map((index) =>
    view.side === "C" ? gridBox(index, count, view.columns) : rowBox(index, count),
  );
}
