/**
 * Writes down which packages of others are in what was built: a list for `make release`, and a notice with their
 * licences for everybody who gets the client.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** What the tools put in without being asked has no file of its own. */
const BUILT_IN = /^\0(vite|rolldown)\//;

function folderOf(module: string, modules: string): string | null {
  const tool = BUILT_IN.exec(module)?.[1];
  if (tool !== undefined) return join(modules, tool);
  const inside = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module.replace(/^\0/, ""));
  return inside?.[1] ?? null;
}

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(\.\w+)?$/i.test(name));
  // Some packages only name it.
  if (file === undefined) return "";
  const text = readFileSync(join(folder, file), "utf8");
  // A tool tells here of all that it is made of itself; what gets into our files is its own.
  return text.split(/^#+ .*bundled dependencies/im)[0]?.trim() ?? "";
}

export function bundled(modules: string): Plugin {
  return {
    name: "bundled",
    apply: "build",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      const folders = new Set(chunks.flatMap((chunk) => Object.keys(chunk.modules)).map((module) => folderOf(module, modules)));
      const found = [...folders]
        .filter((folder) => folder !== null)
        .filter((folder) => existsSync(join(folder, "package.json")))
        .map((folder) => ({ folder, ...(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package) }))
        .toSorted((one, other) => one.name.localeCompare(other.name));
      const list = found.map(({ name, version, license }) => ({ name, version, license }));
      const notice = found.map(({ folder, name, version, license }) =>
        [`${name} ${version} (${license})`, licenceText(folder)].filter((part) => part !== "").join("\n\n"),
      );
      this.emitFile({ type: "asset", fileName: "licenses/packages.json", source: `${JSON.stringify(list, null, 2)}\n` });
      this.emitFile({ type: "asset", fileName: "licenses/packages.txt", source: `${notice.join(`\n\n${"-".repeat(80)}\n\n`)}\n` });
    },
  };
}

/** Where the packages are, seen from this file. */
export const MODULES = join(dirname(new URL(import.meta.url).pathname), "node_modules");
