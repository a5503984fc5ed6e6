import { expect, test } from "vitest";
import { celebrated, ranked, standing } from "./score";

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

test("says how far a seat is from the winner, or the winner from the next", () => {
  const result = { scores: [score(3100), score(4140), score(20), score(4140)], winners: [1] };
  expect(standing(result, 0)).toEqual({ rank: 3, all: 4, ahead: -1040 });
  expect(standing(result, 3)).toEqual({ rank: 2, all: 4, ahead: 0 });
  expect(standing(result, 1)).toEqual({ rank: 1, all: 4, ahead: 0 });
  expect(standing({ scores: [score(90), score(50)], winners: [0] }, 0)).toEqual({ rank: 1, all: 2, ahead: 40 });
});

test("celebrates oneself, and nobody celebrates a bot", () => {
  const places = [{ kind: "person" }, { kind: "bot" }, { kind: "person" }] as const;
  expect(celebrated([0, 1], places, 0)).toEqual([0]);
  expect(celebrated([1], places, 0)).toEqual([]);
  expect(celebrated([2], places, 0)).toEqual([]);
  expect(celebrated([1], places, null)).toEqual([]);
  expect(celebrated([1, 2], places, null)).toEqual([2]);
});
