// Where the things lie that a lesson points at: on the table's drawing, or else the button that stands for them.
import type { Box } from "../../app/drawing/geometry";
import type { Placed } from "../../table/client";
import { BOARD, boatBox } from "./board/harbour";
import { layoutOf, type Layout } from "./board/layout";
import { anchorBox } from "./board/table";
import type { DuelSite, DuelView } from "./view";

const LAYOUTS: readonly Layout["name"][] = ["desk", "tall", "phone", "flat"];

/** `size` is that of the drawing as it stands on the page: it tells the layout. */
export function duelSpot(view: DuelView, name: string, size: { w: number; h: number }): Placed | null {
  const layout = LAYOUTS.map((one) => layoutOf(view, one)).find(({ w, h }) => w === size.w && h === size.h);
  if (!layout) return null;
  const words = name.split(" ");
  const { x, y, scale } = layout.harbour;
  const harbour = (box: Box): Box => ({ x: x + box.x * scale, y: y + box.y * scale, w: box.w * scale, h: box.h * scale });
  let box: Box | null = null;
  if (words[0] === "harbour") box = harbour({ x: 0, y: 0, w: BOARD, h: BOARD });
  else if (words[0] === "boats") box = harbour({ ...boatBox("row 1"), h: boatBox("row 3").y + boatBox("row 3").h - boatBox("row 1").y });
  else if (words[0] === "boat") box = anchorBox(view, layout, { on: "boat", boat: words.slice(1).join(" ") });
  else if (words[0] === "well") box = anchorBox(view, layout, { on: "well", row: Number(words[1]), column: Number(words[2]) });
  else if (words[0] === "box") box = layout.box;
  else if (words[0] === "meeples") box = layout.near.meeples;
  else if (words[0] === "site") box = anchorBox(view, layout, { on: "site", seat: Number(words[1]), site: words[2] as DuelSite });
  return box && { box, w: layout.w, h: layout.h };
} // prettier-ignore
