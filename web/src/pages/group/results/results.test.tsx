import { cleanup, configure, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { patience } from "../../../../e2e/machine";
import { keepLanguage } from "../../../i18n/catalogue";
import { Texted, TextedWith } from "../../../i18n/text";
import type { GroupGame, GroupMember, GroupResults, Standing } from "../../../protocol/types";
import { FILES } from "../texts";
import { LastGames } from "./LastGames";
import { Season } from "./Season";
import { useResults } from "./useResults";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const MEMBERS: readonly GroupMember[] = ["Anna", "Ben"].map((name, index) => ({ number: index + 1, name, role: "member", here: true }));
const GAME: GroupGame = {
  game: "paper-one",
  family: "other",
  edition: "",
  at: 1_790_000_000,
  paper: true,
  counted: true,
  seats: 3,
  players: [
    { place: 1, name: "Ben", number: 2, bot: false, points: 1200 },
    { place: 2, name: "", number: null, bot: false, points: 900 },
  ],
  entered: "Ben",
  disputed: "",
  rights: ["dispute"],
};
const standing = (number: number): Standing => ({ place: number, number, name: `Cow ${number}`, games: 30 - number, won: 1, points: 60 - number });
const RESULTS: GroupResults = {
  season: 2026,
  first: 2025,
  standings: Array.from({ length: 14 }, (_, index) => standing(index + 1)),
  games: [GAME],
  more: true,
  balances: [{ number: 2, name: "Ben", games: 5, ahead: 1, behind: 3 }],
  rated: true,
  ratings: [{ family: "other", number: 2, name: "Ben", rating: 1180, margin: 210, games: 34 }],
};

interface Asked {
  readonly path: string;
  readonly body: unknown;
}

const asked: Asked[] = [];
let answer: (path: string) => unknown;

beforeEach(() => {
  keepLanguage("en");
  asked.length = 0;
  answer = () => RESULTS;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    asked.push({ path, body: typeof init?.body === "string" ? JSON.parse(init.body) : null });
    return Promise.resolve(Response.json(answer(path)));
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Page({ host = false }: { readonly host?: boolean }): ReactNode {
  const results = useResults("abc", "");
  return (
    <>
      <LastGames code="abc" members={MEMBERS} results={results} />
      {results.results !== null && <Season code="abc" you={13} host={host} results={results.results} onChange={results.change} />}
    </>
  );
}

async function shown(host = false): Promise<void> {
  render(
    <Texted>
      <TextedWith files={FILES}>
        <Page host={host} />
      </TextedWith>
    </Texted>,
  );
  await screen.findByText(/on paper, by Ben/);
}

/** What the rows of a table say, without its heading. */
function rows(table: HTMLElement): readonly string[] {
  return within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(" "));
}

it("lists the first ten and oneself, and all when asked", async () => {
  await shown();
  const table = screen.getAllByRole("table")[0] as HTMLElement;
  expect(rows(table)).toHaveLength(11);
  expect(rows(table).at(-1)).toBe("13 Cow 13 17 1 47");
  fireEvent.click(screen.getByRole("button", { name: "Show all 14" }));
  expect(rows(table)).toHaveLength(14);
});

it("shows another season", async () => {
  await shown();
  answer = () => [standing(1)];
  fireEvent.change(screen.getByLabelText("Season"), { target: { value: "2025" } });
  await screen.findByRole("heading", { name: "Season 2025" });
  await waitFor(() => expect(rows(screen.getAllByRole("table")[0] as HTMLElement)).toEqual(["1 Cow 1 29 1 59"]));
  expect(asked.at(-1)).toMatchObject({ body: { season: 2025 } });
});

it("disputes a sheet, and says who has", async () => {
  await shown();
  fireEvent.click(screen.getByRole("button", { name: /^Details/ }));
  expect(rows(within(screen.getByRole("dialog", { hidden: true })).getByRole("table", { hidden: true }))).toEqual(["1 Ben 1,200", "2 somebody else 900"]);
  answer = () => ({ ...RESULTS, games: [{ ...GAME, counted: false, disputed: "Anna", rights: ["settle", "remove"] }] });
  fireEvent.click(screen.getByText("This is wrong"));
  await screen.findByText("disputed");
  expect(asked.at(-1)).toMatchObject({ path: "/api/groups/abc/sheets/dispute", body: { game: "paper-one" } });
  fireEvent.click(screen.getByRole("button", { name: /^Details/ }));
  await screen.findByText("Anna says that this is wrong. It does not count for now.");
  expect(screen.getByText("Let it count")).toBeDefined();
  expect(screen.getByText("Remove the sheet")).toBeDefined();
});

it("enters a sheet with members, each once, and others", async () => {
  await shown();
  fireEvent.click(screen.getByRole("button", { name: "Score sheet" }));
  const choose = (label: string, value: string): boolean => fireEvent.change(screen.getByLabelText(label), { target: { value } });
  choose("Player 1", "2");
  expect([...(screen.getByLabelText("Player 2") as HTMLSelectElement).options].map(({ text }) => text)).toEqual(["nobody", "somebody else", "Anna"]);
  choose("Player 2", "other");
  choose("Points of player 1", "700");
  const enter = screen.getByText("Enter") as HTMLButtonElement;
  expect(enter.disabled).toBe(true);
  choose("Points of player 2", "800");
  expect(enter.disabled).toBe(false);
  fireEvent.click(enter);
  await waitFor(() => expect(screen.queryByRole("dialog", { hidden: true })).toBeNull());
  expect(asked.at(-1)).toMatchObject({
    path: "/api/groups/abc/sheets",
    body: {
      players: [
        { member: 2, points: 700 },
        { member: null, points: 800 },
      ],
    },
  });
});

it("asks for older games after the last one", async () => {
  await shown();
  answer = () => ({ games: [{ ...GAME, game: "paper-two", entered: "Anna" }], more: false });
  fireEvent.click(screen.getByRole("button", { name: "Older games" }));
  await screen.findByText(/on paper, by Anna/);
  expect(asked.at(-1)).toMatchObject({ body: { at: GAME.at, game: GAME.game } });
  expect(screen.queryByRole("button", { name: "Older games" })).toBeNull();
});

it("shows ratings with their margin, and lets only hosts switch them", async () => {
  await shown();
  expect(screen.getByText("Ratings")).toBeDefined();
  expect(rows(screen.getAllByRole("table", { hidden: true }).at(-1) as HTMLElement)).toEqual(["Ben 1180 ± 210 34"]);
  expect(screen.queryByText("Switch ratings off")).toBeNull();
  cleanup();
  await shown(true);
  answer = () => ({ ...RESULTS, rated: false, ratings: [] });
  fireEvent.click(screen.getByText("Switch ratings off"));
  await screen.findByText("Switch ratings on");
  expect(asked.at(-1)).toMatchObject({ path: "/api/groups/abc/ratings", body: { on: false } });
});
