// Moves and happenings of The Duel in words.
import { known, num, t } from "../../app/text/text";
import { sentences, word, type Numbers, type Values } from "../../table/words";
import type { DuelView } from "./view";

export const { moveWords, eventWords } = sentences((_view: DuelView, of: Numbers): Values => {
  const values: Values = {};
  if (of.site != null) values["site"] = word(`duel.site.${of.site}`, of.site);
  if (of.token != null) values["token"] = tokenName(of.token);
  if (of.boat != null) values["boat"] = boatName(of.boat);
  return values;
});

export function tokenName(token: string | number): string {
  const numbered = /^(temple|tomb)_(\d+)$/.exec(String(token));
  if (typeof token === "number") return num(token);
  const id = known(`duel.token.${numbered?.[1] ?? token}`);
  return id ? t(id, { n: Number(numbered?.[2] ?? 0) }) : token;
}

export function boatName(boat: string): string {
  const [kind, n] = boat.split(" ");
  if (kind !== "row" && kind !== "column") return boat;
  return t(kind === "row" ? "boat.row" : "boat.column", { n: Number(n) });
}
