// What lies in a game's box: what may be chosen for a new table, and what the rules speak of.
import type { Component } from "svelte";

import type { IconName } from "../app/drawing/Icon.svelte";

export type Module = "cards" | "prophecies" | "wrath" | "face_down";
export type HouseRule =
  "may_decline_card" | "second_color" | "refill_at_end_of_turn" | "partial_action_tokens" | "english_pyramid_b";

export interface GameBox {
  players: readonly number[]; // how many may play
  sites: readonly string[];
  sides: readonly string[];
  group: string; // before the name of a site, where its sides are to be chosen
  icon: (site: string) => IconName;
  siteName: (site: string) => string;
  /** The ids of texts: the name of a side, what it does. */
  text: { side: string; does: string };
  modules: readonly Module[];
  rules: (players: number) => readonly HouseRule[];
  house: readonly string[]; // sides that carry values of our own
  /** To be chosen where there is a group. */
  SideCard: Component<{ site: string; side: string; group?: string; chosen?: boolean; onchoose?: () => void }>;
  SidePicture: Component<{ site: string; side: string }> | null;
}
