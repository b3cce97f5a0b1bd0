// Choosing at a table, whichever the game: what is picked of a move so far, what one looks at, the move that waits to be
// confirmed, what is dragged, and what is told to those who don't see the table.
import { tick, untrack } from "svelte";

import type { GameEvent, Move, Preview } from "../net/views";
import {
  back,
  choiceOf,
  NOTHING,
  pick,
  type Choice,
  type Option,
  type Picked,
  type Picking,
  type Target,
} from "./choice";
import { drag } from "./drag";
import { focusNext, keepFocus } from "./keyboard";
import type { Confirm } from "./settings.svelte";

interface Asked {
  question: string | null;
  decider: number | null;
  is_over: boolean;
  moves: readonly Move[];
}

/** What the game's own table tells of itself. */
export interface Given<T extends Target, A extends string> {
  view: () => Asked;
  events: () => readonly GameEvent[];
  previews: () => readonly Preview[];
  busy: () => boolean; // a move is on its way
  confirm: () => Confirm;
  lasts: (move: Move) => boolean; // whether it could not be taken back
  advised: () => string | null; // a move that is to be shown as if it were picked
  picking: () => Picking<T, A>;
  root: () => HTMLElement | undefined;
  shows: (move: Move) => Picked<T, A>; // what has to be picked so that nothing but the last step of it is left
  instead?: () => Move | null; // what is looked at where nothing is pointed at
  watched?: () => unknown; // the focus goes on when it changes
  onmove: (text: string) => void;
  onshow?: (move: Move) => void;
  onasked: () => void; // another question
}

export class TableController<T extends Target, A extends string> {
  picked = $state.raw() as Picked<T, A>;
  /** Key of the option under the pointer or the focus. */
  looked = $state<string | null>(null);
  /** Text of the move that the gold button makes. */
  armed = $state<string | null>(null);
  /** What is dragged, and where: a thing by its name, or a piece of one's own. */
  grabbed = $state.raw<{ x: number; y: number; what: string | null } | null>(null);
  /** What happened since, for those who hear it. */
  said = $state("");

  #given: Given<T, A>;

