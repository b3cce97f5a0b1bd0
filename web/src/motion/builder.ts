// Builder of Egypt: what moves at each event.
import {
  anchorBox,
  anchorSpot,
  berthAt,
  DOCK_AT,
  QUARRY_AT,
  shipAt,
  SLAB_AT,
  TABLE,
  TRACK,
  trackSpot,
  waitingAt,
  type ShipAt,
} from "../builder/table";
import { center, grown, shifted, spotBox, STONE_HEIGHT, type Box, type Point } from "../geometry";
import { cardColor } from "../pieces/cards";
import { SHIP_HEIGHT, shipWidth } from "../pieces/ship";
import { tokenBox, tombBox } from "../sites/chamber/geometry";
import { cardBox } from "../sites/market/geometry";
import { ownFrame, pathMiddle, singleSpot, towerSpot } from "../sites/obelisks/geometry";
import { imhotepAt, scaffoldLayer } from "../sites/pyramid/geometry";
import { chariotAt, onCourse } from "../sites/temple/geometry";
import { whenOf } from "../sites/when";
import { colorOf, SITES, type BuilderView, type Color, type GameEvent, type ShipView, type Site } from "../views";
import { built, changed, onDeck, onMarket, onSeat, onShip, without } from "./patches";
import { atBox, atSpot, withOne, withOut, Writer, type Events, type Pose, type Script, type Stage } from "./script";

/** Nothing is seen of these: the seat's panel, the sentence or the log tells them. */
export const BUILDER_SILENT: ReadonlySet<string> = new Set([
  "turn_began",
  "passed",
  "declined",
  "stone_ordered",
  "forced",
]);

// ms, and px
const STONE = 320;
const SAIL = 900;
const CARD = 420;
const COIN = 560;
const MIDDLE: Pose = { x: TABLE.w / 2, y: 399, scale: 1.5 };
const RIVER = 1250; // from one end to beyond the other

/** A stone that has left where it was and hasn't arrived. */
interface Held {
  seat: number;
  site: Site;
  from: Pose;
  leave: (at: number) => void;
  event: number;
  landed?: number; // it waits at the site since then
}

export function builderScript(
  before: BuilderView,
  after: BuilderView,
  events: Events,
  stage: Stage,
): Script<BuilderView> {
  return told(before, after, events, stage).finish();
}

/** The table after these events, as the steps leave it: for tests. */
export function builderResult(before: BuilderView, after: BuilderView, events: Events, stage: Stage): BuilderView {
  return told(before, after, events, stage).result;
}

function told(before: BuilderView, after: BuilderView, events: Events, stage: Stage): Teller {
  const teller = new Teller(before, after, events, stage);
  events.forEach((event, index) => teller.tell(event, index));
  return teller;
}

class Teller {
  #w: Writer<BuilderView>;
  #after: BuilderView;
  #events: Events;
  #stage: Stage;
  #index = 0;
  #held: Held[] = [];
  #card: { card: string; since: number } | null = null; // lies in the middle
  #built: { site: Site; place: number | null; pose: Pose; at: number } | null = null;
  #walking: number[] = []; // by seat: when its stone on the track stands again
  #ready = 0; // when the first ship of the round comes
  #night: number | null = null; // since when, if the game ends
  #paying = ""; // source

  constructor(before: BuilderView, after: BuilderView, events: Events, stage: Stage) {
    this.#w = new Writer(before);
    this.#after = after;
    this.#events = events;
    this.#stage = stage;
  }

