import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { GAMES, gameNamed } from "../../games";
import type { Game } from "../../model/game/game";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { House, Me, NewTable, TablePoster } from "../../protocol/types";
import type { Result } from "../../model/score/score";
import { followSuggestion } from "../../model/score/suggestion";
import { usePreferences } from "../../model/table/preferences";
import { remember } from "../score/remember";
import Landing from "./Landing";
import { line } from "../../net/http";
import { INSTALLED } from "../../net/offline/where";
import { playNow } from "../../model/opening/opening";

// The worker of this browser answers like a server.
vi.mock("../../net/offline/transport", () => ({ answered: async (online: (address: string, init: RequestInit) => Promise<Response>, address: string, init: RequestInit) => online(address, init) }));
configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const OPEN: TablePoster = {
  table: "m".repeat(26), code: "abcdefg", edition: "kuhhandel/2", pace: "live", stage: "open", seats: 4, people: 1, bots: 0, host: "Гость 12", brought: false, by_itself: false,
};

let answered: Promise<void>;

function arrive(tables: readonly TablePoster[], pages: readonly string[] = [], house: Partial<House> = {}, me: Me = { name: "", tables: [], waits: [] }): void {
  answered = new Promise((resolve) => {
    vi.stubGlobal("fetch", async (path: string) => {
      if (path === "/api/house") return Response.json({ address: "", wish: null, pages, ...house });
      if (path.endsWith("/view")) return Response.json({ party: { stage: "revealing" } });
      if (path !== "/api/lobby") return Response.json(me);
      setTimeout(resolve);
      return Response.json(tables);
    });
  });
  render(
    <Texted>
      <Landing />
    </Texted>,
  );
}

beforeEach(() => {
  keepLanguage("en");
  vi.stubGlobal("isSecureContext", true);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  usePreferences.getState().choose({ level: "easy" });
  localStorage.clear();
  document.head.querySelector("meta[name=kuhstall-host]")?.remove();
  line.setState({ down: false });
});

test("every game has a button to play it", async () => {
  arrive([]);
  const buttons = await screen.findAllByRole("button", { name: /^Play against bots/ });
  expect(buttons).toHaveLength(GAMES.length);
});

test("the one button names the game and how good the bots are", async () => {
  arrive([]);
  const play = await screen.findByRole("button", { name: /^Play now/ });
  expect(play.textContent).toBe("Play nowKuhhandel · 3 easy bots · about 15 min");
  fireEvent.change(screen.getByRole("combobox", { name: "Opponents" }), { target: { value: "hard" } });
  await waitFor(() => expect(play.textContent).toContain("3 hard bots"));
  usePreferences.getState().choose({ level: "easy" });
});

test("a newcomer has a way to an account in the bar, and nothing of their own on the page", async () => {
  arrive([]);
  expect((await screen.findByRole("link", { name: "Your account" })).getAttribute("href")).toBe("/in");
  await answered;
  expect(screen.queryByRole("link", { name: "All my games" })).toBeNull();
});

