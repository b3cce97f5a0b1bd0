// Public tables that are open or running, kept up to date; and one's own, where it is one's move first.
import { get, Problem, type TableInfo } from "./http";
import { live as pageLive, type Live } from "./live";

export class LobbyStore {
  tables = $state.raw<readonly TableInfo[]>([]);
  known = $state(false);

  open = $derived(this.#sorted("open"));
  running = $derived(this.#sorted("running"));

  #live: Live;

  constructor(live: Live = pageLive) {
    this.#live = live;
  }

  /** Live, for who is somebody, until the answer is called. */
  watch(): () => void {
    const deaf = this.#live.hear({
      message: (message) => {
        if (message.type !== "lobby") return;
        const told = [...message.gone, ...message.tables.map(({ id }) => id)];
        const stay = message.whole ? [] : this.tables.filter(({ id }) => !told.includes(id));
        this.tables = [...stay, ...message.tables];
        this.known = true;
      },
    });
    const away = this.#live.watchLobby();
    return () => {
      away();
      deaf();
    };
  }

  /** Once, for who is nobody. */
  async look(): Promise<void> {
    const lists = await Promise.all([
      get("/api/tables", { query: { which: "open" } }),
      get("/api/tables", { query: { which: "running" } }),
    ]);
    this.tables = lists.flat();
    this.known = true;
  }

  #sorted(state: TableInfo["state"]): TableInfo[] {
    return this.tables.filter((table) => table.state === state).sort((a, b) => b.created - a.created);
  }
}

type Which = "running" | "open" | "over" | "imported";

export class OwnTables {
  tables = $state.raw<readonly TableInfo[]>([]);
  known = $state(false);
  more = $state(false);
  problem = $state.raw<Problem | null>(null);

  readonly which: Which;
  #live: Live;

  constructor(which: Which, live: Live = pageLive) {
    this.which = which;
    this.#live = live;
  }

  /** Read again when it is somebody's turn, and now and then. */
  watch(every = 20_000): () => void {
    const deaf = this.#live.hear({ message: (message) => message.type === "turn" && void this.look() });
    const timer = setInterval(() => document.hidden || void this.look(), every);
    void this.look();
    return () => {
      deaf();
      clearInterval(timer);
    };
  }

  async look(before: number | null = null): Promise<void> {
    try {
      const found = await get("/api/me/tables", { query: { which: this.which, before } });
      this.tables = before === null ? found : [...this.tables, ...found];
      this.more = found.length >= 100;
      this.problem = null;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status !== 401) this.problem = error;
    }
    this.known = true;
  }

  /** What is older. */
  async further(): Promise<void> {
    const last = this.tables.at(-1);
    if (last) await this.look(last.ended ?? last.created);
  }
}
