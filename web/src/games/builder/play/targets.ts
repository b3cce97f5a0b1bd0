// Where the things that may be picked lie on the table, and what glows there.
import { spotBox, type Box } from "../../../app/drawing/geometry";
import type { Highlights } from "../board/highlights";
import { anchorBox, anchorSpot, berthAt } from "../board/table";
import { SHIP_HEIGHT, shipWidth } from "../pieces/ship";
import type { Pair } from "../sites/side";
import type { BuilderView, Site } from "../view";
import { pickedShip, type Choice, type Target } from "./choices";

/** The boxes of a target, in the table's coordinates: a site is its slab and its berth. */
export function boxesOf(view: BuilderView, target: Target): Box[] {
  const box = (found: Box | null) => (found ? [found] : []);
  switch (target.on) {
    case "quarry":
    case "deck":
    case "ship":
    case "place":
    case "pair":
    case "prophecy":
    case "imhotep":
      return box(anchorBox(view, target));
    case "site": {
      const berth = berthAt(target.site);
      return [
        ...box(anchorBox(view, target)),
        { x: berth.x, y: berth.y, w: shipWidth(4) * berth.scale, h: SHIP_HEIGHT * berth.scale },
      ];
    }
    case "first":
      return box(anchorBox(view, { on: "place", site: "market", place: target.place }));
    case "token": {
      const index = view.burial_chamber.type === "tomb" ? view.burial_chamber.open.indexOf(target.number) : -1;
      return index < 0 ? [] : box(anchorBox(view, { on: "token", index }));
    }
    default:
      return [];
  }
}

/** Where something happened: the place itself if it can be found, or else its site. */
export function spotOf(view: BuilderView, where: Target, seat: number | null): Box | null {
  const box = where.on === "site" ? anchorBox(view, where) : boxesOf(view, where)[0];
  if (box || where.on !== "place") return box ?? null;
  const spot = anchorSpot(view, { at: "site", site: where.site, place: where.place, seat: seat ?? 0 });
  return spot ? spotBox(spot) : anchorBox(view, { on: "site", site: where.site });
}

/** What glows. */
export function highlightsOf(choice: Choice): Highlights {
  const docks = new Set<Site>();
  const places: Partial<Record<Site, Set<number>>> = {};
  const decks: Record<number, Set<number>> = {};
  const ships = new Set<number>();
  const pairs: Pair[] = [];
  let quarry = false;
  for (const { target } of choice.options) {
    if (target.on === "site") docks.add(target.site);
    else if (target.on === "place") (places[target.site] ??= new Set()).add(target.place);
    else if (target.on === "first") (places.market ??= new Set()).add(target.place);
    else if (target.on === "deck") (decks[target.ship] ??= new Set()).add(target.place);
    else if (target.on === "ship") ships.add(target.ship);
    else if (target.on === "pair") pairs.push(target.pair);
    else if (target.on === "quarry") quarry = true;
  }
  const ship = pickedShip(choice);
  return {
    docks,
    places,
    decks,
    ships,
    quarry,
    ...(ship ? { ship } : {}),
    ...(pairs.length ? { previews: { market: { pairs } } } : {}),
  };
}
