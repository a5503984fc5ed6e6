import { cleanup, configure, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { patience } from "../../e2e/machine";
import { gameNamed } from "../games";
import { keepLanguage } from "../i18n/catalogue";
import { Texted, TextedWith } from "../i18n/text";
import { GameContext } from "../model/game/context";
import type { Game } from "../model/game/game";
import { TableContext } from "../model/table/context";
import { tableStore, type TableState, type TableStore } from "../model/table/store";
import { keepVisit, lastVisit } from "../model/table/visits";
import { FILES } from "./texts";
import { WhileAway } from "./WhileAway";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });
beforeEach(() => vi.stubGlobal("fetch", async () => Response.json([])));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const BEGAN = { key: "log.turn_began", seats: { seat: 1 }, args: {} };
const TAKEN = { key: "log.lot_taken", seats: { seat: 1 }, args: { animal: "cow" } };
const PARTY = { places: [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }] };

function shown(lines: TableState["lines"], purse: readonly number[]): TableStore {
  keepLanguage("en");
  const store = tableStore("here");
  store.setState({ you: 0, party: PARTY, view: { game: "kuhhandel", deck: 3, seats: [{ purse }] }, lines } as unknown as Partial<TableState>);
  render(
    <Texted>
      <TextedWith files={FILES}>
        <GameContext value={gameNamed("kuhhandel") as Game}>
          <TableContext value={store}>
            <WhileAway />
            <p>all is there</p>
          </TableContext>
        </GameContext>
      </TextedWith>
    </Texted>,
  );
  return store;
}

test("who comes back reads what has changed hands since, the latest six, and what it has cost", async () => {
  keepVisit("here", { lines: 1, at: Date.UTC(2026, 0, 5, 21), money: 540 });
  const store = shown([TAKEN, BEGAN, ...Array.from({ length: 8 }, () => TAKEN)], [400, 30]);
  await screen.findByRole("heading", { name: "While you were away" });
  expect(screen.getByText("2 older")).toBeTruthy();
  expect(document.querySelectorAll(".away-news > ol > li")).toHaveLength(6);
  expect(screen.queryByText(/turn/)).toBeNull();
  expect(document.querySelector(".away-money")?.textContent).toBe("Your money 540 → 430−110");
  // What comes while one looks is seen anyway.
  store.setState({ lines: [...store.getState().lines, TAKEN] });
  expect(document.querySelectorAll(".away-news > ol > li")).toHaveLength(6);
  await vi.waitFor(() => expect(lastVisit("here")).toMatchObject({ lines: 11, money: 430 }));
  fireEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("heading")).toBeNull();
});

const line = (key: string, seats: Record<string, number>, args: Record<string, unknown>): TableState["lines"][number] => ({ key: `log.${key}`, seats, args }) as TableState["lines"][number];

test("each line says when it was, and what it has cost or earned", async () => {
  const at = (hour: number): number => new Date(2026, 0, 6, hour, 5).getTime();
  const asked = vi.fn(async (_path: string) => Response.json([0, at(7), at(8), at(9), at(9), at(9), at(10)]));
  vi.stubGlobal("fetch", asked);
  keepVisit("here", { lines: 1, at: at(1), money: 100 });
  shown(
    [
      BEGAN,
      line("donkey_revealed", { seat: 1 }, { animal: "donkey", payout: 50 }),
      line("turn_began", { seat: 0 }, {}),
      line("lot_sold", { auctioneer: 1, seat: 0 }, { price: 120 }),
      line("paid_open", { payer: 0, payee: 1 }, { cards: [50, 50, 20], sum: 120, count: 3 }),
      line("lot_taken", { seat: 0 }, { animal: "cow" }),
      line("trade_won_open", { challenger: 1, challenged: 0, winner: 1, loser: 0 }, { animal: "cat", count: 1, offer: [90], offer_sum: 90, counter: [10], counter_sum: 10 }),
    ],
    [110],
  );
  await screen.findByRole("heading", { name: "While you were away" });
  const told = (): (readonly [string, string])[] => [...document.querySelectorAll(".away-news > ol > li")].map((one) => [one.querySelector("time")?.textContent ?? "", one.querySelector("[data-gain]")?.textContent ?? ""] as const);
  await vi.waitFor(() => expect(told()[0]?.[0]).toMatch(/^Tue.*7:05/));
  expect(told().map(([, gain]) => gain)).toEqual(["+50", "−120", "", "+80"]);
  expect(told().map(([time]) => /\d+:05/.exec(time)?.[0])).toEqual(["7:05", "9:05", "9:05", "10:05"]);
  expect(asked.mock.calls[0]?.[0]).toBe("/api/tables/here/times");
});

test("where little has changed hands, what else has happened makes it three lines", async () => {
  keepVisit("here", { lines: 1, at: 0, money: null });
  shown([TAKEN, BEGAN, BEGAN, BEGAN, TAKEN], [10]);
  await screen.findByRole("heading", { name: "While you were away" });
  expect(document.querySelectorAll(".away-news > ol > li")).toHaveLength(3);
});

test.each([
  ["on the first visit", null],
  ["where nothing has changed hands", { lines: 1, at: 0, money: null }],
])("nothing is said %s", async (_, visit) => {
  if (visit !== null) keepVisit("here", visit);
  shown([TAKEN, BEGAN], [10]);
  await screen.findByText("all is there");
  await vi.waitFor(() => expect(lastVisit("here")?.lines).toBe(2));
  expect(screen.queryByRole("heading")).toBeNull();
});
