import { cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../../i18n/text";
import type { Option, PhaseView } from "../../protocol/types";
import { ActionBar } from "../kuhhandel/actions/ActionBar";
import { TableContext } from "../../model/table/context";
import { Stage } from "../kuhhandel/stage/Stage";
import { patience } from "../../../e2e/machine";
import { VariantContext } from "../kuhhandel/variant";
import { MASTER } from "./variant";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";

configure({ asyncUtilTimeout: patience(10_000) });

const SEAT = { herd: {}, cards: 7, pedigrees: [], purse: null, payable: null };
const NAMES = ["Anna", "Ben", "Cleo"];

interface Situation {
  readonly seats: number;
  readonly phase: Pick<PhaseView, "phase"> & { readonly seat: number };
  readonly options?: readonly Option[];
  readonly idle?: number;
}

/** Show the bar and the middle of a table of Kuhhandel Master to seat 0. */
async function show({ seats, phase, options = [], idle = 0 }: Situation): Promise<void> {
  const places = NAMES.slice(0, seats).map((name) => ({ kind: "person", name, here: true }));
  const view = { game: "master", moment: 9, deck: 20, idle, phase, backs: [], rules: { no_progress_limit: 60 }, seats: places.map(() => SEAT) };
  const whole = { ...EMPTY, table: "t", status: "online", you: 0, party: { stage: "playing", places }, view, options } as unknown as TableState;
  const store: TableStore = Object.assign(createStore(() => whole), { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn(), block: vi.fn() });
  render(
    <Texted>
      <TableContext value={store}>
        <VariantContext value={MASTER}>
          <Stage />
          <ActionBar />
        </VariantContext>
      </TableContext>
    </Texted>,
  );
  await screen.findByRole("group");
}

beforeEach(() => localStorage.setItem("kuhstall.language", "en"));
afterEach(cleanup);

it.each([
  [3, "turn", "Ben chooses: auction or cow trade."],
  [2, "turn", "Ben chooses: share out a card, or trade."],
  [3, "extra", "Ben decides: one more card, or end the turn."],
  [2, "extra", "Ben decides: one more card, or end the turn."],
  [3, "covering", "Ben has all the rats and chooses the quartet that they cover."],
] as const)("of %s players, tells what another one chooses in the phase %s", async (seats, phase, told) => {
  await show({ seats, phase: { phase, seat: 1 } });
  expect(screen.getAllByText(told)).toHaveLength(2);
});

const AUCTION: readonly Option[] = [{ option: "choice", actions: [{ type: "auction" }] }];
const DIVIDE: readonly Option[] = [{ option: "choice", actions: [{ type: "divide" }] }];

it.each([
  [3, AUCTION, 0, "No trade is possible yet: auction off a card."],
  [3, AUCTION, 59, "No trade is possible yet: auction off a card."],
  [3, AUCTION, 60, "Too many trades without progress: go on with the deck."],
  [2, DIVIDE, 0, "No trade possible: share out a card"],
  [2, DIVIDE, 60, "Too many trades without progress: go on with the deck."],
] as const)("of %s players, says why there is no trade to choose (C-21)", async (seats, options, idle, told) => {
  await show({ seats, phase: { phase: "turn", seat: 0 }, options, idle });
  expect(screen.getByText(told)).toBeTruthy();
});

const ACCEPT: Option = { option: "choice", actions: [{ type: "accept" }] };
const COUNTER: Option = { option: "pick", action: { type: "counter", cards: [], show_count: true }, field: "cards", pool: [0], fewest: 1, least: 0, exact: false, lean: false, most: null };

it.each([
  ["cow", [ACCEPT, COUNTER], /Accept Ben’s offer unseen, or counter it\?/],
  ["cow", [ACCEPT], /You have no money card to counter with: accept/],
  ["rat", [ACCEPT, COUNTER], /Take Ben’s money and the rat, or counter\?/],
  ["rat", [ACCEPT], /You have no money card to counter with: take/],
] as const)("asks who is challenged for a %s only what they can do (D-04)", async (animal, options, told) => {
  const phase = { phase: "responding", challenger: 1, challenged: 0, animal, stake: 1, bout: 1, shown: true, count: 1, offer: null, seat: 0 } as const;
  await show({ seats: 3, phase, options });
  expect(screen.getByText(told)).toBeTruthy();
});

it.each([
  ["rat", "Give it to Ben"],
  ["pedigree:dog", "Keep it"],
] as const)("proposes to divide a %s as anybody would, and says once that nobody else sees it", async (card, proposed) => {
  const options: Option[] = [{ option: "choice", actions: [{ type: "keep" }, { type: "give" }] }];
  await show({ seats: 2, phase: { phase: "dividing", seat: 0, card } as Situation["phase"], options });
  expect(screen.getAllByText("Only you see this card")).toHaveLength(1);
  expect([...document.querySelectorAll(".btn--go")].map((one) => one.querySelector("span")?.textContent?.trim())).toEqual([proposed]);
});
