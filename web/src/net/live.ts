// One WebSocket for the whole page. It comes again when it is lost, watches again what was watched, and sends again the
// commands that nobody has answered: they carry ids of their own, so a repeated one changes nothing.
import { Problem } from "./http";
import type { components } from "./schema";

type Schemas = components["schemas"];
export type FromServer = Schemas["FromServer"];
export type FromClient = Schemas["FromClient"];
export type Command = Schemas["Command"];
export type Done = Schemas["MessagesDone"];
export type LiveState = "connecting" | "open" | "lost";

/** As much of a WebSocket as is needed here. */
export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
  send(text: string): void;
  close(code?: number): void;
}

/** What the world gives: tests give another one. */
export interface World {
  connect(): Socket;
  now(): number;
  random(): number;
  later(what: () => void, ms: number): unknown;
  never(timer: unknown): void;
}

export interface Hears {
  state?(state: LiveState): void;
  message?(message: FromServer): void;
  /** How many commands nobody has answered yet. */
  waiting?(commands: number): void;
  /** The server won't have us: "not_signed_in", "wrong_origin", "too_many". */
  shut?(code: string): void;
}

interface Waiting {
  table: string;
  command: Command;
  done(done: Done): void;
  failed(problem: Problem): void;
}

export const FIRST_WAIT = 500;
export const LONGEST_WAIT = 20_000;
export const PING_EVERY = 10_000;
export const PONG_WITHIN = 10_000;
const POLICY = 1008;
const TOO_LONG = 1009;
const AGAIN = 1012;

export class Live {
  state: LiveState = "connecting";
  /** The server's clock minus ours, in milliseconds. */
  offset = 0;

  #world: World;
  #socket: Socket | null = null;
  #hears = new Set<Hears>();
  #tables = new Map<string, number>(); // how many parts of the page watch it
  #lobby = 0;
  #waiting = new Map<string, Waiting>();
  #failures = 0;
  #again: unknown = null;
  #pings: unknown = null;
  #pong: unknown = null;
  #pinged = 0;
  #fastest = Infinity; // the quickest ping and pong so far: its offset is the best one
  #sent: string[] = []; // commands of this connection, for the one that was too long
  #begun = false;

  constructor(world: World = browserWorld()) {
    this.#world = world;
  }

