import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../../e2e/machine";
import { Texted } from "../../../i18n/text";
import type { MasterView, Option, PartyView, PhaseView } from "../../../protocol/types";
import { TableContext } from "../../../model/table/context";
import { EMPTY, type TableState, type TableStore } from "../../../model/table/store";
import { GameAtTable, TableScreen } from "../../../table/TablePage";
import * as handheld from "../../../ui/handheld";
// Loaded beforehand: a busy machine takes its time for what comes lazily.
import "../Table";
import "../../kuhhandel/hand/HandTable";
import "./HandLine";
import "./HandSecret";
import "../../../widgets/hand/hand.en.json";

configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const PARTY = { stage: "playing", pace: "relaxed", screens: 1, public: false, places: [{ kind: "person", name: "Anna", here: true }, { kind: "person", name: "Юрий" }] } as unknown as PartyView;
const NONE = { herd: {}, cards: 3, pedigrees: [], purse: null, payable: null };

async function show(phase: unknown, options: readonly Option[]): Promise<ReturnType<typeof vi.fn>> {
  const act = vi.fn();
  const view = {
    game: "master", edition: "master", rules: { pedigree_mode: "realtime" }, viewer: 0, moment: 3, deck: 20, backs: ["animal", "money"], asked: [0], sealed: false,
    seats: [{ ...NONE, purse: [0, 10, 200], payable: [0, 10, 200, 210] }, NONE], phase: phase as PhaseView,
  } as unknown as MasterView;
  const whole = { ...EMPTY, table: "t", status: "online", seq: 1, you: 0, party: PARTY, view, options } as unknown as TableState;
  const store = Object.assign(createStore(() => whole), { open: vi.fn(), close: vi.fn(), act, ask: vi.fn(), say: vi.fn(), withdraw: vi.fn(), mute: vi.fn(), block: vi.fn() }) as unknown as TableStore;
  render(
    <Texted>
      <TableContext value={store}>
        <GameAtTable>
          <TableScreen />
        </GameAtTable>
      </TableContext>
    </Texted>,
  );
  await screen.findByRole("button", { name: "Your money: Hold to look" });
  // What came lazily may not listen to the store yet. Whatever is drawn next lets its effects happen first.
  render(<i />);
  return act;
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem("kuhstall.language", "en");
  vi.spyOn(handheld, "useHandheld").mockReturnValue(true);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it("shows the cards that could be laid beside a rat only when asked to", async () => {
  const options: readonly Option[] = [{ option: "choice", actions: [{ type: "take_rat" }, { type: "lay_card", card: 10 }, { type: "lay_card", card: 200 }] }];
  const act = await show({ phase: "rat_round", auctioneer: 1, polled: 0, pot: 4, laid: [] }, options);
  expect(document.querySelector(".hand-line")?.textContent).toContain("4");
  expect(screen.queryByRole("button", { name: /^Lay \d/u })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Lay a card" }));
  fireEvent.click(screen.getByRole("button", { name: "Lay 10 beside the rat" }));
  expect(act).toHaveBeenCalledWith({ type: "lay_card", card: 10 });
});

it.each(["rat", "pedigree:dog", 200])("tells nobody by its buttons what is shared out: %s", async (card) => {
  const act = await show({ phase: "dividing", seat: 0, card }, [{ option: "choice", actions: [{ type: "keep" }, { type: "give" }] }]);
  expect(document.querySelectorAll(".bar .btn--go")).toHaveLength(0);
  expect(document.querySelector(".hand-secret")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Your money: Hold to look" }), { detail: 0 });
  await waitFor(() => expect(document.querySelector(".hand-secret")?.childElementCount).toBe(1));
  fireEvent.click(screen.getByRole("button", { name: /^Keep it/u }));
  expect(act).toHaveBeenCalledWith({ type: "keep" });
});

it("has the same button for a slap on every phone, also for those who have too few cards", async () => {
  const slap = (high: number): readonly Option[] => [{ option: "range", action: { type: "slap", count: 0 }, field: "count", low: 0, high, step: 1 }];
  const phase = { phase: "countdown", animal: "cow", auctioneer: 1, count: 6, barred: [], limits: [], plan: 0 };
  await show(phase, slap(9));
  const look = document.querySelector(".slap")?.outerHTML;
  cleanup();
  const act = await show(phase, slap(2));
  expect(document.querySelector(".slap")?.outerHTML).toBe(look);
  fireEvent.click(screen.getByText("MINE!"));
  expect(act).not.toHaveBeenCalled();
});
