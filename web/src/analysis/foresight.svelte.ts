// What the decisions of a finished game would have brought, fetched for the positions that are looked at and kept.
import { get } from "../net/http";
import type { Preview } from "../net/views";

export class Foresight {
  readonly table: string;
  #found = $state.raw<Readonly<Record<number, readonly Preview[]>>>({}); // by entries
  #asked: Record<number, boolean> = {};

  constructor(table: string) {
    this.table = table;
  }

  /** Of a move after so many entries; null until it is there. */
  of(entries: number, move: string): Preview | null {
    return this.#found[entries]?.find(({ text }) => text === move) ?? null;
  }

  async want(entries: number): Promise<void> {
    if (this.#asked[entries]) return;
    this.#asked[entries] = true;
    try {
      const path = { table: this.table, entries };
      const { previews } = await get("/api/tables/{table}/replay/{entries}/previews", { path });
      this.#found = { ...this.#found, [entries]: previews };
    } catch {
      this.#asked[entries] = false; // the move is marked all the same
    }
  }
}