  finish(): Script<BuilderView> {
    for (const held of this.#held.splice(0)) this.#hover(held, true);
    this.#dropCard();
    return this.#w.finish(this.#after);
  }

  get result(): BuilderView {
    for (const held of this.#held.splice(0)) this.#hover(held, true);
    return this.#w.view;
  }

  get #view(): BuilderView {
    return this.#w.view;
  }

  tell(event: GameEvent, index: number): void {
    const w = this.#w;
    this.#index = index;
    w.event(index, event.kind);
    const seat = event.seat ?? 0;
    const site = event.site as Site;
    switch (event.kind) {
      case "turn_began":
        w.patch(w.free, (view) => ({ ...view, decider: seat }));
        w.silent();
        break;
      case "stones_taken":
        return this.#take(seat, event.count ?? 1);
      case "stone_loaded":
        return this.#load(seat, event.ship ?? 1, event.space ?? 1);
      case "ship_sailed":
        return this.#sail(event.ship ?? 1, site);
      case "stone_unloaded":
        return this.#unload(seat, event.ship ?? 1, event.space ?? 1, site);
      case "stone_quarried":
        return this.#bring(seat, site, this.#quarry(seat), (at) =>
          w.patch(
            at,
            onSeat(seat, (own) => ({ ...own, quarry: own.quarry - 1 })),
          ),
        );
      case "stone_rafted":
        return this.#bring(seat, site, this.#seat(seat), (at) =>
          w.patch(
            at,
            onSeat(seat, (own) => ({ ...own, sled: own.sled - 1 })),
          ),
        );
      case "stone_built":
        return this.#build(seat, site, event.place ?? null);
      case "tower_built":
        return this.#tower(seat, event.place ?? 1);
      case "stone_returned":
        return this.#giveBack(seat, event.ship ?? null, event.space ?? null);
      case "points":
        return this.#points(seat, event.source ?? "", event.points ?? 0, event.place ?? null);
      case "card_picked":
      case "card_kept":
        return this.#getCard(seat, event.card ?? null, event.space ?? null);
      case "card_drawn":
        return this.#drawCard(seat, event.card ?? null);
      case "cards_drawn_to_look":
        return this.#drawToLook(seat, event.count ?? 1);
      case "cards_looked_at":
        return this.#flash(event.space ? this.#market(event.space) : this.#pile("draw_pile"), "gold", 420);
      case "card_played":
        return this.#playCard(seat, event.card ?? null);
      case "card_shown":
        return this.#showCard(seat, event.card ?? null);
      case "card_discarded":
        return this.#discard(event.card ?? null, event.space ?? null);
      case "card_dealt":
      case "card_dealt_down":
        return this.#deal(event.card ?? null, event.space ?? 1);
      case "pile_shuffled":
        return this.#shuffle(event.count ?? 0);
      case "round_began":
        return this.#beginRound(event.round ?? this.#view.round);
      case "ship_ready":
        return this.#comeIn(event.ship ?? 1);
      case "round_ended":
        return this.#endRound();
      case "game_ended":
        return this.#endGame();
      case "coin_paid":
        return this.#pay(seat);
      case "scaffold_turned":
        return this.#scaffold(true);
      case "scaffold_left_out":
        return this.#scaffold(false);
      case "imhotep_moved":
        return this.#imhotep(event.space ?? 1);
      case "chariot_moved":
        return this.#chariot(seat, event.track ?? 0);
      case "tomb_turned":
        return this.#tombTurned(Number(event.token));
      case "tomb_taken":
        return this.#tombGone(Number(event.token), true);
      case "tomb_removed":
        return this.#tombGone(Number(event.token), false);
      case "token_added":
        return this.#part(seat, event.place ?? 1, true);
      case "token_put_back":
        return this.#part(seat, event.place ?? 1, false);
      case "prophecy_drawn":
      case "prophecy_fulfilled":
        return this.#flash(this.#stele(event.prophecy ?? 1), "gold", 600);
      case "prophecy_failed":
        return this.#flash(this.#stele(event.prophecy ?? 1), "dark", 600);
      case "prophesied":
        return this.#prophesy(seat, event.prophecy ?? 1, event.period ?? 1);
      default:
        w.silent();
    }
  }

  // --- where things are

  #color(seat: number): Color {
    return colorOf(this.#view.seats, seat) ?? "black";
  }

  /** A seat's sled and hand: beside the table if the page doesn't say. */
  #seat(seat: number, scale = 0.55): Pose {
    const said: Point | null = this.#stage.seat?.(seat) ?? null;
    const own = seat === this.#view.seat;
    return { ...(said ?? (own ? { x: 160, y: TABLE.h + 40 } : { x: TABLE.w + 44, y: 76 + 150 * seat })), scale };
  }

  #quarry(seat: number): Pose {
    return atSpot(anchorSpot(this.#view, { at: "quarry", seat })!);
  }

  #market(place: number): Box {
    return shifted(cardBox(this.#view.market, place), SLAB_AT.market);
  }

  #pile(pile: "draw_pile" | "discard_pile"): Box {
    return anchorBox(this.#view, { on: pile })!;
  }

  #stele(number: number): Box {
    return anchorBox(this.#view, { on: "prophecy", number }) ?? { ...QUARRY_AT, w: 90, h: 68 };
  }

  /** Before a site: where a stone waits while its owner thinks. */
  #before(site: Site): Pose {
    const dock = DOCK_AT[site];
    return { x: dock.x, y: dock.y + (dock.north ? -40 : 44), scale: 0.9 };
  }

  #later(test: (event: GameEvent) => boolean): boolean {
    return this.#events.slice(this.#index + 1).some(test);
  }

  #ship(at: ShipAt, ship: ShipView): Pose {
    return {
      x: at.x + (shipWidth(ship.size) * at.scale) / 2,
      y: at.y + (SHIP_HEIGHT * at.scale) / 2,
      scale: at.scale,
    };
  }

  // --- stones

  #take(seat: number, count: number): void {
    const w = this.#w;
    for (let stone = 0; stone < count; stone += 1) {
      const start = w.begin("take", 60);
      w.fly({
        piece: { is: "stone", color: this.#color(seat), pitch: "stone" },
        start,
        time: STONE + 100,
        way: [this.#quarry(seat), this.#seat(seat)],
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
    w.mark(anchorBox(this.#view, { on: "quarry" }));
  }

  #load(seat: number, ship: number, place: number): void {
    const w = this.#w;
    const start = w.begin("load", 160);
    const spot = anchorSpot(this.#view, { at: "deck", ship, place });
    if (!spot) return w.silent();
    w.patch(
      start,
      onSeat(seat, (own) => ({ ...own, sled: own.sled - 1 })),
    );
    w.fly({
      piece: { is: "stone", color: this.#color(seat), pitch: "stone" },
      start,
      time: STONE + 60,
      way: [this.#seat(seat), atSpot(spot)],
      ease: "out",
      arc: 40,
    });
    const end = start + STONE + 60;
    w.patch(end, onDeck(ship, place, seat));
    w.step(start, end);
    w.mark(spotBox(spot));
    // it dips, unless something else happens with it
    if (!this.#later((event) => event.ship === ship || event.kind === "round_began")) this.#dip(ship, end, 3, true);
  }

  #dip(number: number, start: number, by: number, extra: boolean): void {
    const ship = this.#view.ships[number - 1];
    if (!ship) return;
    const pose = this.#ship(shipAt(this.#view, number), ship);
    const piece = { is: "ship", ship, number, seats: this.#view.seats, wave: 0 } as const;
    this.#w.fly({ piece, start, time: 200, way: [pose, pose], ease: "linear", dip: by, extra });
    this.#shipAway(number, start, start + 200);
  }

  #shipAway(number: number, from: number, until: number): void {
    this.#w.away(
      from,
      until,
      (away) => ({ ...away, ships: withOne(away.ships, number) }),
      (away) => ({ ...away, ships: withOut(away.ships, number) }),
    );
  }

  #sail(number: number, site: Site): void {
    const w = this.#w;
    const ship = this.#view.ships[number - 1];
    if (!ship) return w.silent();
    w.close();
    const start = w.begin("sail", 0);
    const from = this.#ship(waitingAt(this.#view, number), ship);
    const to = this.#ship(berthAt(site, ship.size), ship);
    const across = to.x - from.x;
    const wave = across < -20 ? -1 : 1;
    w.fly({
      piece: { is: "ship", ship, number, seats: this.#view.seats, wave },
      start,
      time: SAIL,
      way: [from, to],
      ease: "in-out",
      bend: across * 0.45,
      tilt: (to.y < from.y ? -1 : 1) * wave * Math.min(4, Math.abs(across) / 60 + 1),
    });
    this.#shipAway(number, start, start + SAIL);
    w.patch(
      start + SAIL,
      onShip(number, (here) => ({ ...here, site })),
    );
    this.#dip(number, start + SAIL, DOCK_AT[site].north ? -2 : 2, false);
    w.step(start, start + SAIL + 150);
    w.mark(anchorBox(this.#view, { on: "ship", ship: number }));
  }

  #unload(seat: number, ship: number, told: number, site: Site): void {
    // by the lever's order it is told from a place where another one lies, or none: then the foremost of its owner
    const spaces = this.#view.ships[ship - 1]?.spaces ?? [];
    const place = spaces[told - 1] === seat ? told : Math.max(0, spaces.indexOf(seat)) + 1;
    const spot = anchorSpot(this.#view, { at: "deck", ship, place });
    if (!spot) return this.#w.silent();
    this.#bring(seat, site, atSpot(spot), (at) => this.#w.patch(at, onDeck(ship, place, null)));
  }

  /** A stone is on its way to a site; where it lands, a later event tells. */
  #bring(seat: number, site: Site, from: Pose, leave: (at: number) => void): void {
    const held: Held = { seat, site, from, leave, event: this.#index };
    this.#held.push(held);
    if (site === "market") this.#hover(held, false);
    else this.#w.silent();
  }

  /** It goes as far as the site and waits there. */
  #hover(held: Held, fades: boolean): void {
    if (held.landed !== undefined) return;
    const w = this.#w;
    const start = w.begin("unload", 140);
    const to = this.#before(held.site);
    const piece = { is: "stone", color: this.#color(held.seat), pitch: "stone" } as const;
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
  #release(seat: number, site: Site | null, gap: number): { from: Pose; start: number } {
    const w = this.#w;
    const index = this.#held.findIndex((held) => held.seat === seat && (site === null || held.site === site));
    const held = index < 0 ? null : this.#held.splice(index, 1)[0]!;
    const start = w.begin("unload", gap);
    if (!held) return { from: { ...this.#before(site ?? "market"), alpha: 0.2 }, start };
    if (held.landed === undefined) {
      held.leave(start);
      return { from: held.from, start };
    }
    const from = this.#before(held.site);
    if (start > held.landed) {
      const piece = { is: "stone", color: this.#color(seat), pitch: "stone" } as const;
      w.fly({ piece, start: held.landed, time: start - held.landed, way: [from, from], ease: "linear" });
    }
    return { from, start };
  }

  #build(seat: number, site: Site, place: number | null): void {
    const w = this.#w;
    const { from, start } = this.#release(seat, site, 140);
    const spot = anchorSpot(this.#view, { at: "site", site, place, seat });
    if (!spot) return w.silent();
    const to = atSpot(spot);
    const end = start + STONE + 40;
    w.fly({
      piece: { is: "stone", color: this.#color(seat), pitch: spot.pitch },
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
    this.#built = { site, place, pose: to, at: end };
  }

  #tower(seat: number, tower: number): void {
    const w = this.#w;
    const board = this.#view.obelisks;
    // one of the alley is finished where it stands
    if (board.type !== "obelisks")
      return this.#flash(
        anchorBox(this.#view, { on: "place", site: "obelisks", place: tower }) ??
          anchorBox(this.#view, { on: "site", site: "obelisks" })!,
        "gold",
        500,
      );
    w.close();
    const count = board.tower_of;
    const color = this.#color(seat);
    const first = w.begin("tower", 0);
    const end = first + STONE + 90 * (count - 1);
    for (let stone = 0; stone < count; stone += 1) {
      // each one waits where it landed until the whole tower stands
      const start = first + 90 * stone;
      const way = [singleSpot(board, seat, stone), towerSpot(board, tower, stone + 1)];
      w.fly({
        piece: { is: "stone", color, pitch: "stone" },
        start,
        time: end - start,
        way: way.map((spot) => atSpot(shifted(spot, SLAB_AT.obelisks))),
        ease: "in-out",
        arc: 30,
      });
    }
    w.step(first, end);
    w.patch(first, (view) =>
      view.obelisks.type === "obelisks"
        ? {
            ...view,
            obelisks: {
              ...view.obelisks,
              singles: changed(view.obelisks.singles, seat, (singles) => Math.max(0, singles - count)),
            },
          }
        : view,
    );
    w.patch(end, (view) =>
      view.obelisks.type === "obelisks"
        ? { ...view, obelisks: { ...view.obelisks, towers: changed(view.obelisks.towers, tower - 1, () => seat) } }
        : view,
    );
    this.#built = {
      site: "obelisks",
      place: null,
      pose: atSpot(shifted(towerSpot(board, tower, count), SLAB_AT.obelisks)),
      at: end,
    };
  }

  /** To the quarry: from a ship that couldn't sail, from the market, or from the sled. */
  #giveBack(seat: number, ship: number | null, place: number | null): void {
    const w = this.#w;
    const color = this.#color(seat);
    let from: Pose;
    let start: number;
    if (ship !== null && place !== null) {
      start = w.begin("back", 80);
      from = atSpot(anchorSpot(this.#view, { at: "deck", ship, place }) ?? { x: 0, y: 0, width: 30, pitch: "stone" });
      w.patch(start, onDeck(ship, place, null));
    } else if (this.#held.some((held) => held.seat === seat) || !this.#fromSled()) {
      ({ from, start } = this.#release(seat, null, 140));
    } else {
      start = w.begin("back", 80);
      from = this.#seat(seat);
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
      way: [from, this.#quarry(seat)],
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
  #fromSled(): boolean {
    const played = this.#events.slice(0, this.#index).findLast(({ kind }) => kind === "card_played");
    return played?.card === "raft" || played?.card === "loading_plank";
  }

  // --- points

  #points(seat: number, source: string, points: number, place: number | null): void {
    const w = this.#w;
    const site = SITES.find((other) => other === source);
    const fresh = this.#built;
    const atOnce = site && site === fresh?.site && whenOf(site, this.#view[site].side) !== "round" ? fresh : null;
    const start = atOnce ? atOnce.at : w.begin(`pays ${source}`, this.#night === null ? 120 : 80);
    if (this.#night !== null && site && source !== this.#paying)
      this.#glow(anchorBox(this.#view, { on: "site", site })!, "gold", start, 900, true);
    this.#paying = source;
    const from = this.#paidFrom(seat, source, site, place);
    const view = this.#view;
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
    const walk = Math.max(start + COIN, this.#walking[seat] ?? 0);
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
      piece: { is: "stone", color: this.#color(seat), pitch: trackSpot(this.#view.seats, seat).pitch },
      start: walk,
      time,
      way: [there, stone(this.#view.seats)],
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
    this.#walking[seat] = walk + time;
    w.step(start, start + (atOnce ? COIN : 220), atOnce !== null);
    w.mark(grown(spotBox(shifted(trackSpot(this.#view.seats, seat), TRACK)), 3));
  }

  #paidFrom(seat: number, source: string, site: Site | undefined, place: number | null): Pose {
    const fresh = this.#built;
    if (fresh && site === fresh.site && (place === null || place === fresh.place)) return fresh.pose;
    const view = this.#view;
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
    return this.#seat(seat, 1);
  }

  // --- cards

  #width(card: Box): number {
    return card.w > card.h ? 78 : 66;
  }

  #flyCard(card: string | null, start: number, time: number, way: Pose[], wide = false, extra = false): void {
    this.#w.fly({ piece: { is: "card", card, wide }, start, time, way, ease: "in-out", arc: 26, extra });
  }

  #getCard(seat: number, card: string | null, place: number | null): void {
    const w = this.#w;
    const red = card !== null && cardColor(card) === "red";
    const box = place === null ? this.#pile("draw_pile") : this.#market(place);
    const start = w.begin("card", 160);
    const from = atBox(box, this.#width(box));
    if (place !== null) w.patch(start, onMarket(place, null));
    else if (this.#events[this.#index]?.kind === "card_drawn")
      w.patch(start, (view) => ({ ...view, draw_pile: Math.max(0, view.draw_pile - 1) }));
    const wide = box.w > box.h;
    w.mark(box);
    if (red) {
      this.#flyCard(card, start, CARD, [from, MIDDLE], wide);
      this.#layCard(card, start + CARD);
      w.step(start, start + CARD + 250);
      return;
    }
    const to = this.#seat(seat, 0.34);
    this.#flyCard(card, start, CARD, [from, { ...to, alpha: 0.6 }], wide);
    w.patch(
      start + CARD,
      onSeat(seat, (own) =>
        card === null ? { ...own, face_down: own.face_down + 1 } : { ...own, hand: [...own.hand, card] },
      ),
    );
    w.step(start, start + CARD);
  }

  #drawCard(seat: number, card: string | null): void {
    this.#getCard(seat, card, null);
  }

  #drawToLook(seat: number, count: number): void {
    const w = this.#w;
    const from = atBox(this.#pile("draw_pile"), 66);
    for (let number = 0; number < count; number += 1) {
      const start = w.begin("look", 90);
      this.#flyCard(null, start, CARD, [from, { ...this.#seat(seat, 0.34), alpha: 0.5 }]);
      w.patch(start, (view) => ({ ...view, draw_pile: Math.max(0, view.draw_pile - 1) }));
      w.step(start, start + CARD);
    }
    if (!count) w.silent();
    w.mark(this.#pile("draw_pile"));
  }

  /** It lies in the middle until what it does is done. */
  #layCard(card: string, since: number): void {
    this.#dropCard();
    this.#card = { card, since };
  }

  #dropCard(): void {
    if (!this.#card) return;
    const { card, since } = this.#card;
    const until = Math.max(since + 260, this.#w.free);
    this.#flyCard(card, since, until - since, [{ ...MIDDLE }, { ...MIDDLE }]);
    this.#w.fly({
      piece: { is: "card", card },
      start: until,
      time: 220,
      way: [MIDDLE, { ...MIDDLE, scale: 1.6, alpha: 0 }],
      ease: "out",
      extra: true,
    });
    this.#card = null;
  }

  #playCard(seat: number, card: string | null): void {
    const w = this.#w;
    w.close();
    const start = w.begin("play", 0);
    const name = card ?? "";
    w.patch(
      start,
      onSeat(seat, (own) =>
        own.hand.includes(name)
          ? { ...own, hand: without(own.hand, name) }
          : { ...own, face_down: Math.max(0, own.face_down - 1) },
      ),
    );
    this.#flyCard(card, start, CARD, [this.#seat(seat, 0.34), MIDDLE]);
    // others need time to read it
    const read = seat === this.#view.seat ? 150 : 700;
    w.step(start, start + CARD + read);
    if (card) this.#layCard(card, start + CARD);
    w.mark({ x: MIDDLE.x - 50, y: MIDDLE.y - 75, w: 100, h: 150 });
  }

  #showCard(seat: number, card: string | null): void {
    const w = this.#w;
    const start = w.begin("shown", 160);
    const from = this.#seat(seat, 0.34);
    const to = { ...MIDDLE, x: MIDDLE.x - 300 + 200 * seat, scale: 0.9 };
    this.#flyCard(card, start, 700, [from, to, to, { ...to, alpha: 0 }]);
    w.step(start, start + 420);
  }

  #discard(card: string | null, place: number | null): void {
    const w = this.#w;
    const box = place === null ? null : this.#market(place);
    const held = !box && this.#card?.card === card ? this.#card : null;
    if (held) this.#card = null;
    const start = w.begin("discard", 80);
    const from = box ? atBox(box, this.#width(box)) : MIDDLE;
    if (held && start > held.since) this.#flyCard(card, held.since, start - held.since, [from, from]);
    if (place !== null) w.patch(start, onMarket(place, null));
    const pile = this.#pile("discard_pile");
    const faded = held || box ? from : { ...from, alpha: 0.2 };
    this.#flyCard(
      card,
      start,
      380,
      [faded, { ...center(pile), scale: pile.w / 66, turn: 5 }],
      Boolean(box && box.w > box.h),
    );
    if (card) w.patch(start + 380, (view) => ({ ...view, discard_pile: [...view.discard_pile, card] }));
    w.step(start, start + 380);
  }

  #deal(card: string | null, place: number): void {
    const w = this.#w;
    const start = w.begin("deal", 110);
    const box = this.#market(place);
    const from = atBox(this.#pile("draw_pile"), 66);
    const to = atBox(box, this.#width(box));
    const half = 190;
    w.patch(start, (view) => ({ ...view, draw_pile: Math.max(0, view.draw_pile - 1) }));
    if (card === null) this.#flyCard(null, start, 2 * half, [from, atBox(box, 66)]);
    else {
      // turned over on the way
      const between = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - 18, scale: (from.scale + to.scale) / 2 };
      const edge = { ...between, wide: 0.04 };
      w.fly({ piece: { is: "card", card: null }, start, time: half, way: [from, edge], ease: "linear" });
      const piece = { is: "card", card, wide: box.w > box.h } as const;
      w.fly({ piece, start: start + half, time: half, way: [edge, to], ease: "out" });
    }
    w.patch(start + 2 * half, onMarket(place, card ?? "down"));
    w.step(start, start + 2 * half);
    w.mark(box);
  }

  #shuffle(count: number): void {
    const w = this.#w;
    w.close();
    const [from, to] = [atBox(this.#pile("discard_pile"), 66), atBox(this.#pile("draw_pile"), 66)];
    let end = 0;
    for (let card = 0; card < 4; card += 1) {
      const start = w.begin("shuffle", 70);
      end = start + 360;
      this.#flyCard(null, start, 360, [from, to]);
      if (card === 0) w.patch(start, (view) => ({ ...view, discard_pile: [] }));
      w.step(start, end);
    }
    w.patch(end, (view) => ({ ...view, draw_pile: count }));
  }

  // --- rounds

  #beginRound(round: number): void {
    const w = this.#w;
    this.#built = null;
    w.close();
    const start = w.begin("round", 0);
    const old = this.#view.ships;
    old.forEach((ship, index) => {
      const from = this.#ship(shipAt(this.#view, index + 1), ship);
      const piece = { is: "ship", ship, number: index + 1, seats: this.#view.seats, wave: -1 } as const;
      const to = { ...from, x: from.x - RIVER };
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
    for (const event of this.#events.slice(this.#index + 1)) {
      if (event.kind === "round_began") break;
      if (event.kind !== "ship_ready") continue;
      const size = event.size ?? 1;
      ships[(event.ship ?? 1) - 1] = { size, minimum: event.minimum ?? 1, spaces: Array(size).fill(null), site: null };
    }
    w.patch(out, (view) => ({ ...view, round, ships }));
    this.#ready = out;
    w.step(start, out);
  }

  #comeIn(number: number): void {
    const w = this.#w;
    const ship = this.#view.ships[number - 1];
    if (!ship) return w.silent();
    const start = Math.max(this.#ready, w.begin("ready", 90));
    const to = this.#ship(waitingAt(this.#view, number), ship);
    const time = 820;
    w.fly({
      piece: { is: "ship", ship, number, seats: this.#view.seats, wave: -1 },
      start,
      time,
      way: [{ ...to, x: to.x + RIVER }, to],
      ease: "out",
    });
    this.#shipAway(number, this.#ready, start + time);
    // cards are dealt while ships come in
    w.step(start, start + 260);
    w.mark(anchorBox(this.#view, { on: "ship", ship: number }));
  }

  #endRound(): void {
    const w = this.#w;
    this.#built = null;
    w.close();
    const start = w.begin("ends", 0);
    // the sun goes down along the track, and it grows dark for a moment
    const at = (part: number, y: number, alpha: number) => ({ x: TABLE.w * part, y, scale: 0.8, alpha });
    const way = [at(0.5, 20, 0), at(0.64, 18, 1), at(0.78, 20, 1), at(0.9, 26, 1), at(0.99, 36, 0)];
    w.fly({ piece: { is: "sun" }, start, time: 1100, way, ease: "linear", extra: true });
    if (this.#later(({ kind }) => kind === "round_began")) this.#dark(start, 1400, "dusk", 0.2);
    else this.#night = start;
    w.step(start, start + 450);
  }

  #endGame(): void {
    const w = this.#w;
    w.close();
    const start = w.begin("over", 0);
    const since = this.#night ?? start;
    this.#dark(since, start + 900 - since, "night", 0.32);
    w.step(start, start + 600);
  }

  #dark(start: number, time: number, tone: "night" | "dusk", most: number): void {
    const box = { x: 0, y: 0, w: TABLE.w, h: TABLE.h };
    const still = Math.max(1, Math.round(time / 450) - 2);
    const way = [0, ...Array<number>(still).fill(most), 0].map((alpha) => ({ x: 0, y: 0, scale: 1, alpha }));
    this.#w.fly({ piece: { is: "night", box, tone }, start, time, way, ease: "linear", extra: true });
  }

  // --- what only some sides have

  #flash(box: Box, tone: "gold" | "dark", time: number): void {
    const w = this.#w;
    const start = w.begin("flash", 220);
    this.#glow(box, tone, start, time, false);
    w.step(start, start + 0.45 * time);
    w.mark(box);
  }

  #glow(box: Box, tone: "gold" | "dark", start: number, time: number, extra: boolean): void {
    const middle = { ...center(box), scale: 1 };
    this.#w.fly({
      piece: { is: "flash", box: { ...box, x: -box.w / 2, y: -box.h / 2 }, tone },
      start,
      time,
      way: [
        { ...middle, alpha: 0 },
        { ...middle, alpha: 1, scale: 1.02 },
        { ...middle, alpha: 0, scale: 1.04 },
      ],
      ease: "linear",
      extra,
    });
  }

  #pay(seat: number): void {
    const w = this.#w;
    const { market } = this.#view;
    const start = w.begin("pay", 120);
    const coins = market.coins[seat] ?? 1;
    const step = Math.min(27, 54 / Math.max(1, ...market.coins));
    const row = Math.min(37, 148 / Math.max(1, market.coins.length));
    const at = shifted({ x: 253 + (coins - 1) * step, y: 83 + seat * row }, SLAB_AT.market);
    const stall = { x: SLAB_AT.market.x + 108, y: SLAB_AT.market.y + 139 };
    w.patch(start, (view) => ({
      ...view,
      market: { ...view.market, coins: changed(view.market.coins, seat, (left) => Math.max(0, left - 1)) },
    }));
    w.fly({
      piece: { is: "copper" },
      start,
      time: 460,
      way: [
        { ...at, scale: 0.75 },
        { ...stall, scale: 1 },
        { ...stall, scale: 0.6, alpha: 0 },
      ],
      ease: "out",
      arc: 24,
    });
    w.step(start, start + 380);
  }

  #scaffold(stays: boolean): void {
    const w = this.#w;
    const board = this.#view.pyramids;
    const last = this.#after.pyramids;
    if (board.type !== "scaffold" || last.type !== "scaffold") return w.silent();
    const start = w.begin("scaffold", 200);
    const number = board.layers.length;
    const supply = { ...shifted({ x: 310, y: 46 }, SLAB_AT.pyramids), scale: 1 };
    const coming = board.coming.slice(1);
    if (!stays) {
      const way = [supply, { ...supply, y: supply.y - 40, alpha: 0 }];
      w.fly({ piece: { is: "planks" }, start, time: 420, way, ease: "out" });
      w.step(start, start + 420);
      return;
    }
    const layer = (last.layers[number] ?? []).map((space) => ({ ...space, owner: null }));
    const next = { ...board, layers: [...board.layers, layer], coming };
    const { y } = scaffoldLayer(next, number);
    const to = { ...shifted({ x: 134, y: y - 12 }, SLAB_AT.pyramids), scale: 4.3 };
    w.fly({
      piece: { is: "planks" },
      start,
      time: 420,
      way: [supply, { ...to, alpha: 0.75 }],
      ease: "in-out",
      arc: 20,
    });
    w.patch(start + 420, (view) =>
      view.pyramids.type === "scaffold"
        ? { ...view, pyramids: { ...view.pyramids, layers: [...view.pyramids.layers, layer], coming } }
        : view,
    );
    w.step(start, start + 420);
  }

  #imhotep(space: number): void {
    const w = this.#w;
    const board = this.#view.pyramids;
    if (board.type !== "corridor") return w.silent();
    w.close();
    const start = w.begin("imhotep", 0);
    const pose = (at: number): Pose => ({ ...shifted(imhotepAt(board, at), SLAB_AT.pyramids), scale: 37 / 36 });
    const time = 520;
    const way = [pose(board.imhotep), pose(space)];
    w.fly({ piece: { is: "imhotep" }, start, time, way, ease: "in-out", arc: 26 });
    w.away(
      start,
      start + time,
      (away) => ({ ...away, imhotep: true }),
      (away) => ({ ...away, imhotep: false }),
    );
    w.patch(start + time, (view) =>
      view.pyramids.type === "corridor" ? { ...view, pyramids: { ...view.pyramids, imhotep: space } } : view,
    );
    w.step(start, start + time);
    w.mark(anchorBox(this.#view, { on: "imhotep", space }));
  }

  #chariot(seat: number, space: number): void {
    const w = this.#w;
    const board = this.#view.temple;
    if (board.type !== "arena") return w.silent();
    const start = w.begin(`chariot ${seat}`, 0);
    const from = board.chariots[seat] ?? 0;
    const next = { ...board, chariots: changed(board.chariots, seat, () => space) };
    const pose = (at: { x: number; y: number; width: number; flipped: boolean }): Pose => ({
      ...shifted({ x: at.x, y: at.y }, SLAB_AT.temple),
      scale: at.width / 60,
      wide: at.flipped ? -1 : 1,
    });
    const [first, last] = [chariotAt(board, seat), chariotAt(next, seat)];
    const parts = Math.max(2, Math.ceil(Math.abs(space - from) * 3));
    const way = Array.from({ length: parts + 1 }, (_, part) => {
      if (part === 0) return pose(first);
      if (part === parts) return pose(last);
      const at = onCourse(board.track.length, from + ((space - from) * part) / parts + 0.5);
      const turned = Math.abs(at.angle);
      return pose({ x: at.x, y: at.y, width: 40, flipped: turned > 90 && turned < 270 });
    });
    const time = Math.min(1000, 260 + 130 * Math.abs(space - from));
    w.fly({ piece: { is: "chariot", color: this.#color(seat), flipped: false }, start, time, way, ease: "in-out" });
    w.away(
      start,
      start + time,
      (away) => ({ ...away, chariots: withOne(away.chariots, seat) }),
      (away) => ({ ...away, chariots: withOut(away.chariots, seat) }),
    );
    w.patch(start + time, (view) =>
      view.temple.type === "arena"
        ? { ...view, temple: { ...view.temple, chariots: changed(view.temple.chariots, seat, () => space) } }
        : view,
    );
    w.step(start, start + time);
    w.mark(anchorBox(this.#view, { on: "chariot", seat, space }));
  }

  #tombTurned(number: number): void {
    const w = this.#w;
    const board = this.#view.burial_chamber;
    if (board.type !== "tomb") return w.silent();
    const start = w.begin("tomb", 120);
    const next = { ...board, open: [...board.open, number], coming: without(board.coming, number) };
    const supply = { ...shifted({ x: 338, y: 77 }, SLAB_AT.burial_chamber), scale: 0.6 };
    const to = atBox(shifted(tokenBox(next, next.open.length - 1), SLAB_AT.burial_chamber), 44);
    const edge = { x: (supply.x + to.x) / 2, y: (supply.y + to.y) / 2 - 24, scale: 0.95, wide: 0.05 };
    w.fly({ piece: { is: "tomb", number: null }, start, time: 200, way: [supply, edge], ease: "linear" });
    w.fly({ piece: { is: "tomb", number }, start: start + 200, time: 220, way: [edge, to], ease: "out" });
    w.patch(start + 420, (view) =>
      view.burial_chamber.type === "tomb"
        ? {
            ...view,
            burial_chamber: {
              ...view.burial_chamber,
              open: [...view.burial_chamber.open, number],
              coming: without(view.burial_chamber.coming, number),
            },
          }
        : view,
    );
    w.step(start, start + 420);
    w.mark(shifted(tokenBox(next, next.open.length - 1), SLAB_AT.burial_chamber));
  }

  /** Taken to its place in the grid, or out of the game. */
  #tombGone(number: number, taken: boolean): void {
    const w = this.#w;
    const board = this.#view.burial_chamber;
    if (board.type !== "tomb") return w.silent();
    const index = Math.max(0, board.open.indexOf(number));
    const start = w.begin(taken ? "taken" : "removed", 90);
    const from = atBox(shifted(tokenBox(board, index), SLAB_AT.burial_chamber), 44);
    const place = { ...center(shifted(tombBox(board, number), SLAB_AT.burial_chamber)), scale: 0.8 };
    const way = taken ? [from, place, { ...place, alpha: 0.3 }] : [from, { ...from, x: from.x - 70, alpha: 0 }];
    w.fly({ piece: { is: "tomb", number }, start, time: 400, way, ease: "in-out", arc: taken ? 24 : 0 });
    w.patch(start, (view) =>
      view.burial_chamber.type === "tomb"
        ? {
            ...view,
            burial_chamber: { ...view.burial_chamber, open: without(view.burial_chamber.open, number) },
          }
        : view,
    );
    w.step(start, start + (taken ? 340 : 400));
  }

  /** A piece of the great obelisk: to its owner's, or to the box. */
  #part(seat: number, place: number, added: boolean): void {
    const w = this.#w;
    const board = this.#view.obelisks;
    const last = this.#after.obelisks;
    if (board.type !== "great_obelisk" || last.type !== "great_obelisk") return w.silent();
    const space = last.path[place - 1];
    if (!space) return w.silent();
    const start = w.begin("part", 160);
    const { unit, x, y } = ownFrame(board, seat);
    const laid = added ? (space.laid ?? space.squares) : space.squares;
    const columns = laid.map(([column]) => column);
    const rows = laid.map(([, row]) => row);
    const [left, low] = [Math.min(...columns), Math.min(...rows)];
    const [right, high] = [Math.max(...columns), Math.max(...rows)];
    const squares = laid.map(([column, row]) => [column - left + 1, row - low + 1] as const);
    const from = { ...shifted(pathMiddle(board, place), SLAB_AT.obelisks), scale: 8.4 / unit };
    const spot = { x: x + ((left - 1 + right) / 2) * unit, y: y - ((low - 1 + high) / 2) * unit };
    const to = { ...shifted(spot, SLAB_AT.obelisks), scale: 1 };
    const way = added ? [from, { ...to, y: to.y - 46 }, to] : [from, { ...from, y: from.y - 30, alpha: 0 }];
    const piece = { is: "part", shape: space.shape, squares, unit } as const;
    w.fly({ piece, start, time: 560, way, ease: "in-out" });
    if (added) {
      w.patch(start + 560, (view) =>
        view.obelisks.type === "great_obelisk"
          ? {
              ...view,
              obelisks: {
                ...view.obelisks,
                heights: last.heights,
                path: changed(view.obelisks.path, place - 1, (here) => ({ ...here, laid: space.laid })),
              },
            }
          : view,
      );
    }
    w.step(start, start + 560);
    w.mark(anchorBox(this.#view, { on: "obelisk", seat }));
  }

  #prophesy(seat: number, prophecy: number, period: number): void {
    const w = this.#w;
    w.close();
    const start = w.begin("scarab", 0);
    const box = this.#stele(prophecy);
    const cell = 81 / Math.max(1, this.#view.periods.length);
    const to = { x: box.x + 5 + (period - 0.5) * cell - 1, y: box.y + 48.5, scale: 13 / 40 };
    const way = [this.#seat(seat, 0.6), { ...to, y: to.y - 26, scale: 1.1 }, to];
    w.fly({ piece: { is: "scarab", color: this.#color(seat) }, start, time: 700, way, ease: "in-out" });
    w.patch(
      start,
      onSeat(seat, (own) => ({ ...own, scarabs: Math.max(0, own.scarabs - 1) })),
    );
    w.patch(start + 700, (view) => ({
      ...view,
      prophecies: changed(view.prophecies, prophecy - 1, (god) => ({
        ...god,
        scarabs: [...god.scarabs, { seat, period }],
      })),
    }));
    w.step(start, start + 700);
    w.mark(box);
  }
}
