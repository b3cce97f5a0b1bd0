// What several of the tests need.
import type { Component } from "svelte";
import { render } from "svelte/server";
import { expect } from "vitest";

import type { Box } from "../src/app/drawing/geometry";
import type { Move } from "../src/net/views";
import { nextIn } from "../src/table/keyboard";

/** The HTML of a component, in which every number is one. */
export function drawn<P extends Record<string, unknown>>(component: Component<P>, props: P, what: string): string {
  const { body } = render(component as Component<Record<string, unknown>>, { props });
  expect(body, what).not.toMatch(/NaN|undefined|Infinity|\[object/);
  return body;
}

interface Choice<T> {
  options: readonly { target: T; move: Move | null }[];
}

/** Everything that can be reached by clicks: moves, and the choices on the way. */
export function reached<P, T, C extends Choice<T>>(
  nothing: P,
  choiceOf: (picked: P) => C,
  pick: (choice: C, target: T) => P,
  groups: (choice: C) => P[],
): { moves: string[]; choices: C[] } {
  const moves = new Set<string>();
  const choices = new Map<string, C>();
  const queue = [nothing];
  for (const picked of queue) {
    const name = JSON.stringify(picked);
    if (choices.has(name)) continue;
    const choice = choiceOf(picked);
    choices.set(name, choice);
    queue.push(...groups(choice));
    for (const { target, move } of choice.options) {
      if (move) moves.add(move.text);
      else queue.push(pick(choice, target));
    }
  }
  return { moves: [...moves].sort(), choices: [...choices.values()] };
}

/** Arrow keys lead from every box to every other. */
export function expectWays(boxes: readonly Box[], what: string): void {
  for (const start of boxes.keys()) {
    const seen = new Set([start]);
    for (const at of seen) {
      for (const way of ["left", "right", "up", "down"] as const) {
        const next = nextIn(boxes, at, way);
        if (next !== null) seen.add(next);
      }
    }
    expect(seen.size, `${what} from ${JSON.stringify(boxes[start])}`).toBe(boxes.length);
  }
}
