/** What goes along with scenes: sounds, the faces of bots, and the end of the game. */
import { act as settle, cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { GameContext } from "../model/game/context";
import type { Game } from "../model/game/game";
import type { GameEvent, GameView, PartyView } from "../protocol/types";
import { TableContext } from "../model/table/context";
import { useNoises } from "../table/noises";
import { usePreferences } from "../model/table/preferences";
import { useReactions } from "../table/reactions";
import { play } from "../table/sound";
import { EMPTY, type TableState, type TableStore } from "../model/table/store";
import { type Repertoire, Theatre } from "./context";
import { nothingPlayed, type Played, PlayedContext } from "./played";

vi.mock("../table/sound", () => ({ hush: vi.fn(), play: vi.fn(), shake: vi.fn(), unlockSound: () => () => undefined }));

const GAME = {
  cuesOf: () => ["cry.donkey", "coins", "coins"],
  reactionsOf: () => [{ seat: 1, emote: "😭" }],
  sounds: async () => ({ default: {} }),
} as unknown as Game;
const REPERTOIRE: Repertoire<string> = {
  direct: (before, _, moves) =>
    moves ? { entries: [{ scene: "rain", from: 0, to: 1500 }], sounds: [[1000, "coins"]], shown: { view: before.view }, holds: 1200 } : { entries: [{ scene: "stamp", from: 0, to: 1500 }], sounds: [], shown: {}, holds: 0 },
  Scenes: () => null,
};
const load = async (): Promise<Repertoire<string>> => Promise.resolve(REPERTOIRE);

function Watched(): ReactNode {
  useNoises();
  useReactions();
  return null;
}

let store: TableStore;
let played: Played;
const heard = (): readonly string[] => vi.mocked(play).mock.calls.flat();
const step = (): void => settle(() => store.setState(({ seq }) => ({ seq: seq + 1, view: { moment: seq + 1 } as unknown as GameView, events: [{ type: "turn_began", seat: 0 }] as readonly GameEvent[] })));
const pass = (time: number): void => settle(() => void vi.advanceTimersByTime(time));

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(play).mockClear();
  usePreferences.setState({ tempo: "normal", moves: true, faces: true });
  played = nothingPlayed();
  const party = { places: [{ kind: "person" }, { kind: "bot" }] } as unknown as PartyView;
  store = createStore<TableState>(() => ({ ...EMPTY, table: "t", seq: 1, party, view: { moment: 1 } as unknown as GameView })) as unknown as TableStore;
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

async function opened(): Promise<void> {
  render(
    <PlayedContext value={played}>
      <GameContext value={GAME}>
        <TableContext value={store}>
          <Theatre load={load}>
            <Watched />
          </Theatre>
        </TableContext>
      </GameContext>
    </PlayedContext>,
  );
  await settle(async () => vi.advanceTimersByTimeAsync(3000));
}

it("is heard when it is seen, and only once; what no scene shows is heard at once", async () => {
  await opened();
  step();
  expect(heard()).toEqual(["cry.donkey", "coins"]);
  pass(999);
  expect(heard()).toHaveLength(2);
  pass(1);
  expect(heard()).toEqual(["cry.donkey", "coins", "coins"]);
});

it("is heard at once where nothing is played", () => {
  render(
    <GameContext value={GAME}>
      <TableContext value={store}>
        <Watched />
      </TableContext>
    </GameContext>,
  );
  step();
  expect(heard()).toEqual(["cry.donkey", "coins", "coins"]);
});

it("is heard at once where nothing moves, and keeps no end waiting", async () => {
  usePreferences.setState({ moves: false });
  await opened();
  step();
  expect(heard()).toEqual(["cry.donkey", "coins", "coins"]);
  expect(played.getState().playing).toBe(false);
});

it("lets bots make no face before the end is played", async () => {
  await opened();
  step();
  pass(1200 + 699);
  expect(store.getState().chat).toEqual([]);
  pass(1);
  expect(store.getState().chat.map(({ text }) => text)).toEqual(["😭"]);
});

it("tells the end of the game how long to wait", async () => {
  await opened();
  expect(played.getState().playing).toBe(false);
  step();
  expect(played.getState().playing).toBe(true);
  pass(1499);
  expect(played.getState().playing).toBe(true);
  pass(1);
  expect(played.getState().playing).toBe(false);
  step();
  cleanup();
  expect(played.getState().playing).toBe(false);
});
