// Games that begin at once.
import { router } from "../app/shell/router.svelte";
import { FRIENDLY } from "../app/shell/tables";
import { post, type Offer } from "../net/http";
import { me } from "../net/me.svelte";
import type { GameId } from "../net/views";

export async function openTable(offer: Offer): Promise<void> {
  await me.need();
  const { table } = await post("/api/tables", { body: offer });
  router.go(`/tables/${table}`);
}

/** One click: against a bot that doesn't look far. */
export function playNow(game: GameId): Promise<void> {
  return openTable({ game, public: false, seats: [{ kind: "me" }, { kind: "bot", bot: FRIENDLY }] });
}
