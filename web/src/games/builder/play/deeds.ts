// What is asked and what a choice does, in whole sentences.
import { choices, known, t } from "../../../app/text/text";
import type { Move } from "../../../net/views";
import { boardName, toBoard } from "../pieces/boards";
import { cardName } from "../pieces/cards";
import { godName } from "../pieces/prophecies";
import type { BuilderView, Site } from "../view";
import { pickedShip, type Choice, type Option, type Target } from "./choices";
import { nameOf } from "../../../table/you";

/** The sentence that asks. */
export function askOf(view: BuilderView, choice: Choice): string {
  const last = choice.picked.targets.at(-1) ?? choice.implied.at(-1);
  const ship = pickedShip(choice);
  if (last?.on === "quarry") return t("ask.imhotep");
  if (last?.on === "pair") return t("ask.pair");
  if (ship !== null) return t("ask.dock", { ship });
  const action = choice.picked.action ?? (choice.actions.length === 1 ? choice.actions[0] : null);
  if (action) return t(`ask.${action}`);
  if (view.question === "keep_card") return t("ask.keep_card", { n: view.market.seen?.length ?? 0 });
  if (view.question === "pick_card" && choice.options.some(({ target }) => target.on === "pair")) return t("ask.pairs");
  if (choice.actions.length) return askOfTurn(choice);
  return t(known(`ask.${view.question ?? ""}`) ?? "ask.other");
}

/** What a turn can be used for now; a scarab is set beside it. */
function askOfTurn({ actions }: Choice): string {
  const deeds = actions.flatMap((action) => (action === "prophecy" || action === "pass" ? [] : t(`turn.${action}`)));
  return deeds.length ? t("ask.turn", { deeds: choices(deeds) }) : t("ask.pass");
}

/** What the gold button says, and what a target that makes a move is called. */
export function deedOf(view: BuilderView, move: Move): string {
  const { ship = 0, space = 0, amount } = move;
  switch (move.verb) {
    case "get":
    case "get_and_move":
      return amount ? t(`deed.${move.verb}`, { n: amount }) : t(`deed.${move.verb}.some`);
    case "load":
      return t("deed.load", { ship: ship ?? 0, place: space ?? 0 });
    case "sail":
      return t("deed.sail", { ship: ship ?? 0, to: toBoard(view, move.site as Site) });
    case "raft":
      return t("deed.raft", { to: toBoard(view, move.site as Site) });
    case "play":
      return t("deed.play", { card: cardName(move.card ?? "") });
    case "prophesy":
      return t("deed.prophesy", { god: godName(move.prophecy ?? "") });
    case "take":
      return t("deed.take", { card: cardName(move.card ?? ""), space: space ?? 0 });
    case "take_two":
      return t("deed.take_two", { card: cardName(move.card ?? ""), second: cardName(move.second_card ?? "") });
    case "look":
      return t("deed.look", { space: space ?? 0 });
    case "keep":
      return t("deed.keep", { card: cardName(move.card ?? "") });
    case "unload":
      return t("deed.unload", { who: stoneOf(view, move.seat ?? 0) });
    case "build":
      return pyramidName(view, move.pyramid ?? 0);
    case "mound":
      return t("deed.mound", { place: space ?? 0 });
    case "tomb":
      return t("deed.tomb", { n: space ?? 0 });
    case "alley":
      return t("deed.alley", { place: space ?? 0 });
    case "add":
      return t("deed.add", { squares: (move.squares ?? []).map(([x, y]) => "abcdefgh"[x - 1] + String(y)).join(" ") });
    case "take_points":
      return t("gift.points", { n: amount ?? 0 });
    case "take_stones":
      return t("gift.stones", { n: amount ?? 0 });
    case "take_card":
      return t("deed.take_card");
    case "pass":
      return t("deed.pass");
    default:
      return view.question === "great_obelisk" ? t("deed.to_box") : t("deed.decline");
  }
}

/** What something that may be picked is called. */
export function optionName(view: BuilderView, { target, moves, move }: Option): string {
  if (target.on === "stay") return t("deed.stay");
  if (target.on === "imhotep") return t("deed.move_imhotep");
  if (target.on === "first") return t("pick.first", { card: cardAt(view, target.place), space: target.place });
  if (move) return deedOf(view, move);
  switch (target.on) {
    case "ship":
      return t("pick.ship", { ship: target.ship });
    case "quarry":
      return t("deed.get.some");
    case "pair": {
      const [a, b] = target.pair;
      return t("pick.pair", { card: cardAt(view, a), second: cardAt(view, b), a, b });
    }
    default:
      return deedOf(view, moves[0]!);
  }
}

/** What may be picked shortly, on a button. */
export function shortName(view: BuilderView, option: Option): string {
  const { target } = option;
  if (target.on === "site") return boardName(view, target.site);
  if (target.on === "ship") return t("pick.ship", { ship: target.ship });
  return optionName(view, option);
}

function cardAt(view: BuilderView, space: number): string {
  return cardName(view.market.open[space - 1] ?? "unknown");
}

function stoneOf(view: BuilderView, seat: number): string {
  return nameOf(view, seat);
}

function pyramidName(view: BuilderView, number: number): string {
  const count = view.pyramids.type === "pyramids" ? view.pyramids.parts.length : 0;
  if (count !== 3) return t("deed.build", { n: number });
  return t((["deed.build.left", "deed.build.middle", "deed.build.right"] as const)[number - 1] ?? "deed.build", {
    n: number,
  });
}

export type { Target };