  /** Connects, if that has not been done; who is nobody has no connection. */
  begin(): void {
    if (this.#begun) return;
    this.#begun = true;
    this.#connect();
  }

  /** As somebody else: what was watched is watched again. */
  restart(): void {
    this.#begun = true;
    this.#failures = 0;
    this.#drop();
    this.#connect();
  }

  end(): void {
    this.#begun = false;
    this.#drop();
    for (const waiting of this.#waiting.values()) waiting.failed(new Problem("offline", ""));
    this.#waiting.clear();
  }

  /** At once, without waiting any longer. */
  tryNow(): void {
    if (!this.#begun || this.#socket) return;
    this.#world.never(this.#again);
    this.#connect();
  }

  /** The network is gone, as the browser says: silence needn't tell it. */
  offline(): void {
    const socket = this.#socket;
    if (!socket) return;
    socket.close(4000);
    this.#lost(4000, "offline", true);
  }

  hear(hears: Hears): () => void {
    this.#hears.add(hears);
    return () => this.#hears.delete(hears);
  }

  watch(table: string): () => void {
    const before = this.#tables.get(table) ?? 0;
    this.#tables.set(table, before + 1);
    // Who comes later is told the whole state, too.
    this.#send({ type: "watch", table });
    return once(() => {
      const left = (this.#tables.get(table) ?? 1) - 1;
      if (left > 0) this.#tables.set(table, left);
      else {
        this.#tables.delete(table);
        this.#send({ type: "unwatch", table });
      }
    });
  }

  /** The whole state of a watched table once more. */
  refresh(table: string): void {
    this.#send({ type: "watch", table });
  }

  watchLobby(): () => void {
    this.#lobby += 1;
    this.#send({ type: "watch_lobby" });
    return once(() => {
      this.#lobby -= 1;
      if (this.#lobby === 0) this.#send({ type: "unwatch_lobby" });
    });
  }

  /** Until it is done or refused, over as many connections as that takes. */
  do(table: string, command: Omit<Command, "id">): Promise<Done> {
    const id = newId(this.#world);
    return new Promise((done, failed) => {
      const waiting: Waiting = { table, command: { ...command, id }, done, failed };
      this.#waiting.set(id, waiting);
      this.#tellWaiting();
      this.#tell(waiting);
    });
  }

  /** Whether it went out; what is said is not said again. */
  say(table: string, text: string): boolean {
    return this.#send({ type: "say", table, text });
  }

  // --- the connection

  #connect(): void {
    this.#world.never(this.#again);
    this.#become("connecting");
    const socket = this.#world.connect();
    this.#socket = socket;
    this.#sent = [];
    let opened = false;
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      opened = true;
      this.#become("open");
      for (const table of this.#tables.keys()) this.#send({ type: "watch", table });
      if (this.#lobby > 0) this.#send({ type: "watch_lobby" });
      for (const waiting of this.#waiting.values()) this.#tell(waiting);
      this.#ping();
    };
    socket.onmessage = ({ data }) => {
      if (this.#socket !== socket) return;
      this.#failures = 0;
      this.#take(JSON.parse(String(data)) as FromServer);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#lost(code, reason, opened);
    };
  }

  #lost(code: number, reason: string, opened: boolean): void {
    this.#stopPings();
    this.#socket = null;
    this.#become("lost");
    if (code === POLICY) {
      // Coming again would end the same way: somebody has to sign in first, or close a page.
      this.#begun = false;
      this.#each((hears) => hears.shut?.(reason || "forbidden"));
      return;
    }
    if (code === TOO_LONG) {
      // The last thing we sent, and sending it again would end the same way.
      const last = this.#waiting.get(this.#sent.at(-1) ?? "");
      if (last) this.#refuse(last, new Problem("too_long", ""));
    }
    if (code === AGAIN && opened) this.#failures = 0;
    const most = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#failures);
    this.#failures += 1;
    this.#again = this.#world.later(() => this.#connect(), most * (0.5 + this.#world.random() / 2));
  }

  #drop(): void {
    this.#world.never(this.#again);
    this.#stopPings();
    const socket = this.#socket;
    this.#socket = null;
    socket?.close(1000);
    this.#become("connecting");
  }

  #become(state: LiveState): void {
    if (this.state === state) return;
    this.state = state;
    this.#each((hears) => hears.state?.(state));
  }

  #send(message: FromClient): boolean {
    if (this.state !== "open" || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  #tell({ table, command }: Waiting): void {
    if (this.#send({ type: "do", table, command })) this.#sent.push(command.id);
  }

  // --- what comes

  #take(message: FromServer): void {
    if (message.type === "pong") this.#ponged(message.now);
    if (message.type === "done") {
      const waiting = this.#waiting.get(message.command);
      this.#waiting.delete(message.command);
      this.#tellWaiting();
      waiting?.done(message);
    }
    if (message.type === "refused" && message.command !== null) {
      const waiting = this.#waiting.get(message.command);
      if (waiting) this.#refuse(waiting, new Problem(message.code, message.message));
    }
    this.#each((hears) => hears.message?.(message));
  }

  #refuse(waiting: Waiting, problem: Problem): void {
    this.#waiting.delete(waiting.command.id);
    this.#tellWaiting();
    waiting.failed(problem);
  }

  #tellWaiting(): void {
    this.#each((hears) => hears.waiting?.(this.#waiting.size));
  }

  #each(tell: (hears: Hears) => void): void {
    for (const hears of [...this.#hears]) tell(hears);
  }

  // --- time, and whether anybody is still there

  #ping(): void {
    this.#pinged = this.#world.now();
    if (!this.#send({ type: "ping" })) return;
    const socket = this.#socket;
    this.#pong = this.#world.later(() => {
      // Silence: a network that is gone may keep a connection open for minutes.
      if (this.#socket !== socket) return;
      socket?.close(4000);
      this.#lost(4000, "silence", true);
    }, PONG_WITHIN);
  }

  #ponged(server: number): void {
    this.#world.never(this.#pong);
    const now = this.#world.now();
    const trip = now - this.#pinged;
    if (trip <= this.#fastest) {
      this.#fastest = trip;
      this.offset = server + trip / 2 - now;
    }
    this.#world.never(this.#pings);
    this.#pings = this.#world.later(() => this.#ping(), PING_EVERY);
  }

  #stopPings(): void {
    this.#world.never(this.#pings);
    this.#world.never(this.#pong);
  }
}

function newId(world: World): string {
  const part = () => Math.floor(world.random() * 2 ** 32).toString(36);
  return `${world.now().toString(36)}-${part()}${part()}`;
}

function once(what: () => void): () => void {
  let done = false;
  return () => {
    if (!done) what();
    done = true;
  };
}

function browserWorld(): World {
  return {
    connect: () => {
      const address = new URL("/api/live", location.href);
      address.protocol = address.protocol.replace("http", "ws");
      return new WebSocket(address) as Socket;
    },
    now: () => Date.now(),
    random: () => Math.random(),
    later: (what, ms) => setTimeout(what, ms),
    never: (timer) => clearTimeout(timer as number | undefined),
  };
}

/** The one of this page. */
export const live = new Live();

/** The server's time. */
export function serverNow(): number {
  return Date.now() + live.offset;
}
