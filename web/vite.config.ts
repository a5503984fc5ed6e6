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
const FIRST = /vite\/|zustand\/esm\/vanilla|src\/(lib\/storage|net\/(fairness|http|ids|refusal|offline\/(where|worker)|sha256|socket|trusted)|i18n\/(catalogue|languages)|model\/table\/(earlyTable|store|mutes|receipts))\./;

/** A part of a game, apart from what it shows to all pages; and a part that waits until somebody asks for it. */
const GAME = /\/src\/games\/([^/]+)\/(?!(index|cards\/(Animal|Backs|Fan|Landscape)|cues|LineSign|lines|Poster|reactions|texts|values|view)\.(tsx?|css)$)/;
const LATER = /\/src\/games\/[^/]+\/(\w+\/)?(after|boxes|deal|help|QuartetsCell|Replay|rules|scoreRows|situation)\./;
/** What makes sounds: nobody waits for it. */
const SOUND = /\/src\/(sound\/|games\/[^/]+\/(\w+\/)?(cries|sounds)\.)/;
const gameOf = (module: string): string => GAME.exec(module)?.[1] ?? "game";

/** The table on a television, and what only that needs. */
const SCREEN = /\/src\/(?:games\/(\w+)|pages|widgets)\/screen\//;
const screenOf = (module: string): string => ["screen", SCREEN.exec(module)?.[1] ?? []].flat().join("-");

/** The frame of a table: a file of its own would cost each table two requests more than it saves the other pages. */
const FRAME = /\/src\/table\/(?!TablePage\.|menu\/|screens\/|tutorial\/(?!Tutored\.))/;

interface Modules {
  readonly getModuleInfo: (module: string) => { readonly isEntry: boolean; readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

/** What is reached from two scripts that are fetched by themselves, or from the frame. */
function shared(module: string, modules: Modules): string | null {
  const above = new Set([module]);
  const starts = new Set<string>();
  // A set grows while it is gone through.
  for (const one of above) {
    const info = modules.getModuleInfo(one);
    if (info?.isEntry === true || (info?.dynamicImporters.length ?? 0) > 0) starts.add(one);
    info?.importers.forEach((importer) => above.add(importer));
  }
  return starts.size > 1 || [...above].some((one) => FRAME.test(one)) ? "shared" : null;
}

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
    // What few ask for is not announced to all who do not.
    modulePreload: { polyfill: false, resolveDependencies: (file, dependencies) => (/\/(transport|offline)-/.test(file) ? [] : dependencies) },
    // What several pages need is one file, but apart from what the first script needs.
    rolldownOptions: {
      // The groups below say what comes with what; where the bundler joins files as well, a table gets a second name.
      experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
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
            // Few have asked for it, or ever will; the page about it wants only the first of the two.
            { name: "offline", test: /\/src\/net\/offline\/(files|policy)\./, priority: 2 },
            { name: "progress", test: /\/src\/pages\/offline\/(Progress|texts)\.|\/src\/lib\/download\./, priority: 2 },
            { name: "transport", test: /\/src\/net\/offline\/(client|database|games|messages|transport)\./, priority: 2 },
            // Before a game and after it, but not at the table.
            { name: "around", minShareCount: 2, test: /\/src\/(ui\/(ReadOnly|usePressGuard)|model\/table\/(ruleBook|useArranging|useWanted)|table\/screens\/token|widgets\/(Choices|NameField|Poster)|pages\/(room\/|landing\/OwnTables))/, priority: 1 },
            { name: "ended", minShareCount: 2, test: /\/src\/(i18n\/day|model\/score\/(played|plot|score|suggestion))\.ts$/, priority: 1 },
            { name: "replay", test: /\/src\/((model|pages)\/replay\/(?!ReplayPage\.)|ui\/Share\.|widgets\/PlayYourself\.)/, priority: 1 },
            // What a coach says is for after a game alone.
            { name: "coach", minShareCount: 2, test: /\/src\/coach\/(?!hints\/)/, priority: 1 },
            { name: screenOf, test: SCREEN, priority: 4 },
            // Standing orders are for those who play over days.
            { name: "orders", test: /\/Orders\.(tsx|css)$/, priority: 4 },
            { name: "screens", test: /\/src\/table\/screens\/(?!token\.)\w+\.(tsx?|css)$/, priority: 4 },
            // For phones before a big screen: all of it, whatever is played.
            { name: "hand", test: /\/src\/(widgets|games\/\w+)\/hand\/\w+\.(tsx?|css)$/, priority: 4 },
            // For invitations and for a second device, and for nobody else.
            { name: "qr", test: /uqr|\/(QrCode|useOwnAddress)\./, priority: 2 },
            { name: shared, test: /./ },
          ],
        },
      },
    },
  },
  // Pages start it by an address that they know; the server gives it headers of its own.
  worker: { format: "es", rolldownOptions: { output: { entryFileNames: "assets/offline-worker-[hash].js" } } },
  server: {
    fs: { allow: [".."] },
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
  // A document costs as much as a whole file of plain tests: where one of those needs it, its first line says so.
  test: {
    pool: "threads",
    testTimeout: command === "build" ? 0 : patience(30_000),
    projects: [
      // Without a document there is nothing to clear away: one set of modules a thread takes a quarter of the processor time.
      { extends: true, test: { name: "plain", environment: "node", isolate: false, include: ["src/**/*.test.ts"] } },
      { extends: true, test: { name: "drawn", environment: "happy-dom", include: ["src/**/*.test.tsx"], setupFiles: "src/effects.setup.ts" } },
    ],
  },
}));
