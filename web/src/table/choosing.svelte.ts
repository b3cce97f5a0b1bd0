// What somebody has picked of a move so far, what they look at, and the move that waits to be confirmed.
import type { Move } from "../net/views";
import type { Confirm } from "./settings.svelte";

const SEEN = 250; // ms that a preview has to be visible before a click commits

interface Pickable {
  key: string;
  move: Move | null; // that this makes, if nothing is left to be picked
}

/** What the game's own table knows of its choices. */
export interface Chooser<Option extends Pickable, Picked> {
  nothing: Picked;
  options: () => readonly Option[]; // that may be picked now
  picked: (option: Option) => Picked; // with one of them
  confirm: () => Confirm;
  onmove: (text: string) => void;
  onpart: () => void; // a part was picked, and there is more to pick
}

export class Choosing<Option extends Pickable, Picked> {
  picked = $state.raw<Picked>() as Picked;
  /** Key of the option under the pointer or the focus. */
  looked = $state<string | null>(null);
  /** Text of the move that the gold button makes. */
  armed = $state<string | null>(null);

  #since = 0; // when one began to look
  #given: Chooser<Option, Picked>;

  constructor(start: Picked, armed: string | null, given: Chooser<Option, Picked>) {
    this.picked = start;
    this.armed = armed;
    this.#given = given;
  }

  lookAt(option: Option | null): void {
    if ((option?.key ?? null) === this.looked) return;
    this.looked = option?.key ?? null;
    this.#since = performance.now();
  }

  /** As if somebody had picked this, up to the last step. */
  begin(picked: Picked, armed: string | null = null): void {
    this.picked = picked;
    this.armed = armed;
    this.looked = null;
  }

  forget(): void {
    this.begin(this.#given.nothing);
  }

  send(text: string): void {
    this.forget();
    this.#given.onmove(text);
  }

  /** By a click, a finger or the Enter key; where things lie closer than a finger is wide, it only shows what it met. */
  choose(option: Option, event: MouseEvent, close = false): void {
    if (!this.#given.options().some(({ key }) => key === option.key)) return;
    if (!option.move) {
      this.begin(this.#given.picked(option));
      this.#given.onpart();
      return;
    }
    const { text } = option.move;
    const confirm = this.#given.confirm();
    const touched = (event as PointerEvent).pointerType === "touch";
    const sawIt = !touched && this.looked === option.key && performance.now() - this.#since >= SEEN;
    const quick = confirm === "never" && !(touched && close);
    if (quick || this.armed === text || (sawIt && confirm === "auto")) this.send(text);
    else this.armed = text;
  }

  /** Something that was dragged, over an option or beside. */
  drop(key: string | null): void {
    const text = this.#given.options().find((option) => option.key === key)?.move?.text;
    this.looked = null;
    if (!text) this.picked = this.#given.nothing;
    else if (this.#given.confirm() === "always") this.armed = text;
    else this.send(text);
  }
}
