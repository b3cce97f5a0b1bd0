// All words about a game, in the language of the page: fetched once for each.
import { speech, type Language } from "../app/text/language.svelte";
import { get } from "../net/http";
import type { Words } from "../net/views";

const fetched: Record<string, Promise<Words> | undefined> = {};

function wordsIn(game: string, language: Language): Promise<Words> {
  const key = `${game} ${language}`;
  let found = fetched[key];
  if (!found) {
    found = get("/api/games/{game}/words", { path: { game }, query: { language } });
    found.catch(() => (fetched[key] = undefined));
    fetched[key] = found;
  }
  return found;
}

export class Catalogue {
  words = $state.raw<Words | undefined>(undefined);
  #wanted = "";

  /** Asks for the words of a game; to be called in an effect, so that another language is asked for, too. */
  want(game: string): void {
    const { language } = speech;
    const wanted = (this.#wanted = `${game} ${language}`);
    wordsIn(game, language).then(
      (words) => {
        if (this.#wanted === wanted) this.words = words;
      },
      () => undefined, // the table can be played without
    );
  }
}
