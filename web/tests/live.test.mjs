// The connection and the stores that live on it, against a WebSocket and a clock of our own.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";

import { createServer } from "vite";

let vite, api, stores, lobbies, mes, world, live;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  api = await vite.ssrLoadModule("/src/api/live.ts");
  stores = await vite.ssrLoadModule("/src/api/table.svelte.ts");
  lobbies = await vite.ssrLoadModule("/src/api/lobby.svelte.ts");
  mes = await vite.ssrLoadModule("/src/api/me.svelte.ts");
});
after(() => vite.close());
beforeEach(() => {
  fetches({});
  world = new World();
  live = new api.Live(world);
});
afterEach(() => world.ends.forEach((end) => end()));

test("connects, and tells its state", () => {
  const states = [];
  live.hear({ state: (state) => states.push(state) });
  live.begin();
  world.last.open();
  world.last.drop(1006);
  assert.deepEqual(states, ["open", "lost"]);
  world.pass(api.FIRST_WAIT);
  assert.equal(live.state, "connecting");
});

test("waits longer each time, with jitter, and not for ever", () => {
  live.begin();
  const waits = [];
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
    assert.ok(wait >= most / 2 && wait <= most + 50, `${n}: ${wait}`);
  });
  world.last.open();
  world.last.tell({ type: "pong", now: 0 });
  world.last.drop(1006);
  const count = world.sockets.length;
  world.pass(api.FIRST_WAIT);
  assert.equal(world.sockets.length, count + 1, "what was heard sets the wait back");
});

test("tries at once when asked to", () => {
  live.begin();
  world.last.drop(1006);
  live.tryNow();
  assert.equal(world.sockets.length, 2);
  world.pass(60_000);
  assert.equal(world.sockets.length, 2, "and not a second time by the timer");
});

test("watches again what is watched, and nothing else", () => {
  const away = live.watch("a");
  live.watch("b");
  const leaveLobby = live.watchLobby();
  live.begin();
  world.last.open();
  assert.deepEqual(world.last.types(), ["watch a", "watch b", "watch_lobby", "ping"]);
  away();
  away();
  leaveLobby();
  assert.deepEqual(world.last.types().slice(4), ["unwatch a", "unwatch_lobby"]);
  world.again();
  assert.deepEqual(world.last.types(), ["watch b", "ping"]);
});

test("a table that two parts watch is left by the second", () => {
  live.begin();
  world.last.open();
  const [one, two] = [live.watch("a"), live.watch("a")];
  one();
  assert.ok(!world.last.types().includes("unwatch a"));
  two();
  assert.ok(world.last.types().includes("unwatch a"));
});

test("a command is sent again with its own id until it is done", async () => {
  live.begin();
  const doing = live.do("a", { entries: 3, action: "move", text: "pass" });
  assert.deepEqual(world.last.sent, []);
  world.last.open();
  const first = world.last.commands();
  world.again();
  const second = world.last.commands();
  assert.equal(first.length, 1);
  assert.deepEqual(second, first, "the same, id and all");
  const done = { type: "done", table: "a", command: first[0].id, entries: 4, repeated: true };
  world.last.tell(done);
  assert.deepEqual(await doing, done);
  world.again();
  assert.deepEqual(world.last.commands(), []);
});

test("a refused command fails with code and message, and is not sent again", async () => {
  live.begin();
  world.last.open();
  const doing = live.do("a", { entries: 3, action: "undo" });
  const [{ id }] = world.last.commands();
  world.last.tell({ type: "refused", code: "no_undo", message: "no", table: "a", command: id });
  await assert.rejects(doing, { code: "no_undo", message: "no" });
  world.again();
  assert.deepEqual(world.last.commands(), []);
});

test("two commands have two ids", () => {
  live.begin();
  world.last.open();
  live.do("a", { entries: 1, action: "agree" });
  live.do("a", { entries: 1, action: "agree" });
  assert.equal(new Set(world.last.commands().map(({ id }) => id)).size, 2);
});

test("1008: not again by itself, and says why", () => {
  const codes = [];
  live.hear({ shut: (code) => codes.push(code) });
  live.begin();
  world.last.open();
  world.last.drop(1008, "not_signed_in");
  world.pass(120_000);
  assert.deepEqual(codes, ["not_signed_in"]);
  assert.equal(world.sockets.length, 1);
  live.restart();
  assert.equal(world.sockets.length, 2);
});

test("1009: the command that was too long fails, the others are sent again", async () => {
  live.begin();
  world.last.open();
  const short = live.do("a", { entries: 1, action: "undo" });
  const long = live.do("a", { entries: 1, action: "move", text: "x".repeat(20_000) });
  world.again(1009);
  await assert.rejects(long, { code: "too_long" });
  assert.equal(world.last.commands().length, 1);
  const [{ id }] = world.last.commands();
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
    assert.equal(world.sockets.length, count + 1);
  }
});

