/**
 * Puts every style sheet into its layer, by where it lies, and lets it call breakpoints by name. What is shared gives
 * way to what a game says, and both are stronger than what elements look like by themselves (docs/decisions/0016).
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

const BREAKPOINTS = new URL("src/styles/breakpoints.css", import.meta.url);

function layerOf(file: string): "base" | "ui" | "game" {
  if (file.includes("/src/styles/")) return "base";
  return file.includes("/src/games/") ? "game" : "ui";
}

export function styled(): Plugin {
  return {
    name: "styled",
    enforce: "pre",
    transform(code, id) {
      const [file = ""] = id.split("?");
      if (!/\/src\/.*\.css$/.test(file)) return null;
      const names = readFileSync(BREAKPOINTS, "utf8");
      return { code: `@layer base, ui, game;\n${names}\n@layer ${layerOf(file)} {\n${code}\n}\n`, map: null };
    },
  };
}
