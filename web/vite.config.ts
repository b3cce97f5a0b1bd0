import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The gallery has a page of its own, gallery.html: in the production bundle it is no input, and `vite build --mode
// gallery` builds it alone, into a folder that is never shipped.
export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [svelte()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // no data: URLs, so that the content security policy can stay strict
    modulePreload: { polyfill: false }, // it would be an inline script
    outDir: mode === "gallery" ? "dist/gallery" : "dist/app",
    rollupOptions: { input: mode === "gallery" ? "gallery.html" : "index.html" },
  },
}));
