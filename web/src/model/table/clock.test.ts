// @vitest-environment happy-dom
import { expect, it } from "vitest";
import { clockText, gone, remaining } from "./clock";

it("knows which part of a time is gone, also for who comes in the middle of it", () => {
  expect(gone(2500, 2500)).toBe(0);
  expect(gone(625, 2500)).toBe(0.75);
  expect(gone(0, 2500)).toBe(1);
  // Clocks differ a little, and an old server does not say.
  expect(gone(2600, 2500)).toBe(0);
  expect(gone(1000, null)).toBe(0);
});

it("lets no time run before it begins", () => {
  expect(remaining(8500, 6000)).toBe(6000);
  expect(remaining(6000, 6000)).toBe(6000);
  expect(remaining(1000, 6000)).toBe(1000);
  expect(remaining(-10, 6000)).toBe(0);
  // An old server does not say how long a time is.
  expect(remaining(8500, null)).toBe(8500);
});

it("writes times as people read them", () => {
  expect([24, 185, 170_000].map((seconds) => clockText(seconds))).toEqual(["0:24", "3:05", "47\u00a0hr"]);
});

it("writes hours as each language has them, with no space to break the line at", () => {
  expect(["en", "de", "ru"].map((language) => clockText(170_000, language))).toEqual(["47\u00a0hr", "47\u00a0Std.", "47\u00a0ч"]);
});
