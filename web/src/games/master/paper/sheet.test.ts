// @vitest-environment happy-dom
import { afterEach, expect, it } from "vitest";
import { BLANK, columns, given, hasPair, keepPaper, keptPaper, resized, settled } from "./sheet";

afterEach(() => localStorage.clear());

it("gives a kind to one player at a time, and takes it back", () => {
  const first = given({ pig: 1 }, "cow", 0);
  expect(first).toEqual({ pig: 1, cow: 0 });
  expect(given(first, "cow", 2)).toEqual({ pig: 1, cow: 2 });
  expect(given(first, "cow", 0)).toEqual({ pig: 1 });
});

it("reckons each game by its own rules", () => {
  const paper = { ...BLANK, quartets: { pig: 0, dog: 0, rooster: 0 }, dove: 0, money: [430], counts: true, pedigrees: { pig: 0 } } as const;
  expect(columns(paper)[0]?.total).toBe(2460);
  expect(columns({ ...paper, game: "first" })[0]?.total).toBe(1320);
  expect(columns({ ...paper, game: "master" })[0]?.total).toBe((820 + 250) * 3 + 430);
  expect(columns({ ...paper, game: "master", counts: false })[0]?.total).toBe((820 + 250) * 3);
});

it("keeps nothing of players who have left", () => {
  const paper = { ...BLANK, names: ["A", "B", "C"], quartets: { cow: 2, pig: 1 }, rats: 2, money: [10, 20, 30] } as const;
  expect(resized(paper, 2)).toMatchObject({ names: ["A", "B"], quartets: { pig: 1 }, rats: null, money: [10, 20] });
  expect(resized(paper, 4).names).toEqual(["A", "B", "C", ""]);
});

it("is still there the next time, and blank if what is there makes no sense", () => {
  const paper = { ...BLANK, names: ["A", "B", "C"], quartets: { cow: 1 } } as const;
  keepPaper(paper);
  expect(keptPaper()).toEqual(paper);
  for (const nonsense of ["{", "7", '{"game":"chess"}', '{"names":3}']) {
    localStorage.setItem("kuhstall.paper", nonsense);
    expect(keptPaper()).toEqual(BLANK);
  }
});

it("adds up the values where there is a dove", () => {
  const paper = { ...BLANK, game: "first", quartets: { rooster: 0, goose: 0 }, dove: 0 } as const;
  expect(columns(paper)[0]?.total).toBe(550);
});

it("gives the dove to nobody without both quartets of a pair", () => {
  const paper = { ...BLANK, game: "first", quartets: { rooster: 0, goose: 0, cat: 1, dog: 2 }, dove: 0 } as const;
  expect([0, 1, 2].map((player) => hasPair(paper, player))).toEqual([true, false, false]);
  expect(settled(paper).dove).toBe(0);
  expect(settled({ ...paper, dove: 1 }).dove).toBeNull();
  expect(settled({ ...paper, quartets: { rooster: 0 } }).dove).toBeNull();
});

it("has as many players as the game is for", () => {
  const sheet = (game: "classic" | "first" | "master", players: number): number =>
    settled({ ...BLANK, game, names: Array<string>(players).fill("") }).names.length;
  expect([2, 3, 5, 6].map((players) => sheet("classic", players))).toEqual([3, 3, 5, 5]);
  expect([2, 6].map((players) => sheet("first", players))).toEqual([3, 5]);
  expect([2, 6].map((players) => sheet("master", players))).toEqual([2, 6]);
  localStorage.setItem("kuhstall.paper", '{"names":["A","B"]}');
  expect(keptPaper().names).toHaveLength(3);
});
