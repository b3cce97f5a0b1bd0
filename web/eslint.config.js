import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";

import svelteConfig from "./svelte.config.js";

export default ts.config(
  { ignores: ["node_modules/", "dist/", "src/net/schema.d.ts"] },
  ...ts.configs.strict,
  ...svelte.configs["flat/recommended"],
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    // 1.75 MB of recorded games, and pages for those who draw: nothing that players fetch.
    files: ["src/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        { patterns: [{ regex: "/(fixtures|gallery)(/|$)", message: "Fixtures and the gallery are not shipped." }] },
      ],
    },
  },
  { rules: { "@typescript-eslint/no-non-null-assertion": "off", "svelte/require-each-key": "off" } },
);
