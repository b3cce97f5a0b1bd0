// An analysis as a job of the server: found if there is one, else ordered; waited for, and read.
import { get, post, Problem } from "../net/http";
import { me } from "../net/me.svelte";
import type { components } from "../net/schema";
import type { Analysis } from "./course";

type Job = components["schemas"]["AnalysisJob"];
const EVERY = 900; // ms between two looks

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

  /** One that there is already: that of the address, or the most thorough one that anybody has ordered. */
  async find(given: string | null): Promise<void> {
    try {
      const job = given ?? (await get("/api/tables/{table}/analyses", { path: { table: this.table } }))[0]?.id ?? null;
      if (this.job || !job) return;
      this.job = job;
      await this.#look(true);
    } catch {
      // Then one can be ordered.
    }
  }

  async order(sims: number, allKnowing: boolean): Promise<void> {
    this.failure = null;
    this.progress = null;
    try {
      await me.need();
      const body = { sims, all_knowing: allKnowing };
      this.job = (await post("/api/tables/{table}/analysis", { path: { table: this.table }, body })).job;
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
      if (!quietly) this.failure = error;
    }
  }
}
