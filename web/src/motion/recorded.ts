// Recorded games (tools/motion_events.py): for the gallery and the tests, never in the client.
import type { GameEvent } from "../views";
import type { TableView } from "./script";

export interface Recorded {
  start: TableView;
  steps: { diff: Readonly<Record<string, unknown>>; events: readonly GameEvent[] }[];
}

export interface Moment {
  view: TableView;
  events: readonly GameEvent[]; // since the one before
}

/** What happened, view by view. */
export function momentsOf({ start, steps }: Recorded): Moment[] {
  const moments: Moment[] = [{ view: start, events: [] }];
  for (const { diff, events } of steps) {
    let view: unknown = moments.at(-1)!.view;
    for (const [path, value] of Object.entries(diff)) view = put(view, path.split("."), value);
    moments.push({ view: view as TableView, events });
  }
  return moments;
}

function put(thing: unknown, path: readonly string[], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  if (Array.isArray(thing))
    return thing.map((part: unknown, at) => (String(at) === key ? put(part, rest, value) : part));
  const here = thing as Readonly<Record<string, unknown>>;
  return { ...here, [key]: put(here[key], rest, value) };
}
