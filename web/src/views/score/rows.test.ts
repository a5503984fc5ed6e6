import { describe, expect, test } from "vitest";
import type { ClassicRules, MasterRules, SeatScore } from "../../protocol/types";
import { multiplied, parted, ranked, rowsOf } from "./rows";

const rules = (changes: Partial<ClassicRules>): ClassicRules =>
  ({ scoring: "multiply", dove: false, dove_multiplied: false, ...changes }) as ClassicRules;
const master = (kassensturz: boolean): MasterRules => ({ kassensturz }) as MasterRules;
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

  test("has rows for pedigrees in Kuhhandel Master, and for money only where it counts", () => {
    expect(rowsOf(master(false))).toEqual(["quartets", "matching", "factor", "others", "total"]);
    expect(rowsOf(master(true))).toEqual(["quartets", "matching", "factor", "others", "money", "total"]);
  });

  test("multiplies only the pedigrees of quartets that count", () => {
    // The example of the printed rules: the rats cover the goose.
    const column = score(2670, { quartets: ["goose", "dog", "cow"], covered: "goose", animals: 960, matching: 250, others: 250, factor: 2 });
    expect(multiplied(column, master(false))).toBe(2420);
    expect(parted(["goose", "dog", "horse"], column)).toEqual({ matching: ["dog"], others: ["goose", "horse"] });
  });

  test("multiplies the dove where the rules say so", () => {
    const column = score(0, { animals: 100, factor: 2, dove: 500 });
    expect(multiplied(column, rules({ dove: true }))).toBe(200);
    expect(multiplied(column, rules({ dove: true, dove_multiplied: true }))).toBe(1200);
  });

  test("ranks the winners first, and equals alike", () => {
    const order = ranked({ scores: [score(10), score(50), score(50), score(20), score(20)], winners: [2] });
    expect(order.map(({ seat }) => seat)).toEqual([2, 1, 3, 4, 0]);
    expect(order.map(({ rank }) => rank)).toEqual([1, 2, 3, 3, 5]);
  });

  test("ranks by tiles where they break a tie", () => {
    const scores = [[70, 9], [72, 11], [70, 12], [70, 9]].map(([total = 0, tiles = 0]) => ({ total, tiles }));
    const order = ranked({ scores, winners: [1] });
    expect(order.map(({ seat }) => seat)).toEqual([1, 2, 0, 3]);
    expect(order.map(({ rank }) => rank)).toEqual([1, 2, 3, 3]);
  });
});
