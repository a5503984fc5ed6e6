import { expect, test } from "vitest";
import { ranked } from "./score";

const score = (total: number): { readonly total: number } => ({ total });

test("ranks the winners first, and equals alike", () => {
  const order = ranked({ scores: [score(10), score(50), score(50), score(20), score(20)], winners: [2] });
  expect(order.map(({ seat }) => seat)).toEqual([2, 1, 3, 4, 0]);
  expect(order.map(({ rank }) => rank)).toEqual([1, 2, 3, 3, 5]);
});

test("ranks by what breaks a tie, where a game has that", () => {
  const scores = [[70, 9], [72, 11], [70, 12], [70, 9]].map(([total = 0, tieBreak = 0]) => ({ total, tieBreak }));
  const order = ranked({ scores, winners: [1] });
  expect(order.map(({ seat }) => seat)).toEqual([1, 2, 0, 3]);
  expect(order.map(({ rank }) => rank)).toEqual([1, 2, 3, 3]);
});
