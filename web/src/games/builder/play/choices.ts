// By what the moves of Builder of Egypt are picked. No rule of the game is in here.
import type { Move } from "../../../net/views";
import * as table from "../../../table/choice";
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

/** What a turn may be used for. */
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

export type Picked = table.Picked<Target, Action>;
export type Option = table.Option<Target>;
export type Choice = table.Choice<Target, Action>;

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

/** How what is asked is picked. */
export function pickingOf(view: BuilderView): table.Picking<Target, Action> {
  return { asked: view, actions: ACTIONS, actionOf, ways: (move) => [steps(view, move)], skips: true };
}

/** What has to be picked so that nothing but the last step of a move is left. */
export function wayTo(view: BuilderView, move: Move): Picked {
  let picked: Picked = { action: view.question === "turn" ? actionOf(move) : null, targets: [] };
  for (;;) {
    const choice = table.choiceOf(pickingOf(view), picked);
    if (choice.options.some((option) => option.move === move)) return picked;
    const next = choice.options.find((option) => option.moves.includes(move));
    if (!next) return table.NOTHING;
    picked = table.pick(choice, next.target);
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
