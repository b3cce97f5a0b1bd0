// The first game of Builder of Egypt, on the A sides, against one bot. No rule is reckoned here: predicates only tell
// apart moves that the server has offered.
import type { GameEvent, Move } from "../../net/views";
import type { Ask, Lesson, Remark, Step, Values } from "../../table/lesson";
import type { BuilderView, Site } from "./view";

type V = BuilderView;

const loaded = (view: V, ship: number) => view.ships[ship - 1]?.spaces.filter((owner) => owner !== null).length ?? 0;
const own = (view: V, ship: number) => view.ships[ship - 1]?.spaces.some((owner) => owner === view.seat) ?? false;
const missing = (view: V, ship: number) => Math.max(0, (view.ships[ship - 1]?.minimum ?? 0) - loaded(view, ship));

export const isLoad = ({ verb }: Move) => verb === "load";
export const isTake = ({ verb }: Move) => verb === "get" || verb === "get_and_move";
export const isSail = ({ verb }: Move) => verb === "sail";
export const sailsOwn = (move: Move, view: V) => isSail(move) && own(view, move.ship ?? 0);
export const sailsOwnTo = (site: Site) => (move: Move, view: V) => sailsOwn(move, view) && move.site === site;

/** The ship that is soonest ready, of those that may be loaded: with a stone of one's own rather than without. */
export function easiest(view: V): number | null {
  const ships = [...new Set(view.moves.filter(isLoad).map(({ ship }) => ship ?? 0))];
  const rank = (ship: number) =>
    missing(view, ship) * 10 - (own(view, ship) ? 5 : 0) + (view.ships[ship - 1]?.size ?? 0);
  return ships.sort((a, b) => rank(a) - rank(b) || a - b)[0] ?? null;
}

export const loadsEasiest = (move: Move, view: V) => isLoad(move) && move.ship === easiest(view);

const theShip = (view: V): Values => {
  const ship = easiest(view) ?? 0;
  return { ship, n: missing(view, ship) };
};
const lookShip = (view: V) => [`ship ${easiest(view) ?? 0}`];
const anything = () => true;

const getReady: readonly Ask<V>[] = [
  {
    text: "lesson.builder.load_more",
    fits: (move, view) => loadsEasiest(move, view) && missing(view, move.ship ?? 0) > 0,
    values: theShip,
    look: lookShip,
    stays: true,
  },
  { text: "lesson.builder.load_own", fits: loadsEasiest, values: theShip, look: lookShip, stays: true },
  { text: "lesson.builder.sled_empty", fits: isTake, look: () => ["quarry", "sled"], stays: true },
  { text: "lesson.builder.anything", fits: anything, stays: true },
];

const ownShips = (view: V) => [
  ...new Set(view.moves.filter((move) => sailsOwn(move, view)).map(({ ship }) => `ship ${ship ?? 0}`)),
];

const STEPS: readonly Step<V>[] = [
  {
    id: "load",
    asks: [
      {
        text: "lesson.builder.load",
        fits: loadsEasiest,
        values: theShip,
        look: (view) => ["sled", ...lookShip(view)],
      },
      { text: "lesson.builder.sled_empty", fits: isTake, look: () => ["quarry", "sled"], stays: true },
      { text: "lesson.builder.anything", fits: anything },
    ],
  },
  {
    id: "sail",
    asks: [
      {
        text: "lesson.builder.sail",
        fits: sailsOwnTo("pyramids"),
        look: (view) => [...ownShips(view), "site pyramids"],
      },
      { text: "lesson.builder.sail_other", fits: sailsOwn, look: ownShips },
      ...getReady,
    ],
  },
  {
    id: "take",
    asks: [
      { text: "lesson.builder.take", fits: isTake, look: () => ["quarry", "sled"] },
      { text: "lesson.builder.anything", fits: anything },
    ],
  },
  {
    id: "plan",
    asks: [
      {
        text: "lesson.builder.plan",
        fits: isLoad,
        look: () => ["site temple", "site burial_chamber", "site obelisks"],
      },
      { text: "lesson.builder.anything", fits: anything },
    ],
  },
  {
    id: "sail_again",
    asks: [
      {
        text: "lesson.builder.sail_again",
        fits: (move, view) => sailsOwn(move, view) && move.site !== "pyramids",
        look: ownShips,
      },
      ...getReady,
    ],
  },
];

