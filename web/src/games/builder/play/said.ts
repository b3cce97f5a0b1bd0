// Who has built where, as a list of owners in the order of the places: for words, not for drawings.
import type { BuilderView, Site } from "../view";

type Owner = number | null | undefined;

/** The owner of each place that has one of its own; places count from 1. */
export function ownersAt(view: BuilderView, site: Exclude<Site, "market">): { place: number; owner: number }[] {
  return all(view[site]).flatMap((owner, index) => (owner == null ? [] : [{ place: index + 1, owner }]));
}

function all(board: BuilderView["pyramids" | "temple" | "burial_chamber" | "obelisks"]): readonly Owner[] {
  switch (board.type) {
    case "pyramids":
      return board.parts.flat().map(({ owner }) => owner);
    case "scaffold":
      return board.layers.flat().map(({ owner }) => owner);
    case "corridor":
    case "temple":
    case "arena":
      return board.spaces.map(({ owner }) => owner);
    case "burial_chamber":
    case "tomb":
      return board.owners;
    case "mound":
      return board.levels.flat();
    case "obelisks":
      return board.towers;
    case "great_obelisk":
      return board.path.map(({ owner }) => owner);
    case "alley":
      return board.obelisks.map(({ owner }) => owner);
  }
}
