import { act as settle, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../../e2e/machine";
import { Texted } from "../../../i18n/text";
import type { BiddingView, ClassicView, GameEvent, Option, PartyView, PhaseView } from "../../../protocol/types";
import { useFullTable } from "../../../model/table/handMode";
import { TableContext } from "../../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../../model/table/store";
import { GameAtTable, TableScreen } from "../../../table/TablePage";
import * as handheld from "../../../ui/handheld";
// Loaded beforehand: a busy machine takes its time for what comes lazily.
import "../Table";
import "./HandTable";
import "../../../widgets/hand/HandSwitch";
import "../../../widgets/hand/hand.en.json";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const NONE = { herd: {}, cards: 7, pedigrees: [], purse: null, payable: null };
const BIDDING: BiddingView = { phase: "bidding", lot: "cat", auctioneer: 1, cap: 270, barred: [], limits: [], bids: [0, 0, 40], high: { seat: 2, amount: 40 }, passed: [], calls: 1, polled: null };
const VIEW = {
  game: "kuhhandel", edition: "kuhhandel/2", rules: { offer_count: "visible", trade_money: "exchange" }, viewer: 0, moment: 3, deck: 39, dove: null,
  seats: [{ herd: { goat: 4 }, cards: 3, pedigrees: [], purse: [0, 10, 50], payable: [0, 10, 50, 60] }, NONE, NONE], phase: BIDDING,
} as unknown as ClassicView;
const range = (low: number, high: number): Option => ({ option: "range", action: { type: "bid", amount: 0 }, field: "amount", low, high, step: 10 });
const PASS: Option = { option: "choice", actions: [{ type: "pass" }] };
const PARTY = { stage: "playing", pace: "relaxed", screens: 1, public: false, places: [{ kind: "person", name: "Anna", here: true }, { kind: "bot" }, { kind: "person", name: "Юрий" }] } as unknown as PartyView;

type Told = TableStore & { act: ReturnType<typeof vi.fn> };
function tableOf(state: Partial<TableState> = {}): Told {
  const whole = { ...EMPTY, table: "t", status: "online", seq: 1, you: 0, party: PARTY, view: VIEW, options: [PASS, range(50, 270)], ...state } as unknown as TableState;
  return Object.assign(createStore(() => whole), { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn(), block: vi.fn() });
}
const inPhase = (phase: unknown, options: readonly Option[]): Partial<TableState> => ({ view: { ...VIEW, phase: phase as PhaseView } as ClassicView, options });

async function show(store: TableStore): Promise<void> {
  render(
    <Texted>
      <TableContext value={store}>
        <GameAtTable>
          <TableScreen />
        </GameAtTable>
      </TableContext>
    </Texted>,
  );
  await screen.findByRole("main");
  // What came lazily may not listen to the store yet. Whatever is drawn next lets its effects happen first.
  render(<i />);
}

const hold = (): HTMLElement => screen.getByRole("button", { name: "Your money: Hold to look" });
const bids = (): readonly string[] => screen.getAllByRole("button", { name: /^Bid \d+$/u }).map((one) => one.textContent);

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("kuhstall.language", "en");
  localStorage.setItem("kuhstall.coached", "turn bidding gavel trade bluff");
  useFullTable.setState({ chosen: {} });
  vi.spyOn(handheld, "useHandheld").mockReturnValue(true);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("shows two bids that look the same whatever money there is, and what they cost behind the veil alone", async () => {
  const store = tableOf();
  await show(store);
  expect(bids()).toEqual(["50", "80"]);
  expect(document.body.textContent).not.toMatch(/bluff|you pay/u);
  expect(document.querySelector(".stage")).toBeNull();
  const before = document.querySelector(".hand-bids")?.innerHTML;
  const poor = { ...VIEW, seats: [{ ...VIEW.seats[0], purse: [], payable: [] }, NONE, NONE] } as unknown as ClassicView;
  settle(() => store.setState({ view: poor }));
  expect(document.querySelector(".hand-bids")?.innerHTML).toBe(before);
  settle(() => store.setState({ view: VIEW }));
  fireEvent.click(hold(), { detail: 0 });
  expect([...document.querySelectorAll(".hand-costs li")].map((one) => one.textContent)).toEqual(["80 bluff"]);
});

it("bids, passes, and bids another amount", async () => {
  const store = tableOf();
  await show(store);
  const [first] = screen.getAllByRole("button", { name: /^Bid/u });
  await waitFor(() => expect(first?.getAttribute("aria-disabled")).toBe("false"));
  fireEvent.click(first as HTMLElement);
  expect(store.act).toHaveBeenLastCalledWith({ type: "bid", amount: 50 });
  fireEvent.click(screen.getByRole("button", { name: "I pass" }));
  expect(store.act).toHaveBeenLastCalledWith({ type: "pass" });
  fireEvent.click(screen.getByRole("button", { name: "Other" }));
  fireEvent.click(screen.getByRole("button", { name: "+10" }));
  fireEvent.click(screen.getByRole("button", { name: "Bid 110" }));
  expect(store.act).toHaveBeenLastCalledWith({ type: "bid", amount: 110 });
  // The same bids again.
  expect(bids()).toEqual(["50", "80"]);
});

it("shows bids that cannot be made like those that can, and makes none", async () => {
  const store = tableOf({ options: [PASS, range(50, 60)] });
  await show(store);
  expect(bids()).toEqual(["50", "80"]);
  const drawn = (): readonly (string | null)[] => screen.getAllByRole("button", { name: /^Bid \d+$/u }).map((one) => one.getAttribute("aria-disabled"));
  await waitFor(() => expect(drawn()).toEqual(["false", "false"]));
  fireEvent.click(screen.getByRole("button", { name: "Bid 80" }));
  // What can be bid, after the tap only.
  fireEvent.click(screen.getByRole("button", { name: "Back" }));
  settle(() => store.setState({ options: [PASS] }));
  expect(bids()).toEqual(["50", "80"]);
  await waitFor(() => expect(drawn()).toEqual(["false", "false"]));
  fireEvent.click(screen.getByRole("button", { name: "Bid 50" }));
  expect(store.act).not.toHaveBeenCalled();
});

it("does not tempt those who lead to raise themselves", async () => {
  const store = tableOf({ ...inPhase({ ...BIDDING, high: { seat: 0, amount: 40 } }, [range(50, 270)]) });
  await show(store);
  fireEvent.click(screen.getByRole("button", { name: "Bid 50" }));
  expect(store.act).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Other" }));
  expect(await screen.findByRole("button", { name: /^Bid/u })).toBeTruthy();
});

it("leads to the whole table and back with one tap each, and remembers it", async () => {
  const store = tableOf();
  await show(store);
  fireEvent.click(screen.getByRole("button", { name: "Show the whole table" }));
  expect(document.querySelector(".stage")).not.toBeNull();
  cleanup();
  useFullTable.setState({ chosen: {} });
  await show(tableOf());
  expect(document.querySelector(".stage")).not.toBeNull();
  fireEvent.click(await screen.findByRole("button", { name: "Large buttons" }));
  expect(await screen.findByRole("button", { name: "Show the whole table" })).toBeTruthy();
  cleanup();
  // At another table it is as ever.
  await show(tableOf({ table: "other" }));
  expect(document.querySelector(".in-hand")).not.toBeNull();
});

it.each([
  ["no screen shows the table", { party: { ...PARTY, screens: 0 } }],
  ["the table is played over days", { party: { ...PARTY, pace: "slow" } as PartyView }],
  ["somebody only looks on", { you: null, options: [] }],
])("has the whole table where %s", async (_, state) => {
  await show(tableOf(state));
  expect(document.querySelector(".stage")).not.toBeNull();
  expect(screen.queryByRole("button", { name: "Large buttons" })).toBeNull();
});

it("has the whole table on anything but a phone", async () => {
  vi.spyOn(handheld, "useHandheld").mockReturnValue(false);
  await show(tableOf());
  expect(document.querySelector(".stage")).not.toBeNull();
});

it("opens one's cards to lay them only when asked to, and covers them", async () => {
  const pick: Option = { option: "pick", action: { type: "offer", cards: [] }, field: "cards", pool: [0, 10, 50], fewest: 0, least: 0, exact: false, lean: false, most: null };
  await show(tableOf(inPhase({ phase: "offering", challenger: 0, challenged: 2, animal: "cat", stake: 1, bout: 1 }, [pick])));
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Make an offer" }));
  const cards = document.querySelector("dialog .versus") as HTMLElement;
  expect(cards.closest("[hidden]")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Cover" }));
  expect(cards.closest("[hidden]")).not.toBeNull();
});

it("has both answers to an offer in the bar", async () => {
  const options: readonly Option[] = [
    { option: "choice", actions: [{ type: "accept" }] },
    { option: "pick", action: { type: "counter", cards: [] }, field: "cards", pool: [0, 10, 50], fewest: 1, least: 0, exact: false, lean: false, most: null },
  ];
  const store = tableOf(inPhase({ phase: "responding", challenger: 2, challenged: 0, animal: "cat", stake: 1, bout: 1, shown: true, count: 3, offer: null }, options));
  await show(store);
  expect(screen.queryByRole("dialog")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: /^Accept/u }));
  expect(store.act).toHaveBeenCalledWith({ type: "accept" });
  fireEvent.click(screen.getByRole("button", { name: /^Counter/u }));
  expect(document.querySelector("dialog .versus")).not.toBeNull();
});

it("keeps what only two know of a trade behind the veil, until the next one", async () => {
  const store = tableOf();
  await show(store);
  const settled = { type: "trade_settled", challenger: 0, challenged: 2, animal: "cat", stake: 1, bout: 1, accepted: false, tied: false, winner: 2, offer: [10], counter: [200] } as unknown as GameEvent;
  settle(() => store.setState({ events: [settled] }));
  expect(document.querySelector(".hand-trade")).toBeNull();
  fireEvent.click(hold(), { detail: 0 });
  expect(document.querySelector(".hand-trade")?.textContent).toContain("200");
  settle(() => store.setState({ events: [{ type: "lot_revealed" } as unknown as GameEvent] }));
  expect(document.querySelector(".hand-trade")).toBeNull();
});
