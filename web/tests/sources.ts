// The client's own sources, for tests that read them. As modules (`?raw`) they would count as covered.
import { readdirSync, readFileSync } from "node:fs";

const SRC = new URL("../src/", import.meta.url);

/** By their path in src. */
export const SOURCES: ReadonlyMap<string, string> = new Map(
  readdirSync(SRC, { recursive: true })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.(ts|svelte)$/.test(file))
    .map((file) => [file, readFileSync(new URL(file, SRC), "utf8")]),
);
