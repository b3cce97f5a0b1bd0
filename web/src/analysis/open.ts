// A step seen with all hands open: what each seat saw of its own, put together.
import type { components } from "../net/schema";

type Schemas = components["schemas"];
export type Step = Schemas["Step"];
export type StepView = Schemas["StepView"];
type View = StepView["view"];

/** How a game is looked at: as an onlooker, from a seat, or with everything open. */
export type Place = "onlooker" | "all" | number;

export function asked(place: Place): string | undefined {
  return place === "onlooker" ? undefined : String(place);
}

/** The view of a step; with all of them open each seat's own things come from its own view. */
export function seenFrom(step: Step, place: Place): StepView | undefined {
  const first = step.views[0];
  if (place !== "all" || !first) return first;
  const deciding = step.views.find(({ seat }) => seat !== null && seat === step.decider) ?? first;
  return { ...deciding, view: opened(deciding.view, step.views) };
}

function opened(view: View, views: readonly StepView[]): View {
  const own = <T>(seats: readonly T[]): T[] =>
    seats.map(
      (seat, index) => (views.find((other) => other.seat === index)?.view.seats[index] as T | undefined) ?? seat,
    );
  return { ...view, seat: null, seats: own<unknown>(view.seats) } as View; // of the same game, as all of these are
}

/** The step that is shown after so many entries: shuffles are no steps of their own. */
export function stepAt(steps: readonly Step[], at: number): Step | null {
  let best: Step | null = null;
  for (const step of steps) if (step.entries <= at && (!best || step.entries >= best.entries)) best = step;
  return best;
}