  choice: Choice<T, A> | null = $derived.by(() => {
    const view = this.#given.view();
    const asked = view.moves.length > 0 && !view.is_over && !this.#given.busy();
    return asked ? choiceOf(this.#given.picking(), this.picked) : null;
  });
  options: readonly Option<T>[] = $derived(this.choice?.options ?? []);
  /** The move that waits to be confirmed. */
  armedMove: Move | null = $derived.by(() =>
    this.choice ? (this.#given.view().moves.find(({ text }) => text === this.armed) ?? null) : null,
  );
  /** The move that is looked at. */
  move: Move | null = $derived.by(() => {
    if (!this.choice) return null;
    const here = this.options.find(({ key }) => key === this.looked)?.move;
    return here ?? this.armedMove ?? this.#given.instead?.() ?? null;
  });
  /** Key of the option that waits to be confirmed. */
  chosen: string | null = $derived(
    this.armed ? (this.options.find((option) => option.move?.text === this.armed)?.key ?? null) : null,
  );
  canBack: boolean = $derived(this.choice !== null && (this.armed !== null || back(this.choice) !== null));

  /** To be made while the table's component begins. */
  constructor(start: Picked<T, A>, armed: string | null, given: Given<T, A>) {
    this.picked = start;
    this.armed = armed;
    this.#given = given;

    // Another question: what was picked is forgotten. The same one may come twice.
    const question = $derived.by(() => {
      const view = given.view();
      const texts = view.moves.map(({ text }) => text);
      return [given.events().length, view.question, view.decider, view.is_over, ...texts].join();
    });
    let before = untrack(() => question);
    $effect(() => {
      if (question === before) return;
      before = question;
      untrack(() => {
        this.forget();
        given.onasked();
      });
    });
    // A hint is shown as if somebody had picked it.
    $effect(() => {
      const advised = given.advised();
      const move = advised ? untrack(() => given.view()).moves.find(({ text }) => text === advised) : undefined;
      if (move) untrack(() => this.show(move));
    });
    $effect(() => {
      void [this.choice, given.watched?.()];
      untrack(() => keepFocus(given.root()));
    });
  }

  /** Tells what is new; what was there before is not. */
  tells<Entry extends { number: number }>(
    entries: () => readonly Entry[],
    say: (entry: Entry) => string,
    most = Infinity,
  ): void {
    let heard = untrack(() => this.#given.events().length);
    $effect(() => {
      const [all, count] = [entries(), this.#given.events().length];
      untrack(() => {
        const fresh = all.filter(({ number }) => number >= heard).slice(-most);
        heard = count;
        if (fresh.length) this.said = fresh.map(say).join(". ");
      });
    });
  }

  previewOf(text: string | null | undefined): Preview | undefined {
    return text == null ? undefined : this.#given.previews().find((preview) => preview.text === text);
  }

  lookAt(option: Option<T> | null): void {
    this.looked = option?.key ?? null;
  }

  /** As if somebody had picked this, up to the last step. */
  begin(picked: Picked<T, A>, armed: string | null = null): void {
    this.picked = picked;
    this.armed = armed;
    this.looked = null;
  }

  forget(): void {
    this.begin(NOTHING);
  }

  show(move: Move): void {
    this.begin(this.#given.shows(move), move.text);
    this.#given.onshow?.(move);
  }

  send(text: string): void {
    this.forget();
    this.#given.onmove(text);
  }

  /** By a click, a finger or the Enter key. */
  choose(option: Option<T>): void {
    if (!this.options.some(({ key }) => key === option.key)) return;
    if (!option.move) {
      this.begin(this.choice ? pick(this.choice, option.target) : NOTHING);
      this.goOn();
      return;
    }
    this.#decide(option.move);
  }

  /** Sent at once, or shown and sent when it is chosen again. */
  #decide(move: Move): void {
    const confirm = this.#given.confirm();
    const asks = confirm === "guided" || (confirm === "lasting" && this.#given.lasts(move));
    if (!asks || this.armed === move.text) this.send(move.text);
    else this.armed = move.text;
  }

  /** What the turn is used for; the same again takes it back. Where it leaves a single move, that one is chosen. */
  act(action: A): void {
    if (!this.choice) return;
    const next: Picked<T, A> = this.choice.picked.action === action ? NOTHING : { action, targets: [] };
    this.begin(next);
    const only = choiceOf(this.#given.picking(), next);
    const [first] = only.options;
    if (next.action && only.options.length === 1 && first?.move) this.#decide(first.move);
    this.goOn();
  }

  goBack(): void {
    if (this.armed !== null) {
      this.armed = null;
      if (this.choice?.moves.length === 1) this.picked = NOTHING;
    } else if (this.choice) this.picked = back(this.choice) ?? this.picked;
    this.looked = null;
    this.goOn();
  }

  /** The focus of those who play by keyboard. */
  goOn(): void {
    void tick().then(() => focusNext(this.#given.root()));
  }

  // --- dragging

  /** Something is taken; `what` it is, if it is no piece of one's own. */
  grab(event: PointerEvent, begin: () => void, what: string | null = null): void {
    drag(event, {
      begin,
      over: (key, x, y) => {
        this.lookAt(this.options.find((option) => option.key === key) ?? null);
        this.grabbed = { x, y, what };
      },
      drop: (key) => {
        this.grabbed = null;
        this.#drop(key);
      },
    });
  }

  /** A thing that may be picked is taken. */
  grabOption(event: PointerEvent, option: Option<T>, what: string | null = null): void {
    const from = this.choice;
    if (from) this.grab(event, () => this.begin(pick(from, option.target)), what);
  }

  /** Over an option or beside. */
  #drop(key: string | null): void {
    const move = this.options.find((option) => option.key === key)?.move;
    this.looked = null;
    if (move) this.#decide(move);
    else this.picked = NOTHING;
  }
}
