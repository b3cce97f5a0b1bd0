// What moves when: a script is a pure list of flights, and of the scenes that the table shows at rest meanwhile.
import { center, spotBox, STONE_WIDTH, type Box, type Point, type Spot } from "../../app/drawing/geometry";
import type { GameEvent, GameView } from "../../net/views";

/** What can fly. Each is drawn round its middle, in the size it has by itself. */
export interface Piece {
  is: string;
  box?: Box; // round something that stays where it is
}

/** What flies in every game; the rest is its own. */
export type CommonPiece =
  | { is: "points"; points: number }
  | { is: "flash"; box: Box; tone: "gold" | "dark" }
  | { is: "night"; box: Box; tone: "night" | "dusk" };

/** What a game's motion is about. */
export interface Cast {
  view: GameView;
  piece: Piece;
  away: object; // what is not at rest, as it is drawn in flight
  where: string; // a board on the table
  stage: Stage;
}

/** Where a piece is: its middle, its size, how far it has turned (degrees), how wide it is seen (0: from its edge). */
export interface Pose extends Point {
  scale: number;
  turn?: number;
  wide?: number;
  alpha?: number;
}

export type Ease = "out" | "in-out" | "drop" | "linear";

export interface Flight<P extends Piece = Piece> {
  key: number;
  piece: P;
  start: number;
  end: number;
  way: readonly Pose[]; // at least two; evenly in time
  ease: Ease;
  arc?: number; // px it rises on the way
  bend?: number; // px that it leaves and arrives level: ships
  tilt?: number; // degrees, most in the middle of the way
  dip?: number; // px it goes down and up again
  extra?: boolean; // tells what has happened already: nobody needs to wait for it
}

export const NOTHING_AWAY = {};

export interface Scene<C extends Cast = Cast> {
  at: number;
  view: C["view"];
  away: C["away"];
}

/** One event on the table: when it is told. Silent ones take no time. */
export interface Step<C extends Cast = Cast> {
  event: number; // which of the list
  kind: string;
  where: C["where"] | null; // the board it happens on
  start: number;
  end: number;
}

export interface Script<C extends Cast = Cast> {
  steps: Step<C>[];
  flights: Flight<C["piece"]>[]; // by their start
  scenes: Scene<C>[]; // by their time; the last one is the newest view
  marks: Box[]; // what changed, for those who want no movement
  settled: number; // from then on only what is extra moves
  length: number;
}

// --- poses

export function atSpot(spot: Spot): Pose {
  return { ...center(spotBox(spot)), scale: spot.width / STONE_WIDTH };
}

/** Something `width` wide in this box. */
export function atBox(box: Box, width: number): Pose {
  return { ...center(box), scale: box.w / width };
}

const EASES: Readonly<Record<Ease, (k: number) => number>> = {
  linear: (k) => k,
  out: (k) => 1 - (1 - k) ** 3,
  "in-out": (k) => (k < 0.5 ? 4 * k ** 3 : 1 - (2 - 2 * k) ** 3 / 2),
  // falls, goes a little too far, and settles
  drop: (k) => {
    const s = 1.1;
    const back = k - 1;
    return 1 + (s + 1) * back ** 3 + s * back ** 2;
  },
};

const mixed = (a: number, b: number, k: number) => a + (b - a) * k;

/** Where the piece of a flight is at a time. */
export function poseAt(flight: Flight, time: number): Required<Pose> {
  const { way } = flight;
  const span = Math.max(1, flight.end - flight.start);
  const k = Math.min(1, Math.max(0, (time - flight.start) / span));
  const e = EASES[flight.ease](k);
  const legs = way.length - 1;
  const leg = Math.min(legs - 1, Math.max(0, Math.floor(e * legs)));
  const [from, to] = [way[leg]!, way[leg + 1]!];
  const part = e * legs - leg;
  const rise = Math.sin(Math.PI * k);
  let x = mixed(from.x, to.x, part);
  let y = mixed(from.y, to.y, part);
  if (flight.bend && legs === 1) {
    // leaves and arrives level, as a cubic curve
    const [a, b] = [from.x + flight.bend, to.x - flight.bend];
    const c = 1 - e;
    x = c ** 3 * from.x + 3 * c * c * e * a + 3 * c * e * e * b + e ** 3 * to.x;
    y = c ** 2 * (1 + 2 * e) * from.y + e ** 2 * (3 - 2 * e) * to.y;
  }
  return {
    x,
    y: y - rise * (flight.arc ?? 0) + rise * (flight.dip ?? 0),
    scale: mixed(from.scale, to.scale, part),
    turn: mixed(from.turn ?? 0, to.turn ?? 0, part) + rise * (flight.tilt ?? 0),
    wide: mixed(from.wide ?? 1, to.wide ?? 1, part),
    alpha: Math.min(1, Math.max(0, mixed(from.alpha ?? 1, to.alpha ?? 1, part))),
  };
}

// --- writing a script

type Patch<T> = (before: T) => T;

export interface FlightPlan<P extends Piece> extends Omit<Flight<P>, "key" | "start" | "end"> {
  start: number;
  time: number;
}

