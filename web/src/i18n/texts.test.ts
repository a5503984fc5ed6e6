import { describe, expect, test } from "vitest";
import { LANGUAGES, type Language } from "./catalogue";

type Texts = { readonly [key: string]: string | Texts };

const FILES = {
  ...import.meta.glob<Texts>("../**/*.??.json", { eager: true, import: "default" }),
  ...import.meta.glob<Texts>("@messages/*.json", { eager: true, import: "default" }),
};
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Names, marks and words that are the same in several languages. */
const SAME: readonly RegExp[] = [
  /^home\.title$/,
  /^home\.games\.\w+\.title$/,
  /^edition\.(master|kuhfstein)\.title$/,
  /^play\.(status|tag)\.(online|offline)$/,
  /^play\.chat\.title$/,
  /^play\.menu\.(title|volume)$/,
  /^home\.room\.host$/,
  /^home\.bot\.bluffer\.title$/,
  /^group\.role\.(host|helper)$/,
  /^results\.(file\.)?bot$/,
  /^play\.menu\.tempo_normal$/,
  /^animal(_count)?\.rat(_one)?$/,
  /^kuhfstein\.step\.bonus$/,
];

function flat(texts: Texts, path = ""): [string, string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value] as [string, string]] : flat(value, `${path}${key}.`),
  );
}

/** Group the files of a text in several languages. */
function families(): Map<string, Map<Language, Map<string, string>>> {
  const found = new Map<string, Map<Language, Map<string, string>>>();
  for (const [path, texts] of Object.entries(FILES)) {
    const match = /^(.*?)[./]([a-z]{2})\.json$/.exec(path);
    if (match === null) continue;
    const [, name = "", language] = match;
    const family = found.get(name) ?? new Map<Language, Map<string, string>>();
    found.set(name, family.set(language as Language, new Map(flat(texts))));
  }
  return found;
}

const bare = (keys: Iterable<string>): readonly string[] => [...new Set([...keys].map((key) => key.replace(PLURAL, "")))].toSorted();
const places = (text: string): readonly string[] => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].toSorted();

describe.each([...families()])("the texts of %s", (_, family) => {
  const english = family.get("en") ?? new Map<string, string>();

  test("are there in every language", () => {
    expect([...family.keys()].toSorted()).toEqual([...LANGUAGES].toSorted());
  });

  test.each([...family])("have the same keys in %s", (language, texts) => {
    expect(bare(texts.keys())).toEqual(bare(english.keys()));
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const key of texts.keys()) {
      if (!key.endsWith("_other")) continue;
      const base = key.replace(PLURAL, "");
      expect(forms.filter((form) => !texts.has(`${base}_${form}`)), `${language} ${base}`).toEqual([]);
    }
  });

  test.each([...family])("take the same arguments in %s", (_language, texts) => {
    for (const [key, text] of texts) {
      const original = english.get(key) ?? english.get(key.replace(PLURAL, "_other"));
      // A plural may say its number in words.
      const known = [...places(original ?? ""), "{{count}}"];
      expect(places(text).filter((place) => !known.includes(place)), key).toEqual([]);
    }
  });

  test.each(LANGUAGES.filter((language) => language !== "en"))("are translated into %s", (language) => {
    const untranslated = [...(family.get(language) ?? [])].filter(
      ([key, text]) => /\p{Letter}{2}/u.test(text.replaceAll(/\{\{\w+\}\}|\$t\([^)]*\)/g, "")) && english.get(key) === text,
    );
    expect(untranslated.map(([key]) => key).filter((key) => !SAME.some((same) => same.test(key)))).toEqual([]);
  });
});
