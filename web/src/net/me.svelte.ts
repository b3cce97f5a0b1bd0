// Who sits at this page. Whoever needs to be somebody is a guest at once, and may get an account later.
import { get, patch, post, Problem, type Me } from "./http";
import { live as pageLive, type Live, type LiveState } from "./live";
import type { components } from "./schema";

type Change = components["schemas"]["PeopleChange"];

const KEY = "imhotep.somebody"; // a note that there is a cookie, which no script can see: nobody is not asked for

export class Myself {
  /** undefined: not known yet; null: nobody so far. */
  who = $state.raw<Me | null | undefined>(undefined);
  connection = $state<LiveState>("connecting");
  /** Why the server won't have our connection. */
  shut = $state<string | null>(null);

  #live: Live;
  #asking: Promise<Me | null> | null = null;
  #coming: Promise<Me> | null = null;

  constructor(live: Live = pageLive) {
    this.#live = live;
    live.hear({
      state: (state) => {
        this.connection = state;
        if (state === "open") this.shut = null;
      },
      shut: (code) => {
        this.shut = code;
        // The session has ended elsewhere.
        if (code === "not_signed_in") this.who = null;
      },
    });
  }

  /** Whether anybody sits here, as the cookie says. */
  ask(): Promise<Me | null> {
    this.#asking ??= this.#ask().finally(() => (this.#asking = null));
    return this.#asking;
  }

  /** Somebody, whatever it takes: the first need makes a guest. */
  async need(): Promise<Me> {
    const who = this.who === undefined ? await this.ask() : this.who;
    if (who) return who;
    this.#coming ??= post("/api/guest", { body: {} })
      .then((me) => this.#is(me))
      .finally(() => (this.#coming = null));
    return this.#coming;
  }

  async signIn(name: string, password: string, code: string): Promise<void> {
    this.#is(await post("/api/sign-in", { body: { name, password, code } }));
  }

  async signOut(): Promise<void> {
    await post("/api/sign-out");
    this.#nobody();
  }

  /** A guest gets a password; games and ratings stay. */
  async account(name: string, password: string, mail: string | null): Promise<void> {
    await this.need();
    this.who = await post("/api/account", { body: { name, password, mail } });
  }

  async change(change: Change): Promise<void> {
    this.who = await patch("/api/me", { body: change });
  }

  async newPassword(token: string, password: string, code: string): Promise<void> {
    this.#is(await post("/api/password/new", { body: { token, password, code } }));
  }

  async forget(password: string): Promise<void> {
    await post("/api/me/delete", { body: { password } });
    this.#nobody();
  }

  /** All sessions have ended, this one, too. */
  hasLeft(): void {
    this.#nobody();
  }

  async #ask(): Promise<Me | null> {
    if (!localStorage.getItem(KEY)) {
      this.who = null;
      return null;
    }
    try {
      return this.#is(await get("/api/me"));
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 401) throw error;
      localStorage.removeItem(KEY);
      this.who = null;
      return null;
    }
  }

  #is(me: Me): Me {
    const other = this.who?.id !== me.id;
    this.who = me;
    localStorage.setItem(KEY, "1");
    if (other) this.#live.restart();
    return me;
  }

  #nobody(): void {
    this.who = null;
    localStorage.removeItem(KEY);
    this.#live.end();
  }
}

export const me = new Myself();
