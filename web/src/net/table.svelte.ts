// One table as this page knows it: who sits there, the game, what happened, what was said, the clock, and our commands.
import { get, post, Problem, type Line, type TableInfo, type TableState } from "./http";
import { live as pageLive, type Command, type FromServer, type Live } from "./live";
import type { components } from "./schema";
import type { GameEvent, GameView, Preview, Printed } from "./views";

export type Advice = components["schemas"]["Advice"];
export type RefusedMove = components["schemas"]["RefusedMove"];
export type Presence = components["schemas"]["Presence"];
type Action = Command["action"];

const ABSENT = 10 * 60_000; // after so long without a decision the others may go on, says the server

export async function printedAt(table: string): Promise<Printed> {
  return (await get("/api/tables/{table}/printed", { path: { table } })).printed;
}

export class TableStore {
  readonly id: string;
  room = $state.raw<TableInfo | null>(null);
  state = $state.raw<TableState | null>(null);
  events = $state.raw<readonly GameEvent[]>([]);
  /** The number of the first event of the last message: what came before it was shown already. */
  fresh = $state(0);
  lines = $state.raw<readonly Line[]>([]);
  /** Which of the people look at this table, and how many others do; null: not known yet. */
  presence = $state.raw<Presence | null>(null);
  /** What was sent and has no answer yet. */
  pending = $state.raw<{ action: Action; text: string } | null>(null);
  refused = $state.raw<Problem | null>(null);
  /** There is no such table. */
  missing = $state(false);
  now = $state(Date.now());
  /** What is printed on boards and cards, for the drawing; they show less without it. */
  printed = $state.raw<Printed | undefined>(undefined);
  /** What each of the moves would bring, for a state of so many entries. */
  foreseen = $state.raw<{ entries: number; previews: readonly Preview[] } | null>(null);

  /** What each card, token or god is worth, for a state of so many entries. */
  appraised = $state.raw<components["schemas"]["Pieces"] | null>(null);

