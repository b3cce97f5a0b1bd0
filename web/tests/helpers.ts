// What several of the tests need.
import type { Component } from "svelte";
import { render } from "svelte/server";
import { expect } from "vitest";

import type { Box } from "../src/app/drawing/geometry";
import { choiceOf, NOTHING, pick, type Choice, type Picked, type Picking, type Target } from "../src/table/choice";
import { nextIn } from "../src/table/keyboard";

/** The HTML of a component, in which every number is one. */
export function drawn<P extends Record<string, unknown>>(component: Component<P>, props: P, what: string): string {
  const { body } = render(component as Component<Record<string, unknown>>, { props });
  expect(body, what).not.toMatch(/NaN|undefined|Infinity|\[object/);
  return body;
}

/** Everything that can be reached by clicks: moves, and the choices on the way. */
export function reached<T extends Target, A extends string>(
  picking: Picking<T, A>,
): { moves: string[]; choices: Choice<T, A>[] } {
  const moves = new Set<string>();
  const choices = new Map<string, Choice<T, A>>();
  const queue: Picked<T, A>[] = [NOTHING];
  for (const picked of queue) {
    const name = JSON.stringify(picked);
    if (choices.has(name)) continue;
    const choice = choiceOf(picking, picked);
    choices.set(name, choice);
    queue.push(...choice.actions.map((action) => ({ action, targets: [] })));
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
