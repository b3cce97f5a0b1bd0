// The words: every language has every text, with the same places; none is unused; addresses lead to their pages.
import { expect, test } from "vitest";

import { matched } from "../src/app/shell/router.svelte";
import { de } from "../src/app/text/de";
import { en, type Catalogue, type Text, type TextId } from "../src/app/text/en";
import { fr } from "../src/app/text/fr";
import { asked } from "../src/app/text/language.svelte";
import { ago, clock } from "../src/app/text/text";
import { ROUTES } from "../src/pages/routes";
import { SOURCES } from "./sources";

const OTHERS: Readonly<Record<string, Catalogue>> = { de, fr };

const forms = (words: Text) => (typeof words === "string" ? [words] : Object.values(words));
const places = (words: Text) => new Set(forms(words).flatMap((form) => form.match(/\{\w+\}/g) ?? []));

test("every language has every text, and no other", () => {
  for (const [language, catalogue] of Object.entries(OTHERS)) {
    expect(Object.keys(catalogue).sort(), language).toStrictEqual(Object.keys(en).sort());
  }
});

test("every text has the places of the English one, and no empty form", () => {
  for (const [language, catalogue] of Object.entries(OTHERS)) {
    for (const [id, words] of Object.entries(catalogue)) {
      expect([...places(words)].sort(), `${language} ${id}`).toStrictEqual([...places(en[id as TextId])].sort());
      for (const form of forms(words)) expect(form.trim(), `${language} ${id}`).toBeTruthy();
    }
  }
});

test("every text with plural forms has those of its language", () => {
  for (const [language, catalogue] of Object.entries<Catalogue>({ en, ...OTHERS })) {
    for (const [id, words] of Object.entries(catalogue)) {
      if (typeof words === "string") continue;
      const rules = new Intl.PluralRules(language, { type: id === "place.rank" ? "ordinal" : "cardinal" });
      const wanted = new Set([1, 2, 3, 4, 5, 11, 21, 100].map((n) => rules.select(n)));
      for (const form of wanted) expect(form in words, `${language} ${id}: ${form}`).toBe(true);
    }
  }
});

test("no text is unused", () => {
  const { whole, patterns } = mentioned();
  const unused = Object.keys(en).filter((id) => !whole.has(id) && !patterns.some((pattern) => pattern.test(id)));
  expect(unused).toStrictEqual([]);
});

test("no words stand in a template", () => {
  for (const [file, source] of SOURCES) {
    if (!file.endsWith(".svelte") || /^gallery\/|Wordmark/.test(file)) continue;
    const template = source.replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replace(/<!--[\s\S]*?-->/g, "");
    const bare = withoutBraces(template).replace(/<[^>]*>/g, " ");
    expect(bare, file).not.toMatch(/\p{L}{3,}/u);
    expect(withoutBraces(template), file).not.toMatch(
      /\b(aria-label|title|placeholder|alt)="[^"]*\p{L}{3,}[^"]*"(?!\})/u,
    );
  }
});

test("the language is the first that the browser asks for and we have", () => {
  expect(asked(["nl", "de-AT", "en"])).toBe("de");
  expect(asked(["fr-CA"])).toBe("fr");
  expect(asked(["pt"])).toBe("en");
});

test("clocks and stretches", () => {
  expect(clock(65_000)).toBe("1:05");
  expect(clock(3_729_000)).toBe("1:02:09");
  expect(clock(3 * 86_400_000)).toBe("3 d 0 h");
  expect(ago(0, 3 * 60_000)).toBe("3 minutes ago");
});

test("addresses lead to their pages", () => {
  const at = (path: string) => {
    const { route, params } = matched(ROUTES, path);
    return [route.title, params];
  };
  expect(at("/")).toStrictEqual(["title.home", {}]);
  expect(at("/tables/abc")).toStrictEqual(["title.table", { table: "abc" }]);
  expect(at("/tables/abc/replay")).toStrictEqual(["title.replay", { table: "abc" }]);
  expect(at("/tables/abc/")).toStrictEqual(["title.table", { table: "abc" }]);
  expect(at("/people/x")).toStrictEqual(["title.person", { person: "x" }]);
  for (const path of ["/nothing", "/tables", "/tables/a/b"]) expect(at(path)[0], path).toBe("title.nowhere");
});

/** Ids as they stand in the source, whole or with places: `side.${site}.${side}`. */
function mentioned() {
  const whole = new Set<string>();
  const patterns: RegExp[] = [];
  for (const [file, source] of SOURCES) {
    if (/^text\/(en|de|fr)\.ts$|schema\.d\.ts$/.test(file)) continue;
    for (const [, id] of source.matchAll(/["'`]([\w.]+)["'`]/g)) whole.add(id!);
    for (const [, template = ""] of source.matchAll(/`(\w+\.(?:[\w.]|\$\{[^`}]*\})*)`/g)) {
      if (!template.includes("${")) continue;
      const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
      patterns.push(new RegExp(`^${parts.join("[\\w.]+")}$`));
    }
  }
  return { whole, patterns };
}

/** Without what stands in braces, however deep. */
function withoutBraces(template: string): string {
  let depth = 0;
  let kept = "";
  for (const letter of template) {
    if (letter === "{") depth += 1;
    if (depth === 0) kept += letter;
    if (letter === "}") depth -= 1;
  }
  return kept;
}
