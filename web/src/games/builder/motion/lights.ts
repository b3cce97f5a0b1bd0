// Light and dark over something that stays where it is.
import { center, type Box } from "../../../app/drawing/geometry";
import type { Tale } from "./tale";

export function flash(tale: Tale, box: Box, tone: "gold" | "dark", time: number): void {
  const { w } = tale;
  const start = w.begin("flash", 220);
  glow(tale, box, tone, start, time, false);
  w.step(start, start + 0.45 * time);
  w.mark(box);
}

export function glow(tale: Tale, box: Box, tone: "gold" | "dark", start: number, time: number, extra: boolean): void {
  const middle = { ...center(box), scale: 1 };
  tale.w.fly({
    piece: { is: "flash", box: { ...box, x: -box.w / 2, y: -box.h / 2 }, tone },
    start,
    time,
    way: [
      { ...middle, alpha: 0 },
      { ...middle, alpha: 1, scale: 1.02 },
      { ...middle, alpha: 0, scale: 1.04 },
    ],
    ease: "linear",
    extra,
  });
}
