/**
 * Of the messages that are shared with the terminal, what a page need not fetch at once: what only the terminal says, and what
 * a coach says after a game. The coach's words are a file of their own, `@messages/coach.en.json`.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export const TERMINAL = ["animal_short", "complaint", "help", "option", "rules", "terminal", "terrain_short"] as const;
export const COACH = ["deed", "review", "why"] as const;

/** What lies on the table the browser draws: these are all the words that it needs for it. */
export const DRAWN = ["deck", "no_bid", "offer_count", "offer_hidden"] as const;

const COACHS = "\0coach:";
const FOLDER = new URL("../src/kuhstall/messages/", import.meta.url);

type Messages = Readonly<Record<string, unknown>>;

function isDrawn(key: string): boolean {
  return (DRAWN as readonly string[]).includes(key.replace(/_(?:zero|one|few|many|other)$/, ""));
}

/** Messages with only some of their parts. */
function sifted(messages: Messages, wanted: (part: string) => boolean): Messages {
  return Object.fromEntries(Object.entries(messages).filter(([part]) => wanted(part)));
}

/** Leave out of the shared messages what is for later, here and in what is built. */
export function withoutTerminal(): Plugin {
  const later = new Set<string>([...TERMINAL, ...COACH]);
  const coach = new Set<string>(COACH);
  return {
    name: "without-terminal",
    enforce: "pre",
    resolveId(source) {
      const language = /\/coach\.(\w+\.json)$/.exec(source)?.[1];
      return language === undefined ? null : `${COACHS}${language}`;
    },
    load(id) {
      if (!id.startsWith(COACHS)) return null;
      const text = readFileSync(new URL(id.slice(COACHS.length), FOLDER), "utf8");
      return JSON.stringify(sifted(JSON.parse(text) as Messages, (part) => coach.has(part)));
    },
    transform(code, id) {
      if (!/\/kuhstall\/messages\/\w+\.json$/.test(id)) return null;
      const messages = sifted(JSON.parse(code) as Messages, (part) => !later.has(part));
      return { code: JSON.stringify({ ...messages, table: sifted(messages.table as Messages, isDrawn) }), map: null };
    },
  };
}
