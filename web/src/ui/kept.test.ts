/** An element that a module keeps holds on to the page that it was in, with all that was there: drawings are made by functions. */
import { expect, test } from "vitest";

const sources = import.meta.glob<string>("../**/*.tsx", { query: "?raw", import: "default", eager: true });

/** Elements that are made once for all, when a file is read. */
function kept(source: string): readonly string[] {
  const blocks = source.matchAll(/^(?:export )?const (\w+)[^\n]*? = (?:(<)|[[{]\n(.*?)\n[\]}])/gmsu);
  return [...blocks].filter(([, , element, body]) => element === "<" || /^ {2}(?:\w+: )?(?:<|\(\n +<)/mu.test(body ?? "")).map(([, name]) => name ?? "");
}

test("no module keeps an element", () => {
  expect(kept("const A = <b />;\nconst B = {\n  one: (\n    <b />\n  ),\n};\nconst C = [\n  <b />,\n];\nconst D = {\n  one: () => <b />,\n};\n")).toEqual(["A", "B", "C"]);
  const found = Object.entries(sources).flatMap(([file, source]) => (file.endsWith(".test.tsx") ? [] : kept(source).map((name) => `${file}: ${name}`)));
  expect(Object.keys(sources).length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
