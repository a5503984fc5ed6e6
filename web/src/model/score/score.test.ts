import { expect, test } from "vitest";
import { AFTER, Catalogue } from "../../i18n/catalogue";
import { celebrated, placeInWords, ranked, standing } from "./score";

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
  expect(standing(result, 0)).toEqual({ rank: 3, all: 4, ahead: -1040, rivals: [1] });
  expect(standing(result, 3)).toEqual({ rank: 2, all: 4, ahead: 0, rivals: [1] });
  expect(standing(result, 1)).toEqual({ rank: 1, all: 4, ahead: 0, rivals: [3] });
  expect(standing({ scores: [score(90), score(50)], winners: [0] }, 0)).toEqual({ rank: 1, all: 2, ahead: 40, rivals: [1] });
});

const NAMES = ["Ada", "Berta", "Cem", "Dora"];

test.each([
  ["en", "You are 3rd of 4, 1,040 behind Berta.", "You are 2nd of 4, with as many points as Berta.", "90 ahead of Cem and Dora.", "You are 3rd of 4, 40 behind Ada and Berta."],
  ["de", "Du bist 3. von 4, 1.040 hinter Berta.", "Du bist 2. von 4, mit gleich vielen Punkten wie Berta.", "90 vor Cem und Dora.", "Du bist 3. von 4, 40 hinter Ada und Berta."],
  [
    "ru",
    "Ваше место: 3 из 4. Впереди на 1040: Berta.",
    "Ваше место: 2 из 4. Столько же очков: Berta.",
    "Следом: Cem и Dora, отрыв 90.",
    "Ваше место: 3 из 4. Впереди на 40: Ada и Berta.",
  ],
] as const)("says one's own place in words, in %s", async (language, behind, level, ahead, shared) => {
  const catalogue = await (await Catalogue.load(language)).with([AFTER]);
  const said = (totals: readonly number[], winners: readonly number[], seat: number): string | null =>
    // Some languages have a space of their own in large numbers.
    placeInWords({ scores: totals.map(score), winners }, seat, NAMES, language, (key, args) => catalogue.text(key, args))?.replaceAll(/(?<=\d)\s(?=\d)/g, "") ?? null;
  expect(said([3100, 4140, 20, 4140], [1], 0)).toBe(behind);
  expect(said([3100, 4140, 20, 4140], [1], 3)).toBe(level);
  expect(said([100, 5, 10, 10], [0], 0)).toBe(ahead);
  expect(said([90, 90, 50, 50], [0, 1], 3)).toBe(shared);
  expect(said([90, 90, 50, 50], [0, 1], 1)).toBeNull();
});

test("celebrates oneself, and nobody else", () => {
  expect(celebrated([0, 1], 0)).toEqual([0]);
  expect(celebrated([1], 0)).toEqual([]);
  expect(celebrated([1, 2], null)).toEqual([]);
});
