// A lesson: a real game in which one thing at a time is asked for. What is said, which of the server's moves are offered
// for it and what to look at are data; this file only goes through them.
import type { TextId } from "../app/text/text";
import type { GameEvent, Move } from "../net/views";

/** As much of a game's view as a lesson needs. */
export interface LessonView {
  seat: number | null;
  decider: number | null;
  question: string | null;
  is_over: boolean;
  moves: readonly Move[];
}

export type Values = Readonly<Record<string, string | number>>;

/** Something that is said, with what it is about. Things to look at are named as `Spotlight.svelte` finds them. */
export interface Said {
  id: string;
  text: TextId;
  values?: Values;
  look?: readonly string[];
}

/** One way to go on with a step: it is chosen if any of the moves fits. */
export interface Ask<V> {
  text: TextId;
  fits: (move: Move, view: V) => boolean;
  values?: (view: V) => Values;
  look?: (view: V) => readonly string[];
  stays?: boolean; // there is more to do before the step is done
}

export interface Step<V> {
  id: string;
  asks: readonly Ask<V>[]; // the first that is possible
}

/** Said once, when it happens. */
export interface Remark<V> {
  id: string;
  text: TextId;
  /** Null: it has not happened. */
  when: (event: GameEvent, view: V, news: readonly GameEvent[]) => Values | null;
  look?: (event: GameEvent, view: V) => readonly string[];
}

export interface Lesson<V extends LessonView> {
  steps: readonly Step<V>[];
  remarks: readonly Remark<V>[];
  /** What is said where a question comes in between, by question. */
  between: Readonly<Partial<Record<string, TextId>>>;
  /** Said once the steps are done, until the next move. */
  free: TextId;
  waiting: TextId;
  over: TextId;
}

export interface Progress {
  step: number;
  said: readonly string[]; // remarks
}

export const BEGINNING: Progress = { step: 0, said: [] };
const MOST = 2; // remarks at once

export interface Coach<V> {
  remarks: readonly Said[];
  ask: Said | null;
  moves: readonly Move[]; // that are offered
  chosen: Ask<V> | null;
}

/** What is said and offered now. `news` is what happened since the player's last move, or just by it. */
export function coachOf<V extends LessonView>(
  lesson: Lesson<V>,
  progress: Progress,
  view: V,
  news: readonly GameEvent[],
): Coach<V> {
  // The first thing that is said is the first deed.
  const remarks = progress.step === 0 ? [] : remarksOf(lesson, progress, view, news);
  const asked = view.moves.length > 0 && view.decider === view.seat && !view.is_over;
  const say = (id: string, text: TextId, values?: Values, look?: readonly string[]): Said => ({
    id,
    text,
    values,
    look,
  });
  if (view.is_over) return { remarks, ask: say("over", lesson.over), moves: [], chosen: null };
  if (!asked) return { remarks, ask: say("waiting", lesson.waiting), moves: view.moves, chosen: null };
  const between = view.question === "turn" ? undefined : lesson.between[view.question ?? ""];
  if (view.question !== "turn") {
    return { remarks, ask: between ? say(`between ${view.question}`, between) : null, moves: view.moves, chosen: null };
  }
  const step = lesson.steps[progress.step];
  for (const ask of step?.asks ?? []) {
    const moves = view.moves.filter((move) => ask.fits(move, view));
    if (!moves.length) continue;
    const said = say(`${step?.id} ${ask.text}`, ask.text, ask.values?.(view), ask.look?.(view));
    return { remarks, ask: said, moves, chosen: ask };
  }
  const free = progress.step === lesson.steps.length ? say("free", lesson.free) : null;
  return { remarks, ask: free, moves: view.moves, chosen: null };
}

/** After a move of the player's own: a step is done, and what was said is not said again. */
export function moved<V extends LessonView>(
  lesson: Lesson<V>,
  progress: Progress,
  coach: Coach<V>,
  view: V,
  move: string,
): Progress {
  const said = [...new Set([...progress.said, ...coach.remarks.map(({ id }) => id)])];
  if (view.question !== "turn" || !coach.moves.some(({ text }) => text === move)) return { ...progress, said };
  const done = coach.chosen ? !coach.chosen.stays : true;
  return { step: done ? Math.min(progress.step + 1, lesson.steps.length + 1) : progress.step, said };
}

function remarksOf<V extends LessonView>(
  lesson: Lesson<V>,
  progress: Progress,
  view: V,
  news: readonly GameEvent[],
): Said[] {
  const found: Said[] = [];
  for (const { id, text, when, look } of lesson.remarks) {
    if (progress.said.includes(id)) continue;
    for (const event of news) {
      const values = when(event, view, news);
      if (!values) continue;
      found.push({ id, text, values, look: look?.(event, view) });
      break;
    }
    if (found.length === MOST) break;
  }
  return found;
}
