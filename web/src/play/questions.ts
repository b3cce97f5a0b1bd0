// The recorded decisions of tools/play_questions.py: for tests and the gallery only.
import type { BuilderView, GameEvent } from "../views";
import type { Preview, Words } from "./effects";
import recordedEnd from "./questions/end.json";
import recordedWords from "./questions/words.json";

interface Asked {
  view: BuilderView;
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
