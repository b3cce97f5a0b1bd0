// The Duel: what moves at each event.
import { center, type Box } from "../../../app/drawing/geometry";
import type { GameEvent } from "../../../net/views";
import {
  atBox,
  withOne,
  withOut,
  Writer,
  type Events,
  type Pose,
  type Script,
  changed,
  without,
} from "../../../table/motion/script";
import { boatPlace } from "../board/harbour";
import { layoutOf, type Layout } from "../board/layout";
import { anchorBox, type DuelAnchor } from "../board/table";
import { placeOf, tokenOf } from "../pieces/tokens";
import { colorAt, DUEL_SITES, type BoatView, type DuelSeat, type DuelView } from "../view";
import type { DuelCast, DuelStage } from "./cast";

/** Nothing is seen of these: the seats' heads, the sentence or the log tells them. */
export const DUEL_SILENT: ReadonlySet<string> = new Set(["game_began", "turn_began", "passed", "stopped", "forced"]);

const WALK = 420;
const TOKEN = 48; // width in which they are drawn
const MAN = 46;

type Patch = (view: DuelView) => DuelView;

export function duelScript(before: DuelView, after: DuelView, events: Events, stage: DuelStage): Script<DuelCast> {
  return told(before, events, stage).finish(after);
}

/** The table after these events, as the steps leave it: for tests. */
export function duelResult(before: DuelView, _after: DuelView, events: Events, stage: DuelStage): DuelView {
  return told(before, events, stage).result;
}

function told(before: DuelView, events: Events, stage: DuelStage): Teller {
  const teller = new Teller(before, events, stage);
  events.forEach((event, index) => teller.tell(event, index));
  return teller;
}

function onSeat(seat: number, change: (seat: DuelSeat) => DuelSeat): Patch {
  return (view) => ({ ...view, seats: changed(view.seats, seat, change) });
}

function onBoat(name: string, change: (boat: BoatView) => BoatView): Patch {
  return (view) => ({ ...view, boats: view.boats.map((boat) => (boat.boat === name ? change(boat) : boat)) });
}

function onCargo(name: string, space: number, token: string | null): Patch {
  return onBoat(name, (boat) => ({ ...boat, cargo: changed(boat.cargo, space - 1, () => token) }));
}

function onHarbour(row: number, column: number, owner: number | null): Patch {
  return (view) => ({
    ...view,
    harbour: view.harbour.map((space) => (space.row === row && space.column === column ? { ...space, owner } : space)),
  });
}

function gained(seat: number, token: string): Patch {
  const { number } = tokenOf(token);
  return onSeat(seat, (own) => {
    switch (placeOf(token)) {
      case "actions":
        return { ...own, actions: [...own.actions, token] };
      case "obelisk":
        return { ...own, obelisk: { ...own.obelisk, tokens: own.obelisk.tokens + 1 } };
      case "temple":
        return {
          ...own,
          temple: { ...own.temple, tokens: { ...own.temple.tokens, [number]: (own.temple.tokens[number] ?? 0) + 1 } },
        };
      case "pyramids": {
        const { light, dark } = own.pyramids;
        const pyramids = token === "light_pyramid" ? { light: light + 1, dark } : { light, dark: dark + 1 };
        return { ...own, pyramids: { ...own.pyramids, ...pyramids } };
      }
      case "tomb":
        return { ...own, tomb: { ...own.tomb, numbers: [...own.tomb.numbers, number].sort((a, b) => a - b) } };
    }
  });
}

class Teller {
  #w: Writer<DuelCast>;
  #events: Events;
  #layout: Layout;
  #index = 0;
  #taking: number | null = null; // when the meeple that was sent home is at its token

  constructor(before: DuelView, events: Events, stage: DuelStage) {
    this.#w = new Writer(before);
    this.#events = events;
    this.#layout = layoutOf(before, stage.layout ?? "desk");
  }

  finish(after: DuelView): Script<DuelCast> {
    return this.#w.finish(after);
  }

