// Ships that sail, and that dip when a stone falls onto them.
import { withOne, withOut } from "../../../table/motion/script";
import { DOCK_AT } from "../board/table";
import type { Site } from "../view";
import { onShip } from "./patches";
import type { Tale } from "./tale";

const SAIL = 900; // ms

export function sailShip(tale: Tale, number: number, site: Site): void {
  const { w } = tale;
  const ship = tale.view.ships[number - 1];
  if (!ship) return w.silent();
  w.close();
  const start = w.begin("sail", 0);
  const from = tale.waiting(number);
  const to = tale.berth(number, site);
  const across = to.x - from.x;
  const wave = across < -20 ? -1 : 1;
  w.fly({
    piece: { is: "ship", ship, number, seats: tale.view.seats, wave },
    start,
    time: SAIL,
    way: [from, to],
    ease: "in-out",
    bend: across * 0.45,
    tilt: (to.y < from.y ? -1 : 1) * wave * Math.min(4, Math.abs(across) / 60 + 1),
  });
  shipAway(tale, number, start, start + SAIL);
  w.patch(
    start + SAIL,
    onShip(number, (here) => ({ ...here, site })),
  );
  dip(tale, number, start + SAIL, DOCK_AT[site].north ? -2 : 2, false);
  w.step(start, start + SAIL + 150);
  w.mark(tale.shipBox(number));
}

export function dip(tale: Tale, number: number, start: number, by: number, extra: boolean): void {
  const ship = tale.view.ships[number - 1];
  if (!ship) return;
  const pose = tale.ship(number);
  const piece = { is: "ship", ship, number, seats: tale.view.seats, wave: 0 } as const;
  tale.w.fly({ piece, start, time: 200, way: [pose, pose], ease: "linear", dip: by, extra });
  shipAway(tale, number, start, start + 200);
}

export function shipAway(tale: Tale, number: number, from: number, until: number): void {
  tale.w.away(
    from,
    until,
    (away) => ({ ...away, ships: withOne(away.ships, number) }),
    (away) => ({ ...away, ships: withOut(away.ships, number) }),
  );
}
