import { act as settle, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../i18n/text";
import type { BiddingView, Option, View } from "../protocol/types";
import { TableContext } from "./context";
import type { TableState, TableStore } from "./store";
import { TableScreen } from "./TablePage";

const NONE = { herd: {}, cards: 7, purse: null, payable: null };
const BIDDING: BiddingView = {
  phase: "bidding",
  lot: "cat",
  auctioneer: 1,
  cap: 270,
  barred: [],
  limits: [],
  bids: [0, 0, 40],
  high: { seat: 2, amount: 40 },
  passed: [],
  calls: 1,
  polled: null,
};
const VIEW = {
  edition: "kuhhandel/2",
  rules: { offer_count: "visible", trade_money: "exchange" },
  viewer: 0,
  moment: 3,
  deck: 39,
  dove: null,
  seats: [{ herd: { goat: 4 }, cards: 3, purse: [0, 10, 50], payable: [0, 10, 50, 60] }, NONE, NONE],
  phase: BIDDING,
} as unknown as View;
const OPTIONS: readonly Option[] = [
  { option: "choice", actions: [{ type: "pass" }] },
  { option: "range", action: { type: "bid", amount: 0 }, field: "amount", low: 50, high: 270, step: 10 },
];

function tableOf(state: Partial<TableState>): TableStore & { act: ReturnType<typeof vi.fn>; ask: ReturnType<typeof vi.fn> } {
  const party = { stage: "playing", public: false, places: [{ kind: "person", name: "Anna", here: true }, { kind: "bot" }, { kind: "bot" }] };
  const whole = {
    table: "t",
    status: "online",
    reason: null,
    seq: 1,
    you: 0,
    may: [],
    party,
    view: VIEW,
    options: OPTIONS,
    timers: [],
    lines: [],
    chat: [],
    events: [],
    pending: [],
    refused: null,
    rtt: 20,
    ahead: 0,
    ...state,
  } as unknown as TableState;
  return Object.assign(createStore(() => whole), { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn() });
}

async function show(store: TableStore): Promise<void> {
  render(
    <Texted>
      <TableContext value={store}>
        <TableScreen />
      </TableContext>
    </Texted>,
  );
  await screen.findByRole("main");
}

beforeEach(() => localStorage.setItem("kuhstall.language", "en"));
afterEach(cleanup);

it("bids an absolute amount, with its true cost shown", async () => {
  const store = tableOf({});
  await show(store);
  const [exact, over] = [screen.getAllByLabelText("Bid 50")[0], screen.getAllByLabelText("Bid 70")[0]];
  expect(exact?.textContent).toContain("exact");
  expect(over?.textContent).toContain("bluff");
  fireEvent.click(exact as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "bid", amount: 50 });
});

it("takes no tap just after the price has changed", async () => {
  const store = tableOf({});
  await show(store);
  vi.useFakeTimers();
  const options = [OPTIONS[0], { ...OPTIONS[1], low: 60 }] as Option[];
  settle(() => store.setState({ options }));
  fireEvent.click(screen.getAllByLabelText("Bid 60")[0] as HTMLElement);
  expect(store.act).not.toHaveBeenCalled();
  settle(() => {
    vi.advanceTimersByTime(350);
  });
  fireEvent.click(screen.getAllByLabelText("Bid 60")[0] as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "bid", amount: 60 });
  vi.useRealTimers();
});

it("says so when somebody was faster", async () => {
  const store = tableOf({ refused: { code: "too_low", action: { type: "bid", amount: 50 }, at: 1 } });
  await show(store);
  expect(screen.getByRole("alert").textContent).toContain("Somebody was faster");
});

it("lets nothing be done while the connection is lost", async () => {
  const store = tableOf({ status: "offline" });
  await show(store);
  fireEvent.click(screen.getAllByLabelText("Bid 50")[0] as HTMLElement);
  expect(store.act).not.toHaveBeenCalled();
  expect(screen.getByText(/Connection lost/)).toBeTruthy();
});

it("pays with the cheapest cards unless others are picked", async () => {
  const phase = { phase: "payment", lot: "cat", auctioneer: 1, payer: 0, payee: 1, buyer: 0, price: 40 } as const;
  const options: Option[] = [
    { option: "pick", action: { type: "pay", cards: [] }, field: "cards", pool: [0, 10, 50], fewest: 0, least: 40, exact: false, lean: true, most: null },
  ];
  const store = tableOf({ view: { ...VIEW, phase }, options });
  await show(store);
  fireEvent.click(screen.getByText("Pay 50"));
  expect(store.act).toHaveBeenCalledWith({ type: "pay", cards: [50] });
});

it("offers who looks on nothing to do", async () => {
  await show(tableOf({ you: null, options: [] }));
  expect(screen.getByText("You are looking on.")).toBeTruthy();
  expect(screen.queryByText("Your money")).toBeNull();
});

it("gives a seat back that a bot plays", async () => {
  const places = [{ kind: "person", name: "Anna", here: true, away: true }, { kind: "bot" }, { kind: "bot" }];
  const store = tableOf({ party: { stage: "playing", places } as unknown as TableState["party"], options: [] });
  await show(store);
  fireEvent.click(screen.getByText("Take your seat back"));
  expect(store.ask).toHaveBeenCalledWith({ type: "come_back" });
});
