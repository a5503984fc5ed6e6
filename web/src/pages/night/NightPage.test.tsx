import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../../e2e/machine";
import { keepLanguage, type Language, LANGUAGES } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import type { GameNight } from "../../protocol/types";
import NightPage from "./NightPage";
import NightScreen from "./NightScreen";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const PLANNED: GameNight = {
  id: "n1",
  group: "Friday cows",
  number: 1,
  hosts: true,
  starts: 1_795_460_400,
  zone: "Europe/Berlin",
  every: 1,
  rounds: 3,
  ended: false,
  you: "here",
  guests: [
    { number: 1, name: "Anna", state: "here" },
    { number: 2, name: "Ben", state: "coming" },
  ],
  round: 0,
  stage: "planned",
  over: true,
  tables: [],
  standings: [],
};
const RUNNING: GameNight = {
  ...PLANNED,
  round: 2,
  stage: "running",
  over: false,
  tables: [
    { number: 1, table: "t1", names: ["Anna", "Cleo"], bots: 1, over: false, yours: true, left: 21 },
    { number: 2, table: "t2", names: ["Ben", "Dora", "Emil"], bots: 0, over: true, yours: false, left: null },
  ],
  standings: [
    { number: 1, name: "Anna", place: 1, total: 5, points: [3, 2] },
    { number: null, name: "Cleo", place: 2, total: 3, points: [3, null] },
    { number: 2, name: "Ben", place: 2, total: 3, points: [null, 3] },
    { number: 4, name: "Dora", place: 4, total: 1, points: [1, 0] },
  ],
};

let night = PLANNED;
const sent: { path: string; body: unknown }[] = [];

beforeEach(() => {
  night = PLANNED;
  sent.length = 0;
  vi.stubGlobal("fetch", async (path: string, init?: RequestInit) => {
    if (init?.method === "POST") sent.push({ path, body: JSON.parse(typeof init.body === "string" ? init.body : "null") as unknown });
    return Response.json(night);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function shown(page: "page" | "screen", language: Language = "en"): void {
  keepLanguage(language);
  render(<Texted>{page === "page" ? <NightPage code="abc" night="n1" /> : <NightScreen code="abc" night="n1" />}</Texted>);
}

test("a host begins a round with one press, once somebody is here", async () => {
  shown("page");
  fireEvent.click(await screen.findByRole("button", { name: "Start round 1" }));
  await vi.waitFor(() => expect(sent).toEqual([{ path: "/api/groups/abc/nights/n1/rounds", body: { round: 1 } }]));
  cleanup();
  night = { ...PLANNED, guests: [] };
  shown("page");
  expect((await screen.findByRole("button", { name: "Start round 1" })).hasAttribute("disabled")).toBe(true);
});

test("a member checks in, is led to the own table, and cannot begin a round", async () => {
  night = { ...PLANNED, hosts: false, number: 2, you: "coming" };
  shown("page");
  fireEvent.click(await screen.findByRole("button", { name: "I’m here" }));
  await vi.waitFor(() => expect(sent[0]?.body).toEqual({ state: "here" }));
  expect(screen.queryByRole("button", { name: /Start/ })).toBeNull();
  cleanup();
  night = { ...RUNNING, hosts: false };
  shown("page");
  expect((await screen.findByRole("link", { name: "Go to table 1" })).getAttribute("href")).toBe("/t/t1");
  expect(screen.getAllByText("Anna, Cleo, and 1 bot")).toHaveLength(2);
  expect(screen.queryByRole("button", { name: /Start/ })).toBeNull();
});

test("who comes by the code on the screen joins the group first", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ code: "no_session", text: "" }, { status: 401 }));
  shown("page");
  await vi.waitFor(() => expect(location.pathname).toBe("/g/abc"));
});

test("who comes late waits for the next round, and who must go is asked first", async () => {
  night = { ...RUNNING, tables: [] };
  shown("page");
  await screen.findByText("You are checked in. You get a seat in the next round.");
  fireEvent.click(screen.getByRole("button", { name: "I have to go" }));
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  await vi.waitFor(() => expect(sent[0]?.body).toEqual({ state: "gone" }));
});

test("a host sends somebody home who is not there", async () => {
  night = RUNNING;
  shown("page");
  fireEvent.click(await screen.findByRole("button", { name: /^Ben/ }));
  fireEvent.click(screen.getByRole("button", { name: "Ben had to go" }));
  await vi.waitFor(() => expect(sent[0]?.body).toEqual({ state: "gone", member: 2 }));
});

test.each(LANGUAGES)("the big screen says it all in %s", async (language) => {
  shown("screen", language);
  await screen.findByRole("heading", { name: "Friday cows" });
  expect(document.querySelectorAll(".night-tv-people li")).toHaveLength(2);
  cleanup();
  night = RUNNING;
  shown("screen", language);
  await screen.findByRole("table");
  expect(document.querySelectorAll(".night-tv-tables li")).toHaveLength(2);
  expect([...document.querySelectorAll("tbody tr")].map((row) => row.textContent)).toEqual(["1Anna325", "2Cleo3–3", "2Ben–33", "4Dora101"]);
  // How far a game is: in cards, or only that it goes on.
  const first = RUNNING.tables[0]!;
  const course = async (left: number | null): Promise<string> => {
    cleanup();
    night = { ...RUNNING, tables: [{ ...first, left }] };
    shown("screen", language);
    await screen.findByRole("table");
    return document.querySelector(".night-tv-tables span")?.textContent ?? "";
  };
  const [some, none, unknown] = [await course(21), await course(0), await course(null)];
  expect(some).toContain("21");
  expect(new Set([some, none, unknown]).size).toBe(3);
  cleanup();
  night = { ...RUNNING, stage: "ended", ended: true };
  shown("screen", language);
  await vi.waitFor(() => expect(document.querySelectorAll(".tv-podium li")).toHaveLength(3));
  expect(document.querySelector(".tv-podium li")?.textContent).toContain("Anna");
  expect(document.querySelector(".tv-foot")?.textContent).toContain("Anna");
});
