import { act as settle, cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../../i18n/text";
import type { BiddingView, ClassicView, GameView, Option } from "../../protocol/types";
import { givenHints } from "../../coach/hints/givenHints";
import { TableContext } from "../../model/table/context";
import { Highlight } from "./stage/Highlight";
import { HINTS } from "./hints";
import * as media from "./cards/media";
import "./Table";
import { usePreferences } from "../../model/table/preferences";
import type { TableState, TableStore } from "../../model/table/store";
import { GameAtTable, TableScreen } from "../../table/TablePage";
// Loaded beforehand: a busy machine takes its time for what comes lazily.
import "../../coach/hints/Hint";
import "./auction/Bluff";
import "../../table/menu/Help";
import "../../table/menu/help.en.json";
import { patience } from "../../../e2e/machine";
import "./help/help";
import "./help/help.en.json";

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
    surelyAhead: 0,
    answer: null,
    ...state,
  } as unknown as TableState;
  return Object.assign(createStore(() => whole), { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn(), block: vi.fn() });
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
  localStorage.setItem("kuhstall.coached", "turn bidding gavel trade bluff");
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
  const [exact, over] = [screen.getAllByLabelText("Bid 50")[0], screen.getAllByLabelText(/^Bid 70 /)[0]];
  expect(exact?.textContent.trim()).toBe("50");
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
  await waitFor(() => expect(screen.getAllByLabelText("Bid 50")[0]?.getAttribute("aria-disabled")).toBe("false"));
  vi.useFakeTimers();
  const options = [OPTIONS[0], { ...OPTIONS[1], low: 60 }] as Option[];
  settle(() => store.setState({ options }));
  fireEvent.click(screen.getAllByLabelText(/^Bid 60/)[0] as HTMLElement);
  expect(store.act).not.toHaveBeenCalled();
  settle(() => {
    vi.advanceTimersByTime(350);
  });
  fireEvent.click(screen.getAllByLabelText(/^Bid 60/)[0] as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "bid", amount: 60 });
  vi.useRealTimers();
});

it("says so when somebody was faster", async () => {
  const store = tableOf({ refused: { code: "too_low", action: { type: "bid", amount: 50 }, at: 1 } });
  await show(store);
  expect(screen.getByRole("alert").textContent).toContain("Another player was faster");
});

