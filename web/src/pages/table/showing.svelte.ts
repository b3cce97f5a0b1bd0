// Which view the table shows: the newest one, unless what happened before it is still to be seen.
import type { DuelView } from "../../net/table.svelte";
import type { BuilderView, GameEvent } from "../../net/views";
import { Choreographer } from "../../table/motion/choreographer.svelte";
import { settings } from "../../table/settings.svelte";

type View = BuilderView | DuelView;

export class Showing {
  motion = $state.raw(newMotion());
  view = $derived<View | null>(this.motion.shown);
  /** Whether the newest view is held back. */
  busy = $derived(this.motion.busy);

  #last: View | null = null;

  /** The newest view, with all that happened so far. */
  follow(view: View, events: readonly GameEvent[]): void {
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

function newMotion(): Choreographer<View> {
  return new Choreographer<View>(() => settings.speed);
}
