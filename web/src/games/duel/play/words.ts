// Names of things at the Duel table.
import { t } from "../../../app/text/text";
import { boatPlace } from "../board/harbour";
import { tokenName } from "../pieces/tokens";
import type { DuelView } from "../view";

/** "row 2" in the reader's language. */
export function boatName(boat: string): string {
  const { line, number } = boatPlace(boat);
  return t(`boat.${line}`, { n: number });
}

export function cargoAt(view: DuelView, boat: string, space: number): string | null {
  return view.boats.find((other) => other.boat === boat)?.cargo[space - 1] ?? null;
}

export function cargoName(view: DuelView, boat: string, space: number): string {
  const token = cargoAt(view, boat, space);
  return token === null ? t("duel.boat.empty") : tokenName(token);
}
