// By what the moves of The Duel are picked. No rule of the game is in here.
import type { Move } from "../../../net/views";
import * as table from "../../../table/choice";
import type { DuelView } from "../view";

/** Something that may be picked. Everything counts from 1, as in moves. */
export type Target =
  | { on: "well"; row: number; column: number }
  | { on: "boat"; boat: string }
  | { on: "cargo"; boat: string; space: number }
  | { on: "action"; token: string }
  | { on: "stop" }
  | { on: "pass" };

/** What a turn may be used for. */
export const ACTIONS = ["place", "unload", "play"] as const;
export type Action = (typeof ACTIONS)[number];

export type Picked = table.Picked<Target, Action>;
export type Option = table.Option<Target>;
export type Choice = table.Choice<Target, Action>;

/** The ways to pick a move. Where tokens are too small for a finger, `byBoat`, their boat comes first. */
export function waysOf(move: Move, byBoat = false): Target[][] {
  const boat = move.boat ?? "";
  const first: Target[] = byBoat ? [{ on: "boat", boat }] : [];
  const cargo = (space: number | null | undefined): Target => ({ on: "cargo", boat, space: space ?? 0 });
  switch (move.verb) {
    case "place":
      return [[{ on: "well", row: move.row ?? 0, column: move.column ?? 0 }]];
    case "unload":
      return [[{ on: "boat", boat }]];
    case "play":
      return [[{ on: "action", token: move.token ?? "" }]];
    case "take":
      return [[...first, cargo(move.space)]];
    case "swap":
      return [
        [...first, cargo(move.space), cargo(move.second_space)],
        [...first, cargo(move.second_space), cargo(move.space)],
      ];
    case "pass":
      return [[{ on: "pass" }]];
    default:
      return [[{ on: "stop" }]];
  }
}

/** How what is asked is picked. */
export function pickingOf(asked: Pick<DuelView, "moves" | "question">, byBoat = false): table.Picking<Target, Action> {
  return {
    asked,
    actions: ACTIONS,
    actionOf: ({ verb }) => ACTIONS.find((action) => action === verb) ?? null,
    ways: (move) => waysOf(move, byBoat).map((way) => way.map((target) => [target])),
    skips: false,
  };
}

/** The boat whose tokens are being chosen, and the token that was first. */
export function pickedCargo({ picked }: Choice): { boat: string; space: number | null } | null {
  const last = picked.targets.at(-1);
  if (last?.on === "boat") return { boat: last.boat, space: null };
  return last?.on === "cargo" ? { boat: last.boat, space: last.space } : null;
}

/** What does not lie on the table: these are buttons with words only. */
export function isWord(target: Target): boolean {
  return target.on === "stop" || target.on === "pass";
}
