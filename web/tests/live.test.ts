// The connection and the stores that live on it, against a WebSocket and a clock of our own.
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { asked as questions } from "../fixtures/builder/decisions";
import type { BuilderView } from "../src/games/builder/view";
import type { Line, TableInfo, TableState } from "../src/net/http";
import * as api from "../src/net/live";
import { LobbyStore } from "../src/net/lobby.svelte";
import { Myself } from "../src/net/me.svelte";
import { TableStore } from "../src/net/table.svelte";

let world: World;
let live: api.Live;

beforeEach(() => {
  fetches({});
  world = new World();
  live = new api.Live(world);
});
afterEach(() => {
  for (const end of world.ends) end();
  vi.unstubAllGlobals();
});

test("connects, and tells its state", () => {
  const states: api.LiveState[] = [];
  live.hear({ state: (state) => states.push(state) });
  live.begin();
  world.last.open();
  world.last.drop(1006);
  expect(states).toStrictEqual(["open", "lost"]);
  world.pass(api.FIRST_WAIT);
  expect(live.state).toBe("connecting");
});

test("waits longer each time, with jitter, and not for ever", () => {
  live.begin();
  const waits: number[] = [];
  for (let n = 0; n < 9; n += 1) {
    world.random = () => n / 10;
    const before = world.time;
    const count = world.sockets.length;
    world.last.drop(1006);
    while (world.sockets.length === count) world.pass(50);
    waits.push(world.time - before);
  }
  waits.forEach((wait, n) => {
    const most = Math.min(api.LONGEST_WAIT, api.FIRST_WAIT * 2 ** n);
    expect(wait >= most / 2 && wait <= most + 50, `${n}: ${wait}`).toBeTruthy();
  });
  world.last.open();
  world.last.tell({ type: "pong", now: 0 });
  world.last.drop(1006);
  const count = world.sockets.length;
  world.pass(api.FIRST_WAIT);
  expect(world.sockets.length, "what was heard sets the wait back").toBe(count + 1);
});

test("tries at once when asked to", () => {
  live.begin();
  world.last.drop(1006);
  live.tryNow();
  expect(world.sockets.length).toBe(2);
  world.pass(60_000);
  expect(world.sockets.length, "and not a second time by the timer").toBe(2);
});

test("watches again what is watched, and nothing else", () => {
  const away = live.watch("a");
  live.watch("b");
  const leaveLobby = live.watchLobby();
  live.begin();
  world.last.open();
  expect(world.last.types()).toStrictEqual(["watch a", "watch b", "watch_lobby", "ping"]);
  away();
  away();
  leaveLobby();
  expect(world.last.types().slice(4)).toStrictEqual(["unwatch a", "unwatch_lobby"]);
  world.again();
  expect(world.last.types()).toStrictEqual(["watch b", "ping"]);
});

test("a table that two parts watch is left by the second", () => {
  live.begin();
  world.last.open();
  const [one, two] = [live.watch("a"), live.watch("a")];
  one();
  expect(world.last.types()).not.toContain("unwatch a");
  two();
  expect(world.last.types()).toContain("unwatch a");
});

test("a command is sent again with its own id until it is done", async () => {
  live.begin();
  const doing = live.do("a", { entries: 3, action: "move", text: "pass" });
  expect(world.last.sent).toStrictEqual([]);
  world.last.open();
  const first = world.last.commands();
  world.again();
  const second = world.last.commands();
  expect(first.length).toBe(1);
  expect(second, "the same, id and all").toStrictEqual(first);
  const done: api.Done = { type: "done", table: "a", command: first[0]!.id, entries: 4, repeated: true };
  world.last.tell(done);
  expect(await doing).toStrictEqual(done);
  world.again();
  expect(world.last.commands()).toStrictEqual([]);
});

test("a refused command fails with code and message, and is not sent again", async () => {
  live.begin();
  world.last.open();
  const doing = live.do("a", { entries: 3, action: "undo" });
  const { id } = world.last.commands()[0]!;
  world.last.tell({ type: "refused", code: "no_undo", message: "no", table: "a", command: id });
  await expect(doing).rejects.toMatchObject({ code: "no_undo", message: "no" });
  world.again();
  expect(world.last.commands()).toStrictEqual([]);
});