  view = $derived<GameView | null>(this.state?.view ?? null);
  seats = $derived(this.state?.seats ?? []);
  /** Whether somebody at this screen is asked. */
  mine = $derived(this.view?.decider != null && this.seats.includes(this.view.decider) && !this.state?.over);
  /** A command is on its way, or its answer came before what it has changed. */
  busy = $derived(this.pending !== null || this.#ahead());
  moves = $derived(this.mine && !this.busy ? (this.view?.moves ?? []) : []);
  previews = $derived(this.foreseen?.entries === this.state?.entries ? (this.foreseen?.previews ?? []) : []);
  worths = $derived(this.appraised?.entries === this.state?.entries ? (this.appraised?.pieces ?? []) : []);
  /** Whether all others are bots: then there are hints, and nobody has to be asked for an undo. */
  alone = $derived(
    this.seats.length > 0 && (this.room?.seats.every(({ bot }, seat) => bot || this.seats.includes(seat)) ?? false),
  );
  /** How something can be taken back: at once, alone among bots, by asking, or not at all. */
  takeBack = $derived(this.state?.undo ?? null);

  #live: Live;
  #asked = false; // for what is printed
  #reached = $state(0); // entries of the game after our last command
  #changed = 0; // when the state last changed before our eyes
  #refusals: components["schemas"]["Refusals"] | null = null; // of the decision that was last asked about
  #appraises: number | null = null; // a state that was asked about
  #looks: AbortController | null = null; // for previews
  #leave: (() => void)[] = [];
  #ticks: ReturnType<typeof setInterval> | undefined;

  constructor(id: string, live: Live = pageLive) {
    this.id = id;
    this.#live = live;
  }

  /** Watches until the answer is called. */
  open(): () => void {
    this.#leave = [this.#live.hear({ message: (message) => this.#take(message) }), this.#live.watch(this.id)];
    this.#ticks = setInterval(() => (this.now = Date.now()), 500);
    return () => {
      clearInterval(this.#ticks);
      this.#looks?.abort();
      for (const leave of this.#leave) leave();
    };
  }

  /** Over HTTP, for who is nobody and so has no connection. */
  async look(): Promise<void> {
    try {
      this.room = await get("/api/tables/{table}", { path: { table: this.id } });
      if (this.room.state === "running" || this.room.state === "over") {
        this.#told(await get("/api/tables/{table}/game", { path: { table: this.id } }));
      }
    } catch (error) {
      if (error instanceof Problem && error.status === 404) this.missing = true;
      else throw error;
    }
  }

  // --- commands

  move(text: string): Promise<boolean> {
    return this.#do("move", text);
  }
  undo(): Promise<boolean> {
    return this.#do("undo");
  }
  askUndo(): Promise<boolean> {
    return this.#do("ask_undo");
  }
  agree(): Promise<boolean> {
    return this.#do("agree");
  }
  disagree(): Promise<boolean> {
    return this.#do("disagree");
  }
  resign(seat: number | null = null): Promise<boolean> {
    return this.#do("resign", "", seat);
  }
  absent(): Promise<boolean> {
    return this.#do("absent");
  }
  say(text: string): boolean {
    return this.#live.say(this.id, text);
  }

  /** What a seat's clock shows: milliseconds, or null without one. Whose it is, it runs on here. */
  left(seat: number): number | null {
    const clock = this.state?.clock;
    if (!clock) return null;
    const stood = clock.left[seat] ?? null;
    if (clock.running !== seat || clock.due === null) return stood;
    return Math.max(0, clock.due - (this.now + this.#live.offset));
  }

  /** Whether the one who should decide has been silent so long that the others may go on: for the server to judge. */
  get silent(): boolean {
    const decider = this.view?.decider ?? null;
    const there = decider === null ? undefined : this.room?.seats[decider];
    if (!there || there.bot || !this.seats.length || this.seats.includes(decider!) || this.state?.over) return false;
    if ((this.room?.offer.pace?.kind ?? "none") !== "none") return false;
    const since = Math.max(this.#changed, this.room?.moved ?? this.room?.started ?? Infinity);
    return this.now + this.#live.offset - since > ABSENT;
  }

  /** What each of our moves would bring; what has become pointless meanwhile is given up. */
  async foresee(): Promise<void> {
    const entries = this.state?.entries;
    this.#looks?.abort();
    if (!this.mine || entries === undefined || this.foreseen?.entries === entries) return;
    const looks = (this.#looks = new AbortController());
    try {
      const response = await fetch(`/api/tables/${encodeURIComponent(this.id)}/previews`, {
        method: "GET",
        credentials: "same-origin",
        signal: looks.signal,
      });
      if (!response.ok) return;
      const found = (await response.json()) as components["schemas"]["Previews"];
      if (!looks.signal.aborted) this.foreseen = found;
    } catch {
      // Without previews the moves can be chosen as well.
    }
  }

  /** What cards, tokens and gods are worth now: asked for once somebody looks at one. */
  async appraise(): Promise<void> {
    const entries = this.state?.entries;
    if (entries === undefined || this.appraised?.entries === entries || this.#appraises === entries) return;
    this.#appraises = entries;
    try {
      this.appraised = await get("/api/tables/{table}/pieces", { path: { table: this.id } });
    } catch {
      // They can be looked at without.
    } finally {
      if (this.#appraises === entries) this.#appraises = null;
    }
  }

  /** Moves that can't be made now, and why. */
  async refusals(): Promise<readonly RefusedMove[]> {
    const entries = this.state?.entries ?? 0;
    if (this.#refusals?.entries !== entries) {
      this.#refusals = await get("/api/tables/{table}/refusals", { path: { table: this.id } });
    }
    return this.#refusals.entries === this.state?.entries ? this.#refusals.refusals : [];
  }

  /** What a strong player would do; the game is unrated from then on. */
  hint(move: string | null = null): Promise<Advice> {
    return post("/api/tables/{table}/hint", { path: { table: this.id }, body: { move } });
  }

  #ahead(): boolean {
    return this.#reached > (this.state?.entries ?? 0);
  }

  async #do(action: Action, text = "", seat: number | null = null): Promise<boolean> {
    if (this.pending || !this.state) return false;
    const { entries } = this.state;
    this.pending = { action, text };
    this.refused = null;
    try {
      const done = await this.#live.do(this.id, { action, text, seat, entries });
      this.#reached = done.entries;
      return true;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.refused = error; // if we were late, the state as it is comes by itself
      return false;
    } finally {
      this.pending = null;
    }
  }

  // --- what comes

  #take(message: FromServer): void {
    switch (message.type) {
      case "table":
        if (message.table === this.id) this.#told(message);
        break;
      case "room":
        if (message.info.id === this.id) this.room = message.info;
        break;
      case "presence":
        if (message.table === this.id) this.presence = message;
        break;
      case "said":
        if (message.table === this.id) this.#heard(message.lines);
        break;
      case "refused":
        if (message.table !== this.id || message.command !== null) break;
        if (message.code === "unknown") this.missing = true;
        else this.refused = new Problem(message.code, message.message);
    }
  }

  #told(state: TableState): void {
    const from = state.events_from;
    if (from > this.events.length) {
      // Something was lost on the way: the whole state closes the gap.
      this.#live.refresh(this.id);
      return;
    }
    // The first state tells nothing about when it came about.
    if (this.state && this.state.entries !== state.entries) this.#changed = Date.now() + this.#live.offset;
    this.events = [...this.events.slice(0, from), ...state.events];
    this.fresh = from;
    this.state = state;
  }

  /** Asks once for what is printed; where that failed, the next time. */
  async readPrinted(): Promise<void> {
    if (this.#asked) return;
    this.#asked = true;
    try {
      this.printed = await printedAt(this.id);
    } catch {
      this.#asked = false;
    }
  }

  /** Somebody is blocked: the server tells no more of what this person writes. */
  hide(person: string): void {
    this.lines = this.lines.filter((line) => line.person !== person);
  }

  #heard(lines: readonly Line[]): void {
    const others = this.lines.filter(({ number }) => !lines.some((line) => line.number === number));
    this.lines = [...others, ...lines].sort((a, b) => a.number - b.number);
  }
}
