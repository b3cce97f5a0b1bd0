// The language of the page: what was chosen here before, or else what the browser asks for. English is always there, the
// others are fetched when they are needed.
import { en, type Catalogue } from "./en";

export const LANGUAGES = ["en", "de", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** In its own words, whatever the page speaks. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch", fr: "Français" };

const KEY = "imhotep.language";

const load: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  en: () => Promise.resolve(en),
  de: () => import("./de").then((module) => module.de),
  fr: () => import("./fr").then((module) => module.fr),
};

class Speech {
  language = $state<Language>("en");
  texts = $state.raw<Catalogue>(en);

  /** What was chosen, or what the browser asks for. */
  async begin(): Promise<void> {
    await this.#speak(stored() ?? asked(navigator.languages));
  }

  async set(language: Language): Promise<void> {
    localStorage.setItem(KEY, language);
    await this.#speak(language);
  }

  async #speak(language: Language): Promise<void> {
    this.texts = await load[language]();
    this.language = language;
    document.documentElement.lang = language;
  }
}

export function asked(wishes: readonly string[]): Language {
  for (const wish of wishes) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

function stored(): Language | null {
  const value = localStorage.getItem(KEY);
  return LANGUAGES.find((language) => language === value) ?? null;
}

export const speech = new Speech();
