/** The coach of a tutorial says nothing before what it is about has been played. */
import { act as settle, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { patience } from "../../../e2e/machine";
import { keepLanguage } from "../../i18n/catalogue";
import { Texted } from "../../i18n/text";
import { GameContext } from "../../model/game/context";
import type { Game, TutorStep } from "../../model/game/game";
import { useReads } from "../../model/table/halt";
import { TableContext } from "../../model/table/context";
import { usePreferences } from "../../model/table/preferences";
import { EMPTY, type TableState, type TableStore } from "../../model/table/store";
import type { GameEvent, GameView } from "../../protocol/types";
import { type Repertoire, Theatre } from "../../theatre/context";
import Tutor from "./Tutor";

vi.setConfig({ testTimeout: patience(30_000) });

const NEEDED: readonly TutorStep[] = [
  { key: "quartet", spots: [], fits: ({ seq }) => seq === 2, read: true },
  { key: "end", spots: [], read: true },
];
const nothing = async (): Promise<{ default: object }> => Promise.resolve({ default: {} });
const game = { name: "kuhhandel", tutorial: async () => Promise.resolve({ default: { texts: { en: nothing, de: nothing, ru: nothing }, steps: NEEDED } }) } as unknown as Game;
const held = (holds: number): Repertoire<string> => ({
  direct: ({ view }) => ({ entries: [{ scene: "trade", from: 0, to: 1500 }], sounds: [], shown: { view }, holds }),
  Scenes: () => null,
});

let store: TableStore;
let reads = false;

function Reads(): null {
  reads = useReads();
  return null;
}

beforeEach(() => {
  keepLanguage("en");
  usePreferences.setState({ tempo: "normal", moves: true });
  store = createStore<TableState>(() => ({ ...EMPTY, table: "t", seq: 1, you: 0, view: { moment: 1 } as unknown as GameView })) as unknown as TableStore;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

async function opened(holds: number): Promise<void> {
  const load = async (): Promise<Repertoire<string>> => Promise.resolve(held(holds));
  render(
    <Texted>
      <GameContext value={game}>
        <TableContext value={store}>
          <Theatre load={load}>
            <Tutor onReady={() => undefined} />
            <Reads />
          </Theatre>
        </TableContext>
      </GameContext>
    </Texted>,
  );
  while (screen.queryByRole("complementary") === null) await settle(async () => vi.dynamicImportSettled());
  await settle(async () => vi.advanceTimersByTimeAsync(3000));
  settle(() => store.setState({ seq: 2, view: { moment: 2 } as unknown as GameView, events: [{ type: "turn_began", seat: 0 }] as readonly GameEvent[] }));
}

const bubble = (): Element | null => document.querySelector(".tutor");
const pass = (time: number): void => settle(() => void vi.advanceTimersByTime(time));

it("waits for the end of the scene, and the game waits for it", async () => {
  await opened(1200);
  expect([bubble(), reads]).toEqual([null, true]);
  pass(1400);
  expect(bubble()).toBeNull();
  pass(200);
  expect(bubble()?.getAttribute("data-step")).toBe("quartet");
  expect(reads).toBe(true);
});

it("waits for nothing that the table does not wait for", async () => {
  await opened(0);
  expect(bubble()?.getAttribute("data-step")).toBe("quartet");
});
