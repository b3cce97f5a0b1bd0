// Stones beyond the last space stand small along the right edge of the slab, half over its border.
import { pitchIn, range, type Spot } from "../../../app/drawing/geometry";
import type { BuilderView, Site } from "../view";
import { SLAB } from "./side";

const WIDTH = 20;
const LOWEST = 204;
const ROOM = 160;

export function edgeSpot(index: number, count: number): Spot {
  return { x: SLAB.w - WIDTH / 2, y: LOWEST - index * pitchIn(ROOM, count, 20), width: WIDTH, pitch: "flat" };
}

/** Seats of the stones at the edge: all that the site has, without those that lie on a space. */
export function edgeOwners(view: BuilderView, site: Site): number[] {
  const board = site === "market" ? null : view[site];
  if (!board || !("edge" in board) || board.edge === 0) return [];
  const left = [...board.stones];
  for (const owner of ownersOnSpaces(board)) if (owner != null) left[owner] = (left[owner] ?? 0) - 1;
  return left.flatMap((count, seat) => range(count).map(() => seat));
}

type Board = Exclude<BuilderView[Exclude<Site, "market">], { type: "temple" | "burial_chamber" | "obelisks" }>;

function ownersOnSpaces(board: Board): (number | null | undefined)[] {
  switch (board.type) {
    case "pyramids":
      return board.parts.flat().map((space) => space.owner);
    case "scaffold":
      return board.layers.flat().map((space) => space.owner);
    case "corridor":
    case "arena":
      return board.spaces.map((space) => space.owner);
    case "mound":
      return board.levels.flat();
    case "tomb":
      return board.owners;
    case "great_obelisk":
      return board.path.map((space) => space.owner);
    case "alley":
      return board.obelisks.flatMap((obelisk) => range(obelisk.stones ?? 0).map(() => obelisk.owner));
  }
}
