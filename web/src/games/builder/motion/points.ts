// Points fly from where they were made to the score track, and the stone there walks on.
import { center, grown, shifted, spotBox } from "../../../app/drawing/geometry";
import { atSpot, withOne, withOut, type Pose } from "../../../table/motion/script";
import { anchorBox, anchorSpot, QUARRY_AT, SLAB_AT, TRACK, trackSpot } from "../board/table";
import { chariotAt } from "../sites/temple/geometry";
import { whenOf } from "../sites/when";
import { SITES, type BuilderView, type Site } from "../view";
import { glow } from "./lights";
import { onSeat } from "./patches";
import type { Tale } from "./tale";

const COIN = 560; // ms

export function payPoints(tale: Tale, seat: number, source: string, points: number, place: number | null): void {
  const { w } = tale;
  const site = SITES.find((other) => other === source);
  const fresh = tale.built;
  const atOnce = site && site === fresh?.site && whenOf(site, tale.view[site].side) !== "round" ? fresh : null;
  const start = atOnce ? atOnce.at : w.begin(`pays ${source}`, tale.night === null ? 120 : 80);
  if (tale.night !== null && site && source !== tale.paying)
    glow(tale, anchorBox(tale.view, { on: "site", site })!, "gold", start, 900, true);
  tale.paying = source;
  const from = paidFrom(tale, seat, source, site, place);
  const view = tale.view;
  const stone = (seats: BuilderView["seats"]) => atSpot(shifted(trackSpot(seats, seat), TRACK));
  const there = stone(view.seats);
  w.fly({
    piece: { is: "points", points },
    start,
    time: COIN,
    way: [
      { ...from, scale: 0.5 },
      { ...from, y: from.y - 26, scale: 1.1 },
      { ...from, y: from.y - 28, scale: 1.1 },
      { ...there, scale: 0.75 },
    ],
    ease: "in-out",
    extra: true,
  });
  const walk = Math.max(start + COIN, tale.walking[seat] ?? 0);
  const time = walk > start + COIN ? 180 : 300;
  w.patch(
    walk,
    onSeat(seat, (own) => ({
      ...own,
      score: own.score + points,
      points: { ...own.points, [source]: (own.points[source] ?? 0) + points },
    })),
  );
  w.fly({
    piece: { is: "stone", color: tale.color(seat), pitch: trackSpot(tale.view.seats, seat).pitch },
    start: walk,
    time,
    way: [there, stone(tale.view.seats)],
    ease: "in-out",
    arc: 9,
    extra: true,
  });
  w.away(
    walk,
    walk + time,
    (away) => ({ ...away, track: withOne(away.track, seat) }),
    (away) => ({ ...away, track: withOut(away.track, seat) }),
  );
  tale.walking[seat] = walk + time;
  w.step(start, start + (atOnce ? COIN : 220), atOnce !== null);
  w.mark(grown(spotBox(shifted(trackSpot(tale.view.seats, seat), TRACK)), 3));
}

function paidFrom(tale: Tale, seat: number, source: string, site: Site | undefined, place: number | null): Pose {
  const fresh = tale.built;
  if (fresh && site === fresh.site && (place === null || place === fresh.place)) return fresh.pose;
  const view = tale.view;
  if (site && site !== "market") {
    const board = view[site];
    if (board.type === "temple" && place !== null) {
      const space = ((place - 1) % board.spaces.length) + 1;
      const height = board.spaces[space - 1]?.height ?? 0;
      const top = anchorSpot(view, {
        at: "site",
        site,
        place: space + board.spaces.length * Math.max(0, height - 1),
        seat,
      });
      if (top) return atSpot(top);
    }
    if (board.type === "arena") {
      const at = chariotAt(board, seat);
      return { ...shifted({ x: at.x, y: at.y }, SLAB_AT.temple), scale: 1 };
    }
    const box = place === null ? null : anchorBox(view, { on: "place", site, place });
    if (box) return { ...center(box), scale: 1 };
  }
  if (site && site !== "market") {
    // side by side, as all seats are paid at once
    const middle = center(anchorBox(view, { on: "site", site })!);
    return { x: middle.x + 38 * (seat - (view.seats.length - 1) / 2), y: middle.y, scale: 1 };
  }
  if (source.startsWith("prophec")) return { x: QUARRY_AT.x + 180, y: QUARRY_AT.y + 40, scale: 1 };
  return tale.seat(seat, 1);
}
