// Which view the table shows: the newest one, unless what happened before it is still to be seen.
import { sound } from "../../app/sound/sound.svelte";
import { clientOf, scriptOf } from "../../games";
import type { GameEvent, GameView } from "../../net/views";
import { Choreographer } from "../../table/motion/choreographer.svelte";
import { settings } from "../../table/settings.svelte";

export class Showing {
  motion = $state.raw(newMotion());
  view = $derived<GameView | null>(this.motion.shown);
  /** Whether the newest view is held back. */
  busy = $derived(this.motion.busy);

  #last: GameView | null = null;

  /** The newest view, with all that happened so far. */
  follow(view: GameView, events: readonly GameEvent[]): void {
    // Nobody may see what moves on another one's table.
    if (this.#last && this.#last.seat !== null && this.#last.seat !== view.seat) {
      this.motion.destroy();
      this.motion = newMotion();
    }
    this.#last = view;
    this.motion.follow(view, events);
  }

  destroy(): void {
    this.motion.destroy();
  }
}

function newMotion(): Choreographer {
  const motion = new Choreographer(() => settings.speed, scriptOf);
  motion.cues = (view) => clientOf(view).cues;
  motion.onsound = (name) => sound.play(name);
  return motion;
}
