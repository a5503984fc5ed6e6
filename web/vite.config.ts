import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { announced } from "./announced.ts";
import { bundled, MODULES } from "./bundled.ts";
import { packed } from "./packed.ts";
import { previewed } from "./previewed.ts";
import { styled } from "./styled.ts";
import { withoutTerminal } from "./terminal.ts";
import { serviceWorker } from "./worker.ts";
import { patience } from "./e2e/machine.ts";

/** What the first script is made of. */
const FIRST = /vite\/|zustand\/esm\/vanilla|src\/(storage|net\/(fairness|http|ids|sha256|socket)|i18n\/catalogue|table\/(earlyTable|store|voices))\./;

/** A part of a game, apart from what it shows to all pages; and a part that waits until somebody asks for it. */
const GAME = /\/src\/games\/([^/]+)\/(?!(index|Animal|Backs|cues|Fan|Landscape|LineSign|lines|Poster|reactions|texts|values|view)\.(tsx?|css)$)/;
const LATER = /\/src\/games\/[^/]+\/(after|boxes|deal|help|QuartetsCell|Replay|rules|scoreRows|situation)\./;
/** What makes sounds: nobody waits for it. */
const SOUND = /\/src\/(sound\/|games\/[^/]+\/(cries|sounds)\.)/;
const gameOf = (module: string): string => GAME.exec(module)?.[1] ?? "game";

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
  plugins: [react(), styled(), withoutTerminal(), settingOut(), announced(), previewed(), bundled(MODULES), serviceWorker(new URL("src/sw.js", import.meta.url).pathname), packed()],
  resolve: { alias: command === "build" ? { ...MESSAGES, ...PREACT } : MESSAGES },
  css: { transformer: "lightningcss", lightningcss: { drafts: { customMedia: true } } },
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
            { name: "first", test: FIRST, priority: 3 },
            { name: "sound", test: SOUND, priority: 3 },
            // Apart, so that it is there before anything that is drawn with it.
            { name: "preact", test: /node_modules\/preact\//, priority: 2 },
            // A game that nobody sits down to is not asked for; what its table needs comes as one file, for each
            // request costs a slow phone more than the few bytes that another page could do without.
            { name: gameOf, minShareCount: 2, entriesAware: true, test: LATER, priority: 2 },
            { name: gameOf, minShareCount: 2, test: GAME, priority: 1 },
            // Before a game and after it, but not at the table.
            { name: "around", minShareCount: 2, test: /\/src\/views\/(NameField|room\/|landing\/(OwnTables|Poster))/, priority: 1 },
            { name: "ended", minShareCount: 2, test: /\/src\/views\/(mine\/(played|day)|score\/(score|plot))\.ts$/, priority: 1 },
            { name: "replay", minShareCount: 2, test: /\/src\/replay\//, priority: 1 },
            // What a coach says is for after a game alone.
            { name: "review", minShareCount: 2, test: /\/src\/review\//, priority: 1 },
            // Standing orders are for those who play over days.
            { name: "orders", test: /\/Orders\.(tsx|css)$/, priority: 4 },
            // For invitations and for a second device, and for nobody else.
            { name: "qr", test: /uqr|room\/(QrCode|useOwnAddress)/, priority: 2 },
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
  test: { environment: "happy-dom", include: ["src/**/*.test.{ts,tsx}"], testTimeout: command === "build" ? 0 : patience(30_000) },
}));