test("who comes back finds their tables first, those that wait apart, and their games", async () => {
  const waiting = { ...OPEN, table: "w", stage: "playing", pace: "slow" } as const;
  const me: Me = { name: "Anna", tables: [{ ...waiting, table: "r", pace: "live" }, waiting, { ...waiting, table: "e", stage: "ended" }], waits: [{ table: "w", until: 1_900_000_000 }] };
  arrive([], [], {}, me);
  const waits = await screen.findByRole("heading", { name: "1 table waits for you" });
  await screen.findByText("Look in, so that the cards can be shuffled");
  const runs = screen.getByRole("heading", { name: "Games in progress" });
  const play = screen.getByRole("button", { name: /^Play now/ });
  for (const [one, other] of [[waits, runs], [runs, play]] as const) expect(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  const links = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(links.filter((href) => href === "/t/r")).toHaveLength(1);
  // As a row, and behind the button.
  expect(links.filter((href) => href === "/t/w")).toHaveLength(2);
  expect(links).not.toContain("/t/e");
  expect(screen.getByRole("link", { name: "Your account: Anna" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "All my games" }).getAttribute("href")).toBe("/games");
});

test("there is no box for open tables where there are none", async () => {
  arrive([]);
  await screen.findByRole("heading", { level: 1 });
  await answered;
  expect(screen.queryByRole("heading", { name: "Open tables" })).toBeNull();
});

test("a name that nobody has chosen is told in the reader's language", async () => {
  arrive([OPEN]);
  await screen.findByRole("heading", { name: "Open tables" });
  expect(screen.getByRole("link", { name: /Guest 12/ }).getAttribute("href")).toBe(`/t/${OPEN.table}`);
});

test("the pages of the host are linked where there are any", async () => {
  arrive([], ["imprint", "privacy"]);
  expect((await screen.findByRole("link", { name: "Legal notice" })).getAttribute("href")).toBe("/imprint");
  expect(screen.getByRole("link", { name: "Privacy" }).getAttribute("href")).toBe("/privacy");
});

test("a host who has set none has no links to them", async () => {
  arrive([]);
  await screen.findByRole("heading", { level: 1 });
  await answered;
  expect(screen.queryByRole("link", { name: "Legal notice" })).toBeNull();
});

/** Who is seated by the button of a game. */
async function seatedBy(button: RegExp): Promise<readonly string[]> {
  const wishes: NewTable[] = [];
  vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => {
    if (path === "/api/tables") wishes.push(JSON.parse(options?.body as string) as NewTable);
    return Response.json(path === "/api/tables" ? { code: "no", text: "no" } : {}, { status: path === "/api/tables" ? 400 : 200 });
  });
  fireEvent.click(screen.getByRole("button", { name: button }));
  await waitFor(() => expect(wishes).toHaveLength(1));
  return wishes[0]?.bots ?? [];
}

test("the bots are easy until somebody chooses, and then as chosen, also next time", async () => {
  arrive([]);
  const choice = await screen.findByRole<HTMLSelectElement>("combobox", { name: "Opponents" });
  expect(choice.value).toBe("easy");
  expect(await seatedBy(/^Play now/)).toEqual(["easy", "easy", "easy"]);
  fireEvent.change(choice, { target: { value: "medium" } });
  expect(JSON.parse(localStorage.getItem("kuhstall.preferences") ?? "{}")).toMatchObject({ level: "medium" });
  await waitFor(async () => expect(await seatedBy(/^Play now/)).toEqual(GAMES[0].poster.bots));
  fireEvent.change(choice, { target: { value: "hard" } });
  await waitFor(async () => expect(await seatedBy(/^Play now/)).toEqual(["hard", "hard", "hard"]));
  usePreferences.getState().choose({ level: "easy" });
});

/** Play six games against easy bots on this device, and win five. */
function playEasy(): void {
  const result = (winner: number): Result => ({ scores: [{ total: 90 }, { total: 80 }], winners: [winner] });
  const places = [{ kind: "person", name: "Anna" }, { kind: "bot", name: "Clover", bot: "easy" }] as const;
  for (let number = 0; number < 6; number++) remember({ table: `offline${number}`, game: "kuhhandel", places, you: 0, result: result(number === 3 ? 1 : 0) });
}

test.each([
  ["en", "Play now", "3 medium bots", "Suggested because you won 5 of your last 6 games against easy bots."],
  ["de", "Sofort spielen", "3 mittlere Bots", "Vorgeschlagen, weil du 5 deiner letzten 6 Spiele gegen leichte Bots gewonnen hast."],
  ["ru", "Играть сразу", "3 средних бота", "Советуем этот уровень: побед в последних играх против лёгких ботов — 5 из 6."],
] as const)("in %s, the one button has the level that suits, and one sentence says why", async (language, button, bots, why) => {
  keepLanguage(language);
  playEasy();
  arrive([]);
  await screen.findByText(why);
  expect(screen.getByRole("button", { name: new RegExp(`^${button}`) }).textContent).toContain(bots);
  expect(screen.getByRole<HTMLSelectElement>("combobox").value).toBe("medium");
});

