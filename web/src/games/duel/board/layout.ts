// The four tables: side by side, one above the other, for a phone, and for one held sideways. All measures are of one drawing.
import type { Box, Point } from "../../../app/drawing/geometry";
import { DUEL_SITES, type DuelView } from "../view";
import { HARBOUR } from "./harbour";

export type SeatLayout = Readonly<
  Record<"header" | (typeof DUEL_SITES)[number] | "meeples" | "actions", Box> & { small: boolean }
>;

export interface Layout {
  name: "desk" | "tall" | "phone" | "flat";
  w: number;
  h: number;
  harbour: Point & { scale: number };
  water: Box;
  reserve: Box;
  refills: Box;
  box: Box;
  note: Box | null; // what an unloading brings, where there is room for it
  near: SeatLayout;
  far: SeatLayout | null; // on a phone only its header; the rest is a sheet
  farHeader: Box;
}

/** The halves of the flat layout, where each is shown alone, or all of any layout. */
export function partOf({ water, w, h }: Layout, part: "harbour" | "seats" | undefined): Box {
  if (part === "harbour") return { ...water, h: LEVEL };
  return part === "seats" ? { x: water.w, y: 0, w: w - water.w, h } : { x: 0, y: 0, w, h };
}

/** By the room that there is, in px. */
export function layoutName(width: number, height = Number.POSITIVE_INFINITY): Layout["name"] {
  if (height < 520 && width > height && width < 1200) return "flat";
  if (width < 720) return "phone";
  return width >= 1200 || width > height * 1.2 ? "desk" : "tall";
}

export function layoutOf(view: DuelView, name: Layout["name"]): Layout {
  const temple = view.sites["temple"]?.side === "B" ? 142 : 104;
  return { desk, tall, phone, flat }[name](temple);
}

const LEVEL = 392; // height of the harbour on a phone

export const SHEET = { w: 382, h: 744 } as const;

/** A seat alone: the sheet that shows the rival on a phone. */
export function sheetLayout(view: DuelView): SeatLayout {
  return column(8, 4, view.sites["temple"]?.side === "B" ? 142 : 104);
}

/** A player's column, 366 wide. */
function column(x: number, y: number, temple: number): SeatLayout {
  const top = y + 80;
  return {
    small: false,
    header: { x, y, w: 366, h: 68 },
    obelisk: { x, y: top, w: 112, h: 300 },
    temple: { x: x + 124, y: top, w: 242, h: temple },
    pyramids: { x: x + 124, y: top + temple + 14, w: 242, h: 286 - temple },
    tomb: { x, y: top + 314, w: 366, h: 236 },
    meeples: { x, y: top + 564, w: 178, h: 84 },
    actions: { x: x + 188, y: top + 564, w: 178, h: 84 },
  };
}

function desk(temple: number): Layout {
  return {
    name: "desk",
    w: 1440,
    h: 752,
    harbour: { x: 420, y: 148, scale: 1 },
    water: { x: 382, y: 0, w: 676, h: 752 },
    reserve: { x: 408, y: 14, w: 116, h: 92 },
    refills: { x: 548, y: 14, w: 270, h: 92 },
    box: { x: 834, y: 14, w: 204, h: 92 },
    note: { x: 798, y: 548, w: 246, h: 186 },
    near: column(8, 8, temple),
    far: column(1066, 8, temple),
    farHeader: { x: 1066, y: 8, w: 366, h: 68 },
  };
}

function tall(temple: number): Layout {
  const seat = (x: number): SeatLayout => ({
    small: false,
    header: { x, y: 8, w: 396, h: 68 },
    meeples: { x, y: 708, w: 190, h: 84 },
    actions: { x: x + 202, y: 708, w: 194, h: 84 },
    obelisk: { x, y: 804, w: 112, h: 300 },
    temple: { x: x + 124, y: 804, w: 272, h: temple },
    pyramids: { x: x + 124, y: 804 + temple + 14, w: 272, h: 286 - temple },
    tomb: { x, y: 1118, w: 396, h: 222 },
  });
  return {
    name: "tall",
    w: 820,
    h: 1350,
    harbour: { x: 22, y: 98, scale: 1 },
    water: { x: 0, y: 84, w: 820, h: 614 },
    reserve: { x: 652, y: 104, w: 152, h: 88 },
    refills: { x: 652, y: 210, w: 152, h: 128 },
    box: { x: 652, y: 356, w: 152, h: 130 },
    note: { x: 396, y: 500, w: 246, h: 186 },
    near: seat(8),
    far: seat(416),
    farHeader: { x: 416, y: 8, w: 396, h: 68 },
  };
}

function phone(temple: number): Layout {
  const scale = 374 / HARBOUR.w;
  const own = 574;
  return {
    name: "phone",
    w: 390,
    h: own + 564,
    harbour: { x: 8, y: 98, scale },
    water: { x: 0, y: 86, w: 390, h: LEVEL },
    reserve: { x: 258, y: 334, w: 124, h: 36 },
    refills: { x: 258, y: 374, w: 124, h: 36 },
    box: { x: 258, y: 414, w: 124, h: 52 },
    note: null,
    near: {
      small: true,
      header: { x: 6, y: 6, w: 186, h: 72 },
      meeples: { x: 8, y: 484, w: 180, h: 76 },
      actions: { x: 196, y: 484, w: 186, h: 76 },
      obelisk: { x: 8, y: own, w: 112, h: 300 },
      temple: { x: 130, y: own, w: 252, h: temple },
      pyramids: { x: 130, y: own + temple + 14, w: 252, h: 286 - temple },
      tomb: { x: 8, y: own + 314, w: 374, h: 236 },
    },
    far: null,
    farHeader: { x: 198, y: 6, w: 186, h: 72 },
  };
}

/** A phone held sideways: the harbour is one half, everything of the seats the other. */
function flat(temple: number): Layout {
  const upright = phone(temple);
  const up = ({ x, y, w, h }: Box): Box => ({ x, y: y - upright.water.y, w, h });
  const x = upright.w + 6;
  const other = x + 230;
  return {
    ...upright,
    name: "flat",
    w: other + 228,
    h: 738,
    harbour: { ...upright.harbour, y: upright.harbour.y - upright.water.y },
    water: { ...upright.water, y: 0, h: 738 },
    reserve: up(upright.reserve),
    refills: up(upright.refills),
    box: up(upright.box),
    near: {
      small: true,
      header: { x, y: 6, w: 222, h: 72 },
      meeples: { x, y: 88, w: 222, h: 76 },
      actions: { x: other, y: 88, w: 222, h: 76 },
      obelisk: { x, y: 174, w: 112, h: 300 },
      temple: { x: x + 122, y: 174, w: 330, h: temple },
      pyramids: { x: x + 122, y: 188 + temple, w: 330, h: 286 - temple },
      tomb: { x, y: 488, w: 452, h: 236 },
    },
    farHeader: { x: other, y: 6, w: 222, h: 72 },
  };
}

const NAMES: readonly Layout["name"][] = ["desk", "tall", "phone", "flat"];
const PARTS = [undefined, "harbour", "seats"] as const;

/** The layout in which a drawing, or its half, has this frame. */
export function layoutIn(view: DuelView, frame: Box): Layout | undefined {
  const fits = (box: Box) => box.x === frame.x && box.y === frame.y && box.w === frame.w && box.h === frame.h;
  return NAMES.map((name) => layoutOf(view, name)).find((layout) => PARTS.some((part) => fits(partOf(layout, part))));
}
