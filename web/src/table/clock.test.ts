import { expect, it } from "vitest";
import { clockText, gone } from "./clock";

it("knows which part of a time is gone, also for who comes in the middle of it", () => {
  expect(gone(2500, 2500)).toBe(0);
  expect(gone(625, 2500)).toBe(0.75);
  expect(gone(0, 2500)).toBe(1);
  // Clocks differ a little, and an old server does not say.
  expect(gone(2600, 2500)).toBe(0);
  expect(gone(1000, null)).toBe(0);
});

it("writes times as people read them", () => {
  expect([24, 185, 170_000].map(clockText)).toEqual(["0:24", "3:05", "47 h"]);
});
