// A finished game, fetched by parts: what is looked at first, then all the rest, since steps are looked through quickly.
import { get } from "../net/http";
import { asked, seenFrom, stepAt, type Place, type Step } from "./open";

const PART = 50;

export class ReplayStore {
  readonly table: string;
  total = $state(0);
  at = $state(0);
  place = $state.raw<Place>("onlooker");
  failure = $state.raw<unknown>(null);

  #steps = $state.raw<Partial<Record<Place, readonly Step[]>>>({});
  #fetching: Partial<Record<string, Promise<void>>> = {};
  #ended = false;

  steps = $derived<readonly Step[]>(this.#steps[this.place] ?? []);
  known = $derived(this.steps.map(({ entries }) => entries));
  step = $derived(stepAt(this.steps, this.at));
  seen = $derived(this.step ? seenFrom(this.step, this.place) : undefined);
  /** The same from another place, until this one is there. */
  shown = $derived.by(() => {
    if (this.seen) return this.seen;
    for (const [place, steps] of Object.entries(this.#steps)) {
      const step = stepAt(steps ?? [], this.at);
      if (step) return seenFrom(step, place === "all" ? "all" : "onlooker"); // a seat's step holds its view only
    }
    return undefined;
  });

  constructor(table: string, at = 0) {
    this.table = table;
    this.at = at;
  }

  go(to: number): void {
    this.at = Math.min(Math.max(0, to), this.total || Math.max(0, to));
    void this.#need(this.at, this.place);
  }

  async look(place: Place): Promise<void> {
    this.place = place;
    await this.#need(this.at, place);
    if (this.at > this.total) this.at = this.total;
    for (let first = 0; first <= this.total && !this.#ended && this.place === place; first += PART) {
      await this.#need(first, place);
      if (this.failure) return;
    }
  }

  end(): void {
    this.#ended = true;
  }

  #need(entries: number, place: Place): Promise<void> {
    const first = entries - (entries % PART);
    const key = `${place} ${first}`;
    const under = this.#fetching[key] ?? this.#fetch(first, place, key);
    this.#fetching[key] = under;
    return under;
  }

  async #fetch(first: number, place: Place, key: string): Promise<void> {
    try {
      const query = { first, last: first + PART - 1, seat: asked(place) };
      const found = await get("/api/tables/{table}/replay", { path: { table: this.table }, query });
      this.total = found.total;
      const before = this.#steps[place] ?? [];
      const fresh = found.steps.filter((step) => !before.some(({ entries }) => entries === step.entries));
      const all = [...before, ...fresh].sort((a, b) => a.entries - b.entries);
      this.#steps = { ...this.#steps, [place]: all };
      this.failure = null;
    } catch (error) {
      this.#fetching[key] = undefined;
      this.failure = error;
    }
  }
}