test("two commands have two ids", () => {
  live.begin();
  world.last.open();
  live.do("a", { entries: 1, action: "agree" });
  live.do("a", { entries: 1, action: "agree" });
  expect(new Set(world.last.commands().map(({ id }) => id)).size).toBe(2);
});

test("1008: not again by itself, and says why", () => {
  const codes: string[] = [];
  live.hear({ shut: (code) => codes.push(code) });
  live.begin();
  world.last.open();
  world.last.drop(1008, "not_signed_in");
  world.pass(120_000);
  expect(codes).toStrictEqual(["not_signed_in"]);
  expect(world.sockets.length).toBe(1);
  live.restart();
  expect(world.sockets.length).toBe(2);
});

test("1009: the command that was too long fails, the others are sent again", async () => {
  live.begin();
  world.last.open();
  const short = live.do("a", { entries: 1, action: "undo" });
  const long = live.do("a", { entries: 1, action: "move", text: "x".repeat(20_000) });
  world.again(1009);
  await expect(long).rejects.toMatchObject({ code: "too_long" });
  expect(world.last.commands().length).toBe(1);
  const { id } = world.last.commands()[0]!;
  world.last.tell({ type: "done", table: "a", command: id, entries: 2, repeated: false });
  await short;
});

test("1012: comes again soon", () => {
  live.begin();
  for (let n = 0; n < 5; n += 1) {
    world.last.open();
    const count = world.sockets.length;
    world.last.drop(1012);
    world.pass(api.FIRST_WAIT);
    expect(world.sockets.length).toBe(count + 1);
  }
});

test("silence after a ping counts as lost", () => {
  live.begin();
  world.last.open();
  const quiet = world.last;
  world.pass(api.PONG_WITHIN);
  expect(live.state).toBe("lost");
  quiet.tell({ type: "turn", table: "a" });
  world.pass(api.FIRST_WAIT);
  expect(world.sockets.length).toBe(2);
});

test("pings go on, and the quickest one tells the server's time", () => {
  live.begin();
  world.last.open();
  world.pass(400);
  world.last.tell({ type: "pong", now: world.time + 5000 });
  expect(live.offset).toBe(5200);
  world.pass(api.PING_EVERY);
  world.pass(20);
  world.last.tell({ type: "pong", now: world.time + 5000 });
  expect(live.offset).toBe(5010);
  world.pass(api.PING_EVERY);
  world.pass(900);
  world.last.tell({ type: "pong", now: world.time + 9000 });
  expect(live.offset, "a slow one is worth less").toBe(5010);
});

// --- the store of a table

test("a table: events are added, replaced after an undo, and forgotten at 0", () => {
  const table = opened("a");
  world.last.tell(state({ events_from: 0, events: [{ kind: "a" }, { kind: "b" }] }));
  world.last.tell(state({ entries: 2, events_from: 2, events: [{ kind: "c" }] }));
  expect(kinds(table)).toBe("abc");
  expect(table.fresh).toBe(2);
  world.last.tell(state({ entries: 1, events_from: 1, events: [{ kind: "d" }] }));
  expect(kinds(table)).toBe("ad");
  world.last.tell(state({ events_from: 0, events: [{ kind: "x" }] }));
  expect(kinds(table)).toBe("x");
});

test("a table: a gap is not shown, and the whole state is asked for", () => {
  const table = opened("a");
  world.last.tell(state({ events_from: 0, events: [{ kind: "a" }] }));
  const before = world.last.types().length;
  world.last.tell(state({ entries: 9, events_from: 7, events: [{ kind: "z" }] }));
  expect(kinds(table)).toBe("a");
  expect(table.state?.entries).toBe(1);
  expect(world.last.types().slice(before)).toStrictEqual(["watch a"]);
  world.last.tell(state({ entries: 9, events_from: 0, events: [{ kind: "y" }] }));
  expect(kinds(table)).toBe("y");
});

test("a table: others' messages are no business of it", () => {
  const table = opened("a");
  world.last.tell(state({ table: "b" }));
  world.last.tell({ type: "said", table: "b", lines: [line(1)] });
  world.last.tell({ type: "refused", code: "unknown", message: "", table: "b", command: null });
  expect(table.state).toBeNull();
  expect(table.lines).toStrictEqual([]);
  expect(table.missing).toBe(false);
});

