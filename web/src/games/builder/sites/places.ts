// Places of every side, whichever lies on the table: where stones come to lie, and what glows. Slab coordinates.
import type { Box, Spot } from "../../../app/drawing/geometry";
import type { BuilderView, Site } from "../view";
import { chamber, mound, tomb } from "./chamber/geometry";
import { edgeOwners, edgeSpot } from "./edge";
import { cardBox } from "./market/geometry";
import { alley, greatObelisk, obelisksA, obelisksB } from "./obelisks/geometry";
import { pyramidA, pyramidB, pyramidC, pyramidD } from "./pyramid/geometry";
import type { Ghost, SideGeometry } from "./side";
import { arena, temple } from "./temple/geometry";

interface Places {
  landing(place: number, seat: number, earlier: number): Spot | null;
  target(place: number): Box | null;
}

function bound<V>(geometry: SideGeometry<V>, view: V): Places {
  return {
    landing: (place, seat, earlier) => geometry.landing(view, place, seat, earlier),
    target: (place) => geometry.target(view, place),
  };
}

function placesOf(view: BuilderView, site: Exclude<Site, "market">): Places {
  const board = view[site];
  switch (board.type) {
    case "pyramids":
      return bound(board.side === "A" ? pyramidA : pyramidB, board);
    case "scaffold":
      return bound(pyramidC, board);
    case "corridor":
      return bound(pyramidD, board);
    case "temple":
      return bound(temple, board);
    case "arena":
      return bound(arena, board);
    case "burial_chamber":
      return bound(chamber, board);
    case "mound":
      return bound(mound, board);
    case "tomb":
      return bound(tomb, board);
    case "obelisks":
      return bound(board.side === "A" ? obelisksA : obelisksB, board);
    case "great_obelisk":
      return bound(greatObelisk, board);
    case "alley":
      return bound(alley, board);
  }
}

/** Where the next stone of a seat comes to lie; place null is the edge. `earlier` stones go before it to the same stack. */
export function landing(view: BuilderView, site: Site, place: number | null, seat: number, earlier = 0): Spot | null {
  if (site === "market") return null; // its stones go back to the quarry
  const spot = place === null ? null : placesOf(view, site).landing(place, seat, earlier);
  const atEdge = edgeOwners(view, site).length + earlier;
  return spot ?? edgeSpot(atEdge, atEdge + 1);
}

/** What glows when a place of the site may be chosen: a space, a card, on pyramids B a whole pyramid. */
export function targetBox(view: BuilderView, site: Site, place: number): Box | null {
  return site === "market" ? cardBox(view.market, place) : placesOf(view, site).target(place);
}

/** Ghosts with where they lie: several of a seat may go to one obelisk of the alley, or to the edge. */
export function ghostSpots(view: BuilderView, site: Site, ghosts: readonly Ghost[]): { seat: number; spot: Spot }[] {
  return ghosts.flatMap((ghost, index) => {
    const earlier = ghosts
      .slice(0, index)
      .filter((other) => other.place === ghost.place && other.seat === ghost.seat).length;
    const spot = landing(view, site, ghost.place, ghost.seat, earlier);
    return spot ? [{ seat: ghost.seat, spot }] : [];
  });
}
