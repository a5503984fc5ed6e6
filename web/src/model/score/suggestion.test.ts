// @vitest-environment happy-dom
import { afterEach, expect, test } from "vitest";
import { chooseLevel, isOwnLevel, usePreferences } from "../table/preferences";
import { keepPlayed, type Played } from "./played";
import { ENOUGH, followSuggestion, levelAgainst, suggestion } from "./suggestion";

afterEach(() => {
  localStorage.clear();
  usePreferences.getState().choose({ level: "easy" });
});

/** Games against bots of a level as they were played, one after the other: w is a win. */
function games(level: string | undefined, ends: string): readonly Played[] {
  return ends.split("").map((end, number) => ({ table: `${level}${number}`, game: "kuhhandel", at: number, rank: 1, all: 4, points: 9, won: end === "w", others: [], ...(level && { level }) }));
}

/** What is suggested after these, the first one first. */
const after = (...played: readonly (readonly Played[])[]): ReturnType<typeof suggestion> => suggestion(played.flat().toReversed());

test("says nothing before there are enough games against bots of one level", () => {
  expect(after()).toBeNull();
  expect(after(games("easy", "w".repeat(ENOUGH - 1)))).toBeNull();
  expect(after(games("easy", "www"), games("medium", "www"), games(undefined, "wwwwwwwww"), games("hopeless", "wwwwwwwww"))).toBeNull();
  expect(after(games("easy", "w".repeat(ENOUGH)))).toEqual({ level: "medium", against: "easy", won: ENOUGH, games: ENOUGH });
});

test.each([
  ["easy", "llllll", "easy"],
  ["easy", "lllwlw", "easy"],
  ["easy", "lwlwlw", "medium"],
  ["medium", "wllllw", "medium"],
  ["medium", "lllllw", "easy"],
  ["medium", "wwwlll", "hard"],
  ["hard", "wwwwww", "hard"],
  ["hard", "lwlwll", "hard"],
  ["hard", "llllll", "medium"],
] as const)("against %s bots, %s suggests %s ones", (level, ends, suited) => {
  expect(after(games(level, ends))?.level).toBe(suited);
});

test("only the last games at a level count", () => {
  expect(after(games("easy", "wwwwwwwwwwwwllllllllllll"))).toEqual({ level: "easy", against: "easy", won: 0, games: 12 });
});

test("a level that was too hard is not suggested again for the same reason", () => {
  const there = [games("easy", "lwlwlw"), games("medium", "llllll")];
  expect(after(...there)?.level).toBe("easy");
  expect(after(...there, games("easy", "lwlwlwlwlwlwlwlw"))).toEqual({ level: "easy", against: "easy", won: 6, games: 12 });
  // Whoever wins nearly always there now has learned something.
  expect(after(...there, games("easy", "wwwwwwwwwwww"))?.level).toBe("medium");
});

test("whatever is won, it stays for as many games as it takes to say anything", () => {
  let played: readonly Played[] = [];
  let [before, since, changes] = ["easy", 0, 0];
  let chance = 1;
  for (let number = 0; number < 300; number++) {
    const level = suggestion(played)?.level ?? "easy";
    if (level !== before) {
      expect(since, `game ${number}`).toBeGreaterThanOrEqual(ENOUGH);
      [before, since] = [level, 0];
      changes += 1;
    }
    since += 1;
    // About every second game is won, against bots of any level.
    chance = (chance * 75) % 65_537;
    played = [...games(["easy", "medium", "hard"][chance % 3], chance % 2 === 0 ? "w" : "l"), ...played];
  }
  expect(changes).toBeGreaterThan(0);
});

test("a player who is even with one level and hopeless at the next is not sent back and forth", () => {
  let played: readonly Played[] = [];
  const levels: string[] = [];
  const won = { easy: "lw", medium: "llllllllll", hard: "l" };
  for (let number = 0; number < 200; number++) {
    const level = suggestion(played)?.level ?? "easy";
    if (level !== levels.at(-1)) levels.push(level);
    played = [...games(level, won[level][number % won[level].length] ?? "l"), ...played];
  }
  expect(levels).toEqual(["easy", "medium", "easy"]);
});

const PERSON = { kind: "person" } as const;
const bot = (name: string): { kind: "bot"; bot: string } => ({ kind: "bot", bot: name });

test.each([
  [[bot("easy"), bot("easy")], "easy"],
  [[bot("medium"), bot("farmer:bold"), bot("farmer:bluffer"), bot("farmer")], "medium"],
  [[bot("hard")], "hard"],
  [[bot("hard"), bot("medium")], undefined],
  [[bot("easy"), PERSON], undefined],
  [[PERSON], undefined],
  [[bot("random"), bot("random")], undefined],
  [[bot("farmer@1")], undefined],
  [[bot("miser:Miser")], undefined],
  [[], undefined],
] as const)("the level of %j is %s", (others, level) => {
  expect(levelAgainst([PERSON, ...others], 0)).toBe(level);
  expect(levelAgainst([...others, PERSON], others.length)).toBe(level);
});

test("the next game follows, until the player has chosen by hand", () => {
  followSuggestion();
  expect([usePreferences.getState().level, isOwnLevel()]).toEqual(["easy", false]);
  games("easy", "wwwwww").forEach(keepPlayed);
  followSuggestion();
  expect([usePreferences.getState().level, isOwnLevel()]).toEqual(["medium", false]);

  chooseLevel("easy", "player");
  followSuggestion();
  expect([usePreferences.getState().level, isOwnLevel()]).toEqual(["easy", true]);
});

test("a level that was chosen before anything was suggested is the player's own", () => {
  usePreferences.getState().choose({ level: "hard" });
  games("easy", "wwwwww").forEach(keepPlayed);
  followSuggestion();
  expect(usePreferences.getState().level).toBe("hard");
});
