// Anchors of the Duel table: everything that moves, glows or is a button, in the coordinates of its drawing.
import { center, type Box } from "../../../app/drawing/geometry";
import { countInGame, placeOf, tokenOf, tombLength } from "../pieces/tokens";
import {
  actionBox,
  actionPiles,
  belowPyramids,
  blocks,
  handMeeple,
  PYRAMIDS,
  pyramidFrame,
  pyramidSpaces,
  setTokens,
  templeRow,
  templeTokens,
  tombBox,
  type PyramidKind,
} from "../sites/sites";
import { nearSeat, valueOf, type DuelSite, type DuelView } from "../view";
import { boatBox, cargoBox, laneBox, meepleBox, wellBox } from "./harbour";
import type { Layout, SeatLayout } from "./layout";

export type DuelAnchor =
  | { on: "well"; row: number; column: number }
  | { on: "meeple"; row: number; column: number }
  | { on: "boat"; boat: string }
  | { on: "lane"; boat: string } // its row or column of the harbour
  | { on: "cargo"; boat: string; space: number }
  | { on: "hand"; seat: number; index?: number } // from 0; the next meeple that leaves it
  | { on: "action"; seat: number; token: string }
  | { on: "landing"; seat: number; token: string; coming?: readonly string[] } // after others that come as well
  | { on: "site"; seat: number; site: DuelSite }
  | { on: "number"; seat: number; number: number } // of the tomb
  | { on: "actions"; seat: number } // all of them
  | { on: "seat"; seat: number } // its head
  | { on: "reserve" }
  | { on: "supply" }
  | { on: "box" };

/** Where something is; on a phone everything of the rival is at its head, as its sites are not shown. */
export function anchorBox(view: DuelView, layout: Layout, anchor: DuelAnchor): Box | null {
  switch (anchor.on) {
    case "well":
      return inHarbour(layout, wellBox(anchor.row, anchor.column));
    case "meeple":
      return inHarbour(layout, meepleBox(anchor.row, anchor.column));
    case "boat":
      return inHarbour(layout, boatBox(anchor.boat));
    case "lane":
      return inHarbour(layout, laneBox(anchor.boat));
    case "cargo":
      return inHarbour(layout, cargoBox(anchor.boat, anchor.space));
    case "reserve":
      return { x: layout.reserve.x, y: layout.reserve.y + 18, w: 48, h: Math.min(48, layout.reserve.h - 18) };
    case "supply":
      return { x: layout.refills.x, y: layout.refills.y + 18, w: 30, h: 20 };
    case "box":
      return layout.box;
    case "seat":
      return anchor.seat === nearSeat(view) ? layout.near.header : layout.farHeader;
  }
  const seat = anchor.seat === nearSeat(view) ? layout.near : layout.far;
  if (!seat) return atHead(layout.farHeader);
  switch (anchor.on) {
    case "hand":
      return handMeeple(seat.meeples, anchor.index ?? Math.max(0, (view.seats[anchor.seat]?.hand ?? 1) - 1));
    case "action": {
      const piles = actionPiles(view.seats[anchor.seat]?.actions ?? []);
      const index = piles.indexOf(anchor.token);
      return index < 0 ? null : actionBox(seat.actions, index, piles.length);
    }
    case "site":
      return seat[anchor.site];
    case "number":
      return tombBox(seat.tomb, Math.max(tombLength(view), anchor.number), anchor.number);
    case "actions":
      return seat.actions;
    case "landing":
      return landing(view, seat, anchor.seat, anchor.token, anchor.coming ?? []);
  }
}

/** Where a token comes to lie when the seat gets it, after `before` that come as well. */
export function landing(
  view: DuelView,
  layout: SeatLayout,
  seat: number,
  token: string,
  before: readonly string[] = [],
): Box | null {
  const own = view.seats[seat];
  if (!own) return null;
  const place = placeOf(token);
  const like = before.filter((id) => placeOf(id) === place);
  switch (place) {
    case "actions": {
      const piles = actionPiles(own.actions, [...like, token]);
      return actionBox(layout.actions, piles.indexOf(token), piles.length);
    }
    case "obelisk": {
      const total = own.obelisk.tokens + like.length + 1;
      const board = view.sites["obelisk"];
      const reach =
        board?.side === "B"
          ? Math.max(total, valueOf(board, total <= valueOf(board, "goal") ? "goal" : "many"))
          : total;
      return blocks(layout.obelisk, reach)[total - 1] ?? null;
    }
    case "temple": {
      const tokens = templeTokens(own);
      const numbers = Object.keys(own.temple.tokens).sort((a, b) => Number(a) - Number(b));
      const coming = [...like, token];
      const laid =
        view.sites["temple"]?.side === "B"
          ? setTokens(layout.temple, numbers, tokens, coming)
          : templeRow(layout.temple, tokens, coming);
      return laid.filter(({ id, ghost }) => ghost && id === token).at(-1) ?? null;
    }
    case "pyramids": {
      const kind = token as PyramidKind;
      if (!PYRAMIDS.includes(kind)) return null;
      const count = kind === "light_pyramid" ? own.pyramids.light : own.pyramids.dark;
      const index = count + like.filter((id) => id === token).length;
      const frame = pyramidFrame(layout.pyramids, kind, belowPyramids(view));
      return pyramidSpaces(frame, Math.max(index + 1, countInGame(view, kind)))[index] ?? null;
    }
    case "tomb":
      return tombBox(layout.tomb, Math.max(tombLength(view), tokenOf(token).number), tokenOf(token).number);
  }
}

function inHarbour(layout: Layout, box: Box): Box {
  const { x, y, scale } = layout.harbour;
  return { x: x + box.x * scale, y: y + box.y * scale, w: box.w * scale, h: box.h * scale };
}

function atHead(head: Box): Box {
  const middle = center(head);
  return { x: middle.x - 18, y: middle.y - 18, w: 36, h: 36 };
}

/** Tokens that lie on the sites of a seat, apart from the numbers of the tomb: each kind where it begins. */
export function ownTokens(view: DuelView, at: SeatLayout, seat: DuelView["seats"][number]): { id: string; box: Box }[] {
  const tokens = templeTokens(seat);
  const numbers = Object.keys(seat.temple.tokens).sort((a, b) => Number(a) - Number(b));
  const laid =
    view.sites["temple"]?.side === "B" ? setTokens(at.temple, numbers, tokens, []) : templeRow(at.temple, tokens, []);
  const found = laid.map(({ id, x, y, w, h }) => ({ id, box: { x, y, w, h } }));
  for (const kind of PYRAMIDS) {
    const built = kind === "light_pyramid" ? seat.pyramids.light : seat.pyramids.dark;
    if (built) found.push({ id: kind, box: pyramidFrame(at.pyramids, kind, belowPyramids(view)) });
  }
  if (seat.obelisk.tokens) {
    const { x, y, w, h } = at.obelisk;
    found.push({ id: "obelisk", box: { x: x + 6, y: y + h * 0.45, w: w - 12, h: h * 0.55 - 6 } });
  }
  return found;
}
