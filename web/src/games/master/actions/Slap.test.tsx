import { act as settle, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { Texted } from "../../../i18n/text";
import type { CountdownView, GameAction, Option } from "../../../protocol/types";
import { TableContext, useTable } from "../../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../../model/table/store";
import { GUARD, handedIn } from "./handed";
import { Slap } from "./Slap";

const PHASE: CountdownView = { phase: "countdown", animal: "cow", auctioneer: 1, count: 6, barred: [], limits: [], plan: 0 };
const slaps = (high: number): Option[] => [
  { option: "choice", actions: [{ type: "wait" }] },
  { option: "range", action: { type: "slap", count: 0 }, field: "count", low: 0, high, step: 1 },
];
const REFLEX: Option[] = [{ option: "range", action: { type: "slap_now", after: 0 }, field: "after", low: 0, high: 10_000, step: 1 }];

type Told = TableStore & { act: ReturnType<typeof vi.fn> };

function tableOf(options: Option[], mode = "realtime", pace = "live"): Told {
  const view = { game: "master", moment: 9, phase: PHASE, rules: { pedigree_mode: mode }, seats: [] };
  const whole = { ...EMPTY, table: "t", status: "online", you: 0, party: { stage: "playing", pace, places: [] }, view, options } as unknown as TableState;
  return Object.assign(createStore(() => whole), { open: vi.fn(), close: vi.fn(), act: vi.fn(), ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn(), block: vi.fn() });
}

function Counting(): React.ReactNode {
  const phase = useTable((state) => state.view?.phase);
  return phase?.phase === "countdown" && <Slap phase={phase} />;
}

let clock = 0;
async function show(store: TableStore): Promise<HTMLElement> {
  render(
    <Texted>
      <TableContext value={store}>
        <Counting />
      </TableContext>
    </Texted>,
  );
  const button = await screen.findByText("MINE!");
  await settle(async () => Promise.resolve());
  // What came lazily may not listen to the store yet. Whatever is drawn next lets its effects happen first.
  render(<i />);
  return button;
}

const count = (store: TableStore, now: number): void => {
  const { view } = store.getState();
  settle(() => store.setState({ view: { ...view, moment: 99 - now, phase: { ...PHASE, count: now } } as TableState["view"] }));
};

beforeEach(() => {
  localStorage.setItem("kuhstall.language", "en");
  clock = 5000;
  vi.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("slaps at the count that is shown, but never at one that has only just come", async () => {
  const store = tableOf(slaps(9));
  const button = await show(store);
  clock += GUARD;
  count(store, 5);
  clock += GUARD - 1;
  fireEvent.click(button);
  expect(store.act).not.toHaveBeenCalled();
  clock += 1;
  fireEvent.click(button);
  expect(store.act).toHaveBeenCalledWith({ type: "slap", count: 5 });
});

it("tells how long it took where the quickest hand wins", async () => {
  const store = tableOf(REFLEX);
  const button = await show(store);
  clock += 321;
  fireEvent.click(button);
  expect(store.act).toHaveBeenCalledWith({ type: "slap_now", after: 321 });
});

it.each([" ", "Enter"])("slaps with the key %j, once, and not while something else is meant", async (key) => {
  const store = tableOf(slaps(9));
  await show(store);
  clock += GUARD;
  fireEvent.keyDown(screen.getByRole("combobox"), { key });
  fireEvent.keyDown(document.body, { key, repeat: true });
  expect(store.act).not.toHaveBeenCalled();
  fireEvent.keyDown(document.body, { key });
  expect(store.act).toHaveBeenCalledTimes(1);
});

it("does not slap for more cards than one has", async () => {
  const store = tableOf(slaps(4));
  const button = await show(store);
  clock += GUARD;
  fireEvent.click(button);
  expect(store.act).not.toHaveBeenCalled();
  expect(screen.getByText("You have too few cards for this")).toBeTruthy();
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "3" } });
  expect(store.act).toHaveBeenCalledWith({ type: "slap", count: 3 });
});

it("shows a slap as handed in until the step is over, and takes no other", async () => {
  const store = tableOf(slaps(9));
  const button = await show(store);
  clock += GUARD;
  settle(() => store.setState({ held: { type: "slap", count: 6 } }));
  expect(screen.getByText("Slapped!")).toBeTruthy();
  fireEvent.click(screen.getByText("Slapped!"));
  expect(store.act).not.toHaveBeenCalled();
  settle(() => store.setState({ held: null }));
  count(store, 5);
  expect(button.textContent).toBe("MINE!");
});

it("names a number in secret, and says so when it is handed in", async () => {
  const store = tableOf(slaps(9).slice(1), "sealed");
  render(
    <Texted>
      <TableContext value={store}>
        <Counting />
      </TableContext>
    </Texted>,
  );
  const more = await screen.findByLabelText("One card more");
  render(<i />);
  fireEvent.click(more);
  fireEvent.click(more);
  fireEvent.click(screen.getByText("Hand in"));
  expect(store.act).toHaveBeenCalledWith({ type: "slap", count: 2 });
  settle(() => store.setState({ held: { type: "slap", count: 2 } }));
  expect(screen.getByText(/You have named 2 cards/)).toBeTruthy();
});

it.each([
  [{ type: "slap", count: 6 }, "slapped"],
  [{ type: "slap_now", after: 300 }, "slapped"],
  [{ type: "slap", count: 3 }, "planned"],
  [{ type: "slap", count: 0 }, "planned"],
  [{ type: "wait" }, "waits"],
  [{ type: "auction" }, null],
] as [GameAction, string | null][])("takes %j for %s", (action, told) => {
  expect(handedIn(action, 6)).toBe(told);
});

it.each([
  ["realtime", "live", false],
  ["realtime", "slow", true],
  ["stepwise", "live", true],
  ["stepwise", "slow", true],
])("in %s at a %s table, offers to wait where answers are waited for: %s", async (mode, pace, asked) => {
  const store = tableOf(slaps(9), mode, pace);
  await show(store);
  const wait = screen.queryByText("Wait");
  expect(wait !== null).toBe(asked);
  if (wait === null) return;
  fireEvent.click(wait);
  expect(store.act).toHaveBeenCalledWith({ type: "wait" });
});
