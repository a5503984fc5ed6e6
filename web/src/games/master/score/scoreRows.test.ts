import { describe, expect, test } from "vitest";
import type { SeatScore } from "../../../protocol/types";
import { multiplied, parted, rowsOf } from "./scoreRows";

describe("the score sheet", () => {
  test("has rows for pedigrees, and for money only where it counts", () => {
    expect(rowsOf({ kassensturz: false })).toEqual(["quartets", "matching", "factor", "others", "total"]);
    expect(rowsOf({ kassensturz: true })).toEqual(["quartets", "matching", "factor", "others", "money", "total"]);
  });

  test("multiplies only the pedigrees of quartets that count", () => {
    // The example of the printed rules: the rats cover the goose.
    const column: SeatScore = { total: 2670, dove: 0, quartets: ["goose", "dog", "cow"], covered: "goose", animals: 960, matching: 250, others: 250, factor: 2 };
    expect(multiplied(column)).toBe(2420);
    expect(parted(["goose", "dog", "horse"], column)).toEqual({ matching: ["dog"], others: ["goose", "horse"] });
  });
});
