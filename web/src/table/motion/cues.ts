// When what moves is heard: by the steps of a script, so that nothing sounds before it is seen.
import type { SoundName } from "../../app/sound/sounds";
import type { GameEvent } from "../../net/views";

/** How the events of a kind sound: as they begin, or as something arrives. */
export interface Cue {
  sound: SoundName;
  at: "start" | "end";
}
/** By kind of event; what is not there is not heard. */
export type Cues = Readonly<Partial<Record<string, Cue>>>;

export interface Heard {
  at: number; // ms of the script
  sound: SoundName;
}

export function heardIn(steps: readonly { kind: string; start: number; end: number }[], cues: Cues): Heard[] {
  return steps
    .flatMap((step): Heard[] => {
      const cue = cues[step.kind];
      return cue ? [{ at: step[cue.at], sound: cue.sound }] : [];
    })
    .sort((a, b) => a.at - b.at);
}

/** Where nothing moves the deed alone is heard: the first of what happened. */
export function deedHeard(events: readonly GameEvent[], cues: Cues): SoundName | null {
  return events.map(({ kind }) => cues[kind]?.sound).find((sound) => sound !== undefined) ?? null;
}