test("a table: a move is pending until it is answered, and only one at a time", async () => {
  const table = opened("a");
  world.last.tell(state({ view: asks(0) }));
  expect(table.mine).toBe(true);
  expect(table.moves.length).toBe(1);
  const doing = table.move("pass");
  expect(await table.move("pass")).toBe(false);
  expect(table.moves).toStrictEqual([]);
  const command = world.last.commands()[0]!;
  expect([command.action, command.text, command.entries]).toStrictEqual(["move", "pass", 1]);
  world.again();
  expect(table.pending?.text, "over a new connection, too").toBe("pass");
  world.last.tell({ type: "done", table: "a", command: command.id, entries: 2, repeated: true });
  expect(await doing).toBe(true);
  expect(table.pending).toBeNull();
});

test("a table: what is refused is told, and cleared by the next command", async () => {
  const table = opened("a");
  world.last.tell(state({ view: asks(0) }));
  const doing = table.askUndo();
  world.last.tell({ type: "refused", code: "stale", message: "", table: "a", command: world.last.commands()[0]!.id });
  expect(await doing).toBe(false);
  expect(table.refused?.code).toBe("stale");
  void table.agree();
  expect(table.refused).toBeNull();
});

test("a table: there is none", () => {
  const table = opened("a");
  world.last.tell({ type: "refused", code: "unknown", message: "", table: "a", command: null });
  expect(table.missing).toBe(true);
});

test("a table: it is not my decision when another seat decides, or when all is over", () => {
  const table = opened("a");
  world.last.tell(state({ view: asks(1) }));
  expect(table.mine).toBe(false);
  expect(table.moves).toStrictEqual([]);
  world.last.tell(state({ view: asks(0), over: true }));
  expect(table.mine).toBe(false);
});

test("a table: whose clock runs is reckoned by the server's time", () => {
  const table = opened("a");
  world.last.tell({ type: "pong", now: world.time + 5000 });
  world.last.tell(state({ clock: { left: [9000, 7000], running: 1, due: world.time + 5000 + 7000 } }));
  table.now = world.time + 2000;
  expect(table.left(0)).toBe(9000);
  expect(table.left(1)).toBe(5000);
  table.now = world.time + 60_000;
  expect(table.left(1)).toBe(0);
});

test("a table: what was said is there once, in order", () => {
  const table = opened("a");
  world.last.tell({ type: "said", table: "a", lines: [line(2), line(3)] });
  world.last.tell({ type: "said", table: "a", lines: [line(1), line(2), line(3), line(4)] });
  expect(table.lines.map(({ number }) => number)).toStrictEqual([1, 2, 3, 4]);
});

test("the lobby: the whole list, then changes", () => {
  live.begin();
  world.last.open();
  const lobby = new LobbyStore(live);
  lobby.watch();
  const told = (message: Partial<Extract<api.FromServer, { type: "lobby" }>>) =>
    world.last.tell({ type: "lobby", whole: false, tables: [], gone: [], ...message });
  told({ whole: true, tables: [info("a", "open", 1), info("b", "open", 2), info("c", "running", 3)] });
  const ids = (tables: readonly TableInfo[]) => tables.map(({ id }) => id).join("");
  expect(ids(lobby.open)).toBe("ba");
  told({ tables: [info("a", "running", 1)], gone: ["b"] });
  expect(ids(lobby.open)).toBe("");
  expect(ids(lobby.running)).toBe("ca");
});

test("the first need makes a guest, and only one", async () => {
  const asked = fetches({ "POST /api/guest": { id: "p", name: "Guest" } });
  const me = new Myself(live);
  const [one, two] = await Promise.all([me.need(), me.need()]);
  expect(one).toBe(two);
  expect(asked, "who never was somebody is not asked for").toStrictEqual(["POST /api/guest"]);
  expect(world.sockets.length, "and is connected").toBe(1);
  expect(await me.need()).toBe(one);
  expect(asked.length).toBe(1);
});

