import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../../../../e2e/machine";
import { keepLanguage, type Language } from "../../../i18n/catalogue";
import { Texted } from "../../../i18n/text";
import { dayOf } from "../../../i18n/day";
import MyGames from "./MyGames";
import { forgetPlayed, keepPlayed, type Played } from "../../../model/score/played";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const ONE: Played = { table: "a1", game: "kuhhandel", at: Date.now(), rank: 3, all: 4, points: 3100, won: false, others: ["Gast 12", "Pip", "Vera"] };

afterEach(() => {
  cleanup();
  forgetPlayed();
});

function shown(language: Language): void {
  keepLanguage(language);
  render(
    <Texted>
      <MyGames />
    </Texted>,
  );
}

/** The links to replays. */
async function replays(): Promise<HTMLElement[]> {
  const links = await screen.findAllByRole("link");
  return links.filter((link) => link.getAttribute("href")?.startsWith("/t/"));
}

test("each game says how it ended and leads to its replay", async () => {
  keepPlayed(ONE);
  keepPlayed({ ...ONE, table: "b2", game: "kuhfstein", rank: 1, points: 62, won: true });
  shown("en");
  const links = await replays();
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/t/b2/replay", "/t/a1/replay"]);
  expect(links.map((link) => link.textContent)).toEqual([
    "Kuhfstein · You wonwith Guest 12, Pip, and Vera · today 62Watch again",
    "Kuhhandel · 3rd of 4with Guest 12, Pip, and Vera · today 3,100Watch again",
  ]);
  expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual(["GameGamesWonBest score", "Kuhfstein1162", "Kuhhandel103,100"]);
});

test.each([
  ["de", "Kuhhandel · 3. von 4", "Gast 12, Pip und Vera · heute"],
  ["ru", "Кухандель · место 3 из 4", "Гость 12, Pip и Vera · сегодня"],
] as const)("it speaks %s", async (language, place, others) => {
  keepPlayed(ONE);
  shown(language);
  const [game] = await replays();
  expect(game?.textContent).toContain(place);
  expect(game?.textContent).toContain(others);
});

test("three are shown at first, all when asked for, none when forgotten", async () => {
  for (let number = 0; number < 5; number++) keepPlayed({ ...ONE, table: `t${number}` });
  shown("en");
  expect(await replays()).toHaveLength(3);
  fireEvent.click(screen.getByRole("button", { name: "Show all 5" }));
  expect(await replays()).toHaveLength(5);
  fireEvent.click(screen.getByRole("button", { name: "Forget all" }));
  fireEvent.click(screen.getByRole("button", { name: "Keep the list", hidden: true }));
  expect(await replays()).toHaveLength(5);
  fireEvent.click(screen.getByRole("button", { name: "Forget all" }));
  const forget = screen.getAllByRole("button", { name: "Forget all", hidden: true }).at(-1);
  if (forget !== undefined) fireEvent.click(forget);
  expect(screen.queryByRole("heading", { name: "My games" })).toBeNull();
  expect(localStorage.getItem("kuhstall.games")).toBeNull();
});

test("a day is told as people say it", () => {
  const now = new Date(2026, 10, 17, 3).getTime();
  const day = (date: number, hour: number): string => dayOf(new Date(2026, 10, date, hour).getTime(), now, "en");
  expect([day(17, 1), day(16, 23), day(12, 9), day(9, 9)]).toEqual(["today", "yesterday", "5 days ago", "Nov 9, 2026"]);
});