  get result(): DuelView {
    return this.#w.view;
  }

  #box(anchor: DuelAnchor): Box {
    return anchorBox(this.#w.view, this.#layout, anchor) ?? { x: this.#layout.w / 2, y: -60, w: 40, h: 40 };
  }

  tell(event: GameEvent, index: number): void {
    const w = this.#w;
    this.#index = index;
    w.event(index, event.kind);
    const seat = event.seat ?? 0;
    const boat = event.boat ?? "";
    const space = event.space ?? 1;
    const token = String(event.token ?? "");
    switch (event.kind) {
      case "turn_began":
        w.patch(w.free, (view) => ({ ...view, decider: seat }));
        w.silent();
        break;
      case "meeple_placed":
        return this.#place(seat, event.row ?? 1, event.column ?? 1);
      case "boat_unloaded":
        return this.#begin(boat);
      case "meeple_returned":
        return this.#walk(seat, event.row ?? 1, event.column ?? 1);
      case "token_unloaded":
      case "token_taken":
        return this.#get(seat, token, boat, space);
      case "token_removed":
        return this.#sink(token, boat, space);
      case "boat_left":
        return this.#leave(boat);
      case "token_loaded":
        return this.#fill(token, boat, space, "supply");
      case "reserve_loaded":
        return this.#fill(token, boat, space, "reserve");
      case "action_played":
        return this.#play(seat, token);
      case "tokens_swapped":
        return this.#swap(boat, space, event.second_space ?? 2);
      case "first_to_five":
        w.patch(
          w.free,
          onSeat(seat, (own) => ({ ...own, obelisk: { ...own.obelisk, first_to_five: true } })),
        );
        return this.#flash(this.#box({ on: "site", seat, site: "obelisk" }), 700);
      case "points":
        return this.#points(seat, event.source ?? "", event.points ?? 0);
      case "game_ended":
        return this.#end();
      default:
        w.silent();
    }
  }

  // --- meeples

  #place(seat: number, row: number, column: number): void {
    const w = this.#w;
    w.close();
    const start = w.begin("place", 0);
    const from = this.#box({ on: "hand", seat });
    const to = this.#box({ on: "meeple", row, column });
    w.fly({
      piece: { is: "meeple", color: colorAt(w.view, seat) },
      start,
      time: WALK,
      way: [atBox(from, MAN), atBox(to, MAN)],
      ease: "in-out",
      arc: 36,
    });
    w.patch(
      start,
      onSeat(seat, (own) => ({ ...own, hand: own.hand - 1 })),
    );
    w.patch(start + WALK, onHarbour(row, column, seat));
    w.step(start, start + WALK);
    w.mark(this.#box({ on: "well", row, column }));
  }

