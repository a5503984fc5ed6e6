import { expect, test } from "vitest";
import type { Stop } from "../../protocol/types";
import { across, highest, line, milestones, ticks, up, valuesOf } from "./plot";

const STOPS: readonly Stop[] = [
  { step: 1, marks: [], money: [90, 90], animals: [0, 0], tiles: [], points: [0, 0], herds: [0, 0] },
  { step: 5, marks: ["sale"], money: [40, 140], animals: [1, 0], tiles: [], points: [0, 0], herds: [62, 0] },
  { step: 8, marks: ["donkey"], money: [90, 190], animals: [1, 0], tiles: [], points: [0, 0], herds: [62, 0] },
  { step: 9, marks: ["sale", "quartet"], money: [90, 190], animals: [1, 4], tiles: [], points: [0, 500], herds: [62, 500] },
  { step: 11, marks: [], money: [90, 190], animals: [1, 4], tiles: [], points: [0, 500], herds: [62, 500] },
];
const FRAME = { width: 164, height: 134, steps: 11, top: 200 };

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [90, [0, 50, 100]],
  [190, [0, 50, 100, 150, 200]],
  [4200, [0, 2000, 4000, 6000]],
])("%i has round values beside it", (value, wanted) => {
  expect(ticks(value)).toEqual(wanted);
});

test("the first step is at the left, the last at the right, nothing at the bottom", () => {
  expect([across(FRAME, 1), across(FRAME, 11)]).toEqual([50, 150]);
  expect([up(FRAME, 0), up(FRAME, 200)]).toEqual([126, 26]);
});

test("a line is level between the steps that change something, and goes on to the end", () => {
  expect(line(FRAME, STOPS, "money", 0)).toBe("M50 81H90V106H120V81H150");
  expect(line(FRAME, STOPS, "points", 0)).toBe("M50 126H150");
  expect(line(FRAME, [], "money", 0)).toBe("");
});

test("the table tells what people ask for", () => {
  expect(milestones(STOPS, ["donkey", "quartet"]).map((stop) => stop.step)).toEqual([1, 8, 9, 11]);
  expect(highest(STOPS, "money")).toBe(190);
  expect(highest([], "money")).toBe(0);
});

test("the herds grow long before there are points, and an older server counts none", () => {
  expect(line({ ...FRAME, top: 500 }, STOPS, "herds", 0)).toMatch(/^M50 \d+H[\d.]+V/);
  expect(highest(STOPS, "herds")).toBe(500);
  expect(valuesOf({ money: [90, 90] }, "herds")).toEqual([]);
});
