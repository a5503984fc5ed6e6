/** The last trade is played before anything says that the game is over. */
import { act as settle, cleanup, configure, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import { TableContext } from "../../model/table/context";
import { usePreferences } from "../../model/table/preferences";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import type { ClassicView, GameEvent, PartyView } from "../../protocol/types";
import { GameAtTable, TableScreen } from "../../table/TablePage";
import { direct } from "./theatre/direct";
import "./Table";

vi.mock("./theatre/theatre", () => ({ theatre: async () => Promise.resolve({ direct, Scenes: () => null }) }));
configure({ asyncUtilTimeout: patience(10_000) });
vi.setConfig({ testTimeout: patience(30_000) });

const PLACES = [{ kind: "person", name: "Anna", here: true }, { kind: "bot", name: "Vera" }, { kind: "bot", name: "Otto" }];
const party = (stage: string): PartyView => ({ stage, public: false, places: PLACES }) as unknown as PartyView;
const seat = (purse: readonly number[] | null): object => ({ herd: { cow: 2 }, cards: 7, pedigrees: [], purse, payable: null });
const TRADE = { challenger: 1, challenged: 2, animal: "cow", stake: 2, bout: 1 };
const viewOf = (moment: number, phase: object): ClassicView =>
  ({ game: "kuhhandel", edition: "kuhhandel/2", rules: { offer_count: "visible" }, viewer: 0, moment, deck: 0, dove: null, seats: [seat([0, 50]), seat(null), seat(null)], phase }) as unknown as ClassicView;
const SETTLED = { type: "trade_settled", ...TRADE, accepted: true, tied: false, winner: 1, offer: null, counter: null, to_challenger: null, to_challenged: null, counts: [0, 3], counted: false, idle: 0 };

let store: TableStore;

beforeEach(async () => {
  keepLanguage("en");
  localStorage.setItem("kuhstall.coached", "turn bidding gavel trade bluff");
  usePreferences.setState({ tempo: "normal", moves: true });
  const view = viewOf(3, { phase: "responding", ...TRADE, shown: true, count: 3, offer: null });
  const nothing = (): void => undefined;
  const acts = { open: nothing, close: nothing, act: nothing, ask: nothing, say: nothing, withdraw: nothing, mute: nothing, block: nothing };
  store = Object.assign(createStore<TableState>(() => ({ ...EMPTY, table: "t", status: "online", seq: 3, you: 0, party: party("playing"), view })), acts);
  vi.useFakeTimers();
  render(
    <Texted>
      <TableContext value={store}>
        <GameAtTable>
          <TableScreen />
        </GameAtTable>
      </TableContext>
    </Texted>,
  );
  while (screen.queryByRole("main") === null) await settle(async () => vi.dynamicImportSettled());
  await settle(async () => vi.advanceTimersByTimeAsync(3000));
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const step = (phase: object, event: object, stage = "playing"): void =>
  settle(() => store.setState(({ seq }) => ({ seq: seq + 1, party: party(stage), view: viewOf(seq + 1, phase), events: [event] as unknown as readonly GameEvent[] })));
const pass = (time: number): void => settle(() => void vi.advanceTimersByTime(time));
const header = (): string | undefined => document.querySelector(".turn")?.textContent.trim();
const bar = (): string => screen.getByRole("group", { name: "What you can do" }).textContent;
const OVER = { phase: "ended", reason: "complete", scores: [], winners: [1] };

it("announces the end in the header and in the bar when the last trade is played", () => {
  step(OVER, SETTLED, "ended");
  expect([header(), bar()]).toEqual(["Vera ⇄ Otto", "The game goes on by itself."]);
  pass(8000);
  expect([header(), bar()]).toEqual(["The game is over.", "The game is over."]);
});

it("announces it at once where nothing moves", () => {
  settle(() => usePreferences.setState({ moves: false }));
  step(OVER, SETTLED, "ended");
  expect([header(), bar()]).toEqual(["The game is over.", "The game is over."]);
});

it("tells one story at a time: the panel of what was before goes when a trade is played", () => {
  const trade = { phase: "responding", ...TRADE, shown: true, count: 3, offer: null };
  step(trade, { type: "exposed", seat: 1, amount: 90, cards: [0, 10] });
  expect(screen.getByText(/cannot pay 90/)).toBeTruthy();
  // Somebody comes or goes: that is no other story.
  settle(() => store.setState(({ seq }) => ({ seq: seq + 1, events: [] })));
  expect(screen.getByText(/cannot pay 90/)).toBeTruthy();
  step({ phase: "turn", seat: 2 }, SETTLED);
  expect(document.querySelector(".happening")).toBeNull();
  pass(8000);
  expect(screen.getByText(/Vera gets 2 cows/)).toBeTruthy();
});
