// What is told so far of the events of Builder of Egypt, and where things are meanwhile.
import { shifted, type Box, type Point, type Spot } from "../../../app/drawing/geometry";
import type { Color, GameEvent } from "../../../net/views";
import { atSpot, Writer, type Events, type Pose } from "../../../table/motion/script";
import {
  anchorBox,
  anchorSpot,
  berthAt,
  DOCK_AT,
  QUARRY_AT,
  SLAB_AT,
  TABLE,
  waitingAt,
  type ShipAt,
} from "../board/table";
import { deckSpot, SHIP_HEIGHT, shipWidth } from "../pieces/ship";
import { cardBox } from "../sites/market/geometry";
import { colorOf, type BuilderView, type ShipView, type Site } from "../view";
import type { BuilderCast, BuilderStage } from "./cast";

/** ms of a stone's flight. */
export const STONE = 320;

/** A stone that has left where it was and hasn't arrived. */
export interface Held {
  seat: number;
  site: Site;
  from: Pose;
  leave: (at: number) => void;
  event: number;
  landed?: number; // it waits at the site since then
}

export class Tale {
  readonly w: Writer<BuilderCast>;
  index = 0; // of the event
  held: Held[] = [];
  card: { card: string; since: number } | null = null; // lies in the middle
  built: { site: Site; place: number | null; pose: Pose; at: number } | null = null;
  walking: number[] = []; // by seat: when its stone on the track stands again
  ready = 0; // when the first ship of the round comes
  night: number | null = null; // since when, if the game ends
  paying = ""; // source

  constructor(
    before: BuilderView,
    readonly after: BuilderView,
    readonly events: Events,
    readonly stage: BuilderStage,
  ) {
    this.w = new Writer(before);
  }

  /** The table after all that was told so far. */
  get view(): BuilderView {
    return this.w.view;
  }

  color(seat: number): Color {
    return colorOf(this.view.seats, seat) ?? "black";
  }

  /** A seat's sled and hand: beside the table if the page doesn't say. */
  seat(seat: number, scale = 0.55): Pose {
    const said: Point | null = this.stage.seat?.(seat) ?? null;
    const own = seat === this.view.seat;
    return { ...(said ?? (own ? { x: 160, y: TABLE.h + 40 } : { x: TABLE.w + 44, y: 76 + 150 * seat })), scale };
  }

  quarry(seat: number): Pose {
    return atSpot(anchorSpot(this.view, { at: "quarry", seat })!);
  }

  market(place: number): Box {
    return shifted(cardBox(this.view.market, place), SLAB_AT.market);
  }

  pile(pile: "draw_pile" | "discard_pile"): Box {
    return anchorBox(this.view, { on: pile })!;
  }

  stele(number: number): Box {
    return anchorBox(this.view, { on: "prophecy", number }) ?? { ...QUARRY_AT, w: 90, h: 68 };
  }

  /** Before a site: where a stone waits while its owner thinks. */
  before(site: Site): Pose {
    const dock = DOCK_AT[site];
    return { x: dock.x, y: dock.y + (dock.north ? -40 : 44), scale: 0.9 };
  }

  later(test: (event: GameEvent) => boolean): boolean {
    return this.events.slice(this.index + 1).some(test);
  }

  // --- ships: on a phone the river is a picture of its own

  #shipAt(number: number): ShipAt {
    const site = this.view.ships[number - 1]?.site as Site | null | undefined;
    return site ? berthAt(site, this.view.ships[number - 1]!.size) : this.#waitingAt(number);
  }

  #waitingAt(number: number): ShipAt {
    return this.stage.river?.ship(this.view, number) ?? waitingAt(this.view, number);
  }

  ship(number: number): Pose {
    return middle(this.#shipAt(number), this.view.ships[number - 1]!);
  }

  waiting(number: number): Pose {
    return middle(this.#waitingAt(number), this.view.ships[number - 1]!);
  }

  /** Where a ship ends that sails there. */
  berth(number: number, site: Site): Pose {
    const ship = this.view.ships[number - 1]!;
    return this.stage.river?.dock(site) ?? middle(berthAt(site, ship.size), ship);
  }

  shipBox(number: number): Box {
    const { x, y, scale } = this.#shipAt(number);
    return { x, y, w: shipWidth(this.view.ships[number - 1]?.size ?? 1) * scale, h: SHIP_HEIGHT * scale };
  }

  deck(number: number, place: number): Spot | null {
    const ship = this.view.ships[number - 1];
    const corner = this.#shipAt(number);
    return ship ? deckSpot(ship.size, place, corner, corner.scale) : null;
  }
}

function middle(at: ShipAt, ship: ShipView): Pose {
  return {
    x: at.x + (shipWidth(ship.size) * at.scale) / 2,
    y: at.y + (SHIP_HEIGHT * at.scale) / 2,
    scale: at.scale,
  };
}
