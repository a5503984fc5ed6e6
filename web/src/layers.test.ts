/**
 * The layers of the client: a folder imports only from those before it in the list. What comes later knows more, so the
 * state of a table knows no game, and a game knows no page. Tests put everything together, and may import from anywhere.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const LAYERS = [
  // Beside the others: they know nothing of tables.
  ..."styles protocol lib sound i18n net".split(" "),
  // Drawing, what a table is and what a game provides, animations, and the parts that games and pages draw alike.
  ..."ui model theatre widgets".split(" "),
  ..."coach games people notifications table pages".split(" "),
];

/** More in one folder are not looked through. */
const MOST_FILES = 40;

const SOURCES = import.meta.dirname;
const IMPORT = /\b(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g;

const all = readdirSync(SOURCES, { recursive: true }).map(String);
const folders = ["", ...all.filter((path) => statSync(join(SOURCES, path)).isDirectory())];
const scripts = all.filter((path) => /(?<!\.test)\.tsx?$/.test(path));

/** The files that a script imports, seen from the sources. What is outside of them is no layer. */
function imports(path: string, source: string): readonly string[] {
  const found = [...source.matchAll(IMPORT)].map(([, name = ""]) => relative(SOURCES, join(SOURCES, dirname(path), name)));
  return found.filter((target) => !target.startsWith("../"));
}

/** The first folder of a path; nothing for a script that starts the client, which may import everything. */
const layerOf = (path: string): string => (path.includes("/") || LAYERS.includes(path) ? (path.split("/")[0] ?? "") : "");

/** The imports of a script that lead upwards. */
function upward(path: string, source: string): readonly string[] {
  const own = layerOf(path);
  if (own === "") return [];
  return imports(path, source).filter((target) => layerOf(target) !== own && !LAYERS.slice(0, LAYERS.indexOf(own)).includes(layerOf(target)));
}

/** The folders that import each other; a folder and one inside it belong together. */
function pairs(graph: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const known = new Set([...graph].flatMap(([path, targets]) => targets.map((target) => `${dirname(path)} ${folders.includes(target) ? target : dirname(target)}`)));
  return [...known].filter((edge) => {
    const [one = "", other = ""] = edge.split(" ");
    return one < other && !`${other}/`.startsWith(`${one}/`) && known.has(`${other} ${one}`);
  });
}

/** All files below a folder. */
const files = (root: string): readonly string[] => readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** The folders that hold more files directly than one looks through. */
function crowded(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > MOST_FILES).map(([folder, count]) => `${folder}: ${count} files`);
}

test("every folder has its place among the layers", () => {
  expect(folders.filter((path) => path !== "" && !path.includes("/")).toSorted()).toEqual(LAYERS.toSorted());
});

test("no script imports from a layer above its own", () => {
  expect(scripts.flatMap((path) => upward(path, readFileSync(join(SOURCES, path), "utf8")).map((target) => `${path}: ${target}`))).toEqual([]);
});

test("no two folders import each other", () => {
  expect(pairs(new Map(scripts.map((path) => [path, imports(path, readFileSync(join(SOURCES, path), "utf8"))])))).toEqual([]);
});

test("no folder holds more files than one looks through", () => {
  const paths = ["src", "e2e"].flatMap((root) => files(join(SOURCES, "..", root)).map((path) => join(root, path)));
  expect(paths.length).toBeGreaterThan(600);
  expect(crowded(paths)).toEqual([]);
});

test.each([
  ["games/eggs/Table.tsx", 'import { Frame } from "../../table/Frame";'],
  ["games/eggs/Table.tsx", 'import type { Props } from "../../pages/replay/Bar";'],
  ["model/table/store.ts", 'export { Button } from "../../widgets/EmoteButton";'],
  ["theatre/Actors.tsx", 'const Menu = lazy(() => import("../table/menu/Menu"));'],
  ["ui/Icon.tsx", 'import "../table/Frame.css";'],
  ["coach/Why.tsx", 'import { GAMES } from "../games";'],
  ["table/Log.tsx", 'import { App } from "../app";'],
  ["net/http.ts", 'import {\n  Page,\n} from "../ui/page/Page";'],
])("a planted import upwards is caught: %s, %s", (path, source) => {
  expect(upward(path, source)).toHaveLength(1);
});

test("what leads downwards, stays in a folder or belongs to others is left alone", () => {
  const source = 'import { useState } from "react";\nimport { Icon } from "../ui/Icon";\nimport "./Log.css";\nimport { GAMES } from "../games";\nimport data from "../../package.json";';
  expect(upward("table/Log.tsx", source)).toEqual([]);
  expect(upward("boot.ts", 'void import("./pages/landing/Landing");')).toEqual([]);
});

test("a planted crowd of files is caught", () => {
  const planted = (count: number): readonly string[] => Array.from({ length: count }, (_, number) => `games/eggs/egg${number}.ts`);
  expect(crowded([...planted(MOST_FILES), "games/eggs/nest/egg.ts"])).toEqual([]);
  expect(crowded(planted(MOST_FILES + 1))).toEqual([`games/eggs: ${MOST_FILES + 1} files`]);
});

test("a planted pair of folders is caught", () => {
  const graph = new Map([["pages/room/Seats.tsx", ["pages/score/Sheet"]], ["pages/score/Sheet.tsx", ["pages/room/Seats"]], ["pages/Elsewhere.tsx", ["pages/room/Seats"]]]);
  expect(pairs(graph)).toEqual(["pages/room pages/score"]);
});
