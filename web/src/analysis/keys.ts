// The replay's keys: where they lead. Steps are numbers of entries, sorted.

export type Deed = { go: number } | "play" | "mistake" | "back to mistake" | null;

export function keyed(key: string, shift: boolean, at: number, steps: readonly number[], total: number): Deed {
  switch (key) {
    case "ArrowRight":
      return { go: shift ? jumped(at, steps, 10, total) : nextOf(at, steps, total) };
    case "ArrowLeft":
      return { go: shift ? jumped(at, steps, -10, total) : beforeOf(at, steps) };
    case "Home":
      return { go: 0 };
    case "End":
      return { go: total };
    case " ":
      return "play";
    case "m":
      return "mistake";
    case "M":
      return "back to mistake";
    default:
      return null;
  }
}

/** The next step; where it isn't known yet, one entry on. */
export function nextOf(at: number, steps: readonly number[], total: number): number {
  return Math.min(total, steps.find((step) => step > at) ?? at + 1);
}

export function beforeOf(at: number, steps: readonly number[]): number {
  const shown = steps.findLast((step) => step <= at) ?? at;
  return Math.max(0, steps.findLast((step) => step < shown) ?? shown - 1);
}

function jumped(at: number, steps: readonly number[], by: number, total: number): number {
  let to = at;
  for (let count = 0; count < Math.abs(by); count++) to = by > 0 ? nextOf(to, steps, total) : beforeOf(to, steps);
  return to;
}

/** Whether a key belongs to what has the focus, and not to the replay. */
export function isTaken(key: string, target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, dialog, summary")) return true;
  return key === " " && target.closest("button, a") !== null;
}

/** The next mistake after the decision that is shown, or the one before it: indices; null if there is none. */
export function mistakeFrom(errors: readonly number[], index: number, way: 1 | -1): number | null {
  return (way > 0 ? errors.find((error) => error > index) : errors.findLast((error) => error < index)) ?? null;
}
