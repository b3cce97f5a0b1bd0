// When a side pays: high sun, setting sun, moon.
import type { Site } from "../view";

export type When = "now" | "round" | "end" | "both";

const WHEN: Readonly<Record<Site, Readonly<Record<string, When>>>> = {
  market: { A: "now", B: "now", C: "now", D: "now" },
  pyramids: { A: "now", B: "now", C: "now", D: "now" },
  temple: { A: "round", B: "round", C: "round", D: "both" },
  burial_chamber: { A: "end", B: "end", C: "end", D: "end" },
  obelisks: { A: "end", B: "now", C: "end", D: "end" },
};

export function whenOf(site: Site, side: string): When {
  return WHEN[site][side] ?? "end";
}