test("silence after a ping counts as lost", () => {
  live.begin();
  world.last.open();
  const quiet = world.last;
  world.pass(api.PONG_WITHIN);
  assert.equal(live.state, "lost");
  quiet.tell({ type: "turn", table: "a" });
  world.pass(api.FIRST_WAIT);
  assert.equal(world.sockets.length, 2);
});

test("pings go on, and the quickest one tells the server's time", () => {
  live.begin();
  world.last.open();
  world.pass(400);
  world.last.tell({ type: "pong", now: world.time + 5000 });
  assert.equal(live.offset, 5200);
  world.pass(api.PING_EVERY);
  world.pass(20);
  world.last.tell({ type: "pong", now: world.time + 5000 });
  assert.equal(live.offset, 5010);
  world.pass(api.PING_EVERY);
  world.pass(900);
  world.last.tell({ type: "pong", now: world.time + 9000 });
  assert.equal(live.offset, 5010, "a slow one is worth less");
});

// --- the store of a table

test("a table: events are added, replaced after an undo, and forgotten at 0", () => {
  const table = opened("a");
  world.last.tell(state({ events_from: 0, events: [{ kind: "a" }, { kind: "b" }] }));
  world.last.tell(state({ entries: 2, events_from: 2, events: [{ kind: "c" }] }));
  assert.equal(kinds(table), "abc");
  assert.equal(table.fresh, 2);
  world.last.tell(state({ entries: 1, events_from: 1, events: [{ kind: "d" }] }));
  assert.equal(kinds(table), "ad");
  world.last.tell(state({ events_from: 0, events: [{ kind: "x" }] }));
  assert.equal(kinds(table), "x");
});

test("a table: a gap is not shown, and the whole state is asked for", () => {
  const table = opened("a");
  world.last.tell(state({ events_from: 0, events: [{ kind: "a" }] }));
  const before = world.last.types().length;
  world.last.tell(state({ entries: 9, events_from: 7, events: [{ kind: "z" }] }));
  assert.equal(kinds(table), "a");
  assert.equal(table.state.entries, 1);
  assert.deepEqual(world.last.types().slice(before), ["watch a"]);
  world.last.tell(state({ entries: 9, events_from: 0, events: [{ kind: "y" }] }));
  assert.equal(kinds(table), "y");
});

test("a table: others' messages are no business of it", () => {
  const table = opened("a");
  world.last.tell(state({ table: "b" }));
  world.last.tell({ type: "said", table: "b", lines: [{ number: 1, text: "hi" }] });
  world.last.tell({ type: "refused", code: "unknown", message: "", table: "b", command: null });
  assert.equal(table.state, null);
  assert.deepEqual(table.lines, []);
  assert.equal(table.missing, false);
});

test("a table: a move is pending until it is answered, and only one at a time", async () => {
  const table = opened("a");
  world.last.tell(state({ view: asks(0) }));
  assert.equal(table.mine, true);
  assert.equal(table.moves.length, 1);
  const doing = table.move("pass");
  assert.equal(await table.move("pass"), false);
  assert.deepEqual(table.moves, []);
  const [command] = world.last.commands();
  assert.deepEqual([command.action, command.text, command.entries], ["move", "pass", 1]);
  world.again();
  assert.equal(table.pending.text, "pass", "over a new connection, too");
  world.last.tell({ type: "done", table: "a", command: command.id, entries: 2, repeated: true });
  assert.equal(await doing, true);
  assert.equal(table.pending, null);
});

test("a table: what is refused is told, and cleared by the next command", async () => {
  const table = opened("a");
  world.last.tell(state({ view: asks(0) }));
  const doing = table.askUndo();
  world.last.tell({ type: "refused", code: "stale", message: "", table: "a", command: world.last.commands()[0].id });
  assert.equal(await doing, false);
  assert.equal(table.refused.code, "stale");
  void table.agree();
  assert.equal(table.refused, null);
});

test("a table: there is none", () => {
  const table = opened("a");
  world.last.tell({ type: "refused", code: "unknown", message: "", table: "a", command: null });
  assert.equal(table.missing, true);
});

test("a table: it is not my decision when another seat decides, or when all is over", () => {
  const table = opened("a");
  world.last.tell(state({ view: asks(1) }));
  assert.equal(table.mine, false);
  assert.deepEqual(table.moves, []);
  world.last.tell(state({ view: asks(0), over: true }));
  assert.equal(table.mine, false);
});

