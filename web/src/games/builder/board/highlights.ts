// What a table shows besides its position: what may be chosen, what is picked, and what would happen.
import type { Ghost, Preview } from "../sites/side";
import type { Site } from "../view";

/** Points of who decides: paid at once, and further ones if the game ended then. */
export interface Reward {
  now: number;
  end: number;
}

export interface Highlights {
  docks?: ReadonlySet<Site>; // that may be sailed to
  rewards?: Readonly<Partial<Record<Site, Reward>>>; // what sailing there would bring
  hot?: Site; // the one that is looked at
  places?: Readonly<Partial<Record<Site, ReadonlySet<number>>>>;
  decks?: Readonly<Record<number, ReadonlySet<number>>>; // places by ship
  quarry?: boolean;
  ships?: ReadonlySet<number>; // that may be picked
  ship?: number; // picked
  ghosts?: Readonly<Partial<Record<Site, readonly (Ghost & { points?: number })[]>>>;
  previews?: Readonly<Partial<Record<Site, Preview>>>; // pairs, Imhotep, chariots, pieces
  loading?: Readonly<Record<number, readonly { seat: number; place: number }[]>>; // ghosts by ship
  points?: Readonly<Record<number, number>>; // by seat: where its track stone would stand
}
