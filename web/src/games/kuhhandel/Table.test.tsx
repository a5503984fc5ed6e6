import { act as settle, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../../i18n/text";
import type { BiddingView, ClassicView, GameView, Option } from "../../protocol/types";
import { coached } from "../../table/coached";
import { TableContext } from "../../table/context";
import { HINTS } from "./hints";
import * as media from "./media";
import "./Table";
import { usePreferences } from "../../table/preferences";
import type { TableState, TableStore } from "../../table/store";
import { GameAtTable, TableScreen } from "../../table/TablePage";
// Loaded beforehand: a busy machine takes its time for what comes lazily.
import "../../table/Coach";
import "../../table/Help";
import "../../table/help.en.json";
import { patience } from "../../../e2e/machine";
import "./help";
import "./help.en.json";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const NONE = { herd: {}, cards: 7, pedigrees: [], purse: null, payable: null };
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
  game: "kuhhandel",
  edition: "kuhhandel/2",
  rules: { offer_count: "visible", trade_money: "exchange" },
  viewer: 0,
  moment: 3,
  deck: 39,
  dove: null,
  seats: [{ herd: { goat: 4 }, cards: 3, pedigrees: [], purse: [0, 10, 50], payable: [0, 10, 50, 60] }, NONE, NONE],
  phase: BIDDING,
} as unknown as ClassicView;
const OPTIONS: readonly Option[] = [
  { option: "choice", actions: [{ type: "pass" }] },
  { option: "range", action: { type: "bid", amount: 0 }, field: "amount", low: 50, high: 270, step: 10 },
];

function tableOf(state: Partial<TableState>): TableStore & { act: ReturnType<typeof vi.fn>; ask: ReturnType<typeof vi.fn>; mute: ReturnType<typeof vi.fn> } {
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
    muted: [],
    events: [],
    pending: [],
    refused: null,
    wentBack: null,
    rtt: 20,
    ahead: 0,
    ...state,
  } as unknown as TableState;
  return Object.assign(createStore(() => whole), { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), mute: vi.fn() });
}

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

beforeEach(() => {
  localStorage.setItem("kuhstall.language", "en");
  localStorage.setItem("kuhstall.coached", "turn bidding gavel");
});
afterEach(() => {
  // A test that fails with the clock stopped must not let the others wait for it.
  vi.useRealTimers();
  cleanup();
  vi.restoreAllMocks();
});

it("bids an absolute amount, with its true cost shown", async () => {
  const store = tableOf({});
  await show(store);
  const [exact, over] = [screen.getAllByLabelText(/^Bid 50 /)[0], screen.getAllByLabelText(/^Bid 70 /)[0]];
  expect(exact?.textContent).toContain("exact");
  expect(over?.textContent).toContain("bluff");
  // A price that is just there could be tapped by mistake.
  fireEvent.click(exact as HTMLElement);
  expect(store.act).not.toHaveBeenCalled();
  await waitFor(() => expect(exact?.getAttribute("aria-disabled")).toBe("false"));
  fireEvent.click(exact as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "bid", amount: 50 });
});