test("a table: whose clock runs is reckoned by the server's time", () => {
  const table = opened("a");
  world.last.tell({ type: "pong", now: world.time + 5000 });
  world.last.tell(state({ clock: { left: [9000, 7000], running: 1, due: world.time + 5000 + 7000 } }));
  table.now = world.time + 2000;
  assert.equal(table.left(0), 9000);
  assert.equal(table.left(1), 5000);
  table.now = world.time + 60_000;
  assert.equal(table.left(1), 0);
});

test("a table: what was said is there once, in order", () => {
  const table = opened("a");
  const line = (number) => ({ number, person: null, name: "Guest", text: String(number), at: 0 });
  world.last.tell({ type: "said", table: "a", lines: [line(2), line(3)] });
  world.last.tell({ type: "said", table: "a", lines: [line(1), line(2), line(3), line(4)] });
  assert.deepEqual(
    table.lines.map(({ number }) => number),
    [1, 2, 3, 4],
  );
});

test("the lobby: the whole list, then changes", () => {
  live.begin();
  world.last.open();
  const lobby = new lobbies.LobbyStore(live);
  lobby.watch();
  const info = (id, state, created) => ({ id, state, created });
  const told = (message) => world.last.tell({ type: "lobby", whole: false, tables: [], gone: [], ...message });
  told({ whole: true, tables: [info("a", "open", 1), info("b", "open", 2), info("c", "running", 3)] });
  const ids = (tables) => tables.map(({ id }) => id).join("");
  assert.equal(ids(lobby.open), "ba");
  told({ tables: [info("a", "running", 1)], gone: ["b"] });
  assert.equal(ids(lobby.open), "");
  assert.equal(ids(lobby.running), "ca");
});

test("the first need makes a guest, and only one", async () => {
  const asked = fetches({ "POST /api/guest": { id: "p", name: "Guest" } });
  const me = new mes.Myself(live);
  const [one, two] = await Promise.all([me.need(), me.need()]);
  assert.equal(one, two);
  assert.deepEqual(asked, ["POST /api/guest"], "who never was somebody is not asked for");
  assert.equal(world.sockets.length, 1, "and is connected");
  assert.equal(await me.need(), one);
  assert.equal(asked.length, 1);
});

test("who was somebody is asked for; a session that has ended makes a new guest", async () => {
  const asked = fetches({ "POST /api/guest": { id: "q", name: "Guest" } });
  localStorage.setItem("imhotep.somebody", "1");
  const me = new mes.Myself(live);
  assert.equal((await me.need()).id, "q");
  assert.deepEqual(asked, ["GET /api/me", "POST /api/guest"]);
  world.last.open();
  world.last.drop(1008, "not_signed_in");
  assert.equal(me.who, null);
  assert.equal(me.shut, "not_signed_in");
});

// --- helpers

function opened(id) {
  live.begin();
  world.last.open();
  const table = new stores.TableStore(id, live);
  const close = table.open();
  world.ends.push(close);
  return table;
}

const kinds = (table) => table.events.map(({ kind }) => kind).join("");
const asks = (decider) => ({ game: "builder", decider, moves: [{ text: "pass", verb: "pass" }], seats: [] });

function state(changes) {
  const base = { type: "table", table: "a", entries: 1, seats: [0], seat: 0, curtain: false, view: asks(null) };
  return { ...base, events_from: 0, events: [], clock: null, unrated: null, over: false, asked: null, ...changes };
}

/** Answers requests; what has no answer is 401. */
function fetches(answers) {
  const asked = [];
  const kept = new Map();
  globalThis.localStorage = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  globalThis.fetch = async (path, { method }) => {
    asked.push(`${method} ${path}`);
    const answer = answers[`${method} ${path}`];
    const body = answer ?? { code: "not_signed_in", message: "" };
    return new Response(JSON.stringify(body), {
      status: answer ? 200 : 401,
      headers: { "content-type": "application/json" },
    });
  };
  return asked;
}

class FakeSocket {
  sent = [];
  onopen = null;
  onmessage = null;
  onclose = null;

  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  open() {
    this.onopen();
  }
  tell(message) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  drop(code, reason = "") {
    this.onclose({ code, reason });
  }
  types() {
    return this.sent.map(({ type, table }) => (table ? `${type} ${table}` : type));
  }
  commands() {
    return this.sent.filter(({ type }) => type === "do").map(({ command }) => command);
  }
}

class World {
  time = 1_000_000;
  sockets = [];
  timers = new Map();
  ends = [];
  #number = 0;

  get last() {
    return this.sockets.at(-1);
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
  later(what, ms) {
    const timer = { at: this.time + ms, what };
    this.timers.set(timer, timer);
    return timer;
  }
  never(timer) {
    this.timers.delete(timer);
  }
  pass(ms) {
    this.time += ms;
    for (const timer of [...this.timers.values()]) {
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
