// What depends on what: at every level of src, files and folders that lie side by side import each other in one direction.
import { expect, test } from "vitest";

import { SOURCES } from "./sources";

const IMPORT = /(?:\bfrom|\bimport|\bimport\s*\()\s*["'](\.{1,2}(?:\/[^"']*)?)["']/g;
const ENDINGS = ["", ".ts", ".svelte", ".d.ts", "/index.ts"];

/** Which files a file imports, by their paths in src; styles and data have no imports of their own. */
function importsOf(file: string, source: string): string[] {
  return [...source.matchAll(IMPORT)].flatMap((found) => {
    const path = new URL(found[1]!, `file:///${file}`).pathname.slice(1).replace(/\/$/, "");
    if (/\.(css|json)$/.test(path)) return [];
    const target = ENDINGS.map((ending) => path + ending).find((name) => SOURCES.has(name));
    expect(target, `${file} imports ${found[1]}`).toBeDefined();
    return [target!];
  });
}

/** The first parts of two paths that are different: what lies side by side, and the folder of both. */
function sideBySide(one: string, other: string): [folder: string, one: string, other: string] {
  const [from, to] = [one.split("/"), other.split("/")];
  const at = from.findIndex((part, index) => part !== to[index]);
  return [from.slice(0, at).join("/"), from[at]!, to[at]!];
}

/** A way round, if there is one. */
function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] | null {
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]): string[] | null => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (done.has(node)) return null;
    for (const next of graph.get(node) ?? []) {
      const found = visit(next, [...way, node]);
      if (found) return found;
    }
    done.add(node);
    return null;
  };
  for (const node of graph.keys()) {
    const found = visit(node, []);
    if (found) return found;
  }
  return null;
}

const graphs = new Map<string, Map<string, Set<string>>>(); // by folder
for (const [file, source] of SOURCES) {
  for (const target of importsOf(file, source)) {
    if (target === file) continue;
    const [folder, from, to] = sideBySide(file, target);
    const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
    graphs.set(folder, graph.set(from, (graph.get(from) ?? new Set()).add(to)));
  }
}

test("no two folders import each other, and there is no other way round", () => {
  expect([...graphs.get("")!.keys()]).toEqual(expect.arrayContaining(["app", "pages", "games", "table"]));
  for (const [folder, graph] of graphs) expect(cycleIn(graph), folder).toBeNull();
});

test("only a game's own folder, and the list of games, name a game", () => {
  const named = [...SOURCES].filter(
    ([file, source]) =>
      !/^(games|app\/text|net\/schema)/.test(file) &&
      /["'](builder|duel)["']|["'][^"']*games\/(builder|duel)\//.test(source),
  );
  // Home's two buttons have words of their own; Hero, rules and the lesson's table show pieces.
  expect(named.map(([file]) => file).sort()).toStrictEqual([
    "pages/Hero.svelte",
    "pages/Home.svelte",
    "pages/Rules.svelte",
  ]);
});
