// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { hasPlayed } from "./hasPlayed";
import { forgetPlayed, keepPlayed, MOST, type Played, playedGames, countedByGame } from "./played";

const ONE: Played = { table: "a1", game: "kuhhandel", at: 1_794_000_000_000, rank: 2, all: 4, points: 3100, won: false, others: ["Berta", "Pip", "Vera"] };

afterEach(() => {
  vi.unstubAllGlobals();
  forgetPlayed();
  localStorage.clear();
});

test("a game is remembered once, the last one first", () => {
  keepPlayed(ONE);
  keepPlayed({ ...ONE, table: "b2", points: 40 });
  keepPlayed({ ...ONE, at: 5, points: 7 });
  expect(playedGames()).toEqual([{ ...ONE, table: "b2", points: 40 }, ONE]);
});

test("the oldest of too many goes", () => {
  for (let number = 0; number < MOST + 3; number++) keepPlayed({ ...ONE, table: `t${number}` });
  expect(playedGames()).toHaveLength(MOST);
  expect(playedGames()[0]?.table).toBe(`t${MOST + 2}`);
  expect(playedGames().at(-1)?.table).toBe("t3");
  expect(JSON.parse(localStorage.getItem("kuhstall.games") ?? "")).toHaveLength(MOST);
});

test("all of it can be forgotten", () => {
  expect(hasPlayed()).toBe(false);
  keepPlayed(ONE);
  expect(hasPlayed()).toBe(true);
  forgetPlayed();
  expect([hasPlayed(), playedGames()]).toEqual([false, []]);
  expect(Object.keys(localStorage)).toEqual([]);
});

test.each(["no JSON", "null", "7", '{"table":"x"}'])("what somebody else has written there is no list: %s", (text) => {
  localStorage.setItem("kuhstall.games", text);
  expect(playedGames()).toEqual([]);
  keepPlayed(ONE);
  expect(playedGames()).toEqual([ONE]);
});

test("what is not of today's form is left out, and no address can be smuggled in", () => {
  const strange = [{ ...ONE, table: "../evil" }, { ...ONE, points: "many" }, { ...ONE, others: [7] }, null, ONE];
  localStorage.setItem("kuhstall.games", JSON.stringify(strange));
  expect(playedGames()).toEqual([ONE]);
});

test("where nothing may be kept, the page remembers, and forgets", () => {
  const refuse = (): never => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => undefined });
  expect(playedGames()).toEqual([]);
  keepPlayed(ONE);
  expect([hasPlayed(), playedGames()]).toEqual([true, [ONE]]);
  forgetPlayed();
  expect([hasPlayed(), playedGames()]).toEqual([false, []]);
});

test("counts games, wins and the best score of each kind", () => {
  const games = [ONE, { ...ONE, points: 4140, won: true }, { ...ONE, game: "kuhfstein", points: 62 }];
  expect(countedByGame(games)).toEqual([
    { game: "kuhhandel", games: 2, won: 1, best: 4140 },
    { game: "kuhfstein", games: 1, won: 0, best: 62 },
  ]);
  expect(countedByGame([])).toEqual([]);
});
