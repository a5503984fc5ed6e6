import { expect, it } from "vitest";
import de from "./play.de.json";
import en from "./play.en.json";
import ru from "./play.ru.json";

type Texts = { readonly [key: string]: string | Texts };

const PLURAL = /_(zero|one|few|many|other)$/;

/** List the keys with the arguments of their texts; the forms of a plural are one. */
function keys(texts: Texts, path = ""): readonly string[] {
  const found = Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== "string") return keys(text, `${path}${key}.`);
    const found: string[] = [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[0]);
    // A plural form may give its number in words.
    const args = PLURAL.test(key) ? found.filter((arg) => arg !== "{{count}}") : found;
    return [`${path}${key.replace(PLURAL, "")} ${args.toSorted().join(" ")}`];
  });
  return [...new Set(found)].toSorted();
}

it.each([
  ["German", de],
  ["Russian", ru],
])("%s has all texts of the table, with the same arguments", (_, texts) => {
  expect(keys(texts)).toEqual(keys(en));
});

it("has all plural forms of Russian", () => {
  const forms = (texts: Texts, path = ""): readonly string[] =>
    Object.entries(texts).flatMap(([key, text]) =>
      typeof text === "string" ? (PLURAL.test(key) ? [path + key] : []) : forms(text, `${path}${key}.`),
    );
  const bases = new Set(forms(ru).map((key) => key.replace(PLURAL, "")));
  const wanted = [...bases].flatMap((base) => ["one", "few", "many", "other"].map((form) => `${base}_${form}`));
  expect(forms(ru).toSorted()).toEqual(wanted.toSorted());
});
