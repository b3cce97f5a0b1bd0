// The recorded decisions of tools/duel_questions.py: for tests and the gallery only.
import type { DuelView } from "../duel/view";
import type { Preview, Words } from "../play/effects";
import type { GameEvent } from "../views";
import recordedEnd from "./questions/end.json";
import recordedWords from "./questions/words.json";

export interface Asked {
  view: DuelView;
  previews: readonly Preview[];
  events: readonly GameEvent[];
}

const files = import.meta.glob<Asked>("./questions/*-*.json", { eager: true, import: "default" });

export const asked: readonly (Asked & { name: string })[] = Object.entries(files).map(([path, content]) => ({
  name: path.replace(/^.*\/|\.json$/g, ""),
  ...content,
}));

/** A game that is over. */
export const end = recordedEnd as unknown as Asked;

export const words = recordedWords as unknown as Words;
