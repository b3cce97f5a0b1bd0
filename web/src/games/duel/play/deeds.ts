// What is asked and what a choice does, in whole sentences; and how far an action token is played.
import { choices, known, t } from "../../../app/text/text";
import type { GameEvent, Move } from "../../../net/views";
import { boatPlace } from "../board/harbour";
import { tokenName } from "../pieces/tokens";
import type { DuelView } from "../view";
import { pickedCargo, type Choice, type Option } from "./choices";
import { boatName, cargoName } from "./words";

/** The sentence that asks. */
export function askOf(view: DuelView, choice: Choice): string {
  const cargo = pickedCargo(choice);
  if (cargo?.space) return t("duel.ask.swap", { token: cargoName(view, cargo.boat, cargo.space) });
  if (cargo) return t("duel.ask.cargo", { boat: boatName(cargo.boat) });
  const { action } = choice.picked;
  if (action === "play") return t("duel.ask.play");
  if (action) return t(`ask.duel.${action}`);
  if (choice.moves.every(({ verb }) => verb === "pass")) return t("ask.pass");
  if (choice.actions.length) {
    return t("ask.duel.turn", { deeds: choices(choice.actions.map((one) => t(`turn.duel.${one}`))) });
  }
  return t(known(`ask.duel.${view.question ?? ""}`) ?? "ask.other");
}

/** What the gold button says, and what a target that makes a move is called. */
export function deedOf(view: DuelView, move: Move): string {
  const boat = move.boat ?? "";
  const token = move.token ? tokenName(move.token) : "";
  switch (move.verb) {
    case "place":
      return t("move.duel.place", { row: move.row ?? 0, column: move.column ?? 0 });
    case "unload":
      return t("move.duel.unload", { boat: boatName(boat) });
    case "play":
      return t("move.duel.play", { token });
    case "take":
      return t("move.duel.take", { token, boat: boatName(boat), space: move.space ?? 0 });
    case "swap":
      return t("duel.deed.swap", {
        first: cargoName(view, boat, move.space ?? 0),
        second: cargoName(view, boat, move.second_space ?? 0),
        boat: boatName(boat),
      });
    case "pass":
      return t("move.duel.pass");
    default:
      return t("move.duel.stop");
  }
}

/** What something that may be picked is called. */
export function optionName(view: DuelView, { target, moves, move }: Option): string {
  if (target.on === "cargo" && (!move || move.verb === "swap")) {
    const { boat, space } = target;
    return t("duel.pick.cargo", { token: cargoName(view, boat, space), boat: boatName(boat), space });
  }
  if (move) return deedOf(view, move);
  if (target.on === "boat") {
    const { line, number } = boatPlace(target.boat);
    const tokens = [1, 2, 3].map((space) => cargoName(view, target.boat, space));
    return t("pick.with", { deed: t(`duel.boat.${line}`, { n: number }), effect: tokens.join(", ") });
  }
  return deedOf(view, moves[0]!);
}

export interface TokenStep {
  text: string;
  state: "done" | "now" | "optional";
}

export interface TokenInPlay {
  token: string;
  seat: number;
  steps: readonly TokenStep[];
}

/** The action token that is being played: what was done so far, and what comes now. */
export function tokenInPlay(view: DuelView, events: readonly GameEvent[]): TokenInPlay | null {
  const from = events.findLastIndex(({ kind }) => kind === "turn_began" || kind === "action_played");
  const played = events[from];
  if (view.is_over || played?.kind !== "action_played" || typeof played.token !== "string") return null;
  const steps: TokenStep[] = [];
  for (const { kind, boat } of events.slice(from + 1)) {
    if (kind === "meeple_placed") steps.push({ text: t("duel.step.placed"), state: "done" });
    else if (kind === "boat_unloaded") {
      steps.push({ text: t("duel.step.unloaded", { boat: boatName(boat ?? "") }), state: "done" });
    } else if (kind === "tokens_swapped") {
      steps.push({ text: t("duel.step.swapped", { boat: boatName(boat ?? "") }), state: "done" });
    }
  }
  const stops = view.moves.some(({ verb }) => verb === "stop");
  if (view.moves.length) {
    steps.push(
      stops ? { text: t("duel.step.optional"), state: "optional" } : { text: t("duel.step.now"), state: "now" },
    );
  }
  return { token: played.token, seat: played.seat ?? 0, steps };
}
