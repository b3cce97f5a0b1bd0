// A round begins with its ships and ends with the sun; the last one ends in the night.
import { TABLE } from "../board/table";
import type { ShipView } from "../view";
import { shipAway } from "./ships";
import type { Tale } from "./tale";

const RIVER = 1250; // px, from one end of the river to beyond the other

export function beginRound(tale: Tale, round: number): void {
  const { w } = tale;
  tale.built = null;
  w.close();
  const start = w.begin("round", 0);
  const old = tale.view.ships;
  old.forEach((ship, index) => {
    const from = tale.ship(index + 1);
    const piece = { is: "ship", ship, number: index + 1, seats: tale.view.seats, wave: -1 } as const;
    const to = { ...from, x: from.x - (tale.stage.river?.length ?? RIVER) };
    w.fly({ piece, start: start + 50 * index, time: 800, way: [from, to], ease: "in-out" });
    // it stays where it is until it leaves
    if (index) w.fly({ piece: { ...piece, wave: 0 }, start, time: 50 * index, way: [from, from], ease: "linear" });
  });
  const out = old.length ? start + 620 : start;
  const numbers = new Set(old.map((_, index) => index + 1));
  w.away(
    start,
    out,
    (away) => ({ ...away, ships: numbers }),
    (away) => ({ ...away, ships: undefined }),
  );
  const ships: ShipView[] = [];
  for (const event of tale.events.slice(tale.index + 1)) {
    if (event.kind === "round_began") break;
    if (event.kind !== "ship_ready") continue;
    const size = event.size ?? 1;
    ships[(event.ship ?? 1) - 1] = { size, minimum: event.minimum ?? 1, spaces: Array(size).fill(null), site: null };
  }
  w.patch(out, (view) => ({ ...view, round, ships }));
  tale.ready = out;
  w.step(start, out);
}

export function comeIn(tale: Tale, number: number): void {
  const { w } = tale;
  const ship = tale.view.ships[number - 1];
  if (!ship) return w.silent();
  const start = Math.max(tale.ready, w.begin("ready", 90));
  const to = tale.waiting(number);
  const time = 820;
  w.fly({
    piece: { is: "ship", ship, number, seats: tale.view.seats, wave: -1 },
    start,
    time,
    way: [{ ...to, x: to.x + (tale.stage.river?.length ?? RIVER) }, to],
    ease: "out",
  });
  shipAway(tale, number, tale.ready, start + time);
  // cards are dealt while ships come in
  w.step(start, start + 260);
  w.mark(tale.shipBox(number));
}

export function endRound(tale: Tale): void {
  const { w } = tale;
  tale.built = null;
  w.close();
  const start = w.begin("ends", 0);
  // the sun goes down along the track, and it grows dark for a moment
  const at = (part: number, y: number, alpha: number) => ({ x: TABLE.w * part, y, scale: 0.8, alpha });
  const way = [at(0.5, 20, 0), at(0.64, 18, 1), at(0.78, 20, 1), at(0.9, 26, 1), at(0.99, 36, 0)];
  w.fly({ piece: { is: "sun" }, start, time: 1100, way, ease: "linear", extra: true });
  if (tale.later(({ kind }) => kind === "round_began")) darken(tale, start, 1400, "dusk", 0.2);
  else tale.night = start;
  w.step(start, start + 450);
}

export function endGame(tale: Tale): void {
  const { w } = tale;
  w.close();
  const start = w.begin("over", 0);
  const since = tale.night ?? start;
  darken(tale, since, start + 900 - since, "night", 0.32);
  w.step(start, start + 600);
}

function darken(tale: Tale, start: number, time: number, tone: "night" | "dusk", most: number): void {
  const box = { x: 0, y: 0, w: TABLE.w, h: TABLE.h };
  const still = Math.max(1, Math.round(time / 450) - 2);
  const way = [0, ...Array<number>(still).fill(most), 0].map((alpha) => ({ x: 0, y: 0, scale: 1, alpha }));
  tale.w.fly({ piece: { is: "night", box, tone }, start, time, way, ease: "linear", extra: true });
}
