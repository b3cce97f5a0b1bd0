// Why something on the table can't be chosen now: the server says which moves it refuses and for what reason, and what a
// move touches is read off the same targets by which moves are chosen. No rule is reckoned.
import { center, type Box, type Point } from "../../app/drawing/geometry";
import { clientOf } from "../../games";
import type { RefusedMove } from "../../net/table.svelte";
import type { GameView, Move, Words } from "../../net/views";
import { keyOf } from "../../table/choice";

const MOST = 2; // reasons that are told at once

interface Thing {
  key: string;
  boxes: readonly Box[]; // in the drawing's coordinates
}

/** What a move touches, in a drawing with this frame. */
function thingsOf(view: GameView, move: Move, frame: Box): Thing[] {
  const client = clientOf(view);
  const targets = client.ways({ ...view, moves: [move] }, move).flat(2);
  return targets.map((target) => ({ key: keyOf(target), boxes: client.boxes(view, target, frame) }));
}

function holds({ x, y, w, h }: Box, at: Point): boolean {
  return at.x >= x && at.x <= x + w && at.y >= y && at.y <= y + h;
}

/** The reasons against what lies at a place, the commonest first; none if it can be chosen, or nothing lies there. */
export function reasonsAt(view: GameView, refused: readonly RefusedMove[], frame: Box, at: Point): readonly string[] {
  const possible = new Set(view.moves.flatMap((move) => thingsOf(view, move, frame)).map(({ key }) => key));
  const counts: Record<string, Record<string, number>> = {}; // by thing and reason
  let nearest: { key: string; area: number } | null = null;
  for (const { move, reason } of refused) {
    for (const { key, boxes } of thingsOf(view, move, frame)) {
      const area = Math.min(...boxes.filter((box) => holds(box, at)).map(({ w, h }) => w * h));
      if (!Number.isFinite(area)) continue;
      const reasons = (counts[key] ??= {});
      reasons[reason] = (reasons[reason] ?? 0) + 1;
      if (!nearest || area < nearest.area) nearest = { key, area };
    }
  }
  if (!nearest || possible.has(nearest.key)) return [];
  const found = Object.entries(counts[nearest.key] ?? {}).sort((a, b) => b[1] - a[1]);
  return found.slice(0, MOST).map(([reason]) => reason);
}

/** As sentences. */
export function refusalWords(reasons: readonly string[], words: Words | undefined): string {
  return reasons
    .flatMap((reason) => words?.refusals[reason]?.text ?? [])
    .map((text) => text.charAt(0).toLocaleUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : "."))
    .join(" ");
}

interface Place {
  frame: Box; // of the drawing
  at: Point;
}

/** Where a click fell on a drawing of the table, if it fell on nothing that can be pressed. */
export function clickedAt(event: MouseEvent): Place | null {
  const on = event.target;
  if (!(on instanceof Element)) return null;
  const dock = on.closest<HTMLElement>(".dock");
  if (dock) return dockAt(dock);
  if (on.closest("button, a, input, [role='button'], dialog")) return null;
  const part = on.closest<HTMLElement>(".board, [data-page]");
  const drawing = part?.querySelector<SVGSVGElement>(part.dataset["page"] ? "svg" : "svg.table");
  const matrix = drawing?.getScreenCTM();
  if (!part || !drawing || !matrix) return null;
  const { x, y, width: w, height: h } = drawing.viewBox.baseVal;
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const corner = boxIn(part.dataset["page"]);
  if (!corner) return { frame: { x, y, w, h }, at: point };
  // a phone shows one part of the table at a time
  return { frame: { ...corner, w, h }, at: { x: point.x - x + corner.x, y: point.y - y + corner.y } };
}

/** A phone's button of a dock stands for its site while docks are to be chosen, and this one can't be. */
function dockAt(dock: HTMLElement): Place | null {
  const asked = dock.parentElement?.querySelector("[data-site][data-key]");
  const frame = boxIn(dock.dataset["frame"]);
  return asked && frame && !dock.dataset["key"] ? { frame, at: center(frame) } : null;
}

/** A part of the table, as the page notes it: x y w h. */
function boxIn(noted: string | undefined): Box | null {
  if (!noted) return null;
  const [x = 0, y = 0, w = 0, h = 0] = noted.split(" ").map(Number);
  return { x, y, w, h };
}
