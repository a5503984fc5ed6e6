import { expect, test } from "vitest";
import type { GameStatistics } from "../../protocol/types";
import { meansOfFive, summed } from "./sums";

const KIND: GameStatistics = { game: "kuhhandel", games: 3, won: 1, points: 600, places: [1, 1, 1, 0], figures: {}, scores: [] };

test("kinds are added up", () => {
  expect(summed([KIND, { ...KIND, game: "kuhfstein", games: 1, won: 1, points: 60 }])).toEqual({ games: 4, won: 2, points: 660 });
  expect(summed([])).toBeNull();
});

test("a mean is of five scores at most, and of those so far", () => {
  const scores = [10, 20, 30, 40, 50, 60].map((points) => ({ points, won: false }));
  expect(meansOfFive(scores)).toEqual([10, 15, 20, 25, 30, 40]);
});
