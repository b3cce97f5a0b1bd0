import { num, signed } from "./text";

/** Points with a proper minus. */
export function pointsText(points: number): string {
  return points < 0 ? signed(points) : num(points);
}
