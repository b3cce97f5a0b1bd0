// From the moves that the server offers, and what is picked of one so far, to what may be picked next. No rule of a game
// is in here: a move is picked in one of several ways, a way is a list of steps, and a step can be done at several things.
import type { Move } from "../net/views";

/** Something that may be picked. Everything counts from 1, as in moves. */
export interface Target {
  on: string;
}

export type Way<T> = readonly (readonly T[])[]; // steps, and for each the things that do it

/** How the moves of a decision are picked. */
export interface Picking<T extends Target, A extends string> {
  asked: { moves: readonly Move[]; question: string | null };
  /** What a turn may be used for. An action narrows the choice down; it is no part of a move. */
  actions: readonly A[];
  actionOf: (move: Move) => A | null;
  ways: (move: Move) => readonly Way<T>[];
  /** Whether a step is taken by itself where there is no other. */
  skips: boolean;
}

export interface Picked<T extends Target, A extends string> {
  action: A | null;
  targets: readonly T[];
}

export const NOTHING = { action: null, targets: [] } as const;

/** One thing that may be picked now, with the moves that are left then. */
export interface Option<T extends Target> {
  key: string;
  target: T;
  moves: readonly Move[];
  /** The move that this makes, if nothing is left to be picked. */
  move: Move | null;
}

export interface Choice<T extends Target, A extends string> {
  picked: Picked<T, A>;
  /** Picked by itself, since there was nothing else: it belongs to the picture, but there is no way back from it. */
  implied: readonly T[];
  moves: readonly Move[];
  options: readonly Option<T>[];
  actions: readonly A[]; // only of a turn
}

/** The name of a target. */
export function keyOf(target: Target): string {
  return Object.values(target).flat(2).join(" ");
}

/** What may be picked after all this. What can't be picked is left out of it. */
export function choiceOf<T extends Target, A extends string>(
  { asked, actions: all, actionOf, ways, skips }: Picking<T, A>,
  picked: Picked<T, A> = NOTHING,
): Choice<T, A> {
  const turn = asked.question === "turn";
  const actions = turn ? all.filter((action) => asked.moves.some((move) => actionOf(move) === action)) : [];
  const action = picked.action && actions.includes(picked.action) ? picked.action : null;
  let left = asked.moves
    .filter((move) => !action || actionOf(move) === action)
    .flatMap((move) => ways(move).map((rest) => ({ move, rest })));
  const implied: T[] = [];
  const targets: T[] = [];

  /** What is left after a step that is not the last one. */
  const after = (key: string) =>
    left.flatMap(({ move, rest }) =>
      rest.length > 1 && rest[0]?.some((target) => keyOf(target) === key) ? [{ move, rest: rest.slice(1) }] : [],
    );
  const only = () => {
    const keys = new Set(left.flatMap(({ rest }) => (rest[0] ?? []).map(keyOf)));
    return keys.size === 1 && left.every(({ rest }) => rest.length > 1) ? left[0]?.rest[0]?.[0] : undefined;
  };
  const skip = () => {
    for (let target = only(); target && skips && (left.length > 1 || action); target = only()) {
      implied.push(target);
      left = after(keyOf(target));
    }
  };

  skip();
  for (const target of picked.targets) {
    const next = after(keyOf(target));
    if (!next.length) break;
    targets.push(target);
    left = next;
    skip();
  }

  const options = new Map<string, { target: T; moves: Move[]; move: Move | null }>();
  for (const { move, rest } of left) {
    for (const target of rest[0] ?? []) {
      const key = keyOf(target);
      const option = options.get(key) ?? { target, moves: [], move: null };
      option.moves.push(move);
      if (rest.length === 1) option.move = move;
      options.set(key, option);
    }
  }
  return {
    picked: { action, targets },
    implied,
    moves: [...new Set(left.map(({ move }) => move))],
    options: [...options].map(([key, option]) => ({ key, ...option })),
    actions,
  };
}

/** After a click on something. */
export function pick<T extends Target, A extends string>(choice: Choice<T, A>, target: T): Picked<T, A> {
  return { action: choice.picked.action, targets: [...choice.picked.targets, target] };
}

/** One step back; null if nothing is picked. */
export function back<T extends Target, A extends string>({ picked }: Choice<T, A>): Picked<T, A> | null {
  if (picked.targets.length) return { action: picked.action, targets: picked.targets.slice(0, -1) };
  return picked.action ? NOTHING : null;
}
