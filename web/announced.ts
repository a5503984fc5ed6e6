/**
 * Names in the document what the first script would send for only when it is there itself. For a table, of which people
 * get links, there is a document in each language: it names the table and its texts too.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Plugin, Rollup } from "vite";

type Chunk = Rollup.OutputChunk;

const TABLE = /\/src\/pages\/table\/Table\.tsx$/;
const GAMES = /\/src\/games\/index\.ts$/;
const TEXTS = /\/src\/i18n\/texts\.(\w+)\.ts$/;
const SCRIPT = '<script async type="module"';

function chunksOf(bundle: Rollup.OutputBundle): readonly Chunk[] {
  return Object.values(bundle).filter((file) => file.type === "chunk");
}

/** The document of a table in one language. */
function forTable(document: string, language: string, files: readonly string[]): string {
  const relation = (file: string): string => (file.endsWith(".css") ? "stylesheet" : "modulepreload");
  const links = files.filter((file) => !document.includes(file)).map((file) => `    <link rel="${relation(file)}" crossorigin href="/${file}">\n`);
  return document.replace(/ {2}<\/head>/, `${links.join("")}  </head>`).replace('<html lang="en">', `<html lang="${language}">`);
}

export function announced(): Plugin {
  let out = "";
  return {
    name: "announced",
    apply: "build",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        if (!html.includes(SCRIPT)) throw new Error("the first script is not where it was");
        const chunks = chunksOf(bundle);
        const main = chunks.find((chunk) => chunk.facadeModuleId?.endsWith("/src/main.tsx"));
        const entry = chunks.find((chunk) => chunk.isEntry);
        const named = new Set(entry?.imports);
        const wanted = chunks.filter((chunk) => (chunk === main || main?.imports.includes(chunk.fileName)) && !named.has(chunk.fileName));
        const links = wanted.flatMap((chunk) => [
          { rel: "modulepreload", href: chunk.fileName },
          ...[...(chunk.viteMetadata?.importedCss ?? [])].map((href) => ({ rel: "stylesheet", href })),
        ]);
        return {
          // Nothing is drawn before it anyway; so it need not wait until nothing is drawn.
          html: html.replace(SCRIPT, SCRIPT.replace("async", 'async blocking="render"')),
          // After the first script: browsers load few files at a time from one place, and that one sends for more.
          tags: links.map(({ rel, href }) => ({ tag: "link", attrs: { rel, crossorigin: true, href: `/${href}` }, injectTo: "head" as const })),
        };
      },
    },
    writeBundle(_, bundle) {
      const document = readFileSync(join(out, "index.html"), "utf8");
      const chunks = chunksOf(bundle);
      const table = chunks.find((chunk) => TABLE.test(chunk.facadeModuleId ?? ""));
      // The list of the games begins with the one whose table comes along.
      const list = [...this.getModuleIds()].find((module) => GAMES.test(module)) ?? "";
      const first = this.getModuleInfo(list)?.importedIds.find((module) => /\/index\.tsx?$/.test(module)) ?? "";
      const game = chunks.find((chunk) => chunk.moduleIds.includes(join(dirname(first), "Table.tsx")));
      if (table === undefined || game === undefined) throw new Error("a table is not where it was");
      for (const chunk of chunks) {
        const language = TEXTS.exec(chunk.facadeModuleId ?? "")?.[1];
        if (language === undefined) continue;
        const scripts = new Set([table.fileName, ...table.imports, game.fileName, ...game.imports]);
        const sheets = chunks.filter(({ fileName }) => scripts.has(fileName)).flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]);
        const files = new Set([chunk.fileName, ...scripts, ...sheets]);
        writeFileSync(join(out, `table.${language}.html`), forTable(document, language, [...files]));
      }
    },
  };
}
