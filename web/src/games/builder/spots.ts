// Where the things lie that a lesson points at: on the table's drawing, or else the button that stands for them.
import type { Box } from "../../app/drawing/geometry";
import type { Placed } from "../../table/client";
import { anchorBox, TABLE, TRACK } from "./board/table";
import { SITES, type BuilderView } from "./view";

const NUMBER = 22;

export function builderSpot(view: BuilderView, name: string): Placed | null {
  const [what, which] = name.split(" ");
  const site = SITES.find((other) => other === which);
  let box: Box | null = null;
  if (what === "ship") box = withNumber(anchorBox(view, { on: "ship", ship: Number(which) }));
  else if (what === "site" && site) box = anchorBox(view, { on: "site", site });
  else if (what === "quarry") box = anchorBox(view, { on: "quarry" });
  else if (what === "track") box = { x: TRACK.x - 8, y: 4, w: TRACK.w + 16, h: 38 };
  return box && { box, ...TABLE };
}

/** A ship's number stands before its stern. */
const withNumber = (ship: Box | null) => ship && { ...ship, x: ship.x - NUMBER, w: ship.w + NUMBER };
