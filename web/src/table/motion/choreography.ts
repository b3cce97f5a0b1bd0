// From what happened to what moves: pure, for both games.
import { builderScript } from "../../games/builder/motion/script";
import { duelScript } from "../../games/duel/motion/script";
import type { Events, Script, Stage, TableView } from "./script";

/** The steps of these events, which led from one view to the other. */
export function choreography(before: TableView, after: TableView, events: Events, stage: Stage = {}): Script {
  if (before.game === "builder" && after.game === "builder") return builderScript(before, after, events, stage);
  if (before.game === "duel" && after.game === "duel") return duelScript(before, after, events, stage);
  throw new Error("views of different games");
}
