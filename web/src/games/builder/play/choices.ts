// From the moves that the server offers, and what is picked of one so far, to what may be picked next. No rule of the
// game is in here: a move is a way of one or more steps, and a step can be done at several things.
import type { Move } from "../../../net/views";
import type { Pair } from "../sites/side";
import type { BuilderView, Site } from "../view";

/** Something that may be picked. Places and cards count from 1, as in moves. */
export type Target =
  | { on: "quarry" }
  | { on: "imhotep"; space: number } // on which he stands
  | { on: "stay" } // Imhotep does
  | { on: "deck"; ship: number; place: number }
  | { on: "ship"; ship: number }
  | { on: "site"; site: Site }
  | { on: "place"; site: Site; place: number }
  | { on: "pair"; pair: Pair } // the seam of two neighbours
  | { on: "first"; place: number } // which card of a pair comes first
  | { on: "token"; number: number } // of the tomb
  | { on: "hand"; card: string }
  | { on: "seen"; card: string } // one of the cards that are looked at
  | { on: "prophecy"; number: number }
  | { on: "stone"; seat: number } // that leaves the ship next
  | { on: "squares"; squares: readonly (readonly [number, number])[] }
  | { on: "gift"; gift: "points" | "stones" | "card" }
  | { on: "decline" }
  | { on: "pass" };

/** What a turn may be used for. A group narrows the choice down; it is no part of a move. */
export const ACTIONS = ["take", "load", "sail", "card", "prophecy", "pass"] as const;
export type Action = (typeof ACTIONS)[number];

const ACTION_OF: Readonly<Record<string, Action>> = {
  get: "take",
  get_and_move: "take",
  load: "load",
  sail: "sail",
  play: "card",
  prophesy: "prophecy",
  pass: "pass",
};

export interface Picked {
  action: Action | null;
  targets: readonly Target[];
}

export const NOTHING: Picked = { action: null, targets: [] };

/** One thing that may be picked now, with the moves that are left then. */
export interface Option {
  key: string;
  target: Target;
  moves: readonly Move[];
  /** The move that this makes, if nothing is left to be picked. */
  move: Move | null;
}

export interface Choice {
  picked: Picked;
  /** Picked by itself, since there was nothing else: it belongs to the picture, but there is no way back from it. */
  implied: readonly Target[];
  moves: readonly Move[];
  options: readonly Option[];
  actions: readonly Action[]; // only of a turn
}

export function keyOf(target: Target): string {
  return Object.values(target).flat(2).join(" ");
}

/** The steps of a move, and for each the things that do it. */
export function steps(view: BuilderView, move: Move): readonly (readonly Target[])[] {
  const space = move.space ?? 0;
  switch (move.verb) {
    case "get":
      return moves(view, "get_and_move").length ? [[{ on: "quarry" }], [{ on: "stay" }]] : [[{ on: "quarry" }]];
    case "get_and_move":
      return [
        [{ on: "quarry" }],
        [{ on: "imhotep", space: view.pyramids.type === "corridor" ? view.pyramids.imhotep : 0 }],
      ];
    case "load":
      return [[{ on: "deck", ship: move.ship ?? 0, place: space }]];
    case "sail":
      return [[{ on: "ship", ship: move.ship ?? 0 }], [{ on: "site", site: move.site as Site }]];
    case "raft":
      return [[{ on: "site", site: move.site as Site }]];
    case "play":
      return [[{ on: "hand", card: move.card ?? "" }]];
    case "prophesy":
      return [[{ on: "prophecy", number: view.prophecies.findIndex(({ id }) => id === move.prophecy) + 1 }]];
    case "take":
    case "look":
      return [[{ on: "place", site: "market", place: space }]];
    case "take_two":
      return [[{ on: "pair", pair: sorted(space, move.second_space ?? 0) }], [{ on: "first", place: space }]];
    case "keep":
      return [[{ on: "seen", card: move.card ?? "" }]];
    case "unload":
      return [[{ on: "stone", seat: move.seat ?? 0 }]];
    case "build":
      return [[{ on: "place", site: "pyramids", place: move.pyramid ?? 0 }]];
    case "mound":
      return [[{ on: "place", site: "burial_chamber", place: space }]];
    case "tomb":
      return [
        [
          { on: "token", number: space },
          { on: "place", site: "burial_chamber", place: space },
        ],
      ];
    case "alley":
      return [[{ on: "place", site: "obelisks", place: space }]];
    case "add":
      return [[{ on: "squares", squares: move.squares ?? [] }]];
    case "take_points":
      return [[{ on: "gift", gift: "points" }]];
    case "take_stones":
      return [[{ on: "gift", gift: "stones" }]];
    case "take_card":
      return [[{ on: "gift", gift: "card" }]];
    case "pass":
      return [[{ on: "pass" }]];
    default:
      return [[{ on: "decline" }]];
  }
}

