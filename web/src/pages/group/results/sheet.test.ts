import { expect, test } from "vitest";
import { dateOf, momentOf, rowsOf, sheetOf } from "./sheet";

test("a sheet begins with as many rows as people usually play", () => {
  expect([1, 3, 9].map((members) => rowsOf(members).length)).toEqual([2, 3, 4]);
});

test("a sheet is complete with two players, a member among them, and whole numbers", () => {
  const anna = { who: "1", points: "900" };
  const other = { who: "other", points: "-30" };
  const empty = { who: "", points: "7" };
  expect(sheetOf([anna, empty, other])).toEqual([
    { member: 1, points: 900 },
    { member: null, points: -30 },
  ]);
  expect(sheetOf([anna, empty])).toBeNull();
  expect(sheetOf([other, other])).toBeNull();
  expect(sheetOf([anna, { who: "2", points: "" }])).toBeNull();
  expect(sheetOf([anna, { who: "2", points: "1.5" }])).toBeNull();
});

test("a day is its middle, and today is now at the latest", () => {
  const morning = new Date(2026, 10, 20, 8).getTime();
  expect(dateOf(morning)).toBe("2026-11-20");
  expect(momentOf("2026-11-20", morning)).toBe(morning / 1000);
  expect(momentOf("2026-11-19", morning)).toBe(new Date(2026, 10, 19, 12).getTime() / 1000);
});
