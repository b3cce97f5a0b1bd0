// Every word that is drawn comes from here.
import { en } from "./en";

export type TextId = keyof typeof en;
type Values = Readonly<Record<string, string | number>>;
type Text = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>>>;

const locale = "en"; // other languages come with the pages
const numbers = new Intl.NumberFormat(locale);
const plurals = new Intl.PluralRules(locale);
const ordinals = new Intl.PluralRules(locale, { type: "ordinal" });
const lists = new Intl.ListFormat(locale, { type: "unit", style: "short" });
const texts: Readonly<Record<TextId, Text>> = en;

export function t(id: TextId, values: Values = {}): string {
  return filled(chosen(texts[id], plurals, values), values);
}

/** 1st, 2nd, 3rd ... */
export function rank(place: number): string {
  return filled(chosen(texts["place.rank"], ordinals, { n: place }), { n: place });
}

export function num(value: number): string {
  return numbers.format(value);
}

export function signed(value: number): string {
  return (value < 0 ? "−" : "+") + num(Math.abs(value));
}

export function list(values: readonly number[]): string {
  return lists.format(values.map(num));
}

/** The id, if there is such a text. */
export function known(id: string): TextId | null {
  return id in texts ? (id as TextId) : null;
}

function chosen(text: Text, rules: Intl.PluralRules, values: Values): string {
  if (typeof text === "string") return text;
  return text[rules.select(Number(values["n"] ?? 0))] ?? text.other ?? "";
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "number" ? num(value) : (value ?? "");
  });
}
