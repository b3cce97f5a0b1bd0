// Cards, tokens and gods opened large: whatever carries `data-piece` opens by resting on it, by a long press, by a click or
// a tap where that does nothing else, and by the key I where the focus is.

const REST = 350; // ms until a pointer that rests opens it
const OVER = 1000; // on something larger that may be chosen, which shows what it would do
const LEAVE = 200; // ms after which it closes
const PRESS = 450; // of a finger
const SLACK = 10; // px that a finger may tremble

export interface Shown {
  piece: string; // as in `data-piece`
  owner: number | null; // whose it is: the seat in `data-owner`
  element: HTMLElement;
  pinned: boolean; // stays until it is closed
}

export class Large {
  shown = $state.raw<Shown | null>(null);
  #root: HTMLElement | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #rests: HTMLElement | null = null; // on what the pointer is
  #still: { x: number; y: number } | null = null; // where somebody clicked: nothing opens before the pointer has gone on
  #quiet: () => boolean;

  constructor(quiet: () => boolean = () => false) {
    this.#quiet = quiet; // while something else waits there
  }

  /** To be used as an attachment of the table. */
  attach(root: HTMLElement): () => void {
    this.#root = root;
    const stop = new AbortController();
    const { signal } = stop;
    root.addEventListener("pointermove", (event) => this.#moved(event), { signal, passive: true });
    root.addEventListener("pointerleave", () => this.#rest(null), { signal });
    root.addEventListener("pointerdown", (event) => this.#pressed(event), { signal, capture: true });
    root.addEventListener("click", (event) => this.#clicked(event), { signal });
    root.addEventListener("contextmenu", (event) => this.#fingers && event.preventDefault(), { signal });
    return () => {
      stop.abort();
      clearTimeout(this.#timer);
    };
  }

  open(element: HTMLElement, pinned: boolean): void {
    const { piece, owner } = element.dataset;
    if (!piece) return;
    clearTimeout(this.#timer);
    this.shown = { piece, owner: owner === undefined ? null : Number(owner), element, pinned };
  }

  /** From a sheet that is about to close: it stands where the seat or the log was opened. */
  openFrom(event: MouseEvent, element: HTMLElement | null | undefined): boolean {
    const { piece, owner } = (event.target as Element).closest<HTMLElement>("[data-piece]")?.dataset ?? {};
    if (!piece || !element) return false;
    this.shown = { piece, owner: owner === undefined ? null : Number(owner), element, pinned: true };
    return true;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.shown = null;
  }

  /** By a key: I opens and closes, arrows go on to its neighbours. Whether it was for this. */
  key(event: KeyboardEvent): boolean {
    const key = event.key.toLowerCase();
    if (this.shown && (key === "escape" || (key === "i" && this.shown.pinned))) this.close();
    else if (key === "i") {
      const found = this.#near(document.activeElement);
      if (!found) return false;
      this.open(found, true);
    } else if (this.shown?.pinned && (key === "arrowleft" || key === "arrowright")) {
      this.go(key === "arrowleft" ? -1 : 1);
    } else return false;
    return true;
  }

  /** To the one beside it. */
  go(by: 1 | -1): void {
    const all = this.neighbours;
    const at = all.indexOf(this.shown?.element as HTMLElement);
    const next = all[(at + by + all.length) % all.length];
    if (next && this.shown) this.open(next, this.shown.pinned);
  }

  get neighbours(): HTMLElement[] {
    const group = this.shown?.element.closest(".layer, .hand, .cards, .mine, .log") ?? this.#root;
    const all = [...(group?.querySelectorAll<HTMLElement>("[data-piece]") ?? [])];
    return all.filter((element) => element.checkVisibility());
  }

  /** What lies under a point, also below what may be chosen there. */
  #at(x: number, y: number): HTMLElement | null {
    for (const element of document.elementsFromPoint(x, y)) {
      if (!this.#root?.contains(element)) return null; // a sheet lies over it
      const found = element.closest<HTMLElement>("[data-piece]");
      if (found) return found;
      if (element.closest(".confirm, .large")) return null;
    }
    return null;
  }

  #near(element: Element | null): HTMLElement | null {
    if (!element || !this.#root?.contains(element)) return null;
    const found = element.closest<HTMLElement>("[data-piece]");
    if (found) return found;
    const { x, y, width, height } = element.getBoundingClientRect();
    return this.#at(x + width / 2, y + height / 2);
  }

  #moved(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    if (event.pointerType === "touch" || event.buttons) return;
    if (this.#still && Math.hypot(x - this.#still.x, y - this.#still.y) < SLACK) return;
    this.#still = null;
    this.#rest(this.#quiet() ? null : this.#at(x, y), document.elementFromPoint(x, y));
  }

  #rest(on: HTMLElement | null, top: Element | null = null): void {
    if (this.shown?.pinned || on === this.#rests) return;
    this.#rests = on;
    clearTimeout(this.#timer);
    if (!on) this.#timer = setTimeout(() => this.close(), LEAVE);
    else if (this.shown) this.open(on, false);
    else {
      const target = top?.closest("[data-key]")?.getBoundingClientRect();
      const own = on.getBoundingClientRect();
      const larger = !!target && target.width * target.height > 2 * own.width * own.height;
      this.#timer = setTimeout(() => this.open(on, false), larger ? OVER : REST);
    }
  }

  #fingers = false; // the last thing on the table was a finger
  #pressed(event: PointerEvent): void {
    const { clientX: x, clientY: y } = event;
    this.#fingers = event.pointerType === "touch";
    this.#still = { x, y };
    clearTimeout(this.#timer);
    this.#rests = null;
    if ((event.target as Element).closest(".large")) return;
    if (!this.#fingers) {
      if (this.shown && !this.shown.pinned) this.close();
      return;
    }
    const on = this.#at(x, y);
    if (!on) return;
    const stop = new AbortController();
    const held = setTimeout(() => {
      stop.abort();
      this.open(on, true);
      // the tap that ends it chooses nothing
      const swallow = (click: Event) => click.stopPropagation();
      addEventListener("click", swallow, { capture: true, once: true });
      addEventListener(
        "pointerup",
        () => setTimeout(() => removeEventListener("click", swallow, { capture: true }), 50),
        { once: true },
      );
    }, PRESS);
    stop.signal.addEventListener("abort", () => clearTimeout(held));
    const end = () => stop.abort();
    const { signal } = stop;
    addEventListener("pointerup", end, { signal });
    addEventListener("pointercancel", end, { signal });
    addEventListener("scroll", end, { signal, capture: true });
    const moved = (to: PointerEvent) => Math.hypot(to.clientX - x, to.clientY - y) > SLACK && end();
    addEventListener("pointermove", moved, { signal });
  }

  #clicked(event: MouseEvent): void {
    const target = event.target as Element;
    if (target.closest(".large, .confirm")) return;
    const on = target.closest<HTMLElement>("[data-piece]");
    if (on && !on.dataset["key"]) {
      if (this.shown?.pinned && this.shown.element === on) this.close();
      else this.open(on, true);
      event.stopPropagation();
    } else if (this.shown) this.close();
  }
}