/** Writes down what happens in the order of the events; `view` is the table after all that was told so far. */
export class Writer<C extends Cast> {
  view: C["view"];
  steps: Step<C>[] = [];
  marks: Box[] = [];
  /** When the last step that has to be waited for is over. */
  free = 0;
  #flights: Flight<C["piece"]>[] = [];
  #cues: { at: number; order: number; patch?: Patch<C["view"]>; away?: Patch<C["away"]> }[] = [];
  #group = "";
  #last = 0; // start of the last step of the group
  #event = 0;
  #kind = "";
  #where: C["where"] | null = null;
  #from: C["view"];

  constructor(before: C["view"]) {
    // What may be chosen belongs to the newest view alone.
    this.#from = { ...before, moves: [], question: null };
    this.view = this.#from;
  }

  event(number: number, kind: string, where: C["where"] | null = null): void {
    this.#event = number;
    this.#kind = kind;
    this.#where = where;
  }

  /** When the next step begins: with others of its group `gap` after the last one, otherwise when all is done. */
  begin(group: string, gap: number): number {
    const start = group === this.#group ? this.#last + gap : this.free;
    this.#group = group;
    this.#last = start;
    return start;
  }

  /** Nothing later shares a group with what was before. */
  close(): void {
    this.#group = "";
  }

  /** The step of the present event; others wait for it unless it is extra. */
  step(start: number, end: number, extra = false): void {
    this.steps.push({ event: this.#event, kind: this.#kind, where: this.#where, start, end });
    if (!extra) this.free = Math.max(this.free, end);
  }

  silent(): void {
    this.steps.push({ event: this.#event, kind: this.#kind, where: null, start: this.free, end: this.free });
  }

  fly(plan: FlightPlan<C["piece"]>): Flight<C["piece"]> {
    const { time, ...rest } = plan;
    const flight: Flight<C["piece"]> = { ...rest, key: this.#flights.length, end: plan.start + time };
    this.#flights.push(flight);
    return flight;
  }

  /** The table at rest changes at a time. `view` has it at once: later events build on it. */
  patch(at: number, patch: Patch<C["view"]>): void {
    this.#cues.push({ at, order: this.#cues.length, patch });
    this.view = patch(this.view);
  }

  /** A change that only the scenes take, since `view` has its own already. */
  show(at: number, patch: Patch<C["view"]>): void {
    this.#cues.push({ at, order: this.#cues.length, patch });
  }

  away(from: number, until: number, add: Patch<C["away"]>, remove: Patch<C["away"]>): void {
    this.#cues.push({ at: from, order: this.#cues.length, away: add });
    this.#cues.push({ at: until, order: this.#cues.length, away: remove });
  }

  mark(box: Box | null): void {
    if (box) this.marks.push(box);
  }

  finish(after: C["view"]): Script<C> {
    const flights = this.#flights.sort((a, b) => a.start - b.start);
    const settled = Math.max(0, this.free, ...flights.filter(({ extra }) => !extra).map(({ end }) => end));
    const length = Math.max(settled, ...flights.map(({ end }) => end));
    const cues = this.#cues.sort((a, b) => a.at - b.at || a.order - b.order);
    const scenes: Scene<C>[] = [{ at: 0, view: this.#from, away: NOTHING_AWAY }];
    let { view, away } = scenes[0]!;
    for (const cue of cues) {
      if (cue.patch) view = cue.patch(view);
      if (cue.away) away = cue.away(away);
      const scene = { at: cue.at, view: cue.at >= settled ? after : view, away };
      if (scenes.at(-1)!.at === cue.at) scenes[scenes.length - 1] = scene;
      else scenes.push(scene);
    }
    // What has to be waited for is over: the newest view, whatever the patches made of it.
    const at = scenes.findIndex((scene) => scene.at >= settled);
    if (at < 0) scenes.push({ at: settled, view: after, away });
    else if (scenes[at]!.at > settled) scenes.splice(at, 0, { at: settled, view: after, away: scenes[at - 1]!.away });
    if (scenes.at(-1)!.at < length) scenes.push({ at: length, view: after, away: NOTHING_AWAY });
    else scenes[scenes.length - 1] = { ...scenes.at(-1)!, view: after, away: NOTHING_AWAY };
    return { steps: this.steps, flights, scenes, marks: this.marks, settled, length };
  }
}

/** What a script needs to know of the page. */
export interface Stage {
  /** Where a seat's sled and hand are, in the table's coordinates; they may lie beside it. */
  seat?: (seat: number) => Point | null;
}

export type Events = readonly GameEvent[];

/** From what happened between two views to what moves. */
export type ScriptOf<C extends Cast> = (
  before: C["view"],
  after: C["view"],
  events: Events,
  stage: C["stage"],
) => Script<C>;

export function withOut<T>(all: ReadonlySet<T> | undefined, one: T): ReadonlySet<T> {
  const left = new Set(all);
  left.delete(one);
  return left;
}

export function withOne<T>(all: ReadonlySet<T> | undefined, one: T): ReadonlySet<T> {
  return new Set([...(all ?? []), one]);
}

export function changed<T>(list: readonly T[], index: number, change: (thing: T) => T): T[] {
  return list.map((thing, at) => (at === index ? change(thing) : thing));
}

/** Without the first one that is equal to it. */
export function without<T>(list: readonly T[], thing: T): T[] {
  const at = list.indexOf(thing);
  return at < 0 ? [...list] : list.filter((_, index) => index !== at);
}