  #walk(seat: number, row: number, column: number): void {
    const w = this.#w;
    const next = this.#events[this.#index + 1];
    const takes = next?.kind === "token_unloaded" && next.seat === seat ? next : null;
    const start = w.begin("walk", WALK);
    const from = atBox(this.#box({ on: "meeple", row, column }), MAN);
    const home = atBox(this.#box({ on: "hand", seat, index: w.view.seats[seat]?.hand ?? 0 }), MAN);
    const way: Pose[] = [from];
    if (takes) {
      // over the plank, to the token
      const cargo = center(this.#box({ on: "cargo", boat: takes.boat ?? "", space: takes.space ?? 1 }));
      way.push({ ...cargo, y: cargo.y - 14, scale: from.scale * 0.9 });
    }
    way.push(home);
    const time = takes ? 2 * WALK : WALK + 100;
    w.fly({ piece: { is: "meeple", color: colorAt(w.view, seat) }, start, time, way, ease: "linear" });
    w.patch(start, onHarbour(row, column, null));
    w.patch(
      start + time,
      onSeat(seat, (own) => ({ ...own, hand: own.hand + 1 })),
    );
    w.step(start, start + (takes ? WALK : time));
    this.#taking = takes ? start + WALK : null;
  }

  // --- tokens and boats

  #begin(boat: string): void {
    const w = this.#w;
    w.close();
    this.#flash(this.#box({ on: "lane", boat }), 520);
    w.patch(w.free, (view) => ({ ...view, unloadings: view.unloadings + 1 }));
    w.close();
  }

  #get(seat: number, token: string, boat: string, space: number): void {
    const w = this.#w;
    const start = this.#taking ?? w.begin("get", 120);
    this.#taking = null;
    const to = this.#box({ on: "landing", seat, token });
    w.fly({
      piece: { is: "cargo", token },
      start,
      time: WALK,
      way: [atBox(this.#box({ on: "cargo", boat, space }), TOKEN), atBox(to, TOKEN)],
      ease: "in-out",
      arc: 24,
    });
    w.patch(start, onCargo(boat, space, null));
    w.patch(start + WALK, gained(seat, token));
    w.step(start, start + WALK);
    w.mark(to);
  }

  #sink(token: string, boat: string, space: number): void {
    const w = this.#w;
    const start = w.begin("sink", 90);
    const box = this.#layout.box;
    const from = atBox(this.#box({ on: "cargo", boat, space }), TOKEN);
    const to = { ...center(box), scale: 0.6, alpha: 0.4 };
    w.fly({ piece: { is: "cargo", token }, start, time: WALK, way: [from, to], ease: "in-out" });
    w.patch(start, onCargo(boat, space, null));
    w.patch(start + WALK, (view) => ({ ...view, removed: [...view.removed, token] }));
    w.step(start, start + WALK);
    w.mark(box);
  }

  #leave(name: string): void {
    const w = this.#w;
    w.close();
    const start = w.begin("leave", 0);
    const boat = w.view.boats.find((other) => other.boat === name);
    const from = { ...center(this.#box({ on: "boat", boat: name })), scale: this.#layout.harbour.scale };
    const row = boatPlace(name).line === "row";
    const far = 420 * from.scale;
    const to = { ...from, x: from.x + (row ? far : 0), y: from.y + (row ? 0 : far), alpha: 0 };
    const piece = { is: "boat", boat: name, cargo: boat?.cargo ?? [] } as const;
    w.fly({ piece, start, time: 900, way: [from, { ...from }, to], ease: "in-out" });
    w.away(
      start,
      start + 900,
      (away) => ({ ...away, boats: withOne(away.boats, name) }),
      (away) => ({ ...away, boats: withOut(away.boats, name) }),
    );
    w.patch(start, (view) => ({
      ...onBoat(name, (here) => ({ ...here, moored: false }))(view),
      waiting: without(view.waiting, name),
    }));
    w.step(start, start + 700);
  }

  #fill(token: string, boat: string, space: number, from: "supply" | "reserve"): void {
    const w = this.#w;
    const start = w.begin("fill", 130);
    const box = this.#box({ on: from });
    const back = { ...center(box), scale: Math.min(0.9, box.w / TOKEN) };
    const to = atBox(this.#box({ on: "cargo", boat, space }), TOKEN);
    const edge = {
      x: (back.x + to.x) / 2,
      y: (back.y + to.y) / 2 - 20,
      scale: (back.scale + to.scale) / 2,
      wide: 0.05,
    };
    const half = 210;
    w.patch(start, (view) => ({
      ...view,
      waiting: without(view.waiting, boat),
      [from]: Math.max(0, view[from] - 1),
    }));
    w.fly({ piece: { is: "cargo", token: null }, start, time: half, way: [back, edge], ease: "linear" });
    w.fly({ piece: { is: "cargo", token }, start: start + half, time: half, way: [edge, to], ease: "out" });
    w.patch(start + 2 * half, onCargo(boat, space, token));
    w.step(start, start + 2 * half);
    w.mark(this.#box({ on: "cargo", boat, space }));
  }

  #play(seat: number, token: string): void {
    const w = this.#w;
    w.close();
    const start = w.begin("play", 0);
    const from = atBox(this.#box({ on: "action", seat, token }), TOKEN);
    const { harbour } = this.#layout;
    const middle = { x: harbour.x + 182 * harbour.scale, y: harbour.y + 182 * harbour.scale, scale: 2 * harbour.scale };
    w.patch(
      start,
      onSeat(seat, (own) => ({ ...own, actions: without(own.actions, token) })),
    );
    w.fly({
      piece: { is: "cargo", token },
      start,
      time: 1100,
      way: [from, middle, middle, { ...middle, scale: 2.3 * harbour.scale, alpha: 0 }],
      ease: "linear",
    });
    w.patch(start + 1000, (view) => ({ ...view, removed: [...view.removed, token] }));
    w.step(start, start + 900);
    w.mark(this.#box({ on: "seat", seat }));
  }

  #swap(boat: string, first: number, second: number): void {
    const w = this.#w;
    w.close();
    const start = w.begin("swap", 0);
    const cargo = w.view.boats.find((other) => other.boat === boat)?.cargo ?? [];
    const [one, two] = [cargo[first - 1] ?? null, cargo[second - 1] ?? null];
    const place = (space: number) => atBox(this.#box({ on: "cargo", boat, space }), TOKEN);
    const time = 520;
    for (const [token, from, to, arc] of [
      [one, first, second, 34],
      [two, second, first, -34],
    ] as const) {
      if (token === null) continue;
      w.fly({ piece: { is: "cargo", token }, start, time, way: [place(from), place(to)], ease: "in-out", arc });
    }
    w.patch(start, (view) => onCargo(boat, second, null)(onCargo(boat, first, null)(view)));
    w.patch(start + time, (view) => onCargo(boat, second, one)(onCargo(boat, first, two)(view)));
    w.step(start, start + time);
    w.mark(this.#box({ on: "boat", boat }));
  }

  // --- points and the end

  #flash(box: Box, time: number): void {
    const w = this.#w;
    const start = w.begin("flash", 200);
    const middle = { ...center(box), scale: 1 };
    w.fly({
      piece: { is: "flash", box: { ...box, x: -box.w / 2, y: -box.h / 2 }, tone: "gold" },
      start,
      time,
      way: [
        { ...middle, alpha: 0 },
        { ...middle, alpha: 1, scale: 1.02 },
        { ...middle, alpha: 0, scale: 1.04 },
      ],
      ease: "linear",
    });
    w.step(start, start + time * 0.6);
    w.mark(box);
  }

  #points(seat: number, source: string, points: number): void {
    const w = this.#w;
    const start = w.begin("points", 260);
    const site = DUEL_SITES.find((other) => other === source);
    const head = this.#box({ on: "seat", seat });
    const from = center(site ? this.#box({ on: "site", seat, site }) : this.#box({ on: "hand", seat, index: 1 }));
    const to = { x: head.x + head.w - 60, y: head.y + head.h / 2 };
    w.fly({
      piece: { is: "points", points },
      start,
      time: 700,
      way: [
        { ...from, scale: 0.5 },
        { ...from, y: from.y - 24, scale: 1.5 },
        { ...from, y: from.y - 26, scale: 1.5 },
        { ...to, scale: 1 },
      ],
      ease: "in-out",
      extra: true,
    });
    w.step(start, start + 420);
    w.mark(head);
  }

  #end(): void {
    const w = this.#w;
    w.close();
    const start = w.begin("end", 0);
    const still = { x: 0, y: 0, scale: 1 };
    w.fly({
      piece: { is: "night", box: { x: 0, y: 0, w: this.#layout.w, h: this.#layout.h }, tone: "night" },
      start,
      time: 1400,
      way: [
        { ...still, alpha: 0 },
        { ...still, alpha: 0.5 },
        { ...still, alpha: 0 },
      ],
      ease: "linear",
      extra: true,
    });
    w.step(start, start + 600);
  }
}
