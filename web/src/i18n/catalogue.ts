/**
 * What people read, in i18next's form: nested keys, plurals by suffix, {{arguments}} and
 * $t(other.keys). The words of the games are the server's own files, shared with the terminal; those
 * of the pages are beside this one.
 */
import type en from "@messages/en.json";
import type home from "./home.en.json";
import type play from "./play.en.json";

export type Language = "en" | "de" | "ru";
export const LANGUAGES: readonly Language[] = ["en", "de", "ru"];

type Texts = { readonly [key: string]: string | Texts };
export type Args = Readonly<Record<string, string | number>>;

type Plural = "zero" | "one" | "few" | "many" | "other";
type Bare<K extends string> = K extends `${infer Base}_${Plural}` ? Base | K : K;
type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? Bare<K> : `${K}.${Paths<T[K]>}`;
}[keyof T & string];

/** Every key of the catalogue; a plural also by its key without the suffix. */
export type Key = Paths<typeof en> | Paths<typeof home> | Paths<typeof play>;

type Part = Promise<{ default: Texts }>;
const LOADERS: Record<Language, () => Part[]> = {
  en: () => [import("@messages/en.json"), import("./home.en.json"), import("./play.en.json")],
  de: () => [import("@messages/de.json"), import("./home.de.json"), import("./play.de.json")],
  ru: () => [import("@messages/ru.json"), import("./home.ru.json"), import("./play.ru.json")],
};

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
    const parts = await Promise.all(LOADERS[language]());
    return new Catalogue(language, Object.assign({}, ...parts.map((part) => part.default)) as Texts);
  }

  /** Return a text that the program knows to be there. */
  text(key: Key, args: Args = {}): string {
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