it("takes no tap just after the price has changed", async () => {
  const store = tableOf({});
  await show(store);
  // The price that was there is calm: the bar listens.
  await waitFor(() => expect(screen.getAllByLabelText(/^Bid 50 /)[0]?.getAttribute("aria-disabled")).toBe("false"));
  vi.useFakeTimers();
  const options = [OPTIONS[0], { ...OPTIONS[1], low: 60 }] as Option[];
  settle(() => store.setState({ options }));
  fireEvent.click(screen.getAllByLabelText(/^Bid 60 /)[0] as HTMLElement);
  expect(store.act).not.toHaveBeenCalled();
  settle(() => {
    vi.advanceTimersByTime(350);
  });
  fireEvent.click(screen.getAllByLabelText(/^Bid 60 /)[0] as HTMLElement);
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
  fireEvent.click(screen.getAllByLabelText(/^Bid 50 /)[0] as HTMLElement);
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

it("mutes who wrote a line, and hears them again", async () => {
  const chat = [
    { id: 1, seat: 1, name: "Ben", at: 0, phrase: "hurry", text: null },
    { id: 2, seat: 0, name: "Anna", at: 0, phrase: "sorry", text: null },
  ] as const;
  const store = tableOf({ chat });
  await show(store);
  fireEvent.click(screen.getByRole("tab", { name: /Chat/ }));
  expect(screen.queryByLabelText("Mute Anna")).toBeNull();
  fireEvent.click(screen.getByLabelText("Mute Ben"));
  const voice = { line: 1, seat: 1, name: "Ben" };
  expect(store.mute).toHaveBeenCalledWith(voice, true);
  settle(() => store.setState({ muted: [voice] }));
  expect(screen.queryByLabelText("Mute Ben")).toBeNull();
  fireEvent.click(screen.getByText("Hear Ben again"));
  expect(store.mute).toHaveBeenCalledWith(voice, false);
});

it("auctions with a tap on the deck", async () => {
  const options: Option[] = [{ option: "choice", actions: [{ type: "auction" }] }];
  const store = tableOf({ view: { ...VIEW, phase: { phase: "turn", seat: 0 } } as GameView, options });
  await show(store);
  fireEvent.click(screen.getByLabelText("Turn up the top card (39)"));
  expect(store.act).toHaveBeenCalledWith({ type: "auction" });
});

const OFFERING = { phase: "offering", challenger: 0, challenged: 1, animal: "cow", stake: 1, bout: 1 } as const;
const OFFER: Option[] = [
  { option: "pick", action: { type: "offer", cards: [] }, field: "cards", pool: [0, 10, 50], fewest: 0, least: 0, exact: false, lean: false, most: null },
];

it.each([
  ["always", false, true],
  ["never", true, false],
  ["phone", true, true],
  ["phone", false, false],
] as const)("asks before a secret offer: %s, on a phone: %s", async (confirm, small, asks) => {
  usePreferences.getState().choose({ confirm });
  vi.spyOn(media, "useSmall").mockReturnValue(small);
  const store = tableOf({ view: { ...VIEW, phase: OFFERING } as unknown as GameView, options: OFFER });
  await show(store);
  vi.useFakeTimers();
  fireEvent.click(screen.getByText("Lay an empty hand"));
  expect(store.act.mock.calls.length).toBe(asks ? 0 : 1);
  if (asks) {
    const yes = screen.getByText("Yes, lay them");
    // A second tap in the same place comes too soon.
    settle(() => void vi.advanceTimersByTime(299));
    fireEvent.click(yes);
    expect(store.act).not.toHaveBeenCalled();
    settle(() => void vi.advanceTimersByTime(1));
    fireEvent.click(yes);
    expect(store.act).toHaveBeenCalledWith({ type: "offer", cards: [] });
  }
  vi.useRealTimers();
});

it("gives each hint once, and none to who wants none", async () => {
  localStorage.removeItem("kuhstall.coached");
  const store = tableOf({});
  await show(store);
  expect(await screen.findByText(/All but the auctioneer bid/)).toBeTruthy();
  fireEvent.click(screen.getByText("Got it"));
  expect(screen.queryByText(/All but the auctioneer bid/)).toBeNull();
  expect(coached(HINTS)).toEqual(["bidding"]);
  const options: Option[] = [{ option: "choice", actions: [{ type: "auction" }] }];
  settle(() => store.setState({ view: { ...VIEW, phase: { phase: "turn", seat: 0 } } as GameView, options }));
  expect(screen.getByText(/Tap the deck/)).toBeTruthy();
  fireEvent.click(screen.getByText("No more hints"));
  expect(coached(HINTS)).toEqual(["turn", "bidding", "gavel"]);
  cleanup();
  await show(tableOf({}));
  expect(screen.queryByLabelText("Hint")).toBeNull();
});

it("counts a hint as given when the game has gone on", async () => {
  localStorage.removeItem("kuhstall.coached");
  const store = tableOf({});
  await show(store);
  await screen.findByText(/All but the auctioneer bid/);
  settle(() => store.setState({ view: { ...VIEW, phase: { phase: "between" } } as GameView }));
  await waitFor(() => expect(coached(HINTS)).toEqual(["bidding"]));
});

it("says in the tab that one is wanted, and blinks only if asked to", async () => {
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("visible");
  document.head.innerHTML = '<link rel="icon" href="/art/cow-face.svg">';
  const icon = (): string | null | undefined => document.querySelector('link[rel="icon"]')?.getAttribute("href");
  const store = tableOf({});
  await show(store);
  await vi.waitFor(() => expect(document.title).toBe("● Your turn · Kuhstall"));
  expect(icon()).toBe("/art/cow-face.svg");
  seen.mockReturnValue("hidden");
  settle(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(icon()).toBe("/art/cow-wanted.svg");
  vi.useFakeTimers();
  settle(() => usePreferences.getState().choose({ blink: true }));
  vi.advanceTimersByTime(1000);
  expect(document.title).toBe("Kuhstall");
  seen.mockReturnValue("visible");
  settle(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(document.title).toBe("● Your turn · Kuhstall");
  expect(icon()).toBe("/art/cow-face.svg");
  vi.useRealTimers();
  settle(() => store.setState({ options: [] }));
  expect(document.title).toBe("Kuhstall");
});

it("explains the phase to the part one has in it", async () => {
  vi.spyOn(globalThis, "fetch").mockResolvedValue(Response.json([]));
  await show(tableOf({}));
  fireEvent.click(screen.getByLabelText("Help"));
  expect(await screen.findByText(/Bid more than the highest bid, or pass/)).toBeTruthy();
  expect(screen.getByText("Read all rules in a new tab").closest("a")?.target).toBe("_blank");
});
