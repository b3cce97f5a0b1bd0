// From what would happen to what is shown of it: where stones land, who gets what, how far chariots go.
import type { GameEvent } from "../../../net/views";
import type { Ghost } from "../sites/side";
import type { BuilderView, Site } from "../view";
import type { Highlights } from "./highlights";

type PaidGhost = Ghost & { points?: number };

/** The highlights of a ship that would sail, from the events of that move. What other sites pay then is no part of it. */
export function sailPreview(view: BuilderView, events: readonly GameEvent[]): Highlights {
  const sailed = events.find((event) => event.kind === "ship_sailed");
  const site = sailed?.site as Site | undefined;
  if (!sailed?.ship || !site) return {};
  const ghosts: PaidGhost[] = [];
  const points: Record<number, number> = {};
  const chariots: Record<number, number> = {};
  for (const event of events) {
    const { seat } = event;
    if (seat == null) continue;
    if (event.kind === "stone_built") {
      ghosts.push({ seat, place: event.place ?? null });
    } else if (event.kind === "points" && event.source === site) {
      points[seat] = (points[seat] ?? view.seats[seat]?.score ?? 0) + (event.points ?? 0);
      const paid = ghosts.find((ghost) => ghost.seat === seat && ghost.place === event.place && event.place != null);
      if (paid) paid.points = (paid.points ?? 0) + (event.points ?? 0);
    } else if (event.kind === "chariot_moved" && event.track != null) {
      chariots[seat] = event.track;
    }
  }
  return {
    ship: sailed.ship,
    docks: new Set([site]),
    hot: site,
    ghosts: { [site]: ghosts },
    points,
    previews: { temple: { chariots } },
  };
}
