import { expect, test } from "vitest";
import { fieldValue, inWords, proposed } from "./when";

test("next Friday evening is proposed, today if it is still to come", () => {
  const at = (text: string): string => fieldValue(proposed(new Date(text)));
  expect(at("2026-11-19T12:00")).toBe("2026-11-20T20:00");
  expect(at("2026-11-20T19:59")).toBe("2026-11-20T20:00");
  expect(at("2026-11-20T20:00")).toBe("2026-11-27T20:00");
  expect(at("2026-12-31T08:05")).toBe("2027-01-01T20:00");
});

test("a date is read as words", () => {
  const starts = new Date("2026-11-20T20:00").getTime() / 1000;
  expect(inWords(starts, "en")).toContain("Friday");
  expect(inWords(starts, "de")).toContain("Freitag");
  expect(inWords(starts, "ru")).toContain("пятница");
});
