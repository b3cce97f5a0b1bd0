// Playing by keyboard: where the focus goes, and where the arrow keys lead from one thing to the next.
import type { Box } from "../app/drawing/geometry";

export type Direction = "left" | "right" | "up" | "down";

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  arrowleft: "left",
  arrowright: "right",
  arrowup: "up",
  arrowdown: "down",
};
const TARGETS = "[data-key]:not([tabindex='-1'], :disabled)";
const NEXT = ["[data-deed]:not(:disabled)", TARGETS, "[data-action]:not(:disabled)"];

let keys = false; // was the last thing that somebody did
if (typeof window !== "undefined") {
  window.addEventListener("keydown", () => (keys = true), { capture: true });
  window.addEventListener("pointerdown", () => (keys = false), { capture: true });
}

/** Whether a key is for the table: not with others that make it the browser's, and nobody writes or has a sheet open. */
export function isForTable(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
  return !(event.target as HTMLElement).closest("input, textarea, select");
}

/** To what leads on, for those who play by keyboard: the gold button, the first target, or what else there is to do. */
export function focusNext(root: HTMLElement | undefined): void {
  if (!keys) return;
  for (const kind of NEXT) {
    const found = root?.querySelector<HTMLElement>(kind);
    if (found) return found.focus();
  }
}

/** The same if what had the focus is gone: what one does elsewhere on the page is not disturbed. */
export function keepFocus(root: HTMLElement | undefined): void {
  const on = document.activeElement;
  if (!on || on === document.body || on.matches(":disabled")) focusNext(root);
}

/** The focus goes on by an arrow key, from target to target; false if it is another key. */
export function stepFocus(root: HTMLElement | undefined, key: string): boolean {
  const direction = DIRECTIONS[key.toLowerCase()];
  if (!direction) return false;
  const all = [...(root?.querySelectorAll<HTMLElement>(TARGETS) ?? [])].filter((element) => element.checkVisibility());
  const boxes = all.map((element) => {
    const { x, y, width: w, height: h } = element.getBoundingClientRect();
    return { x, y, w, h };
  });
  const now = all.findIndex((element) => element === document.activeElement);
  const next = now < 0 ? 0 : nextIn(boxes, now, direction);
  if (next !== null) all[next]?.focus();
  return true;
}

/** The index of the next box in that direction: the nearest, and rather straight on than aside. */
export function nextIn(boxes: readonly Box[], from: number, direction: Direction): number | null {
  const middle = ({ x, y, w, h }: Box) => [x + w / 2, y + h / 2] as const;
  const start = boxes[from];
  if (!start) return boxes.length ? 0 : null;
  const [x, y] = middle(start);
  const level = direction === "left" || direction === "right";
  let best: number | null = null;
  let least = Infinity;
  boxes.forEach((box, index) => {
    if (index === from) return;
    const [toX, toY] = middle(box);
    const [dx, dy] = [toX - x, toY - y];
    const along = direction === "left" ? -dx : direction === "right" ? dx : direction === "up" ? -dy : dy;
    const way = along + Math.abs(level ? dy : dx) * 2.5;
    if (along >= 4 && way < least) [best, least] = [index, way];
  });
  return best;
}
