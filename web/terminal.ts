/**
 * Of the messages that are shared with the terminal, what a page need not fetch at once: what only the terminal says, what a
 * coach says after a game, what the house rules are called, and what is wrong with a card file. Each of the latter three is a
 * file of its own: `@messages/en.json?coach`, `?rules` and `?cards`.
 */
import { readFileSync } from "node:fs";
import type { Plugin } from "vite";

export const TERMINAL = ["animal_short", "complaint", "help", "option", "rules", "terminal", "terrain_short"] as const;
/** What pages say of scores; the rest is for the score sheet of the terminal. */
const SCORED = new Set(["dove", "quartets_none"]);

/** Refusals of commands that no page gives. */
const COMMANDS = new Set([
  "bad_money", "bad_setting", "bad_sheet", "bad_transcript", "cover_not_owned", "cover_without_rats", "dove_twice", "dove_unknown", "dove_without_pair",
  "no_players", "no_such_animal", "not_in_edition", "pedigree_twice", "quartet_twice", "rats_twice",
  "client_died", "did_not_start", "line_up", "newer_store", "no_client", "no_database", "no_load", "no_numba", "no_port", "no_ray", "no_store",
  "not_in_simulator", "other_search", "other_tournament", "people", "remote_database", "same_name", "terminal_only", "unsafe_store",
  "bad_receipts", "no_such_address", "no_such_tutorial", "not_a_port", "port_forbidden", "port_in_use",
]);
export const COACH = ["coach_action", "review", "why"] as const;
export const HOUSE_RULES = ["rule"] as const;
/** What is wrong with a file of pattern cards. */
export const CARD_FILE = ["card_file"] as const;

/** What lies on the table the browser draws: these are all the words that it needs for it. */
export const DRAWN = ["deck", "no_bid", "offer_count", "offer_hidden"] as const;

const PARTS: Readonly<Record<string, readonly string[]>> = { coach: COACH, rules: HOUSE_RULES, cards: CARD_FILE };
const PART = /^\0messages:(\w+):(.+)$/;
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
  const later = new Set<string>([...TERMINAL, ...COACH, ...HOUSE_RULES, ...CARD_FILE]);
  return {
    name: "without-terminal",
    enforce: "pre",
    resolveId(source) {
      const [, file, part] = /\/messages\/(\w+\.json)\?(\w+)$/.exec(source) ?? [];
      return file === undefined || part === undefined || !(part in PARTS) ? null : `\0messages:${part}:${file}`;
    },
    load(id) {
      const [, name, file] = PART.exec(id) ?? [];
      if (name === undefined || file === undefined) return null;
      const text = readFileSync(new URL(file, FOLDER), "utf8");
      return JSON.stringify(sifted(JSON.parse(text) as Messages, (part) => PARTS[name]?.includes(part) === true));
    },
    transform(code, id) {
      if (!/\/kuhstall\/messages\/\w+\.json$/.test(id)) return null;
      const messages = sifted(JSON.parse(code) as Messages, (part) => !later.has(part));
      const setup = sifted(messages.setup as Messages, (refusal) => !COMMANDS.has(refusal));
      const score = sifted(messages.score as Messages, (key) => SCORED.has(key));
      return { code: JSON.stringify({ ...messages, setup, score, table: sifted(messages.table as Messages, isDrawn) }), map: null };
    },
  };
}