it("says how late the server answers only when that is bad", async () => {
  const store = tableOf({ rtt: 700 });
  await show(store);
  const late = (): string | undefined => document.querySelector(".top-pill.bad")?.textContent.trim();
  expect(late()).toBeUndefined();
  settle(() => store.setState({ rtt: 900 }));
  expect(late()).toBe("900 ms");
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
  expect(screen.getByText("You are watching.")).toBeTruthy();
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
  const mute = { line: 1, seat: 1, name: "Ben" };
  expect(store.mute).toHaveBeenCalledWith(mute, true);
  settle(() => store.setState({ muted: [mute] }));
  expect(screen.queryByLabelText("Mute Ben")).toBeNull();
  fireEvent.click(screen.getByText("Unmute Ben"));
  expect(store.mute).toHaveBeenCalledWith(mute, false);
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
  // Nothing is proposed before a card is picked.
  expect(screen.getByText("Pick your cards").getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(screen.getByRole("button", { name: small ? /^10: / : "money card 10" }));
  vi.useFakeTimers();
  fireEvent.click(screen.getByText("Lay face down"));
  expect(store.act.mock.calls.length).toBe(asks ? 0 : 1);
  if (asks) {
    const yes = screen.getByText("Yes, lay them");
    // A second tap in the same place comes too soon.
    settle(() => void vi.advanceTimersByTime(299));
    fireEvent.click(yes);
    expect(store.act).not.toHaveBeenCalled();
    settle(() => void vi.advanceTimersByTime(1));
    fireEvent.click(yes);
    expect(store.act).toHaveBeenCalledWith({ type: "offer", cards: [10] });
  }
  vi.useRealTimers();
});

it("always asks before an empty hand", async () => {
  usePreferences.getState().choose({ confirm: "never" });
  const store = tableOf({ view: { ...VIEW, phase: OFFERING } as unknown as GameView, options: OFFER });
  await show(store);
  fireEvent.click(screen.getByText("Offer an empty hand"));
  expect(store.act).not.toHaveBeenCalled();
  expect(screen.getByText("Offer an empty hand? You cannot change your mind afterwards.")).toBeTruthy();
});

it.each([
  [4, "4 cards"],
  [null, "a covering hand"],
] as const)("shows who counters an offer of %s cards what lies opposite, and no refusal before a choice", async (count, seen) => {
  const phase = { phase: "responding", challenger: 1, challenged: 0, animal: "cow", stake: 1, bout: 1, shown: count !== null, count, offer: null };
  const options: Option[] = [
    { option: "choice", actions: [{ type: "accept" }] },
    { option: "pick", action: { type: "counter", cards: [] }, field: "cards", pool: [0, 10, 50], fewest: 1, least: 0, exact: false, lean: false, most: null },
  ];
  await show(tableOf({ view: { ...VIEW, phase } as unknown as GameView, options }));
  fireEvent.click(screen.getByText("Counter"));
  expect(screen.getByText("You see").nextSibling?.textContent).toBe(seen);
  const fans = [...document.querySelectorAll(".versus .backs")];
  expect(fans.map((fan) => fan.querySelectorAll(".back").length)).toEqual([0, count ?? 1]);
  expect(screen.queryByText(/too few cards/)).toBeNull();
  expect(screen.queryByText("Offer an empty hand")).toBeNull();
  expect(document.querySelector("dialog footer .btn--go")).toBeNull();
});

it("lets nobody raise their own bid by mistake", async () => {
  const phase = { ...BIDDING, high: { seat: 0, amount: 40 } };
  const store = tableOf({ view: { ...VIEW, phase } as GameView, options: OPTIONS.slice(1) });
  await show(store);
  await settle(async () => new Promise((resolve) => setTimeout(resolve, 350)));
  const bid = screen.getByLabelText("Bid 50");
  expect(bid.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(bid);
  expect(store.act).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("Raise my own bid"));
  fireEvent.click(screen.getAllByLabelText("Bid 50")[0] as HTMLElement);
  expect(store.act).toHaveBeenCalledWith({ type: "bid", amount: 50 });
});

it.each([
  ["restart_excluded", "The animal is auctioned again, without you."],
  ["continue_excluded", "The bid before yours stands, and you are out of this auction."],
  ["restart_all", "The animal is auctioned again. You may bid, but only as much as everybody has seen."],
] as const)("says before the first bluff what it costs by the rule %s (D-01)", async (overbid, told) => {
  const store = tableOf({ view: { ...VIEW, rules: { ...VIEW.rules, overbid } } });
  await show(store);
  const bid = screen.getAllByLabelText(/^Bid 70 bluff/)[0] as HTMLElement;
  await waitFor(() => expect(bid.getAttribute("aria-disabled")).toBe("false"));
  fireEvent.click(bid);
  expect(await screen.findByText(told)).toBeTruthy();
  expect(screen.getByText("You have 60 and are about to bid 70.")).toBeTruthy();
  expect(store.act).not.toHaveBeenCalled();
  fireEvent.click(screen.getByText("Better not"));
  expect(store.act).not.toHaveBeenCalled();
  // Only once on a device.
  fireEvent.click(bid);
  expect(store.act).toHaveBeenCalledWith({ type: "bid", amount: 70 });
});

it("shows what happened no longer than the server waits for it, and not after a tap", async () => {
  const store = tableOf({});
  await show(store);
  vi.useFakeTimers();
  const happens = (): void => settle(() => store.setState({ events: [{ type: "exposed", seat: 1, amount: 90, cards: [0, 10] }] }));
  happens();
  expect(screen.getByText(/cannot pay 90/)).toBeTruthy();
  settle(() => void vi.advanceTimersByTime(2800));
  expect(screen.queryByText(/cannot pay 90/)).toBeNull();
  happens();
  fireEvent.click(document.querySelector(".happening > button") as HTMLElement);
  expect(screen.queryByText(/cannot pay 90/)).toBeNull();
});

it("keeps the last event in sight when a turn begins, and says only once whose it is", async () => {
  vi.spyOn(media, "useSmall").mockReturnValue(true);
  const lines = [{ key: "log.passed", seats: { seat: 1 }, args: {} }, { key: "log.turn_began", seats: { seat: 0 }, args: {} }] as unknown as TableState["lines"];
  const options: Option[] = [{ option: "choice", actions: [{ type: "auction" }, { type: "trade", animal: "goat", seat: 1 }] }];
  await show(tableOf({ view: { ...VIEW, phase: { phase: "turn", seat: 0 } } as GameView, options, lines }));
  expect(document.querySelector(".ticker")?.textContent).toContain("pass");
  expect(screen.queryByText("It is your turn!")).toBeNull();
  expect(document.querySelector(".turn")?.textContent).toContain("Your turn");
});

it("says nothing of what happened while nothing has, not even in an empty pill", async () => {
  vi.spyOn(media, "useSmall").mockReturnValue(true);
  const lines = [{ key: "log.turn_began", seats: { seat: 0 }, args: {} }] as unknown as TableState["lines"];
  const store = tableOf({ view: { ...VIEW, phase: { phase: "turn", seat: 0 } } as GameView, lines });
  await show(store);
  expect(document.querySelector(".ticker:empty")).not.toBeNull();
  settle(() => store.setState({ lines: [...lines, { key: "log.passed", seats: { seat: 1 }, args: {} }] as unknown as TableState["lines"] }));
  expect(document.querySelector(".ticker:empty")).toBeNull();
});

it("gives each hint once, and none to who wants none", async () => {
  localStorage.removeItem("kuhstall.coached");
  const store = tableOf({});
  await show(store);
  expect(await screen.findByText(/All but the auctioneer bid/)).toBeTruthy();
  fireEvent.click(screen.getByText("Got it"));
  expect(screen.queryByText(/All but the auctioneer bid/)).toBeNull();
  expect(givenHints(HINTS)).toEqual(["bidding"]);
  const options: Option[] = [{ option: "choice", actions: [{ type: "auction" }] }];
  settle(() => store.setState({ view: { ...VIEW, phase: { phase: "turn", seat: 0 } } as GameView, options }));
  expect(screen.getByText(/Tap the deck/)).toBeTruthy();
  expect(screen.getByRole("complementary", { name: "Hint" })).toBeTruthy();
  fireEvent.click(screen.getByText("No more hints"));
  expect(givenHints(HINTS)).toEqual(["turn", "bidding", "gavel", "trade", "bluff"]);
  cleanup();
  await show(tableOf({}));
  expect(screen.queryByLabelText("Hint")).toBeNull();
});

it("counts a hint as given when the game has gone on", async () => {
  localStorage.removeItem("kuhstall.coached");
  const store = tableOf({});
  await show(store);
  await screen.findByText(/All but the auctioneer bid/);
  // Long enough to be read.
  const later = Date.now() + 1000;
  vi.spyOn(Date, "now").mockReturnValue(later);
  settle(() => store.setState({ view: { ...VIEW, phase: { phase: "between" } } as GameView }));
  await waitFor(() => expect(givenHints(HINTS)).toEqual(["bidding"]));
  vi.mocked(Date.now).mockRestore();
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

const LOT = { lot: "cat", auctioneer: 1, high: { seat: 0, amount: 40 } };
const TRADE = { challenger: 1, challenged: 0, animal: "cat", stake: 1, bout: 1 };

it.each([
  ["a bid of one's own", { phase: BIDDING, high: 0 }, "You"],
  ["a hammer that fell for one", { phase: { phase: "preemption", ...LOT } }, "sell to you for 40"],
  ["somebody who pays one", { phase: { phase: "payment", ...LOT, payer: 1, payee: 0, buyer: 0, price: 40 } }, "pays you 40"],
  ["an offer for one", { phase: { phase: "offering", ...TRADE } }, "prepares an offer for you."],
  ["an offer of one's own", { phase: { phase: "responding", ...TRADE, challenger: 0, challenged: 1, count: 2, offer: null } }, "You"],
])("speaks to you, never of you, on the stage and in the bar: %s", async (_, { phase, ...more }, told) => {
  const bid = "high" in more ? { high: { seat: 0, amount: 40 }, bids: [40, 0, 0] } : {};
  const view = { ...VIEW, phase: { ...phase, ...bid } } as unknown as GameView;
  await show(tableOf({ view, options: [] }));
  const shown = `${screen.getByRole("main").textContent} ${screen.getByRole("group", { name: "What you can do" }).textContent}`;
  expect(shown).toContain(told);
  expect(shown).not.toContain("Anna");
});

it("tells you what you have won as yours", async () => {
  const settled = { type: "trade_settled", challenger: 0, challenged: 1, animal: "cow", stake: 2, winner: 0, accepted: false, tied: false, offer: [50], counter: [10] };
  // Alone: what flies over a whole table is another matter.
  render(
    <Texted>
      <TableContext value={tableOf({ options: [], events: [settled] as unknown as TableState["events"] })}>
        <Highlight />
      </TableContext>
    </Texted>,
  );
  expect(await screen.findByText("You get 2 cows")).toBeTruthy();
  expect(document.querySelector(".happening")?.textContent).not.toContain("Anna");
});

const CALL = { type: "call", seat: 2, amount: 40 } as const;
const gavelInHand = (calls: number, hush: number): Partial<TableState> =>
  ({
    view: { ...VIEW, phase: { ...BIDDING, auctioneer: 0, calls } },
    options: [{ option: "choice", actions: [CALL] }],
    timers: [{ seat: null, at: Date.now() + 4000, lasts: 5000, hush }],
  }) as unknown as Partial<TableState>;

/** A ring that is broken off is an error where nothing is drawn. */
const stillRings = (): void => void vi.spyOn(Element.prototype, "animate").mockReturnValue({ cancel: () => undefined } as Animation);

it("lets the auctioneer call, and says when the clock would", async () => {
  stillRings();
  const store = tableOf(gavelInHand(1, Date.now() - 1000));
  await show(store);
  const call = screen.getByRole("button", { name: "Call: going twice!" });
  expect(call.getAttribute("aria-disabled")).toBe("false");
  expect(screen.getByText("falls by itself in 4 s")).toBeTruthy();
  fireEvent.click(call);
  expect(store.act).toHaveBeenCalledWith(CALL);
});

it("keeps the gavel still for a moment after a bid, and the focus on it", async () => {
  stillRings();
  const store = tableOf(gavelInHand(0, Date.now() + 60_000));
  await show(store);
  const call = screen.getByRole("button", { name: "Call: going once!" });
  call.focus();
  vi.useFakeTimers();
  settle(() => store.setState(gavelInHand(0, Date.now() + 400)));
  expect(call.getAttribute("aria-disabled")).toBe("true");
  expect(screen.getByText("let the others bid")).toBeTruthy();
  fireEvent.click(call);
  expect(store.act).not.toHaveBeenCalled();
  settle(() => void vi.advanceTimersByTime(500));
  expect(call.getAttribute("aria-disabled")).toBe("false");
  expect(document.activeElement).toBe(call);
  // Another bid, and it is still again.
  settle(() => store.setState(gavelInHand(0, Date.now() + 60_000)));
  expect(call.getAttribute("aria-disabled")).toBe("true");
  expect(document.activeElement).toBe(call);
});