test("whoever chooses by hand keeps that, whatever is suggested, until they take it up again", async () => {
  playEasy();
  arrive([]);
  await screen.findByText(/^Suggested because/);
  fireEvent.change(screen.getByRole("combobox", { name: "Opponents" }), { target: { value: "easy" } });
  await screen.findByText("You won 5 of your last 6 games against easy bots.");
  playEasy();
  followSuggestion();
  await waitFor(async () => expect(await seatedBy(/^Play now/)).toEqual(["easy", "easy", "easy"]));
  fireEvent.click(screen.getByRole("button", { name: "Play medium bots, as suggested" }));
  await screen.findByText(/^Suggested because/);
  await waitFor(async () => expect(await seatedBy(/^Play now/)).toEqual(GAMES[0].poster.bots));
});

test("a newcomer is told nothing of the kind", async () => {
  arrive([]);
  await screen.findByRole("combobox", { name: "Opponents" });
  await answered;
  expect(screen.queryByText(/Suggested|You won/)).toBeNull();
});

test("Kuhfstein has no hard level yet, so medium plays", async () => {
  const wished: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => {
    if (path === "/api/tables") wished.push((JSON.parse(options?.body as string) as NewTable).bots);
    return Response.json({ table: "t" });
  });
  usePreferences.getState().choose({ level: "hard" });
  for (const name of ["kuhfstein", "master"]) await playNow("Anna", gameNamed(name) as Game, "en"); // oxlint-disable-line no-await-in-loop
  expect(wished).toEqual([["medium", "medium", "medium"], ["hard", "hard", "hard"]]);
  usePreferences.getState().choose({ level: "easy" });
});

test("plays against farmers where a server knows no levels yet", async () => {
  const wished: unknown[] = [];
  vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => {
    if (path !== "/api/tables") return Response.json({});
    const { bots } = JSON.parse(options?.body as string) as NewTable;
    wished.push(bots);
    return bots?.includes("easy") === true ? Response.json({ code: "no_such_bot", text: "no" }, { status: 400 }) : Response.json({ table: "t" });
  });
  await expect(playNow("Anna", GAMES[0], "en")).resolves.toBe("t");
  expect(wished).toEqual([["easy", "easy", "easy"], ["farmer", "farmer", "farmer"]]);
});

test("offline play is one link away, unless the host does not want it", async () => {
  arrive([]);
  expect((await screen.findByRole("link", { name: "Offline play" })).getAttribute("href")).toBe("/offline");
  cleanup();
  arrive([], [], { offline: false });
  await screen.findByRole("heading", { level: 1 });
  await waitFor(() => expect(screen.queryByRole("link", { name: "Offline play" })).toBeNull());
});

/** Arrive without a connection. */
async function arriveDown(): Promise<void> {
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("no connection")));
  line.setState({ down: true });
  render(
    <Texted>
      <Landing />
    </Texted>,
  );
  await screen.findByRole("heading", { name: /No connection/ });
}

const isDisabled = (name: RegExp): boolean => screen.getAllByRole<HTMLButtonElement>("button", { name }).every(({ disabled }) => disabled);

test("without a connection nothing can be played", async () => {
  await arriveDown();
  expect([/^Play now/, /^Play against bots/, /^Learn in/, /^Table with/].map(isDisabled)).toEqual([true, true, true, true]);
});

test("without a connection, but with offline play, one can play alone and learn, and the page says so", async () => {
  localStorage.setItem(INSTALLED, "abc");
  await arriveDown();
  expect([/^Play now/, /^Play against bots/, /^Learn in/].map(isDisabled)).toEqual([false, false, false]);
  expect([/^Table with/, /^Play with others/].map(isDisabled)).toEqual([true, true]);
  expect(await screen.findByText(/you can still play against bots, take the tutorials/)).toBeTruthy();
});

test("a site without a server offers nothing that needs one", async () => {
  document.head.insertAdjacentHTML("beforeend", '<meta name="kuhstall-host" content="static">');
  arrive([OPEN]);
  expect(await screen.findByText(/Nothing to install/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Offline play" })).toBeTruthy();
  for (const name of [/^Table with/, /^Play with others/, /^Join$/, /^Report/]) expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.queryByRole("link", { name: "Your account" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Open tables" })).toBeNull();
});
