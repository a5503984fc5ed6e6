/** The page of offline play, in each state that a player can meet. */
import { act, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { keepLanguage, LANGUAGES } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import * as games from "../../net/offline/games";
import * as policy from "../../net/offline/policy";
import { openShared } from "../../net/offline/transport";
import type { House, TablePoster } from "../../protocol/types";
import OfflinePage from "./OfflinePage";

vi.mock("../../net/offline/games", () => ({ running: vi.fn(), finished: vi.fn(), remove: vi.fn(), exported: vi.fn() }));
vi.mock("../../net/offline/policy", async () => {
  const { createStore } = await import("zustand/vanilla");
  return { offline: createStore(() => ({})), ask: vi.fn(async () => undefined), switchOff: vi.fn(async () => undefined), playerName: () => "Ada" };
});
// The worker of this browser answers like a server.
vi.mock("../../net/offline/transport", () => ({ openShared: vi.fn(), warm: () => undefined, answered: async (online: (address: string, init: RequestInit) => Promise<Response>, address: string, init: RequestInit) => online(address, init) }));
configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const RUNNING = `offline${"a".repeat(26)}`;
const OVER = `offline${"b".repeat(26)}`;
const POSTER = { table: RUNNING, edition: "kuhhandel/2", stage: "playing" } as TablePoster;
const FINISHED: games.OwnGame = { table: OVER, edition: "master", finished: Date.now() / 1000, tutorial: false, poster: { ...POSTER, table: OVER } };

interface Arrival {
  readonly state?: Partial<policy.OfflineState>;
  readonly house?: Partial<House>;
  readonly list?: object | null;
  readonly secure?: boolean;
}

async function arrive({ state = {}, house = {}, list = { compressed: 4_400_000 }, secure = true }: Arrival = {}): Promise<void> {
  policy.offline.setState({ state: "off", loaded: 0, total: 0, reason: "", ...state });
  vi.stubGlobal("isSecureContext", secure);
  vi.stubGlobal("fetch", async (path: string) => {
    if (path === "/offline.json") return list === null ? new Response("", { status: 404 }) : Response.json(list);
    return Response.json({ address: "", wish: null, ...house });
  });
  render(
    <Texted>
      <OfflinePage />
    </Texted>,
  );
  await screen.findByRole("heading", { level: 1 });
}

const setState = (state: Partial<policy.OfflineState>): void => act(() => policy.offline.setState(state));

beforeEach(() => {
  keepLanguage("en");
  vi.mocked(games.running).mockResolvedValue([]);
  vi.mocked(games.finished).mockResolvedValue([]);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  document.head.querySelector("meta[name=kuhstall-host]")?.remove();
});

test("one button gets it, and says what it weighs", async () => {
  await arrive();
  const button = await screen.findByRole("button", { name: /^Get offline play/ });
  await waitFor(() => expect(button.textContent).toContain("about 4 MB, once"));
  fireEvent.click(button);
  expect(policy.ask).toHaveBeenCalledTimes(1);
});

test("loading is shown by a bar with words, and what comes after it too", async () => {
  await arrive({ state: { state: "waiting", reason: "asked", loaded: 5, total: 20 } });
  const bar = await screen.findByRole("progressbar", { name: "Loading offline play" });
  expect([bar.getAttribute("aria-valuenow"), bar.getAttribute("aria-valuetext")]).toEqual(["25", "25% loaded"]);
  expect(screen.queryByRole("button", { name: /Get offline play/ })).toBeNull();
  setState({ loaded: 20 });
  await waitFor(() => expect(bar.getAttribute("aria-valuetext")).toBe("Starting …"));
  setState({ state: "installed", loaded: 0, total: 0 });
  expect(await screen.findByText(/Offline play is on this device/)).toBeTruthy();
  expect(screen.queryByRole("progressbar")).toBeNull();
});

test("what is here can be switched off", async () => {
  await arrive({ state: { state: "installed" } });
  fireEvent.click(await screen.findByRole("button", { name: "Switch off" }));
  expect(policy.switchOff).toHaveBeenCalledTimes(1);
  setState({ state: "off", reason: "player" });
  expect(await screen.findByRole("button", { name: /^Get offline play/ })).toBeTruthy();
});

test("a site without a server does not offer to switch off all that it has", async () => {
  document.head.insertAdjacentHTML("beforeend", '<meta name="kuhstall-host" content="static">');
  await arrive({ state: { state: "installed" } });
  await screen.findByText(/Offline play is on this device/);
  expect(screen.queryByRole("button", { name: "Switch off" })).toBeNull();
});

test("people can pass this device around as soon as offline play is here", async () => {
  await arrive();
  expect(screen.queryByRole("heading", { name: "Pass one device around" })).toBeNull();
  setState({ state: "installed" });
  await screen.findByRole("heading", { name: "Pass one device around" });
  const field = (name: string): HTMLSelectElement => screen.getByLabelText(name);
  const offers = (name: string): readonly string[] => [...field(name).options].map(({ value }) => value);
  expect(offers("Game")).toEqual(["kuhhandel", "kuhfstein"]);
  // Two people need a bot for Kuhhandel, and none for Kuhfstein.
  expect([field("Bots").value, offers("Bots")]).toEqual(["1", ["1", "2", "3"]]);
  fireEvent.change(field("People"), { target: { value: "4" } });
  expect([field("Bots").value, offers("Bots")]).toEqual(["1", ["0", "1"]]);
  fireEvent.change(screen.getByLabelText("Name of player 2"), { target: { value: " Ben " } });
  vi.mocked(openShared).mockResolvedValueOnce(RUNNING);
  fireEvent.click(screen.getByRole("button", { name: "Start" }));
  await waitFor(() => expect(location.pathname).toBe(`/t/${RUNNING}`));
  expect(openShared).toHaveBeenCalledWith(
    { edition: "kuhhandel/2", rules: { auction_mode: "turns" }, seats: 5, bots: ["easy"] },
    ["Ada", "Ben", "Player 3", "Player 4"],
  );
  fireEvent.change(field("Game"), { target: { value: "kuhfstein" } });
  expect(offers("Bots")).toEqual(["0"]);
  vi.mocked(openShared).mockRejectedValueOnce(new Error("gone"));
  await waitFor(() => expect(screen.getByRole("button", { name: "Start" }).getAttribute("aria-busy")).toBe("false"));
  fireEvent.click(screen.getByRole("button", { name: "Start" }));
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
});

test("while bytes cost something it waits, unless the player does not want to", async () => {
  await arrive({ state: { state: "waiting", reason: "metered" } });
  expect(await screen.findByText(/as soon as there is a connection/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /^Get offline play/ }));
  expect(policy.ask).toHaveBeenCalledTimes(1);
});

