// Scarabs that are laid onto prophecies.
import { changed } from "../../../table/motion/script";
import { onSeat } from "./patches";
import type { Tale } from "./tale";

export function prophesy(tale: Tale, seat: number, prophecy: number, period: number): void {
  const { w } = tale;
  w.close();
  const start = w.begin("scarab", 0);
  const box = tale.stele(prophecy);
  const cell = 81 / Math.max(1, tale.view.periods.length);
  const to = { x: box.x + 5 + (period - 0.5) * cell - 1, y: box.y + 48.5, scale: 13 / 40 };
  const way = [tale.seat(seat, 0.6), { ...to, y: to.y - 26, scale: 1.1 }, to];
  w.fly({ piece: { is: "scarab", color: tale.color(seat) }, start, time: 700, way, ease: "in-out" });
  w.patch(
    start,
    onSeat(seat, (own) => ({ ...own, scarabs: Math.max(0, own.scarabs - 1) })),
  );
  w.patch(start + 700, (view) => ({
    ...view,
    prophecies: changed(view.prophecies, prophecy - 1, (god) => ({
      ...god,
      scarabs: [...god.scarabs, { seat, period }],
    })),
  }));
  w.step(start, start + 700);
  w.mark(box);
}
