// Who is called what at a table: whoever looks is You, around one screen everybody keeps their name.
import { t } from "../app/text/text";
import type { GameView } from "../net/views";

/** The seat that is called You; where a page doesn't say, the one whose view it is. */
export function youAt(view: GameView): number | null {
  return view.you === undefined ? view.seat : view.you;
}

export function isYou(view: GameView, seat: number | null | undefined): boolean {
  return seat != null && seat === youAt(view);
}

/** Over a board, which replays show as well: You only where the page says so. */
export function headOf(view: GameView, seat: number): string {
  return view.you === seat ? t("you") : (view.seats[seat]?.name ?? "");
}

export function nameOf(view: GameView, seat: number): string {
  return isYou(view, seat) ? t("you") : (view.seats[seat]?.name ?? "");
}