test("who was somebody is asked for; a session that has ended makes a new guest", async () => {
  const asked = fetches({ "POST /api/guest": { id: "q", name: "Guest" } });
  localStorage.setItem("imhotep.somebody", "1");
  const me = new Myself(live);
  expect((await me.need()).id).toBe("q");
  expect(asked).toStrictEqual(["GET /api/me", "POST /api/guest"]);
  world.last.open();
  world.last.drop(1008, "not_signed_in");
  expect(me.who).toBeNull();
  expect(me.shut).toBe("not_signed_in");
});

// --- helpers

function opened(id: string): TableStore {
  live.begin();
  world.last.open();
  const table = new TableStore(id, live);
  world.ends.push(table.open());
  return table;
}

const kinds = (table: TableStore) => table.events.map(({ kind }) => kind).join("");
const line = (number: number): Line => ({ number, person: null, name: "Guest", text: String(number), at: 0 });

function asks(decider: number | null): BuilderView {
  return { ...questions[0]!.view, decider, moves: [{ text: "pass", verb: "pass" }] };
}

function state(changes: Partial<TableState>): TableState {
  return {
    type: "table",
    table: "a",
    entries: 1,
    seats: [0],
    seat: 0,
    curtain: false,
    view: asks(null),
    events_from: 0,
    events: [],
    clock: null,
    unrated: null,
    over: false,
    asked: null,
    undo: null,
    ...changes,
  };
}

function info(id: string, state: TableInfo["state"], created: number): TableInfo {
  return {
    id,
    state,
    created,
    game: "builder",
    offer: {
      game: "builder",
      sides: null,
      variants: {},
      rules: {},
      undo: "fair",
      pace: {},
      first: null,
      seats: [],
      editions: [],
      public: true,
    },
    public: true,
    host: null,
    started: null,
    ended: null,
    moved: null,
    decider: null,
    due: null,
    seats: [],
    promise: null,
    seed: null,
    salt: null,
    unrated: null,
    result: null,
    again: null,
  };
}

/** Answers requests; what has no answer is 401. */
function fetches(answers: Readonly<Record<string, unknown>>): string[] {
  const asked: string[] = [];
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal("fetch", async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    const answer = answers[`${method} ${path}`];
    const body = answer ?? { code: "not_signed_in", message: "" };
    return new Response(JSON.stringify(body), {
      status: answer ? 200 : 401,
      headers: { "content-type": "application/json" },
    });
  });
  return asked;
}

class FakeSocket implements api.Socket {
  sent: api.FromClient[] = [];
  onopen: api.Socket["onopen"] = null;
  onmessage: api.Socket["onmessage"] = null;
  onclose: api.Socket["onclose"] = null;

  send(text: string) {
    this.sent.push(JSON.parse(text) as api.FromClient);
  }
  close() {}
  open() {
    this.onopen!();
  }
  tell(message: api.FromServer) {
    this.onmessage!({ data: JSON.stringify(message) });
  }
  drop(code: number, reason = "") {
    this.onclose!({ code, reason });
  }
  types() {
    return this.sent.map((message) => ("table" in message ? `${message.type} ${message.table}` : message.type));
  }
  commands() {
    return this.sent.flatMap((message) => (message.type === "do" ? [message.command] : []));
  }
}

class World implements api.World {
  time = 1_000_000;
  sockets: FakeSocket[] = [];
  timers = new Set<{ at: number; what: () => void }>();
  ends: (() => void)[] = [];
  #number = 0;

  get last() {
    return this.sockets.at(-1)!;
  }
  connect() {
    this.sockets.push(new FakeSocket());
    return this.last;
  }
  now() {
    return this.time;
  }
  random() {
    return (this.#number++ % 97) / 97;
  }
  later(what: () => void, ms: number) {
    const timer = { at: this.time + ms, what };
    this.timers.add(timer);
    return timer;
  }
  never(timer: unknown) {
    this.timers.delete(timer as { at: number; what: () => void });
  }
  pass(ms: number) {
    this.time += ms;
    for (const timer of [...this.timers]) {
      if (timer.at > this.time || !this.timers.has(timer)) continue;
      this.timers.delete(timer);
      timer.what();
    }
  }
  /** The connection is lost, and there is a new one. */
  again(code = 1006) {
    const count = this.sockets.length;
    this.last.drop(code);
    while (this.sockets.length === count) this.pass(500);
    this.last.open();
  }
}