/** What may be picked after all this. What can't be picked is left out of it. */
export function choiceOf(view: BuilderView, picked: Picked = NOTHING): Choice {
  const turn = view.question === "turn";
  const actions = turn ? ACTIONS.filter((action) => view.moves.some((move) => actionOf(move) === action)) : [];
  const action = picked.action && actions.includes(picked.action) ? picked.action : null;
  let left = view.moves
    .filter((move) => !action || actionOf(move) === action)
    .map((move) => ({ move, rest: steps(view, move) }));
  const implied: Target[] = [];
  const targets: Target[] = [];

  const step = (key: string) => {
    left = left.flatMap(({ move, rest }) =>
      rest[0]?.some((target) => keyOf(target) === key) ? [{ move, rest: rest.slice(1) }] : [],
    );
  };
  const only = () => {
    const keys = new Set(left.flatMap(({ rest }) => (rest[0] ?? []).map(keyOf)));
    return keys.size === 1 && left.every(({ rest }) => rest.length > 1) ? left[0]?.rest[0]?.[0] : undefined;
  };
  const implicate = () => {
    for (let target = only(); target && (left.length > 1 || action); target = only()) {
      implied.push(target);
      step(keyOf(target));
    }
  };

  implicate();
  for (const target of picked.targets) {
    if (!left.some(({ rest }) => rest[0]?.some((other) => keyOf(other) === keyOf(target)))) break;
    targets.push(target);
    step(keyOf(target));
    implicate();
  }

  const options = new Map<string, { target: Target; moves: Move[]; done: Move | null }>();
  for (const { move, rest } of left) {
    for (const target of rest[0] ?? []) {
      const key = keyOf(target);
      const option = options.get(key) ?? { target, moves: [], done: null };
      option.moves.push(move);
      if (rest.length === 1) option.done = move;
      options.set(key, option);
    }
  }
  return {
    picked: { action, targets },
    implied,
    moves: left.map(({ move }) => move),
    options: [...options].map(([key, { target, moves, done }]) => ({ key, target, moves, move: done })),
    actions,
  };
}

/** After a click on something. */
export function pick(choice: Choice, target: Target): Picked {
  return { action: choice.picked.action, targets: [...choice.picked.targets, target] };
}

/** One step back; null if nothing is picked. */
export function back({ picked }: Choice): Picked | null {
  if (picked.targets.length) return { action: picked.action, targets: picked.targets.slice(0, -1) };
  return picked.action ? NOTHING : null;
}

/** What has to be picked so that nothing but the last step of a move is left. */
export function wayTo(view: BuilderView, move: Move): Picked {
  let picked: Picked = { action: view.question === "turn" ? actionOf(move) : null, targets: [] };
  for (;;) {
    const choice = choiceOf(view, picked);
    if (choice.options.some((option) => option.move === move)) return picked;
    const next = choice.options.find((option) => option.moves.includes(move));
    if (!next) return NOTHING;
    picked = pick(choice, next.target);
  }
}

/** The moves at things that are drawn small, of a turn's action or of another question: a finger goes through them. */
export function smallMoves(view: BuilderView, action: Action | null): readonly Move[] {
  if (view.question === "turn" && !action) return [];
  return view.moves.filter(
    (move) => (!action || actionOf(move) === action) && steps(view, move).some((step) => step.some(isSmall)),
  );
}

function isSmall({ on }: Target): boolean {
  return on === "deck" || on === "place" || on === "token" || on === "pair" || on === "prophecy";
}

export function actionOf(move: Move): Action | null {
  return ACTION_OF[move.verb] ?? null;
}

/** The ship that is picked, or that sails anyway. */
export function pickedShip({ picked, implied }: Choice): number | null {
  const ship = [...picked.targets, ...implied].find((target) => target.on === "ship");
  return ship?.on === "ship" ? ship.ship : null;
}

/** The sites where something may be picked now. */
export function sitesOf(choice: Choice): Set<Site> {
  const found = new Set<Site>();
  for (const { target } of choice.options) {
    if (target.on === "site" || target.on === "place") found.add(target.site);
    else if (target.on === "pair" || target.on === "first" || target.on === "seen") found.add("market");
    else if (target.on === "token") found.add("burial_chamber");
    else if (target.on === "imhotep") found.add("pyramids");
    else if (target.on === "squares") found.add("obelisks");
  }
  return found;
}

/** What does not lie on the table: these are buttons with words only. */
export function isWord(target: Target): boolean {
  return ["stay", "gift", "decline", "pass", "stone", "seen", "squares"].includes(target.on);
}

function moves(view: BuilderView, verb: string): Move[] {
  return view.moves.filter((move) => move.verb === verb);
}

function sorted(a: number, b: number): Pair {
  return a < b ? [a, b] : [b, a];
}