const mine = (event: GameEvent, view: V) => event.seat != null && event.seat === view.seat;
const who = (event: GameEvent, view: V): string => view.seats[event.seat ?? 0]?.name ?? "";

/** Points of one's own from a source, all that came at once. */
function paid(source: string): Remark<V>["when"] {
  return (event, view, news) => {
    if (event.kind !== "points" || event.source !== source || !mine(event, view) || !((event.points ?? 0) > 0)) return null;
    const all = news.filter((other) => other.kind === "points" && other.source === source && mine(other, view));
    return { n: all.reduce((sum, other) => sum + (other.points ?? 0), 0) };
  }; // prettier-ignore
}

function built(site: Site): Remark<V>["when"] {
  return (event, view) => (event.kind === "stone_built" && event.site === site && mine(event, view) ? {} : null);
}

const REMARKS: readonly Remark<V>[] = [
  { id: "paid pyramids", text: "lesson.builder.paid.pyramids", when: paid("pyramids"), look: () => ["site pyramids", "track"] },
  { id: "paid temple", text: "lesson.builder.paid.temple", when: paid("temple"), look: () => ["site temple", "track"] },
  { id: "paid burial_chamber", text: "lesson.builder.paid.burial_chamber", when: paid("burial_chamber") },
  {
    id: "rival sailed",
    text: "lesson.builder.rival_sailed",
    when: (event, view, news) =>
      event.kind === "ship_sailed" && !mine(event, view) && news.some((other) => other.kind === "stone_unloaded" && mine(other, view))
        ? { who: who(event, view) }
        : null,
    look: (event) => [`site ${event.site ?? ""}`],
  },
  { id: "built temple", text: "lesson.builder.built.temple", when: built("temple"), look: () => ["site temple"] },
  { id: "built burial_chamber", text: "lesson.builder.built.burial_chamber", when: built("burial_chamber"), look: () => ["site burial_chamber"] },
  { id: "built obelisks", text: "lesson.builder.built.obelisks", when: built("obelisks"), look: () => ["site obelisks"] },
  {
    id: "card",
    text: "lesson.builder.card",
    when: (event, view) => (event.kind === "card_picked" && mine(event, view) ? {} : null),
    look: () => ["hand"],
  },
  {
    id: "round",
    text: "lesson.builder.round",
    when: (event, view) => (event.kind === "round_began" && (event.round ?? 0) > 1 ? { n: event.round ?? 0, all: view.rounds } : null),
  },
  {
    id: "rival loaded",
    text: "lesson.builder.rival_loaded",
    when: (event, view) => (event.kind === "stone_loaded" && !mine(event, view) ? { who: who(event, view), ship: event.ship ?? 0 } : null),
    look: (event) => [`ship ${event.ship ?? 0}`],
  },
  {
    id: "rival took",
    text: "lesson.builder.rival_took",
    when: (event, view) => (event.kind === "stones_taken" && !mine(event, view) ? { who: who(event, view) } : null),
  },
]; // prettier-ignore

export const builderLesson: Lesson<V> = {
  steps: STEPS,
  remarks: REMARKS,
  between: {
    pick_card: "lesson.builder.pick_card",
    load: "lesson.builder.card_on",
    load_to_sail: "lesson.builder.card_on",
    sail_ship: "lesson.builder.card_on",
    sail_by_lever: "lesson.builder.card_on",
    order: "lesson.builder.card_on",
  },
  free: "lesson.builder.free",
  waiting: "lesson.builder.waiting",
  over: "lesson.builder.over",
};
