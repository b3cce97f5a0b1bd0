// The first game of The Duel, on the A sides, against one bot. Predicates only tell apart moves that the server offered.
import type { GameEvent, Move } from "../../net/views";
import type { Lesson, Remark, Step } from "../../table/lesson";
import { placeOf } from "./pieces/tokens";
import type { DuelView } from "./view";
import { tokenName } from "./words";

type V = DuelView;

export const isPlace = ({ verb }: Move) => verb === "place";
export const isUnload = ({ verb }: Move) => verb === "unload";

const inLine = (view: V, boat: string) => {
  const [line, number] = boat.split(" ");
  return view.harbour.filter((space) => (line === "row" ? space.row : space.column) === Number(number));
};

/** A boat with a meeple of one's own in its line. */
export const unloadsOwn = (move: Move, view: V) =>
  isUnload(move) && inLine(view, move.boat ?? "").some(({ owner }) => owner === view.seat && owner !== null);

/** A space in line with a meeple of one's own. */
export const joinsOwn = (move: Move, view: V) =>
  isPlace(move) &&
  view.harbour.some(
    ({ row, column, owner }) => owner !== null && owner === view.seat && (row === move.row || column === move.column),
  );

const ownBoats = (view: V) => view.moves.filter((move) => unloadsOwn(move, view)).map(({ boat }) => `boat ${boat}`);
const anything = () => true;

const STEPS: readonly Step<V>[] = [
  {
    id: "place",
    asks: [
      { text: "lesson.duel.place", fits: isPlace, look: () => ["meeples", "harbour"] },
      { text: "lesson.duel.anything", fits: anything },
    ],
  },
  {
    id: "join",
    asks: [
      { text: "lesson.duel.ready", fits: unloadsOwn, look: ownBoats },
      { text: "lesson.duel.join", fits: joinsOwn, look: () => ["harbour"] },
      { text: "lesson.duel.anything", fits: anything },
    ],
  },
  {
    id: "unload",
    asks: [
      { text: "lesson.duel.unload", fits: unloadsOwn, look: ownBoats },
      { text: "lesson.duel.join", fits: joinsOwn, look: () => ["harbour"], stays: true },
      { text: "lesson.duel.place_again", fits: isPlace, stays: true },
      { text: "lesson.duel.anything", fits: anything, stays: true },
    ],
  },
  {
    id: "think",
    asks: [
      { text: "lesson.duel.think", fits: isPlace, look: () => ["boats"] },
      { text: "lesson.duel.anything", fits: anything },
    ],
  },
];

const mine = (event: GameEvent, view: V) => event.seat != null && event.seat === view.seat;
const who = (event: GameEvent, view: V) => view.seats[event.seat ?? 0]?.name ?? "";

/** A token of one's own for this site, however it came. */
function got(place: string): Remark<V>["when"] {
  return (event, view) => {
    if (event.kind !== "token_unloaded" && event.kind !== "token_taken") return null;
    if (!mine(event, view) || typeof event.token !== "string" || placeOf(event.token) !== place) return null;
    const points = view.seats[event.seat ?? 0]?.points[place === "actions" ? "action_tokens" : place] ?? 0;
    return { token: tokenName(event.token), n: points };
  };
}

const site = (name: string) => (_event: GameEvent, view: V) => [`site ${view.seat ?? 0} ${name}`];

const REMARKS: readonly Remark<V>[] = [
  { id: "got obelisk", text: "lesson.duel.got.obelisk", when: got("obelisk"), look: site("obelisk") },
  { id: "got temple", text: "lesson.duel.got.temple", when: got("temple"), look: site("temple") },
  { id: "got pyramids", text: "lesson.duel.got.pyramids", when: got("pyramids"), look: site("pyramids") },
  { id: "got tomb", text: "lesson.duel.got.tomb", when: got("tomb"), look: site("tomb") },
  { id: "got actions", text: "lesson.duel.got.actions", when: got("actions") },
  {
    id: "rival unloaded",
    text: "lesson.duel.rival_unloaded",
    when: (event, view, news) =>
      event.kind === "boat_unloaded" &&
      !mine(event, view) &&
      news.some((other) => other.kind === "token_unloaded" && mine(other, view))
        ? { who: who(event, view) }
        : null,
  },
  {
    id: "left over",
    text: "lesson.duel.removed",
    when: (event) => (event.kind === "token_removed" ? {} : null),
    look: () => ["box"],
  },
  {
    id: "boat left",
    text: "lesson.duel.boat_left",
    when: (event) => (event.kind === "boat_left" ? {} : null),
  },
  {
    id: "rival placed",
    text: "lesson.duel.rival_placed",
    when: (event, view) => (event.kind === "meeple_placed" && !mine(event, view) ? { who: who(event, view) } : null),
    look: (event) => [`well ${event.row ?? 0} ${event.column ?? 0}`],
  },
];

export const duelLesson: Lesson<V> = {
  steps: STEPS,
  remarks: REMARKS,
  between: {
    place: "lesson.duel.token_on",
    place_more: "lesson.duel.token_on",
    place_to_unload: "lesson.duel.token_on",
    unload: "lesson.duel.token_on",
    unload_more: "lesson.duel.token_on",
    swap: "lesson.duel.token_on",
    take: "lesson.duel.token_on",
  },
  free: "lesson.duel.free",
  waiting: "lesson.duel.waiting",
  over: "lesson.duel.over",
};
