import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { portrait } from "./portrait";

const PUBLIC = join(import.meta.dirname, "../../../public");

test("every bot that is drawn has its own face", () => {
  const drawn = readdirSync(join(PUBLIC, "art")).filter((file) => file.startsWith("face-"));
  const names = drawn.map((file) => file.slice(5, 6).toUpperCase() + file.slice(6, -4));
  expect(names).toHaveLength(9);
  expect(names.map((name) => portrait({ kind: "bot", name, bot: "farmer" }, 3))).toEqual(drawn.map((file) => `/art/${file}`));
});

test("a bot without a face is a robot, and no person looks like one", () => {
  expect(portrait({ kind: "bot", bot: "farmer" }, 1)).toBe("/art/robot.svg");
  expect(portrait({ kind: "bot", name: "Berta", bot: "farmer" }, 1)).toBe("/art/robot.svg");
  expect(portrait({ kind: "person", name: "Daisy", here: true, away: true, bot: "farmer" }, 1)).toBe("/art/dog.svg");
});

test("the people at a table look different from each other", () => {
  const all = Array.from({ length: 6 }, (_, seat) => portrait({ kind: "person", name: "Anna" }, seat));
  expect(new Set(all).size).toBe(6);
  expect(all.filter((path) => !existsSync(join(PUBLIC, path)))).toEqual([]);
});
