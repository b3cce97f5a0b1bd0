// An analysis as a job of the server: ordered, waited for, read. Its id is kept, so that it is found again.
import { get, post, Problem } from "../api/http";
import { me } from "../api/me.svelte";
import type { components } from "../api/schema";
import type { Analysis } from "./course";

type Job = components["schemas"]["AnalysisJob"];
const EVERY = 900; // ms between two looks
const KEY = "imhotep.analysis.";

export class AnalysisStore {
  readonly table: string;
  job = $state<string | null>(null);
  progress = $state.raw<Job | null>(null);
  result = $state.raw<Analysis | null>(null);
  failure = $state.raw<unknown>(null);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #ended = false;

  constructor(table: string) {
    this.table = table;
  }

  /** One that is known already: by the address, or from an earlier visit. */
  find(given: string | null): void {
    const job = given ?? sessionOr(() => localStorage.getItem(KEY + this.table));
    if (!job) return;
    this.job = job;
    void this.#look(true);
  }

  async order(sims: number, allKnowing: boolean): Promise<void> {
    this.failure = null;
    this.progress = null;
    try {
      await me.need();
      const body = { sims, all_knowing: allKnowing };
      this.job = (await post("/api/tables/{table}/analysis", { path: { table: this.table }, body })).job;
      sessionOr(() => localStorage.setItem(KEY + this.table, this.job ?? ""));
      await this.#look();
    } catch (error) {
      this.job = null;
      this.failure = error;
    }
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
  }

  async #look(quietly = false): Promise<void> {
    const job = this.job;
    if (!job || this.#ended) return;
    try {
      const progress = await get("/api/jobs/{job}", { path: { job } });
      if (progress.table !== this.table) throw new Problem("unknown", "");
      this.progress = progress;
      if (progress.state === "done") {
        this.result = await get("/api/jobs/{job}/result", { path: { job } });
      } else if (progress.state !== "failed") {
        this.#timer = setTimeout(() => void this.#look(), EVERY);
      }
    } catch (error) {
      const gone = error instanceof Problem && error.code !== "offline";
      if (!gone) {
        this.#timer = setTimeout(() => void this.#look(), 4 * EVERY);
        return;
      }
      this.job = this.progress = null;
      sessionOr(() => localStorage.removeItem(KEY + this.table));
      if (!quietly) this.failure = error;
    }
  }
}

/** Where the browser keeps nothing for us, nothing is kept. */
function sessionOr<T>(what: () => T): T | null {
  try {
    return what();
  } catch {
    return null;
  }
}
