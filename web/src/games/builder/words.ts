// Moves and happenings of Builder of Egypt in words.
import { known, num, t } from "../../app/text/text";
import { sentences, word, type Numbers, type Values } from "../../table/words";
import { boardName } from "./pieces/boards";
import { cardName } from "./pieces/cards";
import { SITES, type BuilderView } from "./view";

export const { moveWords, eventWords } = sentences((view: BuilderView, of: Numbers): Values => {
  const values: Values = { card: of.card != null ? cardName(of.card) : t("card.unknown") };
  if (of.second_card != null) values["second"] = cardName(of.second_card);
  if (of.site != null) values["site"] = siteName(view, of.site);
  if (of.token != null) values["token"] = typeof of.token === "number" ? num(of.token) : of.token;
  if (of.pyramid != null)
    values["pyramid"] = t(`pyramid.${(["left", "middle", "right"] as const)[of.pyramid - 1] ?? "left"}`);
  if (of.squares != null) values["squares"] = of.squares.map(([column, row]) => squareName(column, row)).join(" ");
  if (of.prophecy != null) {
    const god = typeof of.prophecy === "string" ? of.prophecy : (view.prophecies[of.prophecy - 1]?.id ?? "");
    values["god"] = word(`god.${god}`, t("god.other"));
  }
  const color = of.seat != null && known(`seat.${view.seats[of.seat]?.color ?? ""}`);
  if (color) values["color"] = t(color);
  return values;
});

function siteName(view: BuilderView, id: string): string {
  const site = SITES.find((one) => one === id);
  return site ? boardName(view, site) : id;
}

function squareName(column: number, row: number): string {
  return `${String.fromCharCode(96 + column)}${row}`;
}
