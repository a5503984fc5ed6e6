import { expect, test } from "vitest";
import { arranged, packed } from "./podium";

test.each([
  [2, [2, 1]],
  [3, [2, 1, 3]],
  [4, [4, 2, 1, 3]],
  [6, [6, 4, 2, 1, 3, 5]],
])("of %i the first stands in the middle", (count, wanted) => {
  expect(arranged(Array.from({ length: count }, (_, place) => place + 1))).toEqual(wanted);
});

test.each([
  [1, { size: 100, columns: 1 }],
  [4, { size: 98, columns: 2 }],
  [10, { size: 50, columns: 4 }],
  [0, { size: 100, columns: 1 }],
])("%i pictures have room on a step", (count, wanted) => {
  const found = packed(count, 200, 196);
  expect(found).toEqual(wanted);
  expect(found.size * Math.ceil(count / found.columns)).toBeLessThanOrEqual(196);
});
