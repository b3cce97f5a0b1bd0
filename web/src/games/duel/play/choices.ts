// From the moves that the server offers, and what is picked of one so far, to what may be picked next. No rule of the
// game is in here: a move is a way of one or more steps, and each step is done at one thing.
import type { Move } from "../../../net/views";
import type { DuelView } from "../view";

/** Something that may be picked. Everything counts from 1, as in moves. */
export type Target =
  | { on: "well"; row: number; column: number }
  | { on: "boat"; boat: string }
  | { on: "cargo"; boat: string; space: number }
  | { on: "action"; token: string }
  | { on: "stop" }
  | { on: "pass" };

/** What a turn may be used for. A group narrows the choice down; it is no part of a move. */
export const DEEDS = ["place", "unload", "play"] as const;
export type Deed = (typeof DEEDS)[number];

export interface Picked {
  deed: Deed | null;
  targets: readonly Target[];
}

export const NOTHING: Picked = { deed: null, targets: [] };

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
  moves: readonly Move[];
  options: readonly Option[];
  deeds: readonly Deed[]; // only of a turn
}

export function keyOf(target: Target): string {
  return Object.values(target).join(" ");
}

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

/** What may be picked after all this. What can't be picked is left out of it. */
export function choiceOf(view: Pick<DuelView, "moves" | "question">, picked = NOTHING, byBoat = false): Choice {
  const turn = view.question === "turn";
  const deeds = turn ? DEEDS.filter((deed) => view.moves.some(({ verb }) => verb === deed)) : [];
  const deed = picked.deed && deeds.includes(picked.deed) ? picked.deed : null;
  let left = view.moves
    .filter(({ verb }) => !deed || verb === deed)
    .flatMap((move) => waysOf(move, byBoat).map((way) => ({ move, way })));
  const targets: Target[] = [];
  for (const target of picked.targets) {
    const key = keyOf(target);
    const after = left.filter(({ way }) => way.length > 1 && keyOf(way[0]!) === key);
    if (!after.length) break;
    targets.push(target);
    left = after.map(({ move, way }) => ({ move, way: way.slice(1) }));
  }
  const options = new Map<string, { target: Target; moves: Move[]; move: Move | null }>();
  for (const { move, way } of left) {
    const target = way[0]!;
    const option = options.get(keyOf(target)) ?? { target, moves: [], move: null };
    option.moves.push(move);
    if (way.length === 1) option.move = move;
    options.set(keyOf(target), option);
  }
  return {
    picked: { deed, targets },
    moves: [...new Set(left.map(({ move }) => move))],
    options: [...options].map(([key, option]) => ({ key, ...option })),
    deeds,
  };
}

/** After a click on something. */
export function pick(choice: Choice, target: Target): Picked {
  return { deed: choice.picked.deed, targets: [...choice.picked.targets, target] };
}

/** One step back; null if nothing is picked. */
export function back({ picked }: Choice): Picked | null {
  if (picked.targets.length) return { deed: picked.deed, targets: picked.targets.slice(0, -1) };
  return picked.deed ? NOTHING : null;
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
