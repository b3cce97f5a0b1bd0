// Why something on the table can't be chosen now: the server says which moves it refuses and for what reason, and what a
// move touches is read off the same targets by which moves are chosen. No rule is reckoned.
import { center, shifted, type Box, type Point } from "../../app/drawing/geometry";
import { keyOf, steps } from "../../games/builder/play/choices";
import type { Words } from "../../games/builder/play/effects";
import { pageFrame, RIVER_AT, riverBox, riverOf, type Page } from "../../games/builder/play/phone";
import { boxesOf } from "../../games/builder/play/targets";
import { layoutOf, partOf, type Layout } from "../../games/duel/board/layout";
import { keyOf as duelKey, waysOf } from "../../games/duel/play/choices";
import { boxOf } from "../../games/duel/play/targets";
import type { DuelView } from "../../games/duel/view";
import type { RefusedMove } from "../../net/table.svelte";
import type { BuilderView, Move } from "../../net/views";

const MOST = 2; // reasons that are told at once
const LAYOUTS: readonly Layout["name"][] = ["desk", "tall", "phone", "flat"];
const PARTS = [undefined, "harbour", "seats"] as const;

interface Thing {
  key: string;
  boxes: readonly Box[]; // in the drawing's coordinates
}

/** What a move touches, in a drawing with this frame. */
function thingsOf(view: BuilderView | DuelView, move: Move, frame: Box): Thing[] {
  if (view.game === "builder") {
    return steps({ ...view, moves: [move] }, move)
      .flat()
      .map((target) => {
        const afloat = riverBox(view, riverOf(view), target); // beside the table, as for what moves
        return {
          key: keyOf(target),
          boxes: [...boxesOf(view, target), ...(afloat ? [shifted(afloat, RIVER_AT)] : [])],
        };
      });
  }
  const layout = layoutIn(view, frame);
  if (!layout) return [];
  return waysOf(move)
    .flat()
    .map((target) => ({ key: duelKey(target), boxes: [boxOf(view, layout, target)].filter((box) => box !== null) }));
}

function layoutIn(view: DuelView, frame: Box): Layout | undefined {
  const fits = (box: Box) => box.x === frame.x && box.y === frame.y && box.w === frame.w && box.h === frame.h;
  return LAYOUTS.map((name) => layoutOf(view, name)).find((layout) => PARTS.some((part) => fits(partOf(layout, part))));
}

function holds({ x, y, w, h }: Box, at: Point): boolean {
  return at.x >= x && at.x <= x + w && at.y >= y && at.y <= y + h;
}

/** The reasons against what lies at a place, the commonest first; none if it can be chosen, or nothing lies there. */
export function reasonsAt(
  view: BuilderView | DuelView,
  refused: readonly RefusedMove[],
  frame: Box,
  at: Point,
): readonly string[] {
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
  const page = part.dataset["page"] as Page | "river" | undefined;
  if (!page) return { frame: { x, y, w, h }, at: point };
  // a phone shows one part of the table at a time
  const corner = page === "river" ? RIVER_AT : pageFrame(page);
  return { frame: { ...corner, w, h }, at: { x: point.x - x + corner.x, y: point.y - y + corner.y } };
}

/** A phone's button of a dock stands for its site while docks are to be chosen, and this one can't be. */
function dockAt(dock: HTMLElement): Place | null {
  const asked = dock.parentElement?.querySelector("[data-site][data-key]");
  if (!asked || !dock.dataset["site"] || dock.dataset["key"]) return null;
  const frame = pageFrame(dock.dataset["site"] as Page);
  return { frame, at: center(frame) };
}
