import { expect, test } from "vitest";
import { hourOf, minuteOf } from "./push";

test.each([
  [22, -60, 1260],
  [0, -60, 1380],
  [22, 300, 180],
  [8, -330, 150],
])("%i o'clock, %i minutes from UTC, is minute %i there, and back", (hour, offset, minute) => {
  expect(minuteOf(hour, offset)).toBe(minute);
  expect(hourOf(minute, offset)).toBe(hour);
});
