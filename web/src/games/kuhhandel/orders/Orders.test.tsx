import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../../../i18n/text";
import { TableContext } from "../../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../../model/table/store";
import OrdersButton from "./Orders";

const LOTS = [
  { lot: "donkey", left: 3, most: 400, step: 10, amount: 200 },
  { lot: "cow", left: 4, most: 400, step: 10, amount: null },
];

let lots: readonly (typeof LOTS)[number][] = LOTS;

function show(pace = "slow"): void {
  const view = { game: "kuhhandel", moment: 9, deck: 20, phase: { phase: "turn", seat: 1 }, rules: { auction_mode: "sealed" }, seats: [{ purse: [0, 0, 10, 10, 10, 10, 50] }] };
  const whole = { ...EMPTY, table: "t1", status: "online", you: 0, party: { stage: "playing", pace, places: [] }, view };
  const store = Object.assign(createStore(() => whole as unknown as TableState), { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn() });
  render(
    <Texted>
      <TableContext value={store as unknown as TableStore}>
        <OrdersButton />
      </TableContext>
    </Texted>,
  );
}

/** Texts are fetched before anything is drawn, which takes as long as the machine is busy. */
const button = (name: RegExp): Promise<HTMLElement> => screen.findByRole("button", { name }, { timeout: 10_000 });
const posted: unknown[] = [];

beforeEach(() => {
  posted.length = 0;
  lots = LOTS;
  localStorage.setItem("kuhstall.language", "en");
  HTMLDialogElement.prototype.showModal = vi.fn(function open(this: HTMLDialogElement) {
    this.open = true;
  });
  HTMLDialogElement.prototype.close = vi.fn();
  vi.stubGlobal("fetch", async (_: string, { method = "GET", body = "" }: { method?: string; body?: string } = {}) => {
    if (method === "POST") posted.push(JSON.parse(body));
    return Promise.resolve(new Response(JSON.stringify({ lots, others: false, ahead: false })));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("shows one's own orders, and posts all of them", async () => {
  show();
  fireEvent.click(await button(/Standing orders/));
  const donkey: HTMLInputElement = await screen.findByLabelText(/donkey: up to/);
  const cow: HTMLInputElement = screen.getByLabelText(/cow: up to/);
  expect([donkey.value, cow.value]).toEqual(["200", ""]);
  fireEvent.change(cow, { target: { value: "0" } });
  fireEvent.click(screen.getByLabelText(/Pass on all others/));
  fireEvent.click(screen.getByRole("button", { name: /Save orders/ }));
  await waitFor(() => expect(posted).toEqual([{ lots: { donkey: 200, cow: 0 }, others: true, ahead: false }]));
  await waitFor(() => expect(screen.queryByLabelText(/donkey: up to/)).toBeNull());
});

it("says what is wrong before it asks the server, and where", async () => {
  show();
  fireEvent.click(await button(/Standing orders/));
  const cow = await screen.findByLabelText(/cow: up to/);
  const marked = (): readonly (string | null)[] => [cow, screen.getByLabelText(/donkey: up to/)].map((field) => field.getAttribute("aria-invalid"));
  fireEvent.change(cow, { target: { value: "15" } });
  expect(marked()).toEqual(["false", "false"]);
  fireEvent.click(screen.getByRole("button", { name: /Save orders/ }));
  await screen.findByText("Amounts are multiples of 10, up to 400.");
  expect([marked(), posted]).toEqual([["true", "false"], []]);
});

it("says how much one has, and that no order bids more", async () => {
  show();
  fireEvent.click(await button(/Standing orders/));
  await screen.findByText("You have 90. An order never bids more than you have when the animal comes.");
});

it("withdraws all", async () => {
  show();
  fireEvent.click(await button(/Standing orders/));
  fireEvent.click(await button(/Withdraw all/));
  await waitFor(() => expect(posted).toEqual([{}]));
});

it("is not there where people sit together", () => {
  show("live");
  expect(screen.queryByRole("button")).toBeNull();
});

it("takes cards for a pedigree, and passes for a rat", async () => {
  lots = [...LOTS, { lot: "pedigree:cow", left: 1, most: 10, step: 1, amount: 3 }, { lot: "rat", left: 2, most: 30, step: 1, amount: null }];
  show();
  fireEvent.click(await button(/Standing orders/));
  const pedigree = await screen.findByLabelText<HTMLInputElement>(/Pedigree, cow: cards up to/);
  const rat = screen.getByLabelText(/Rat: times to pass it on/);
  expect([...document.querySelectorAll(".order img")].map((one) => one.getAttribute("src"))).toEqual(["donkey", "cow", "cow", "rat"].map((one) => `/art/${one}.svg`));
  expect(pedigree.value).toBe("3");
  screen.getByText(/0: you pass, or take the rat/);
  fireEvent.change(pedigree, { target: { value: "11" } });
  fireEvent.click(screen.getByRole("button", { name: /Save orders/ }));
  await screen.findByText("Numbers are from 0 to 10.");
  fireEvent.change(pedigree, { target: { value: "4" } });
  fireEvent.change(rat, { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: /Save orders/ }));
  await waitFor(() => expect(posted).toEqual([{ lots: { donkey: 200, "pedigree:cow": 4, rat: 2 }, others: false, ahead: false }]));
});