test.each([
  ["storage", "no room for it"],
  ["unreachable", "connection broke off"],
  ["out of memory", "The reason: out of memory."],
])("a failure is told with its reason: %s", async (reason, words) => {
  await arrive({ state: { state: "failed", reason } });
  expect((await screen.findByRole("alert")).textContent).toContain(words);
  fireEvent.click(screen.getByRole("button", { name: /^Try again/ }));
  expect(policy.ask).toHaveBeenCalledTimes(1);
});

test.each<[string, Arrival, RegExp]>([
  ["plain http", { secure: false }, /this page came over plain http/],
  ["the host does not want it", { house: { offline: false } }, /host of this site has switched/],
  ["the host did not want it before", { state: { reason: "host" } }, /host of this site has switched/],
  ["an old browser", { state: { reason: "impossible" } }, /This browser cannot/],
  ["a site that lacks the files", { list: null }, /no files for offline play/],
])("where it is not possible, the page says why: %s", async (_, arrival, words) => {
  await arrive(arrival);
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Get offline play/ })).toBeNull();
});

test("the games of this device are listed, with the ways to them", async () => {
  vi.mocked(games.running).mockResolvedValue([POSTER]);
  vi.mocked(games.finished).mockResolvedValue([FINISHED]);
  await arrive();
  expect((await screen.findByRole("link", { name: "Continue" })).getAttribute("href")).toBe(`/t/${RUNNING}`);
  expect(screen.getByRole("link", { name: "Watch again" }).getAttribute("href")).toBe(`/t/${OVER}/replay`);
  expect(screen.getByText("Kuhhandel Master")).toBeTruthy();
  expect(screen.getByText("today")).toBeTruthy();
});

test("a finished game can be kept as a file, and what goes wrong is said", async () => {
  vi.mocked(games.finished).mockResolvedValue([FINISHED]);
  vi.mocked(games.exported).mockResolvedValueOnce(new Blob(["{}"]));
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await arrive();
  const button = await screen.findByRole("button", { name: "Save as a file: Kuhhandel Master, today" });
  fireEvent.click(button);
  await waitFor(() => expect(saved).toEqual([`kuhstall-${OVER}.json`]));
  vi.mocked(games.exported).mockRejectedValueOnce(new Error("gone"));
  await waitFor(() => expect(button.getAttribute("aria-busy")).toBe("false"));
  fireEvent.click(button);
  expect(await screen.findByText(/file could not be made/)).toBeTruthy();
});

test("a game is deleted only after a question", async () => {
  vi.mocked(games.running).mockResolvedValueOnce([POSTER]);
  await arrive();
  fireEvent.click(await screen.findByRole("button", { name: /^Delete:/ }));
  fireEvent.click(screen.getByRole("button", { name: "Keep it", hidden: true }));
  expect(games.remove).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: /^Delete:/ }));
  fireEvent.click(screen.getByRole("button", { name: "Delete the game", hidden: true }));
  expect(await screen.findByText(/None yet/)).toBeTruthy();
  expect(games.remove).toHaveBeenCalledWith(RUNNING);
});

test.each(LANGUAGES)("that the bots' cards can be looked at is said in %s", async (language) => {
  keepLanguage(language);
  await arrive();
  expect(await screen.findByText(/developer tools|Entwicklerwerkzeugen|инструментах разработчика|ontwikkelaarstools/)).toBeTruthy();
});
