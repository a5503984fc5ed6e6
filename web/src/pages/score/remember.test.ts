// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { playedGames } from "../../model/score/played";
import { usePreferences } from "../../model/table/preferences";
import { remember } from "./remember";

vi.mock("../../net/offline/policy", () => ({ noteSoloGame: vi.fn() }));

afterEach(() => {
  localStorage.clear();
  usePreferences.getState().choose({ level: "easy" });
});

const PLACES = [{ kind: "person", name: "Anna" }, { kind: "bot", name: "Clover", bot: "easy" }, { kind: "bot", name: "Sepp", bot: "easy" }] as const;
const RESULT = { scores: [{ total: 3100 }, { total: 900 }, { total: 40 }], winners: [0] } as never;

test.each(["", "offline"])("games against easy bots that are won lead to others, wherever they were played (%j)", (where) => {
  for (let number = 0; number < 6; number++) {
    expect(usePreferences.getState().level).toBe("easy");
    remember({ table: `${where}${"t".repeat(25)}${number}`, game: "kuhhandel", places: PLACES, you: 0, result: RESULT });
  }
  expect(playedGames()[0]).toMatchObject({ level: "easy", won: true, points: 3100, rank: 1, others: ["Clover", "Sepp"] });
  expect(usePreferences.getState().level).toBe("medium");
});

test("games among people are remembered, and say nothing of a level", () => {
  remember({ table: "t", game: "kuhhandel", places: [...PLACES, { kind: "person", name: "Ben" }], you: 0, result: RESULT });
  expect(playedGames()[0]).not.toHaveProperty("level");
});
