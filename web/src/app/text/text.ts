// Every word that is drawn comes from here, in the language of the page.
import type { Text, TextId } from "./en";
import { speech, type Language } from "./language.svelte";

export type { TextId } from "./en";
type Values = Readonly<Record<string, string | number>>;

interface Forms {
  numbers: Intl.NumberFormat;
  plurals: Intl.PluralRules;
  ordinals: Intl.PluralRules;
  lists: Intl.ListFormat;
  names: Intl.ListFormat;
  choices: Intl.ListFormat;
  days: Intl.DateTimeFormat;
  moments: Intl.DateTimeFormat;
  ago: Intl.RelativeTimeFormat;
}

const forms = new Map<Language, Forms>();

function here(): Forms {
  const language = speech.language;
  const found = forms.get(language) ?? {
    numbers: new Intl.NumberFormat(language),
    plurals: new Intl.PluralRules(language),
    ordinals: new Intl.PluralRules(language, { type: "ordinal" }),
    lists: new Intl.ListFormat(language, { type: "unit", style: "short" }),
    names: new Intl.ListFormat(language, { type: "conjunction" }),
    choices: new Intl.ListFormat(language, { type: "disjunction" }),
    days: new Intl.DateTimeFormat(language, { dateStyle: "long" }),
    moments: new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }),
    ago: new Intl.RelativeTimeFormat(language, { numeric: "auto" }),
  };
  forms.set(language, found);
  return found;
}

export function t(id: TextId, values: Values = {}): string {
  return filled(chosen(speech.texts[id], here().plurals, values), values);
}

/** 1st, 2nd, 3rd ... */
export function rank(place: number): string {
  return filled(chosen(speech.texts["place.rank"], here().ordinals, { n: place }), { n: place });
}

export function num(value: number): string {
  return here().numbers.format(value).replace("-", "−");
}

export function signed(value: number): string {
  return (value < 0 ? "−" : "+") + num(Math.abs(value));
}

export function list(values: readonly number[]): string {
  return here().lists.format(values.map(num));
}

export function names(values: readonly string[]): string {
  return here().names.format(values);
}

/** One of these: a, b, or c. */
export function choices(values: readonly string[]): string {
  return here().choices.format(values);
}

/** A day; moments are milliseconds. */
export function day(at: number): string {
  return here().days.format(at);
}

export function moment(at: number): string {
  return here().moments.format(at);
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** 3 minutes ago, tomorrow. */
export function ago(at: number, now: number): string {
  const ms = at - now;
  const [unit, length] = UNITS.find(([, size]) => Math.abs(ms) >= size) ?? ["second", 1000];
  return here().ago.format(Math.round(ms / length), unit);
}

/** A stretch of time in words: 15 minutes, 2 days. */
export function stretch(amount: number, unit: "second" | "minute" | "hour" | "day"): string {
  const format = new Intl.NumberFormat(speech.language, { style: "unit", unit, unitDisplay: "long" });
  return format.format(amount);
}

/** What a clock shows: 14:05, 1:02:09, or days and hours. */
export function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds >= 86_400) {
    const hours = Math.floor(seconds / 3600);
    return t("clock.days", { d: Math.floor(hours / 24), h: hours % 24 });
  }
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** The id, if there is such a text. */
export function known(id: string): TextId | null {
  return id in speech.texts ? (id as TextId) : null;
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
