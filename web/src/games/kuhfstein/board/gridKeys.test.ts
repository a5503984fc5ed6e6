import { expect, it } from "vitest";
import { inside, moved, nextOf } from "./gridKeys";
import { fitted, held, shown, zoomed } from "./zoom";

const BOUNDS = { top: -1, left: -2, rows: 4, columns: 5 };

it.each([
  ["ArrowUp", [0, 0], [-1, 0]],
  ["ArrowUp", [-1, 0], [-1, 0]],
  ["ArrowDown", [2, 0], [2, 0]],
  ["ArrowLeft", [0, -2], [0, -2]],
  ["ArrowRight", [0, 1], [0, 2]],
  ["Home", [1, 1], [1, -2]],
  ["End", [1, 1], [1, 2]],
  ["PageUp", [1, 1], [-1, 1]],
  ["PageDown", [1, 1], [2, 1]],
] as const)("%s goes from %s to %s", (key, from, to) => {
  expect(moved(key, from, BOUNDS)).toEqual(to);
});

it("leaves all other keys alone", () => {
  expect(moved("Tab", [0, 0], BOUNDS)).toBeNull();
  expect(moved("Enter", [0, 0], BOUNDS)).toBeNull();
});

it("brings a focus back that the landscape has left behind", () => {
  expect(inside([9, -9], BOUNDS)).toEqual([2, -2]);
});

it("goes from spot to spot in reading order, round and round", () => {
  const spots = [[2, 0], [0, 1], [0, -1]] as const;
  expect(nextOf(spots, [0, 0], false)).toEqual([0, 1]);
  expect(nextOf(spots, [2, 0], false)).toEqual([0, -1]);
  expect(nextOf(spots, [0, -1], true)).toEqual([2, 0]);
  expect(nextOf([], [0, 0], false)).toBeNull();
});

const SIZE = { width: 400, height: 300 };

it("fits a landscape into its window, in the middle", () => {
  const lie = fitted(SIZE, BOUNDS);
  expect(lie.unit).toBe(75);
  expect(lie.x + BOUNDS.left * lie.unit).toBe((400 - 5 * 75) / 2);
  expect(lie.y + BOUNDS.top * lie.unit).toBe(0);
});

it("makes no cell smaller than a finger unless asked to", () => {
  const wide = { top: 0, left: 0, rows: 3, columns: 20 };
  expect(fitted(SIZE, wide, 48).unit).toBe(48);
  expect(fitted(SIZE, wide).unit).toBe(26);
});

it("zooms around the point under the finger", () => {
  const lie = { unit: 50, x: 10, y: 20 };
  const at = { x: 110, y: 120 };
  const large = zoomed(lie, 2, at);
  expect(large.unit).toBe(100);
  expect((at.x - large.x) / large.unit).toBe((at.x - lie.x) / lie.unit);
  expect((at.y - large.y) / large.unit).toBe((at.y - lie.y) / lie.unit);
});

it("cannot be pushed out of the window", () => {
  const lost = held({ unit: 60, x: 5000, y: -5000 }, SIZE, BOUNDS);
  expect(lost.x + BOUNDS.left * 60).toBeLessThanOrEqual(400 - 5 * 60 + 60);
  expect(lost.y + BOUNDS.top * 60).toBeGreaterThanOrEqual(-60);
});

it("moves just so far that a cell is in sight", () => {
  const lie = { unit: 50, x: 0, y: 0 };
  expect(shown(lie, [1, 1], SIZE)).toEqual(lie);
  expect(shown(lie, [-1, 9], SIZE)).toEqual({ unit: 50, x: -100, y: 50 });
});
