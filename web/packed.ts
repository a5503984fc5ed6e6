/**
 * Packs what was built with Brotli, beside the files themselves: a tenth smaller than gzip, which the server can do
 * while it starts; but this takes seconds, so that it is done once.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest)$/;

export function packed(): Plugin {
  let out = "";
  return {
    name: "packed",
    apply: "build",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
    },
    // After everything is written, the service worker too.
    closeBundle() {
      if (!existsSync(out)) return; // the build has failed, and says why
      for (const entry of readdirSync(out, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !TEXT.test(entry.name)) continue;
        const file = join(entry.parentPath, entry.name);
        const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 11 };
        writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file), { params }));
      }
    },
  };
}
