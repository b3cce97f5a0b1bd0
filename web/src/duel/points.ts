import { num, signed } from "../app/text/text";

/** Points with a proper minus. */
export function pointsText(points: number): string {
  return points < 0 ? signed(points) : num(points);
}
