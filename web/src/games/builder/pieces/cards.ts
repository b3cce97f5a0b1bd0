// What is printed on a market card: its colour, and in a few words what it does.
import { known, num, t } from "../../../app/text/text";
import type { CardValues } from "../printed";

export type CardColor = "red" | "green" | "purple" | "blue" | "plain";

const CARD_COLORS: Readonly<Record<string, CardColor>> = {
  entrance: "red",
  sarcophagus: "red",
  paved_path: "red",
  private_quarry: "red",
  pyramid_decoration: "green",
  temple_decoration: "green",
  burial_chamber_decoration: "green",
  obelisk_decoration: "green",
  stone_ornament: "green",
  statue: "purple",
  lever: "blue",
  hammer: "blue",
  sail: "blue",
  chisel: "blue",
  raft: "blue",
  loading_plank: "blue",
};

export function cardColor(card: string): CardColor {
  return CARD_COLORS[card] ?? "plain";
}

export function cardName(card: string): string {
  const id = known(`card.${card}`);
  return id ? t(id) : card;
}

/** As it stands on a drawing, where there is little room. */
export function cardShort(card: string): string {
  const id = known(`card.short.${card}`);
  return id ? t(id) : cardName(card);
}

/** What it does; without the printed values only where there is no number in it. */
export function cardDoes(card: string, values: CardValues | undefined): string {
  if (card === "entrance" || card === "sarcophagus" || card === "paved_path") return t("card.does.site");
  if (card === "lever" || card === "sail" || card === "chisel" || card === "raft" || card === "loading_plank")
    return t(`card.does.${card}`);
  if (!values) return "";
  if (card.endsWith("_decoration")) return t("card.does.decoration", { n: values.decoration_stones });
  if (card === "statue") return values.statues.map(num).join(" ");
  if (card === "hammer") return t("card.does.hammer", { n: values.hammer_stones });
  if (card === "cargo_sled") return t("card.does.cargo_sled", { n: values.cargo_sled_room });
  if (card === "stone_ornament") return t("card.does.stone_ornament", { n: values.stone_ornament_points });
  if (card === "private_quarry")
    return t("card.does.private_quarry", { points: values.private_quarry_points, n: values.private_quarry_stones });
  return "";
}
