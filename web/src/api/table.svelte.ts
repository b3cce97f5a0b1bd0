// One table as this page knows it: who sits there, the game, what happened, what was said, the clock, and our commands.
import type { Printed } from "../builder/printed";
import type { BuilderView, GameEvent } from "../views";
import { get, Problem, type Line, type TableInfo, type TableState } from "./http";
import { live as pageLive, type Command, type FromServer, type Live } from "./live";
import type { components } from "./schema";

export type DuelView = components["schemas"]["DuelView"];
type Action = Command["action"];

export async function printedAt(table: string): Promise<Printed | undefined> {
  const { printed } = await get("/api/tables/{table}/printed", { path: { table } });
  return printed.game === "builder" ? printed : undefined;
}

export class TableStore {
  readonly id: string;
  room = $state.raw<TableInfo | null>(null);
  state = $state.raw<TableState | null>(null);
  events = $state.raw<readonly GameEvent[]>([]);
  /** The number of the first event of the last message: what came before it was shown already. */
  fresh = $state(0);
  lines = $state.raw<readonly Line[]>([]);
  /** What was sent and has no answer yet. */
  pending = $state.raw<{ action: Action; text: string } | null>(null);
  refused = $state.raw<Problem | null>(null);
  /** There is no such table. */
  missing = $state(false);
  now = $state(Date.now());
  /** What is printed on boards and cards, for the drawing; they show less without it. */
  printed = $state.raw<Printed | undefined>(undefined);

  view = $derived<BuilderView | DuelView | null>(this.state?.view ?? null);
  builder = $derived(this.view?.game === "builder" ? this.view : null);
  duel = $derived(this.view?.game === "duel" ? this.view : null);
  seats = $derived(this.state?.seats ?? []);
  /** Whether somebody at this screen is asked. */
  mine = $derived(this.view?.decider != null && this.seats.includes(this.view.decider) && !this.state?.over);
  moves = $derived(this.mine && !this.pending ? (this.view?.moves ?? []) : []);

  #live: Live;
  #asked = false; // for what is printed
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

  async #do(action: Action, text = "", seat: number | null = null): Promise<boolean> {
    if (this.pending || !this.state) return false;
    this.pending = { action, text };
    this.refused = null;
    try {
      await this.#live.do(this.id, { action, text, seat, entries: this.state.entries });
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
    this.events = [...this.events.slice(0, from), ...state.events];
    this.fresh = from;
    this.state = state;
    if (state.view.game === "builder" && !this.#asked) void this.#read();
  }

  async #read(): Promise<void> {
    this.#asked = true;
    try {
      this.printed = await printedAt(this.id);
    } catch {
      this.#asked = false; // with the next state, then
    }
  }

  #heard(lines: readonly Line[]): void {
    const others = this.lines.filter(({ number }) => !lines.some((line) => line.number === number));
    this.lines = [...others, ...lines].sort((a, b) => a.number - b.number);
  }
}
