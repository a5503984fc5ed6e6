/** The moments of a game: one after the other, or all at once, and how to go on. */
import { act as settle, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import kuhhandel from "../../games/kuhhandel/score/highlights";
import { TableContext } from "../../model/table/context";
import { usePreferences } from "../../model/table/preferences";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import type { GameEvent, PartyView } from "../../protocol/types";
import Highlights from "./Highlights";

vi.setConfig({ testTimeout: patience(30_000) });

const TRADE = { type: "trade_settled", challenger: 0, challenged: 1, animal: "cow", stake: 2, winner: 0, accepted: false, offer: [100], counter: [50] };
const LOG = [{ ...TRADE, accepted: true, offer: [0, 10], counter: null }, TRADE] as unknown as readonly GameEvent[];
const STOPS = [
  { step: 4, marks: ["trade"], money: [90, 640] },
  { step: 9, marks: ["trade"], money: [640, 90] },
];
const RESULT = { scores: [{ total: 1440 }, { total: 800 }], winners: [0] };
const party = { places: [{ kind: "person", name: "Anna" }, { kind: "person", name: "Ben" }] } as unknown as PartyView;
const answers: Readonly<Record<string, object>> = { transcript: { log: LOG }, course: { stops: STOPS }, coaching: { remarks: [] } };
const end = vi.fn<() => void>();

async function shown(you: number | null, onEnd: (() => void) | null = end): Promise<void> {
  const store = createStore<TableState>(() => ({ ...EMPTY, table: "t", you, party })) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <Highlights told={kuhhandel} result={RESULT} onEnd={onEnd} />
      </TableContext>
    </Texted>,
  );
  while (screen.queryAllByRole("listitem").length === 0) await settle(async () => vi.dynamicImportSettled());
}

beforeEach(() => {
  keepLanguage("en");
  usePreferences.setState({ tempo: "normal", moves: true });
  end.mockClear();
  vi.stubGlobal("fetch", async (path: string) => Promise.resolve(Response.json(answers[path.split("/").at(-1) ?? ""])));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
});

const kinds = (): readonly (string | null)[] => screen.getAllByRole("listitem").map((one) => one.getAttribute("data-moment"));
const texts = (): readonly (string | undefined)[] => screen.getAllByRole("listitem").map((one) => one.querySelector("p")?.textContent);
const pass = (time: number): void => settle(() => void vi.advanceTimersByTime(time));

test("each moment is looked at for five seconds, and then come the points", async () => {
  await shown(null);
  expect(kinds()).toEqual(["bluff"]);
  pass(4900);
  expect(kinds()).toEqual(["bluff"]);
  pass(200);
  expect(kinds()).toEqual(["bluff", "trade"]);
  pass(5000);
  pass(5000);
  expect(kinds()).toEqual(["bluff", "trade", "rich", "winner"]);
  expect(end).not.toHaveBeenCalled();
  pass(5000);
  expect(end).toHaveBeenCalledTimes(1);
});

test("one can go on to the next, or to the points", async () => {
  await shown(null);
  fireEvent.click(screen.getByRole("button", { name: "Next" }));
  expect(kinds()).toEqual(["bluff", "trade"]);
  fireEvent.click(screen.getByRole("button", { name: "To the points" }));
  expect(end).toHaveBeenCalledTimes(1);
});

test("where nothing moves all are there at once, and wait for nobody", async () => {
  await shown(null, null);
  expect(kinds()).toEqual(["bluff", "trade", "rich", "winner"]);
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getAllByRole("link").map((one) => one.getAttribute("href"))).toEqual(["/t/t/replay#e=4", "/t/t/replay#e=9", "/t/t/replay#e=4"]);
});

test("a moment speaks to those who are in it, and says of no sum that nobody else had it, too", async () => {
  await shown(0, null);
  expect(texts()).toEqual([
    "You offered 2 cards, worth 10 altogether. Ben took them unseen.",
    "You laid 100, Ben 50. At stake: 2 cows.",
    "Ben held 640. Nobody ever held more.",
    "You win with 1440 points, 640 ahead.",
  ]);
  cleanup();
  await shown(1, null);
  expect(texts().slice(0, 3)).toEqual([
    "Anna offered 2 cards, worth 10 altogether. You took them unseen.",
    "Anna laid 100, you 50. At stake: 2 cows.",
    "You held 640. Nobody ever held more.",
  ]);
});
