import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../../../i18n/text";
import type { CountdownView, GameAction, Option, OwnAnswer, RatEnvelopesView } from "../../../protocol/types";
import { TableContext } from "../../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../../model/table/store";
import { OneVisit } from "./OneVisit";

const RAT: RatEnvelopesView = { phase: "rat_envelopes", auctioneer: 1, first: 2 };
const pedigree = (auctioneer: number): CountdownView => ({ phase: "countdown", animal: "cow", auctioneer, count: 10, barred: [], limits: [], plan: 0 });
const slaps = (high: number): Option[] => [{ option: "range", action: { type: "slap", count: 0 }, field: "count", low: 0, high, step: 1 }];
const passes = (high: number): Option[] => [{ option: "range", action: { type: "pass_rat", times: 0 }, field: "times", low: 0, high, step: 1 }];

type Told = TableStore & { act: ReturnType<typeof vi.fn>; withdraw: ReturnType<typeof vi.fn> };

function show(phase: CountdownView | RatEnvelopesView, options: Option[], held: GameAction | null = null, answer: OwnAnswer | null = null): Told {
  const view = { game: "master", moment: 9, phase, rules: { pedigree_mode: "envelopes" }, seats: [] };
  const whole = { ...EMPTY, table: "t", status: "online", you: 0, party: { stage: "playing", pace: "slow", places: [] }, view, options, held, answer } as unknown as TableState;
  const store = Object.assign(createStore(() => whole), { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn(), block: vi.fn() });
  render(
    <Texted>
      <TableContext value={store}>
        <OneVisit phase={phase} />
      </TableContext>
    </Texted>,
  );
  return store;
}

beforeEach(() => localStorage.setItem("kuhstall.language", "en"));
afterEach(cleanup);

it.each<[string, CountdownView | RatEnvelopesView, Option[], GameAction]>([
  ["Leave it", pedigree(1), slaps(7), { type: "slap", count: 0 }],
  ["Sell it", pedigree(0), slaps(7), { type: "slap", count: 0 }],
  ["Take it", RAT, passes(7), { type: "pass_rat", times: 0 }],
  ["Leave it", pedigree(1), [{ option: "choice", actions: [{ type: "wait" }] }], { type: "wait" }],
])("%s is one tap", async (label, phase, options, action) => {
  const store = show(phase, options);
  fireEvent.click(await screen.findByRole("button", { name: label }));
  expect(store.act).toHaveBeenCalledWith(action);
});

it.each<[CountdownView | RatEnvelopesView, Option[], GameAction]>([
  [pedigree(1), slaps(2), { type: "slap", count: 2 }],
  [RAT, passes(2), { type: "pass_rat", times: 2 }],
])("a number is named by steps, as far as it may be, and sealed", async (phase, options, action) => {
  const store = show(phase, options);
  const more = await screen.findByRole("button", { name: "One more" });
  expect(screen.getByRole("button", { name: "Seal 0" })).toHaveProperty("disabled", true);
  fireEvent.click(more);
  fireEvent.click(more);
  expect(more).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByRole("button", { name: "Seal 2" }));
  expect(store.act).toHaveBeenCalledWith(action);
});

it("says what is sealed, and what it waits for", async () => {
  show(RAT, [], { type: "pass_rat", times: 3 });
  expect((await screen.findByRole("status")).textContent).toContain("Sealed: 3. Opened when all have answered");
});

it("lets its owner change what is sealed, and take it back", async () => {
  const action = { type: "pass_rat", times: 3 } as const;
  const store = show(RAT, [], action, { revision: 1, action, options: passes(7), salt: "ab" });
  fireEvent.click(await screen.findByRole("button", { name: "Change" }));
  fireEvent.click(screen.getByRole("button", { name: "One more" }));
  fireEvent.click(screen.getByRole("button", { name: "Seal 4" }));
  expect(store.act).toHaveBeenCalledWith({ type: "pass_rat", times: 4 });
  fireEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
  expect(store.withdraw).toHaveBeenCalledOnce();
});

it("asks whoever has no card, too", async () => {
  show(RAT, passes(0));
  expect(await screen.findByText(/You have no money card/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "One more" })).toBeNull();
  expect(screen.getByRole("button", { name: "Take it" })).toBeTruthy();
});
