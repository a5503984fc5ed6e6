import { describe, expect, test } from "vitest";
import type { ClassicRules, SeatScore } from "../../../protocol/types";
import { counted, multiplied, rowsOf } from "./scoreRows";

const rules = (changes: Partial<ClassicRules>): ClassicRules =>
  ({ scoring: "multiply", dove: false, dove_multiplied: false, ...changes }) as ClassicRules;

describe("the score sheet", () => {
  test("has a row for each step of the reckoning", () => {
    expect(rowsOf(rules({}))).toEqual(["quartets", "factor", "total"]);
    expect(rowsOf(rules({ scoring: "sum", dove: true }))).toEqual(["quartets", "dove", "total"]);
    expect(rowsOf(rules({ dove: true, dove_multiplied: true }))).toEqual(["quartets", "dove", "factor", "total"]);
  });

  test("multiplies the dove where the rules say so", () => {
    const column: SeatScore = { quartets: [], animals: 100, factor: 2, dove: 500, total: 0 };
    expect(multiplied(column, rules({ dove: true }))).toBe(200);
    expect(multiplied(column, rules({ dove: true, dove_multiplied: true }))).toBe(1200);
  });

  test("has no quartet among the gains that was covered", () => {
    expect(counted({ quartets: ["goose", "cow"], covered: "goose" })).toEqual(["cow"]);
    expect(counted({ quartets: ["goose", "cow"] })).toEqual(["goose", "cow"]);
    expect(counted({ quartets: ["goose", "cow"], covered: null })).toEqual(["goose", "cow"]);
  });
});
