// What happened, as lines of the log: a line a happening, the tokens of it as pictures, without the noise.
import { known, t, type TextId } from "../../../app/text/text";
import type { GameEvent } from "../../../net/views";
import { isYou, nameOf } from "../../../table/you";
import type { DuelAnchor } from "../board/table";
import { placeOf, tokenName, tokenOf } from "../pieces/tokens";
import { DUEL_SITES, type DuelSite, type DuelView } from "../view";
import { boatName } from "./words";

export const TOPICS = ["all", "boats", "tokens", "points"] as const;
export type Topic = (typeof TOPICS)[number];

/** What a rules card may be opened for. */
export type About = { site: DuelSite; side: string } | { token: string } | { rules: readonly string[]; title: string };

export interface Entry {
  number: number; // of its first event
  heading: boolean;
  seat: number | null;
  text: string;
  tokens: readonly string[]; // as pictures
  topics: ReadonlySet<Topic>;
  where: DuelAnchor | null;
  about: About | null;
  piece: string | null;
}

const HEADINGS = new Set(["game_began", "game_ended"]);
const BOATS = new Set(["boat_unloaded", "boat_left", "tokens_swapped", "token_loaded", "reserve_loaded"]);
const TOKENS = new Set(["token_unloaded", "token_taken", "token_removed", "action_played", "tokens_swapped"]);

// Which rules of the catalogue tell about a happening.
const RULES: Readonly<Record<string, readonly string[]>> = {
  meeple_placed: ["R133", "R134"],
  boat_unloaded: ["R135", "R136", "R137"],
  token_removed: ["R138"],
  token_loaded: ["R139", "D2"],
  reserve_loaded: ["R144"],
  boat_left: ["R140", "R148"],
  passed: ["D5"],
  stopped: ["D3"],
  game_ended: ["R148", "R149", "R150"],
};

export function entriesOf(view: DuelView, events: readonly GameEvent[]): Entry[] {
  const entries: (Entry & { event: GameEvent })[] = [];
  let began = false; // what the boats have at first, everybody sees
  events.forEach((event, number) => {
    if (event.kind === "turn_began" || event.kind === "meeple_placed") began = true;
    const last = entries.at(-1);
    const token = typeof event.token === "string" ? event.token : null;
    if (event.kind === "token_loaded") {
      if (!began || !token) return;
      if (last?.event.kind === "token_loaded" && last.event.boat === event.boat) last.tokens = [...last.tokens, token];
      else entries.push({ ...entryOf(view, event, token), number, event });
    } else if (textOf(event) && !(event.kind === "points" && !event.points)) {
      entries.push({ ...entryOf(view, event, token), number, event });
    }
  });
  return entries;
}

function entryOf(view: DuelView, event: GameEvent, token: string | null): Omit<Entry, "number"> {
  const { kind } = event;
  const topics = new Set<Topic>(["all"]);
  if (BOATS.has(kind)) topics.add("boats");
  if (TOKENS.has(kind)) topics.add("tokens");
  if (kind === "points" || kind === "first_to_five") topics.add("points");
  return {
    heading: HEADINGS.has(kind),
    seat: event.seat ?? null,
    text: sentence(view, event),
    tokens: token ? [token] : [],
    topics,
    where: whereOf(event, token),
    about: aboutOf(view, event, token),
    piece: token,
  };
}

/** Of what is not worth a line there is none. */
function textOf({ kind }: GameEvent): TextId | null {
  return known(`duel.happened.${kind}`) ?? known(`happened.${kind}`);
}

function sentence(view: DuelView, event: GameEvent): string {
  const id = (isYou(view, event.seat) && known(`duel.you.${event.kind}`)) || textOf(event);
  if (!id) return "";
  return t(id, {
    who: event.seat == null ? "" : nameOf(view, event.seat),
    row: event.row ?? 0,
    column: event.column ?? 0,
    boat: event.boat ? boatName(event.boat) : "",
    token: typeof event.token === "string" ? tokenName(event.token) : "",
    n: event.points ?? event.count ?? 0,
    source: event.source ? t(known(`source.${event.source}`) ?? "log.points") : "",
  });
}

function whereOf(event: GameEvent, token: string | null): DuelAnchor | null {
  const { kind, seat, boat, row, column } = event;
  if (row && column) return { on: "well", row, column };
  if (kind === "token_removed") return { on: "box" };
  if ((kind === "token_unloaded" || kind === "token_taken") && seat != null && token) return atHome(seat, token);
  if (kind === "action_played" && seat != null) return { on: "actions", seat };
  if (kind === "first_to_five" && seat != null) return { on: "site", seat, site: "obelisk" };
  if (kind === "points" && seat != null) {
    const site = DUEL_SITES.find((name) => name === event.source);
    return site ? { on: "site", seat, site } : { on: "seat", seat };
  }
  return boat ? { on: "boat", boat } : null;
}

function atHome(seat: number, token: string): DuelAnchor {
  const place = placeOf(token);
  if (place === "actions") return { on: "actions", seat };
  const { kind, number } = tokenOf(token);
  return kind === "tomb" ? { on: "number", seat, number } : { on: "site", seat, site: place };
}

function aboutOf(view: DuelView, event: GameEvent, token: string | null): About | null {
  const { kind } = event;
  const rules = RULES[kind];
  if (rules) return { rules, title: sentence(view, event) };
  const place = token ? placeOf(token) : (DUEL_SITES.find((name) => name === event.source) ?? null);
  if (kind === "tokens_swapped") return { token: "swap_and_unload" };
  if (token && place === "actions") return { token };
  const site = kind === "first_to_five" ? "obelisk" : place;
  if (site && site !== "actions") return { site, side: view.sites[site]?.side ?? "A" };
  return kind === "points" ? { rules: ["R149"], title: t("panel.by_source") } : null;
}
