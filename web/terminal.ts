/** Of the messages that are shared with the terminal, what only the terminal says: no browser has to fetch it. */
import type { Plugin } from "vite";

export const TERMINAL = ["animal_short", "complaint", "help", "option", "review", "rules", "terminal", "terrain_short"] as const;

/** Leave it out of the shared messages, here and in what is built. */
export function withoutTerminal(): Plugin {
  const left = new Set<string>(TERMINAL);
  return {
    name: "without-terminal",
    enforce: "pre",
    transform(code, id) {
      if (!/\/kuhstall\/messages\/\w+\.json$/.test(id)) return null;
      const kept = Object.entries(JSON.parse(code) as Record<string, unknown>).filter(([key]) => !left.has(key));
      return { code: JSON.stringify(Object.fromEntries(kept)), map: null };
    },
  };
}
