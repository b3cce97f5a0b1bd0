// Builder of Egypt: what moves at each event. What is told of a thing stands in a file of its own.
import type { GameEvent } from "../../../net/views";
import type { Events, Script } from "../../../table/motion/script";
import { SITES, type BuilderView, type Site } from "../view";
import {
  dealCard,
  discardCard,
  drawToLook,
  dropCard,
  getCard,
  payCoin,
  playCard,
  showCard,
  shufflePile,
} from "./cards";
import type { BuilderCast, BuilderStage } from "./cast";
import { tombGone, tombTurned } from "./chamber";
import { flash } from "./lights";
import { addPart, buildTower } from "./obelisks";
import { onSeat } from "./patches";
import { payPoints } from "./points";
import { prophesy } from "./prophecies";
import { moveImhotep, turnScaffold } from "./pyramids";
import { beginRound, comeIn, endGame, endRound } from "./rounds";
import { sailShip } from "./ships";
import { bringStone, buildStone, giveBack, hover, loadStone, takeStones, unloadStone } from "./stones";
import { Tale } from "./tale";
import { moveChariot } from "./temple";

/** Nothing is seen of these: the seat's panel, the sentence or the log tells them. */
export const BUILDER_SILENT: ReadonlySet<string> = new Set([
  "turn_began",
  "passed",
  "declined",
  "stone_ordered",
  "forced",
]);

export function builderScript(
  before: BuilderView,
  after: BuilderView,
  events: Events,
  stage: BuilderStage,
): Script<BuilderCast> {
  const tale = told(before, after, events, stage);
  dropCard(tale);
  return tale.w.finish(after);
}

/** The table after these events, as the steps leave it: for tests. */
export function builderResult(
  before: BuilderView,
  after: BuilderView,
  events: Events,
  stage: BuilderStage,
): BuilderView {
  return told(before, after, events, stage).view;
}

function told(before: BuilderView, after: BuilderView, events: Events, stage: BuilderStage): Tale {
  const tale = new Tale(before, after, events, stage);
  events.forEach((event, index) => tell(tale, event, index));
  for (const held of tale.held.splice(0)) hover(tale, held, true);
  return tale;
}

/** Where one has to look; nowhere if it is all on the river. */
function boardOf({ kind, site, source }: GameEvent): BuilderCast["where"] | null {
  if (kind === "stones_taken" || kind.startsWith("prophe")) return "quarry";
  if (kind === "card_picked" || kind === "coin_paid") return "market";
  return SITES.find((other) => other === site || other === source) ?? null;
}

function tell(tale: Tale, event: GameEvent, index: number): void {
  const { w } = tale;
  tale.index = index;
  w.event(index, event.kind, boardOf(event));
  const seat = event.seat ?? 0;
  const site = event.site as Site;
  switch (event.kind) {
    case "turn_began":
      w.patch(w.free, (view) => ({ ...view, decider: seat }));
      w.silent();
      break;
    case "stones_taken":
      return takeStones(tale, seat, event.count ?? 1);
    case "stone_loaded":
      return loadStone(tale, seat, event.ship ?? 1, event.space ?? 1);
    case "ship_sailed":
      return sailShip(tale, event.ship ?? 1, site);
    case "stone_unloaded":
      return unloadStone(tale, seat, event.ship ?? 1, event.space ?? 1, site);
    case "stone_quarried":
      return bringStone(tale, seat, site, tale.quarry(seat), (at) =>
        w.patch(
          at,
          onSeat(seat, (own) => ({ ...own, quarry: own.quarry - 1 })),
        ),
      );
    case "stone_rafted":
      return bringStone(tale, seat, site, tale.seat(seat), (at) =>
        w.patch(
          at,
          onSeat(seat, (own) => ({ ...own, sled: own.sled - 1 })),
        ),
      );
    case "stone_built":
      return buildStone(tale, seat, site, event.place ?? null);
    case "tower_built":
      return buildTower(tale, seat, event.place ?? 1);
    case "stone_returned":
      return giveBack(tale, seat, event.ship ?? null, event.space ?? null);
    case "points":
      return payPoints(tale, seat, event.source ?? "", event.points ?? 0, event.place ?? null);
    case "card_picked":
    case "card_kept":
      return getCard(tale, seat, event.card ?? null, event.space ?? null);
    case "card_drawn":
      return getCard(tale, seat, event.card ?? null, null);
    case "cards_drawn_to_look":
      return drawToLook(tale, seat, event.count ?? 1);
    case "cards_looked_at":
      return flash(tale, event.space ? tale.market(event.space) : tale.pile("draw_pile"), "gold", 420);
    case "card_played":
      return playCard(tale, seat, event.card ?? null);
    case "card_shown":
      return showCard(tale, seat, event.card ?? null);
    case "card_discarded":
      return discardCard(tale, event.card ?? null, event.space ?? null);
    case "card_dealt":
    case "card_dealt_down":
      return dealCard(tale, event.card ?? null, event.space ?? 1);
    case "pile_shuffled":
      return shufflePile(tale, event.count ?? 0);
    case "round_began":
      return beginRound(tale, event.round ?? tale.view.round);
    case "ship_ready":
      return comeIn(tale, event.ship ?? 1);
    case "round_ended":
      return endRound(tale);
    case "game_ended":
      return endGame(tale);
    case "coin_paid":
      return payCoin(tale, seat);
    case "scaffold_turned":
      return turnScaffold(tale, true);
    case "scaffold_left_out":
      return turnScaffold(tale, false);
    case "imhotep_moved":
      return moveImhotep(tale, event.space ?? 1);
    case "chariot_moved":
      return moveChariot(tale, seat, event.track ?? 0);
    case "tomb_turned":
      return tombTurned(tale, Number(event.token));
    case "tomb_taken":
      return tombGone(tale, Number(event.token), true);
    case "tomb_removed":
      return tombGone(tale, Number(event.token), false);
    case "token_added":
      return addPart(tale, seat, event.place ?? 1, true);
    case "token_put_back":
      return addPart(tale, seat, event.place ?? 1, false);
    case "prophecy_drawn":
    case "prophecy_fulfilled":
      return flash(tale, tale.stele(event.prophecy ?? 1), "gold", 600);
    case "prophecy_failed":
      return flash(tale, tale.stele(event.prophecy ?? 1), "dark", 600);
    case "prophesied":
      return prophesy(tale, seat, event.prophecy ?? 1, event.period ?? 1);
    default:
      w.silent();
  }
}
