// The icon of each site.
import type { IconName } from "../../../app/drawing/Icon.svelte";
import type { DuelSite } from "../view";

export const ICONS: Readonly<Record<DuelSite, IconName>> = {
  obelisk: "obelisks",
  temple: "temple",
  pyramids: "pyramids",
  tomb: "burial_chamber",
};
