import { describe, expect, test } from "vitest";
import type { HouseRules, SeatScore } from "../../protocol/types";
import { multiplied, ranked, rowsOf } from "./rows";

const rules = (changes: Partial<HouseRules>): HouseRules =>
  ({ scoring: "multiply", dove: false, dove_multiplied: false, ...changes }) as HouseRules;
const score = (total: number, changes: Partial<SeatScore> = {}): SeatScore => ({
  quartets: [],
  animals: total,
  factor: 1,
  dove: 0,
  total,
  ...changes,
});

describe("the score sheet", () => {
  test("has a row for each step of the reckoning", () => {
    expect(rowsOf(rules({}))).toEqual(["quartets", "factor", "total"]);
    expect(rowsOf(rules({ scoring: "sum", dove: true }))).toEqual(["quartets", "dove", "total"]);
    expect(rowsOf(rules({ dove: true, dove_multiplied: true }))).toEqual(["quartets", "dove", "factor", "total"]);
  });

  test("multiplies the dove where the rules say so", () => {
    const column = score(0, { animals: 100, factor: 2, dove: 500 });
    expect(multiplied(column, rules({ dove: true }))).toBe(200);
    expect(multiplied(column, rules({ dove: true, dove_multiplied: true }))).toBe(1200);
  });

  test("ranks the winners first, and equals alike", () => {
    const order = ranked([score(10), score(50), score(50), score(20), score(20)], [2]);
    expect(order.map(({ seat }) => seat)).toEqual([2, 1, 3, 4, 0]);
    expect(order.map(({ rank }) => rank)).toEqual([1, 2, 3, 3, 5]);
  });
});
