import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The gallery has a page of its own, gallery.html: in the production bundle it is no input, and `vite build --mode
// gallery` builds it alone, into a folder that is never shipped and can lie anywhere. The client itself has addresses of
// its own below /, so its files are named from there.
const SERVER = "http://127.0.0.1:8468";

export default defineConfig(({ mode }) => ({
  base: mode === "gallery" ? "./" : "/",
  plugins: [svelte()],
  server: {
    // With the Host as it was, so that the Origin fits.
    proxy: { "/api": { target: SERVER, ws: true }, "/schema": { target: SERVER } },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0, // no data: URLs, so that the content security policy can stay strict
    modulePreload: { polyfill: false }, // it would be an inline script
    outDir: mode === "gallery" ? "dist/gallery" : "dist/app",
    rollupOptions: { input: mode === "gallery" ? "gallery.html" : "index.html" },
  },
}));
