// What lies in the box of The Duel.
import { t } from "../../app/text/text";
import type { GameBox } from "../../table/box";
import { PLAYERS } from "../ids";
import { ICONS } from "./pieces/icons";
import SideCard from "./SideCard.svelte";
import { DUEL_SIDES, DUEL_SITES, type DuelSite } from "./view";

export const duelBox: GameBox = {
  players: PLAYERS.duel,
  sites: DUEL_SITES,
  sides: DUEL_SIDES,
  group: "duel",
  icon: (site) => ICONS[site as DuelSite],
  siteName: (site) => t(`duel.site.${site as DuelSite}`),
  text: { side: "duelside", does: "dueldoes" },
  modules: [],
  rules: () => ["refill_at_end_of_turn", "partial_action_tokens", "english_pyramid_b"],
  house: [],
  SideCard,
  SidePicture: null,
};
