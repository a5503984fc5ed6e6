import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../../../i18n/text";
import type { EnvelopesView, GameAction, Option } from "../../../protocol/types";
import { TableContext } from "../../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../../model/table/store";
import EnvelopeBar from "./EnvelopeBar";

const PHASE: EnvelopesView = { phase: "envelopes", lot: "cow", auctioneer: 1, cap: 360, barred: [], limits: [] };
const upTo = (otherwise: "pass" | "sell", high: number): Option[] => [
  { option: "choice", actions: [{ type: otherwise }] },
  { option: "range", action: { type: "maximum", amount: 0, ahead: false }, field: "amount", low: 10, high, step: 10 },
];
const AHEAD: Option = { option: "range", action: { type: "maximum", amount: 0, ahead: true }, field: "amount", low: 0, high: 360, step: 10 };

type Told = TableStore & { act: ReturnType<typeof vi.fn>; withdraw: ReturnType<typeof vi.fn> };

function tableOf(options: Option[], more: Partial<TableState> = {}): Told {
  const own = { herd: {}, cards: 3, pedigrees: [], purse: [10, 10, 50], payable: [0, 10, 20, 50, 60, 70] };
  const view = { game: "kuhhandel", moment: 9, deck: 20, phase: PHASE, rules: {}, seats: [own] };
  const whole = { ...EMPTY, table: "t", status: "online", you: 0, party: { stage: "playing", pace: "slow", places: [] }, view, options, ...more };
  const store = createStore(() => whole as unknown as TableState);
  return Object.assign(store, { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn(), block: vi.fn() });
}

function show(store: TableStore, phase = PHASE): void {
  render(
    <Texted>
      <TableContext value={store}>
        <EnvelopeBar phase={phase} />
      </TableContext>
    </Texted>,
  );
}

const button = (name: RegExp): Promise<HTMLElement> => screen.findByRole("button", { name });

beforeEach(() => {
  localStorage.setItem("kuhstall.language", "en");
  HTMLDialogElement.prototype.showModal = vi.fn(function open(this: HTMLDialogElement) {
    this.open = true;
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("proposes nothing, and seals what was chosen", async () => {
  const store = tableOf(upTo("pass", 360));
  show(store);
  fireEvent.click(await button(/Name your price/));
  expect(((await button(/^Seal$/)) as HTMLButtonElement).disabled).toBe(true);
  for (let step = 0; step < 5; step++) fireEvent.click(await button(/^\+10$/));
  await screen.findByText("If the second highest price is 30, you pay 40.");
  await screen.findByText("If another player goes above 50, you pay nothing.");
  fireEvent.click(await button(/Seal 50/));
  expect(store.act).toHaveBeenCalledWith({ type: "maximum", amount: 50, ahead: false });
});

it("has a slider as long as one's money, and says what more would mean", async () => {
  show(tableOf(upTo("pass", 360)));
  fireEvent.click(await button(/Name your price/));
  const slider = (await screen.findByRole("slider")) as HTMLInputElement;
  expect([slider.min, slider.max, slider.step]).toEqual(["0", "70", "10"]);
  fireEvent.input(slider, { target: { value: "70" } });
  expect(screen.queryByText(/everybody would see your money/)).toBeNull();
  fireEvent.click(await button(/^\+10$/));
  await screen.findByText(/You have 70.*everybody would see your money/);
});

it("asks the auctioneer up to which price to keep it", async () => {
  const store = tableOf(upTo("sell", 70));
  show(store, { ...PHASE, auctioneer: 0 });
  fireEvent.click(await button(/Buy it myself/));
  fireEvent.input(await screen.findByRole("slider"), { target: { value: "40" } });
  await screen.findByText(/If it goes for 40 or less, you pay that/);
  fireEvent.click(await button(/Seal 40/));
  expect(store.act).toHaveBeenCalledWith({ type: "maximum", amount: 40, ahead: false });
});

it.each([
  [{ type: "maximum", amount: 50, ahead: false }, /Your envelope: 50\./],
  [{ type: "pass" }, /Your envelope: you pass\./],
  [{ type: "sell" }, /Your envelope: you sell\./],
] as const)("says what is in the envelope: %o", async (held: GameAction, told) => {
  show(tableOf(upTo("pass", 360), { held }));
  await screen.findByText(told);
  expect(screen.queryByRole("button")).toBeNull();
});

it("lets its owner change what is in the envelope, from what was named, and take it back", async () => {
  const action = { type: "maximum", amount: 50, ahead: false } as const;
  const store = tableOf([], { held: action, answer: { revision: 1, action, options: upTo("pass", 360), salt: "ab" } });
  show(store);
  fireEvent.click(await button(/^Change$/));
  fireEvent.click(await button(/^\+10$/));
  fireEvent.click(await button(/Seal 60/));
  expect(store.act).toHaveBeenCalledWith({ ...action, amount: 60 });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(screen.queryByText(/no receipt/)).toBeNull();
  fireEvent.click(await button(/^Withdraw$/));
  expect(store.withdraw).toHaveBeenCalledOnce();
});

it("says that there is no receipt for what a standing order has handed in", async () => {
  const action = { type: "maximum", amount: 50, ahead: false } as const;
  show(tableOf([], { held: action, answer: { revision: 1, action, options: upTo("pass", 360) } }));
  await screen.findByText(/standing order handed it in, so there is no receipt/);
});

it("lets whoever has no money pass, and says why", async () => {
  const store = tableOf(upTo("pass", 360).slice(0, 1));
  show(store);
  await screen.findByText(/You have no money/);
  fireEvent.click(await button(/Pass/));
  expect(store.act).toHaveBeenCalledWith({ type: "pass" });
});

it.each([
  ["Seal 30", { type: "maximum", amount: 30, ahead: true }],
  ["Pass", { type: "maximum", amount: 0, ahead: true }],
] as const)("takes a plan for the next turn along: %s", async (name, action) => {
  const store = tableOf([...upTo("pass", 360), AHEAD]);
  show(store);
  fireEvent.click(await button(/Name your price/));
  fireEvent.click(await screen.findByLabelText(/My turn is next/));
  fireEvent.input(await screen.findByRole("slider"), { target: { value: "30" } });
  fireEvent.click((await screen.findAllByRole("button", { name })).at(-1) as HTMLElement);
  expect(store.act).toHaveBeenCalledWith(action);
});

it("asks for no plan where there is none to make", async () => {
  show(tableOf(upTo("pass", 360)));
  fireEvent.click(await button(/Name your price/));
  await screen.findByRole("slider");
  expect(screen.queryByRole("checkbox")).toBeNull();
});
