/** Each class is styled in one file, beside the component that it belongs to, and all of them together stay few. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "..");
/**
 * With the coach of the tutorials and the games of this browser, which are loaded only there, the emotes (79), and
 * scenes and what is called out in an auction (195). What a coach says after a game and the
 * envelopes of slow tables are loaded only there, too (123 and 83), and so are the page of one's games (197) and
 * standing orders (28), as is the address for mails (5), one's account (148), people in the menu (12),
 * offline play (90), the screens of a table (41), phones before one of them (407), what people in one room set (31), the
 * table on a television (1,052), and groups (126, their results 40,
 * their nights 177), and the page of notifications (11). What is one's own on the first page and at slow tables took 150.
 * Empty paddocks and landscapes, and room for fingers and names, took 110, and skies and the herd on the hill 79, which are
 * loaded with the scenes, and the moments of a game that is over 41.
 */
const MOST_LINES = 10_802;
/** Words that say how something is, whatever it is: they stand below or beside the class of a component. */
const STATES = new Set(["btn--go", "chosen", "count-now", "count-past", "current", "empty-slot", "none", "now", "on", "over", "overbid", "selected", "ten"]);

interface Sheet {
  readonly path: string;
  readonly text: string;
}

const files = readdirSync(SOURCES, { recursive: true }).map(String);
const sheets: readonly Sheet[] = files.filter((path) => path.endsWith(".css")).map((path) => ({ path, text: readFileSync(join(SOURCES, path), "utf8") }));
const components = files
  .filter((path) => path.endsWith(".tsx") && !path.includes(".test."))
  .map((path) => readFileSync(join(SOURCES, path), "utf8"))
  .join("\n");

/** The selectors of a sheet that say something of what they select, each with those that it is nested in. */
function selectors(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const around: string[] = [];
  for (const part of text.replaceAll(/\/\*[\s\S]*?\*\//g, "").split(/(?<=[{};])/)) {
    const said = part.trim().replaceAll(/\s+/g, " ");
    if (said.endsWith("{")) around.push(said.slice(0, -1).trim());
    else if (said === "}") around.pop();
    else if (!around.some((head) => head.startsWith("@keyframes"))) found.add(around.filter((head) => !head.startsWith("@")).join(" "));
  }
  return found;
}

/** The parts of a selector, from the left; what is in brackets only says when. */
function styledBy(selector: string): string | undefined {
  let plain = selector.replaceAll(/\s*&/g, "");
  while (/:(not|has|where|nth-[a-z-]+)\([^()]*\)/.test(plain)) plain = plain.replaceAll(/:(not|has|where|nth-[a-z-]+)\([^()]*\)/g, "");
  const parts = plain.split(/[\s>+~]+/).map((part) => [...part.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name]) => name ?? ""));
  return parts.findLast((names) => names.some((name) => !STATES.has(name)))?.find((name) => !STATES.has(name));
}

const places = new Map<string, Set<string>>();
for (const { path, text } of sheets) {
  for (const selector of selectors(text)) {
    for (const one of selector.split(/,(?![^(]*\))/)) {
      const name = styledBy(one);
      if (name !== undefined) places.set(name, (places.get(name) ?? new Set()).add(path));
    }
  }
}

test("no class is styled in two files", () => {
  expect([...places].filter(([, where]) => where.size > 1).map(([name, where]) => `${name}: ${[...where].join(", ")}`)).toEqual([]);
});

test("every class that is styled is used", () => {
  const used = new Set(components.match(/[A-Za-z][\w-]*/g));
  const made = [...components.matchAll(/([a-z-]+-)\$\{/g)].map(([, start]) => start ?? "");
  expect([...places.keys()].filter((name) => !used.has(name) && !made.some((start) => name.startsWith(start)))).toEqual([]);
});

test("the browser tests look for no class that is gone", () => {
  const tests = join(SOURCES, "..", "e2e");
  const words = new Set(files.filter((path) => /\.(tsx?|css)$/.test(path)).flatMap((path) => readFileSync(join(SOURCES, path), "utf8").match(/[A-Za-z][\w-]*/g) ?? []));
  const asked = readdirSync(tests, { recursive: true }).map(String).filter((path) => path.endsWith(".ts"));
  const gone = asked.flatMap((path) =>
    [...readFileSync(join(tests, path), "utf8").matchAll(/\b(?:locator|querySelector(?:All)?(?:<\w+>)?|closest|matches)\(\s*["'`]([^"'`]+)["'`]/g)]
      .flatMap(([, selector]) => [...(selector ?? "").matchAll(/\.([a-z][\w-]*)/g)])
      .filter(([, name]) => !words.has(name ?? ""))
      .map(([, name]) => `${path}: ${name}`),
  );
  expect(gone).toEqual([]);
});

test("every sheet is beside its component, or shared by all", () => {
  const alone = sheets.filter(({ path }) => !/^(styles|ui)\//.test(path) && !existsSync(join(SOURCES, path.replace(/css$/, "tsx"))));
  expect(alone.map(({ path }) => path)).toEqual([]);
});

test("sizes of screens are named once", () => {
  const plain = sheets.filter(({ path, text }) => path !== "styles/breakpoints.css" && /@media[^{]*\d+px/.test(text));
  expect(plain.map(({ path }) => path)).toEqual([]);
});

test("there are not too many lines", () => {
  expect(sheets.reduce((sum, { text }) => sum + text.split("\n").length - 1, 0)).toBeLessThanOrEqual(MOST_LINES);
});
