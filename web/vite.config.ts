import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { announced } from "./announced.ts";
import { bundled, MODULES } from "./bundled.ts";
import { packed } from "./packed.ts";
import { withoutTerminal } from "./terminal.ts";
import { serviceWorker } from "./worker.ts";

/** What the first script is made of. */
const FIRST = /vite\/|zustand\/esm\/vanilla|src\/(kept|net\/(fairness|http|ids|sha256|socket)|i18n\/catalogue|table\/(early|store|voices))\./;

/** Hold the first script to what it is for: it waits for nothing that is not itself part of setting out. */
function settingOut(): Plugin {
  return {
    name: "setting-out",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const awaited = new Set(chunks.filter((chunk) => chunk.isEntry));
      // A set grows while it is gone through.
      for (const one of awaited) for (const chunk of chunks) if (one.imports.includes(chunk.fileName)) awaited.add(chunk);
      const modules = [...awaited].filter((chunk) => !chunk.isEntry).flatMap((chunk) => Object.keys(chunk.modules));
      const strange = modules.filter((module) => !FIRST.test(module));
      if (strange.length > 0) this.error(`the first script waits for ${strange.slice(0, 5).join(", ")}`);
    },
  };
}

// What people get is drawn by Preact: half the bytes and half the work of React (docs/decisions/0011).
const PREACT = {
  "react-dom/client": "preact/compat/client",
  "react-dom": "preact/compat",
  "react/jsx-runtime": "preact/jsx-runtime",
  react: "preact/compat",
  "use-sync-external-store/shim/index.js": "preact/compat",
};

// The messages are the server's own files, shared with the terminal.
const MESSAGES = { "@messages": new URL("../src/kuhstall/messages", import.meta.url).pathname };

export default defineConfig(({ command }) => ({
  plugins: [react(), withoutTerminal(), settingOut(), announced(), bundled(MODULES), serviceWorker(new URL("src/sw.js", import.meta.url).pathname), packed()],
  resolve: { alias: command === "build" ? { ...MESSAGES, ...PREACT } : MESSAGES },
  build: {
    outDir: "../src/kuhstall/client",
    emptyOutDir: true,
    target: "es2022",
    // The content security policy admits no inline data but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What several pages need is one file, but apart from what the first script needs.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            // Kuhfstein is wanted in two places, but by few who come: it waits until somebody sits down to it.
            { name: "land-art", test: /src\/land\/art\./, priority: 2 },
            { name: "land-cells", test: /src\/land\/(land|progress|spots)\./, priority: 2 },
            { name: "land", test: /src\/(land\/|styles\/land\.css)/, priority: 1 },
            { name: "first", test: FIRST, priority: 1 },
            { name: "shared", minShareCount: 2, test: /./ },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"], testTimeout: 30_000 },
}));
