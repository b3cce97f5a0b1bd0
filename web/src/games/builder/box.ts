// What lies in the box of Builder of Egypt.
import { t } from "../../app/text/text";
import type { GameBox } from "../../table/box";
import { PLAYERS } from "../ids";
import { printed } from "./samples";
import SideCard from "./SideCard.svelte";
import SidePicture from "./SidePicture.svelte";
import { SIDES, SITES, type Site } from "./view";

export const builderBox: GameBox = {
  players: PLAYERS.builder,
  sites: SITES,
  sides: SIDES,
  group: "site",
  icon: (site) => site as Site,
  siteName: (site) => t(`site.${site as Site}`),
  text: { side: "side", does: "does" },
  modules: ["cards", "prophecies", "wrath", "face_down"],
  rules: (players) => (players === 2 ? ["may_decline_card", "second_color"] : ["may_decline_card"]),
  house: printed.house,
  SideCard,
  SidePicture,
};
