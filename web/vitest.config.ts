import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// Without a browser: components are rendered as a server would. Two threads of one process share all that Vite makes of the
// sources, and the files of a thread what it has loaded: so a test puts back what it changes. None fails for being slow.
export default defineConfig({
  plugins: [svelte()],
  test: {
    include: ["tests/*.test.ts"],
    pool: "threads",
    maxWorkers: 2,
    isolate: false,
    testTimeout: 0,
    restoreMocks: true,
    coverage: {
      include: ["src/**/*.{ts,svelte}"],
      reporter: ["text-summary", "json-summary"],
      reportsDirectory: "../build/coverage/client",
    },
  },
});
