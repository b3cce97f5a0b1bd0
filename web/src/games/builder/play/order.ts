// The lever: in which order the stones of a ship leave it.
import type { GameEvent } from "../../../net/views";
import type { BuilderView } from "../view";

export interface Unloading {
  ship: number;
  loaded: readonly number[]; // seats, front to back
  ordered: readonly number[]; // seats, as said so far
}

/** The ship that is being unloaded, from what happened last. */
export function unloadingOf(view: BuilderView, events: readonly GameEvent[]): Unloading | null {
  const from = events.findLastIndex((event) => event.kind === "ship_sailed");
  const ship = events[from]?.ship;
  if (!ship) return null;
  const loaded = (view.ships[ship - 1]?.spaces ?? []).filter((seat) => seat !== null);
  const ordered = events
    .slice(from)
    .flatMap((event) => (event.kind === "stone_ordered" && event.seat != null ? [event.seat] : []));
  return { ship, loaded, ordered };
}

/** What is left of the load, front to back. */
export function leftOf({ loaded, ordered }: Pick<Unloading, "loaded" | "ordered">): number[] {
  const gone = [...ordered];
  return loaded.filter((seat) => {
    const at = gone.indexOf(seat);
    if (at >= 0) gone.splice(at, 1);
    return at < 0;
  });
}
