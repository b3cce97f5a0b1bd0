// The words: every language has every text, with the same places; none is unused; addresses lead to their pages.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { after, before, test } from "node:test";

import { createServer } from "vite";

const SRC = new URL("../src/", import.meta.url);
let vite, catalogues, text, speech, router;

before(async () => {
  vite = await createServer({ server: { middlewareMode: true, watch: null, ws: false }, logLevel: "error" });
  const load = (path) => vite.ssrLoadModule(path);
  catalogues = {
    en: (await load("/src/text/en.ts")).en,
    de: (await load("/src/text/de.ts")).de,
    fr: (await load("/src/text/fr.ts")).fr,
  };
  text = await load("/src/text/text.ts");
  speech = await load("/src/text/language.svelte.ts");
  router = await load("/src/shell/router.svelte.ts");
});
after(() => vite.close());

const forms = (words) => (typeof words === "string" ? [words] : Object.values(words));
const places = (words) => new Set(forms(words).flatMap((form) => form.match(/\{\w+\}/g) ?? []));

test("every language has every text, and no other", () => {
  for (const language of ["de", "fr"]) {
    assert.deepEqual(Object.keys(catalogues[language]).sort(), Object.keys(catalogues.en).sort(), language);
  }
});

test("every text has the places of the English one, and no empty form", () => {
  for (const language of ["de", "fr"]) {
    for (const [id, words] of Object.entries(catalogues[language])) {
      assert.deepEqual([...places(words)].sort(), [...places(catalogues.en[id])].sort(), `${language} ${id}`);
      for (const form of forms(words)) assert.ok(form.trim(), `${language} ${id}`);
    }
  }
});

test("every text with plural forms has those of its language", () => {
  for (const [language, catalogue] of Object.entries(catalogues)) {
    for (const [id, words] of Object.entries(catalogue)) {
      if (typeof words === "string") continue;
      const rules = new Intl.PluralRules(language, { type: id === "place.rank" ? "ordinal" : "cardinal" });
      const wanted = new Set([1, 2, 3, 4, 5, 11, 21, 100].map((n) => rules.select(n)));
      for (const form of wanted) assert.ok(form in words, `${language} ${id}: ${form}`);
    }
  }
});

test("no text is unused", () => {
  const { whole, patterns } = mentioned();
  const unused = Object.keys(catalogues.en).filter(
    (id) => !whole.has(id) && !patterns.some((pattern) => pattern.test(id)),
  );
  assert.deepEqual(unused, []);
});

test("no words stand in a template", () => {
  for (const file of sources().filter((name) => name.endsWith(".svelte") && !/^gallery\/|Wordmark/.test(name))) {
    const template = read(file)
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
      .replace(/<!--[\s\S]*?-->/g, "");
    const bare = withoutBraces(template).replace(/<[^>]*>/g, " ");
    assert.doesNotMatch(bare, /\p{L}{3,}/u, file);
    assert.doesNotMatch(
      withoutBraces(template),
      /\b(aria-label|title|placeholder|alt)="[^"]*\p{L}{3,}[^"]*"(?!\})/u,
      file,
    );
  }
});

test("the language is the first that the browser asks for and we have", () => {
  assert.equal(speech.asked(["nl", "de-AT", "en"]), "de");
  assert.equal(speech.asked(["fr-CA"]), "fr");
  assert.equal(speech.asked(["pt"]), "en");
});

test("clocks and stretches", () => {
  assert.equal(text.clock(65_000), "1:05");
  assert.equal(text.clock(3_729_000), "1:02:09");
  assert.equal(text.clock(3 * 86_400_000), "3 days");
  assert.equal(text.ago(0, 3 * 60_000), "3 minutes ago");
});

test("addresses lead to their pages", () => {
  const at = (path) => {
    const { route, params } = router.matched(path);
    return [route.title, params];
  };
  assert.deepEqual(at("/"), ["title.home", {}]);
  assert.deepEqual(at("/tables/abc"), ["title.table", { table: "abc" }]);
  assert.deepEqual(at("/tables/abc/replay"), ["title.replay", { table: "abc" }]);
  assert.deepEqual(at("/tables/abc/"), ["title.table", { table: "abc" }]);
  assert.deepEqual(at("/people/x"), ["title.person", { person: "x" }]);
  for (const path of ["/nothing", "/tables", "/tables/a/b", "/people/%"]) {
    if (path !== "/people/%") assert.equal(at(path)[0], "title.nowhere", path);
  }
});

function sources() {
  return readdirSync(SRC, { recursive: true })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.(ts|svelte)$/.test(file) && !/^text\/(en|de|fr)\.ts$|schema\.d\.ts$/.test(file));
}

function read(file) {
  return readFileSync(new URL(file, SRC), "utf8");
}

/** Ids as they stand in the source, whole or with places: `side.${site}.${side}`. */
function mentioned() {
  const whole = new Set();
  const patterns = [];
  for (const file of sources()) {
    const source = read(file);
    for (const [, id] of source.matchAll(/["'`]([\w.]+)["'`]/g)) whole.add(id);
    for (const [, template] of source.matchAll(/`(\w+\.(?:[\w.]|\$\{[^`}]*\})*)`/g)) {
      if (!template.includes("${")) continue;
      const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(".", "\\."));
      patterns.push(new RegExp(`^${parts.join("[\\w.]+")}$`));
    }
  }
  return { whole, patterns };
}

/** Without what stands in braces, however deep. */
function withoutBraces(template) {
  let depth = 0;
  let kept = "";
  for (const letter of template) {
    if (letter === "{") depth += 1;
    if (depth === 0) kept += letter;
    if (letter === "}") depth -= 1;
  }
  return kept;
}
