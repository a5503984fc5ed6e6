/**
 * Builds the service worker: the list of everything that was built goes into it, and a version that is
 * another one as soon as any of it is. See docs/decisions/0010-write-our-own-service-worker.md.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin } from "vite";

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted();
}

export function serviceWorker(source: string): Plugin {
  let out = "";
  return {
    name: "service-worker",
    apply: "build",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
    },
    // After everything is written, what was copied as it is too.
    async writeBundle() {
      const { writeFile } = await import("node:fs/promises");
      const files = filesIn(out).filter((file) => file !== "sw.js" && !/\.(txt|md|webmanifest)$|^(icons|licenses|offline|preview)\/|^(offline|previews|table)\./.test(file));
      const version = createHash("sha256");
      for (const file of files) version.update(file).update(readFileSync(join(out, file)));
      const paths = files.map((file) => (file === "index.html" ? "/" : `/${file}`));
      const text = readFileSync(source, "utf8")
        .replace('"__VERSION__"', JSON.stringify(version.digest("hex").slice(0, 12)))
        .replace('["__FILES__"]', JSON.stringify(paths));
      await writeFile(join(out, "sw.js"), text);
    },
  };
}
