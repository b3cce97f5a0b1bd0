// Cargo tokens by their ids: what is on them, and where they go.
import { num, t } from "../../../app/text/text";
import type { DuelSite, DuelView } from "../view";

export const ACTION_TOKENS = ["take", "place", "place_and_unload", "swap_and_unload"] as const;
export type ActionKind = (typeof ACTION_TOKENS)[number];
export type TokenKind = "obelisk" | "light_pyramid" | "dark_pyramid" | "temple" | "tomb" | ActionKind;

export interface Token {
  kind: TokenKind;
  number: number; // symbols, or number of the tomb; 0 for the others
}

const ORDER: readonly TokenKind[] = ["obelisk", "temple", "light_pyramid", "dark_pyramid", "tomb", ...ACTION_TOKENS];

/** "tomb_7" is number 7 of the tomb. */
export function tokenOf(id: string): Token {
  const numbered = /^(temple|tomb)_(\d+)$/.exec(id);
  return numbered
    ? { kind: numbered[1] as TokenKind, number: Number(numbered[2]) }
    : { kind: id as TokenKind, number: 0 };
}

export function isAction(kind: TokenKind): kind is ActionKind {
  return (ACTION_TOKENS as readonly string[]).includes(kind);
}

/** Where a token comes to lie when somebody gets it. */
export function placeOf(id: string): DuelSite | "actions" {
  const { kind } = tokenOf(id);
  if (isAction(kind)) return "actions";
  return kind === "light_pyramid" || kind === "dark_pyramid" ? "pyramids" : kind;
}

export function tokenName(id: string): string {
  const { kind, number } = tokenOf(id);
  return t(`duel.token.${kind}`, { n: num(number) });
}

export function inOrder(ids: readonly string[]): string[] {
  const key = (id: string) => {
    const { kind, number } = tokenOf(id);
    return ORDER.indexOf(kind) * 100 + number;
  };
  return [...ids].sort((a, b) => key(a) - key(b));
}

/** How many tokens of a kind the game has: those that are seen anywhere, and the others. */
export function countInGame(view: DuelView, kind: "obelisk" | "light_pyramid" | "dark_pyramid"): number {
  const built = view.seats.map((seat) =>
    kind === "obelisk" ? seat.obelisk.tokens : kind === "light_pyramid" ? seat.pyramids.light : seat.pyramids.dark,
  );
  const afloat = view.boats.flatMap(({ cargo }) => cargo).filter((id) => id === kind).length;
  const removed = view.removed.filter((id) => id === kind).length;
  return built.reduce((sum, count) => sum + count, afloat + removed + (view.unseen[kind] ?? 0));
}

/** The highest number of the tomb. */
export function tombLength(view: DuelView): number {
  const ids = [...view.boats.flatMap(({ cargo }) => cargo), ...view.removed, ...Object.keys(view.unseen)];
  const numbers = ids.map((id) => tokenOf(id ?? "")).map(({ kind, number }) => (kind === "tomb" ? number : 0));
  return Math.max(1, ...numbers, ...view.seats.flatMap(({ tomb }) => tomb.numbers));
}

/** Numbers of the tomb that a seat can't get any more. */
export function lostNumbers(view: DuelView, seat: number): ReadonlySet<number> {
  const removed = view.removed.map(tokenOf).flatMap(({ kind, number }) => (kind === "tomb" ? [number] : []));
  return new Set([...removed, ...view.seats.flatMap(({ tomb }, other) => (other === seat ? [] : tomb.numbers))]);
}
