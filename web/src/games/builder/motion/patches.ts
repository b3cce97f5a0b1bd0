// The table of Builder of Egypt after a single event, as far as one sees it. No rule of the game: only where things lie.
import { changed } from "../../../table/motion/script";
import type { BuilderView, SeatView, ShipView, Site } from "../view";

type Patch = (view: BuilderView) => BuilderView;

export function onSeat(seat: number, change: (seat: SeatView) => SeatView): Patch {
  return (view) => ({ ...view, seats: changed(view.seats, seat, change) });
}

export function onShip(ship: number, change: (ship: ShipView) => ShipView): Patch {
  return (view) => ({ ...view, ships: changed(view.ships, ship - 1, change) });
}

/** Places count from 1; null empties it. */
export function onDeck(ship: number, place: number, owner: number | null): Patch {
  return onShip(ship, (here) => ({ ...here, spaces: changed(here.spaces, place - 1, () => owner) }));
}

/** A place of the market holds this card, or nothing; where a stack lies, there is one more or less. */
export function onMarket(place: number, card: string | null): Patch {
  return (view) => {
    const { market } = view;
    const open = market.open.length;
    if (place <= open) return { ...view, market: { ...market, open: changed(market.open, place - 1, () => card) } };
    const stacks = changed(market.stacks, place - open - 1, (stack) => ({
      ...stack,
      count: Math.max(0, stack.count + (card === null ? -1 : 1)),
    }));
    return { ...view, market: { ...market, stacks } };
  };
}

const more = (counts: readonly number[], seat: number) => changed(counts, seat, (count) => count + 1);

/** A stone more at a site: on its place, or at the edge. */
export function built(seat: number, site: Site, place: number | null): Patch {
  return (view) => {
    if (site === "market") return view;
    const board = view[site];
    const stones = more(board.stones, seat);
    const owned = <T extends { owner?: number | null }>(space: T): T => ({ ...space, owner: seat });
    const inParts = <T extends { owner?: number | null }>(parts: readonly (readonly T[])[]): T[][] => {
      let number = 0;
      return parts.map((part) => part.map((space) => (++number === place ? owned(space) : space)));
    };
    const atEdge = (edge: number, places: number) => (place === null || place > places ? edge + 1 : edge);
    const at = (place ?? 0) - 1;
    switch (board.type) {
      case "pyramids": {
        const edge = atEdge(board.edge, board.parts.flat().length);
        return { ...view, pyramids: { ...board, stones, edge, parts: inParts(board.parts) } };
      }
      case "scaffold":
        return {
          ...view,
          pyramids: { ...board, stones, edge: atEdge(board.edge, Infinity), layers: inParts(board.layers) },
        };
      case "corridor": {
        const edge = atEdge(board.edge, board.spaces.length);
        return { ...view, pyramids: { ...board, stones, edge, spaces: changed(board.spaces, at, owned) } };
      }
      case "temple": {
        const all = board.spaces.length;
        const spaces = changed(board.spaces, at % all, (space) => ({
          ...space,
          owner: seat,
          height: (space.height ?? 0) + 1,
        }));
        return { ...view, temple: { ...board, stones, spaces } };
      }
      case "arena": {
        const edge = atEdge(board.edge, board.spaces.length);
        return { ...view, temple: { ...board, stones, edge, spaces: changed(board.spaces, at, owned) } };
      }
      case "burial_chamber":
        return { ...view, burial_chamber: { ...board, stones, owners: [...board.owners, seat] } };
      case "mound": {
        let number = 0;
        const levels = board.levels.map((level) => level.map((owner) => (++number === place ? seat : owner)));
        return { ...view, burial_chamber: { ...board, stones, edge: atEdge(board.edge, number), levels } };
      }
      case "tomb": {
        const edge = atEdge(board.edge, board.owners.length);
        return {
          ...view,
          burial_chamber: { ...board, stones, edge, owners: changed(board.owners, at, () => seat) },
        };
      }
      case "obelisks":
        return {
          ...view,
          obelisks: { ...board, stones, singles: board.side === "A" ? board.singles : more(board.singles, seat) },
        };
      case "great_obelisk": {
        const edge = atEdge(board.edge, board.path.length);
        return { ...view, obelisks: { ...board, stones, edge, path: changed(board.path, at, owned) } };
      }
      case "alley": {
        const edge = atEdge(board.edge, board.obelisks.length);
        const obelisks = changed(board.obelisks, at, (obelisk) => ({
          ...obelisk,
          owner: seat,
          stones: (obelisk.stones ?? 0) + 1,
        }));
        return { ...view, obelisks: { ...board, stones, edge, obelisks } };
      }
    }
  };
}
