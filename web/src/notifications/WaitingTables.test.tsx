import { cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { keepLanguage, type Language } from "../i18n/catalogue";
import { Texted } from "../i18n/text";
import type { Me, Snapshot, TablePoster } from "../protocol/types";
import { asked, timeLeft } from "./question";
import { WaitingTables } from "./WaitingTables";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const POSTER: TablePoster = {
  table: "a1",
  code: "c1",
  edition: "kuhhandel/2",
  pace: "slow",
  stage: "playing",
  seats: 4,
  people: 4,
  bots: 0,
  host: "Anna",
  brought: false, by_itself: false,
};

function shown(language: Language, me: Me, phase: object = { phase: "turn" }): void {
  vi.stubGlobal("fetch", async () => Response.json({ party: { stage: "playing" }, view: { phase } }));
  keepLanguage(language);
  render(
    <Texted>
      <WaitingTables me={me} />
    </Texted>,
  );
}

function waiting(count: number): Me {
  const tables = Array.from({ length: count }, (_, place) => ({ ...POSTER, table: `t${place}` }));
  // The most urgent comes first, whatever the order of the tables is.
  return { name: "Ben", tables, waits: tables.map(({ table }, place) => ({ table, until: 1_800_000_000 + place })).toReversed() };
}

test.each([
  ["en", 1, "1 table waits for you", "Answer the next"],
  ["en", 5, "5 tables wait for you", "Answer the next"],
  ["de", 2, "2 Tische warten auf dich", "Den nächsten beantworten"],
  ["ru", 2, "2 стола ждут вас", "Ответить по очереди"],
  ["ru", 5, "5 столов ждут вас", "Ответить по очереди"],
] as const)("in %s %i are counted, and one tap leads to the most urgent", async (language, count, head, next) => {
  shown(language, waiting(count));
  expect((await screen.findByRole("heading")).textContent).toBe(head);
  expect(screen.getByRole("link", { name: next }).getAttribute("href")).toBe(`/t/t${count - 1}`);
  expect(screen.getAllByRole("listitem")).toHaveLength(Math.min(count, 3));
});

test("each says what it asks, of what, and how long there is time", async () => {
  const me = waiting(1);
  const until = Date.now() / 1000 + 5.2 * 3600;
  shown("en", { ...me, waits: [{ table: "t0", until }] }, { phase: "envelopes", lot: "horse" });
  await screen.findByText("Your highest price: horse");
  const row = screen.getAllByRole("link")[0];
  expect(row?.getAttribute("href")).toBe("/t/t0");
  expect(row?.querySelector("time")?.textContent.trim()).toBe("5 hr");
  expect(row?.querySelector("time")?.dataset["soon"]).toBe("true");
});

test("a table that cannot be looked at says that it is one's turn", async () => {
  shown("ru", waiting(1));
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("no connection")));
  await screen.findByText("Ваш ход");
});

test.each([
  ["en", 20, "20 min"],
  ["de", 5 * 60, "5 Std."],
  ["en", 38 * 60, "1 day 14 hr"],
  ["ru", 24 * 60, "1 дн."],
  ["en", 60 * 60, "2 days"],
  ["en", -3, "0 min"],
] as const)("time left, in %s: %i minutes", (language, minutes, text) => {
  expect(timeLeft(minutes, language)).toBe(text);
});

test("before the deal a table waits for one's part in the shuffle", () => {
  const view = { party: { stage: "revealing" }, view: { phase: { phase: "between" } } } as unknown as Snapshot;
  expect(asked(view, { t: (key) => key })).toBe("notifications.asks.revealing");
});
