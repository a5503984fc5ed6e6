import { afterEach, expect, it } from "vitest";
import { BLANK, columns, given, keepPaper, keptPaper, resized } from "./sheet";

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
  const paper = { ...BLANK, names: ["A", "B"], quartets: { cow: 1 } } as const;
  keepPaper(paper);
  expect(keptPaper()).toEqual(paper);
  for (const nonsense of ["{", "7", '{"game":"chess"}', '{"names":3}']) {
    localStorage.setItem("kuhstall.paper", nonsense);
    expect(keptPaper()).toEqual(BLANK);
  }
});
