// Stones: from quarry and sled onto ships, from ships onto sites, and back.
import { spotBox, STONE_HEIGHT } from "../../../app/drawing/geometry";
import { atSpot, type Pose } from "../../../table/motion/script";
import { anchorBox, anchorSpot } from "../board/table";
import type { Site } from "../view";
import { built, onDeck, onSeat } from "./patches";
import { dip } from "./ships";
import { STONE, type Held, type Tale } from "./tale";

export function takeStones(tale: Tale, seat: number, count: number): void {
  const { w } = tale;
  for (let stone = 0; stone < count; stone += 1) {
    const start = w.begin("take", 60);
    w.fly({
      piece: { is: "stone", color: tale.color(seat), pitch: "stone" },
      start,
      time: STONE + 100,
      way: [tale.quarry(seat), tale.seat(seat)],
      ease: "in-out",
      arc: 46,
    });
    w.patch(
      start,
      onSeat(seat, (own) => ({ ...own, quarry: own.quarry - 1 })),
    );
    w.patch(
      start + STONE + 100,
      onSeat(seat, (own) => ({ ...own, sled: own.sled + 1 })),
    );
    w.step(start, start + STONE + 100);
  }
  w.mark(anchorBox(tale.view, { on: "quarry" }));
}

export function loadStone(tale: Tale, seat: number, ship: number, place: number): void {
  const { w } = tale;
  const start = w.begin("load", 160);
  const spot = tale.deck(ship, place);
  if (!spot) return w.silent();
  w.patch(
    start,
    onSeat(seat, (own) => ({ ...own, sled: own.sled - 1 })),
  );
  w.fly({
    piece: { is: "stone", color: tale.color(seat), pitch: "stone" },
    start,
    time: STONE + 60,
    way: [tale.seat(seat), atSpot(spot)],
    ease: "out",
    arc: 40,
  });
  const end = start + STONE + 60;
  w.patch(end, onDeck(ship, place, seat));
  w.step(start, end);
  w.mark(spotBox(spot));
  // it dips, unless something else happens with it
  if (!tale.later((event) => event.ship === ship || event.kind === "round_began")) dip(tale, ship, end, 3, true);
}

export function unloadStone(tale: Tale, seat: number, ship: number, told: number, site: Site): void {
  // by the lever's order it is told from a place where another one lies, or none: then the foremost of its owner
  const spaces = tale.view.ships[ship - 1]?.spaces ?? [];
  const place = spaces[told - 1] === seat ? told : Math.max(0, spaces.indexOf(seat)) + 1;
  const spot = tale.deck(ship, place);
  if (!spot) return tale.w.silent();
  bringStone(tale, seat, site, atSpot(spot), (at) => tale.w.patch(at, onDeck(ship, place, null)));
}

/** A stone is on its way to a site; where it lands, a later event tells. */
export function bringStone(tale: Tale, seat: number, site: Site, from: Pose, leave: (at: number) => void): void {
  const held: Held = { seat, site, from, leave, event: tale.index };
  tale.held.push(held);
  if (site === "market") hover(tale, held, false);
  else tale.w.silent();
}

/** It goes as far as the site and waits there. */
export function hover(tale: Tale, held: Held, fades: boolean): void {
  if (held.landed !== undefined) return;
  const { w } = tale;
  const start = w.begin("unload", 140);
  const to = tale.before(held.site);
  const piece = { is: "stone", color: tale.color(held.seat), pitch: "stone" } as const;
  held.leave(start);
  w.fly({ piece, start, time: STONE, way: [held.from, to], ease: "out", arc: 34 });
  held.landed = start + STONE;
  w.step(start, start + STONE);
  if (fades) {
    const gone = { ...to, alpha: 0 };
    w.fly({ piece, start: held.landed, time: 300, way: [to, gone], ease: "linear", extra: true });
  }
}

/** Where a stone comes from that is built or given back now. Says when it starts, too. */
function release(tale: Tale, seat: number, site: Site | null, gap: number): { from: Pose; start: number } {
  const { w } = tale;
  const index = tale.held.findIndex((held) => held.seat === seat && (site === null || held.site === site));
  const held = index < 0 ? null : tale.held.splice(index, 1)[0]!;
  const start = w.begin("unload", gap);
  if (!held) return { from: { ...tale.before(site ?? "market"), alpha: 0.2 }, start };
  if (held.landed === undefined) {
    held.leave(start);
    return { from: held.from, start };
  }
  const from = tale.before(held.site);
  if (start > held.landed) {
    const piece = { is: "stone", color: tale.color(seat), pitch: "stone" } as const;
    w.fly({ piece, start: held.landed, time: start - held.landed, way: [from, from], ease: "linear" });
  }
  return { from, start };
}

export function buildStone(tale: Tale, seat: number, site: Site, place: number | null): void {
  const { w } = tale;
  const { from, start } = release(tale, seat, site, 140);
  const spot = anchorSpot(tale.view, { at: "site", site, place, seat });
  if (!spot) return w.silent();
  const to = atSpot(spot);
  const end = start + STONE + 40;
  w.fly({
    piece: { is: "stone", color: tale.color(seat), pitch: spot.pitch },
    start,
    time: STONE + 40,
    way: [from, to],
    ease: "in-out",
    arc: 38,
  });
  const foot = { x: to.x, y: to.y + (STONE_HEIGHT[spot.pitch] / 2) * to.scale };
  w.fly({
    piece: { is: "dust" },
    start: end - 30,
    time: 280,
    way: [
      { ...foot, scale: to.scale * 0.7, alpha: 0.9 },
      { ...foot, scale: to.scale * 1.25, alpha: 0 },
    ],
    ease: "out",
    extra: true,
  });
  w.patch(end, built(seat, site, place));
  w.step(start, end);
  w.mark(spotBox(spot));
  tale.built = { site, place, pose: to, at: end };
}

/** To the quarry: from a ship that couldn't sail, from the market, or from the sled. */
export function giveBack(tale: Tale, seat: number, ship: number | null, place: number | null): void {
  const { w } = tale;
  const color = tale.color(seat);
  let from: Pose;
  let start: number;
  if (ship !== null && place !== null) {
    start = w.begin("back", 80);
    from = atSpot(tale.deck(ship, place) ?? { x: 0, y: 0, width: 30, pitch: "stone" });
    w.patch(start, onDeck(ship, place, null));
  } else if (tale.held.some((held) => held.seat === seat) || !fromSled(tale)) {
    ({ from, start } = release(tale, seat, null, 140));
  } else {
    start = w.begin("back", 80);
    from = tale.seat(seat);
    w.patch(
      start,
      onSeat(seat, (own) => ({ ...own, sled: own.sled - 1 })),
    );
  }
  const time = STONE + 160;
  w.fly({
    piece: { is: "stone", color, pitch: "stone" },
    start,
    time,
    way: [from, tale.quarry(seat)],
    ease: "in-out",
    arc: 44,
  });
  w.patch(
    start + time,
    onSeat(seat, (own) => ({ ...own, quarry: own.quarry + 1 })),
  );
  w.step(start, start + time);
}

/** Raft and loading plank cost a stone of the sled. */
function fromSled(tale: Tale): boolean {
  const played = tale.events.slice(0, tale.index).findLast(({ kind }) => kind === "card_played");
  return played?.card === "raft" || played?.card === "loading_plank";
}
