/**
 * What people read, in i18next's form: nested keys, plurals by suffix, {{arguments}} and
 * $t(other.keys). What the log says is in the server's own files, shared with the terminal; the words
 * of the pages are beside this file, and those of a game's table in the game's folder.
 */
import type en from "@messages/en.json";
import type { CARD_FILE, COACH, DRAWN, HOUSE_RULES, TERMINAL } from "../../terminal";
import { keep, kept } from "../lib/storage";
import type home from "./home.en.json";
import { LANGUAGES, type Language } from "./languages";
import type play from "./play.en.json";
import type replay from "./replay.en.json";

export { LANGUAGES, type Language, NAMES } from "./languages";

export type Texts = { readonly [key: string]: string | Texts };
export type Args = Readonly<Record<string, string | number>>;

type Plural = "zero" | "one" | "few" | "many" | "other";
type Bare<K extends string> = K extends `${infer Base}_${Plural}` ? Base | K : K;
/** The keys of a file of texts. */
export type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? Bare<K> : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

type Drawn = (typeof DRAWN)[number];

/** Every key that all games share; a plural also by its key without the suffix. */
export type Key = Paths<Omit<typeof en, (typeof TERMINAL | typeof COACH | typeof HOUSE_RULES | typeof CARD_FILE)[number] | "table">> | `table.${Drawn}` | Paths<typeof home> | Paths<typeof play> | Paths<typeof replay>;

/** Texts that only some pages need: each language is fetched when it is asked for. */
export type TextFiles = Readonly<Record<Language, () => Promise<{ default: Texts }>>>;

export interface TextModule {
  readonly default: Texts;
}

/** Sort the files of some texts by the language in their names. */
export function byLanguage<T>(files: Readonly<Record<string, () => Promise<T>>>): Readonly<Record<Language, () => Promise<T>>> {
  return Object.fromEntries(Object.entries(files).map(([path, load]) => [/(\w+)\.\w+$/.exec(path)?.[1], load])) as Record<Language, () => Promise<T>>;
}

const BASE = byLanguage(import.meta.glob<{ default: readonly Texts[] }>("./texts.??.ts"));

/** What is said after a game, of any kind. */
export const AFTER: TextFiles = byLanguage(import.meta.glob<TextModule>("./replay.*.json"));

function joined(one: Texts, other: Texts): Texts {
  const both: Record<string, string | Texts> = { ...one };
  for (const [key, text] of Object.entries(other)) {
    const had = both[key];
    both[key] = typeof had === "object" && typeof text === "object" ? joined(had, text) : text;
  }
  return both;
}

export class Catalogue {
  readonly #texts: Texts;
  readonly #plurals: Intl.PluralRules;

  constructor(
    readonly language: Language,
    texts: Texts,
  ) {
    this.#texts = texts;
    this.#plurals = new Intl.PluralRules(language);
  }

  static async load(language: Language): Promise<Catalogue> {
    return new Catalogue(language, (await BASE[language]()).default.reduce(joined, {}));
  }

  /** Return the catalogue with more texts. */
  async with(files: readonly TextFiles[]): Promise<Catalogue> {
    const found = await Promise.all(files.map(async (file) => file[this.language]()));
    return new Catalogue(this.language, found.reduce((texts, part) => joined(texts, part.default), this.#texts));
  }

  /** Return a text that the program knows to be there. */
  text(key: string, args: Args = {}): string {
    return this.find(key, args) ?? key;
  }

  /** Return a text whose key came over the wire, or undefined. */
  find(key: string, args: Args = {}): string | undefined {
    const found = this.#plural(key, args) ?? this.#look(key);
    if (found === undefined) return undefined;
    const fill = (text: string): string => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(args[name] ?? ""));
    // In one pass: what somebody is called must not be taken for a text to look up.
    return found.replaceAll(/\$t\(([^)]+)\)|\{\{\w+\}\}/g, (part, other: string | undefined) => {
      if (other === undefined) return fill(part);
      const key = fill(other);
      return this.find(key, args) ?? key;
    });
  }

  #plural(key: string, args: Args): string | undefined {
    const { count } = args;
    if (typeof count !== "number") return undefined;
    const none = count === 0 ? this.#look(`${key}_zero`) : undefined;
    return none ?? this.#look(`${key}_${this.#plurals.select(count)}`) ?? this.#look(`${key}_other`);
  }

  #look(key: string): string | undefined {
    let at: string | Texts | undefined = this.#texts;
    // Keys may hold dots of their own (kuhhandel/2 has none, but an edition might): longest first.
    for (const part of key.split(".")) {
      if (typeof at !== "object") return undefined;
      at = at[part];
    }
    return typeof at === "string" ? at : undefined;
  }
}

/** Choose a language: what was chosen before, else the first that the browser asks for. */
export function preferred(stored: string | null, asked: readonly string[]): Language {
  for (const wish of [stored ?? "", ...asked]) {
    const found = LANGUAGES.find((language) => wish.toLowerCase().startsWith(language));
    if (found !== undefined) return found;
  }
  return "en";
}

const KEPT = "kuhstall.language";

export function ownLanguage(): Language {
  return preferred(kept(KEPT), navigator.languages);
}

export function keepLanguage(language: Language): void {
  keep(KEPT, language);
}
