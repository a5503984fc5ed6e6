// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { GameEvent, GameView } from "../protocol/types";
import { EMPTY, type TableState, type TableStore } from "../model/table/store";
import { type Act, Curtain } from "./curtain";

const view = (moment: number): GameView => ({ moment }) as unknown as GameView;
const EVENTS = [{ type: "turn_began", seat: 0 }] as readonly GameEvent[];

function tableOf(act: TableStore["act"]): TableStore {
  const store = createStore<TableState>(() => ({ ...EMPTY, table: "t", seq: 1, view: view(1) }));
  const nothing = (): void => undefined;
  return Object.assign(store, { open: nothing, close: nothing, act, withdraw: nothing, ask: nothing, say: nothing, mute: nothing, block: nothing });
}

const acted = (before: TableState): Act<string> => ({
  entries: [
    { scene: "first", from: 0, to: 1000 },
    { scene: "second", from: 900, to: 1500 },
  ],
  sounds: [
    [400, "cards"],
    [1300, "quartet"],
  ],
  shown: { view: before.view },
  holds: 900,
});

function opened(rate = 1, act: TableStore["act"] = () => undefined): { live: TableStore; curtain: Curtain<string>; step: (seq: number) => void; seen: () => number | undefined; on: () => readonly string[]; heard: string[]; close: () => void } {
  const live = tableOf(act);
  const curtain = new Curtain<string>(live, () => rate);
  curtain.director = acted;
  const close = curtain.open();
  const heard: string[] = [];
  curtain.hear((sounds) => heard.push(...sounds));
  return {
    live,
    curtain,
    close,
    heard,
    step: (seq) => live.setState({ seq, view: view(seq), events: [...EVENTS] }),
    seen: () => curtain.table.getState().view?.moment,
    on: () => curtain.state.getState().entries.map(({ scene }) => scene),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("keeps the table as it was until the end of a scene is told, and plays what follows on the new one", () => {
  const { step, seen, on } = opened();
  step(2);
  expect([seen(), on()]).toEqual([1, ["first"]]);
  vi.advanceTimersByTime(899);
  expect(seen()).toBe(1);
  vi.advanceTimersByTime(1);
  expect([seen(), on()]).toEqual([2, ["first", "second"]]);
  vi.advanceTimersByTime(600);
  expect(on()).toEqual([]);
});

it("lets each sound be heard at its moment, and tells which ones wait for it", () => {
  const { curtain, live, step, heard } = opened();
  expect(curtain.soundsOf(live.getState().events)).toEqual([]);
  step(2);
  expect(curtain.soundsOf(live.getState().events)).toEqual(["cards", "quartet"]);
  expect(curtain.soundsOf([...EVENTS])).toEqual([]);
  vi.advanceTimersByTime(399);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(["cards"]);
  vi.advanceTimersByTime(5000);
  expect(heard).toEqual(["cards", "quartet"]);
});

it("shows the end at once when it is skipped, and lets the rest be heard at once", () => {
  const { curtain, step, seen, on, heard } = opened();
  curtain.skip();
  step(2);
  vi.advanceTimersByTime(500);
  curtain.skip();
  expect([seen(), on(), curtain.heldFor, heard]).toEqual([2, [], 500, ["cards", "quartet"]]);
  vi.advanceTimersByTime(5000);
  expect(heard).toEqual(["cards", "quartet"]);
});

it("lets be heard what the next step has cut short", () => {
  const { step, heard } = opened();
  step(2);
  vi.advanceTimersByTime(500);
  step(3);
  expect(heard).toEqual(["cards", "quartet"]);
});

it("tells when the table shows the truth, unless nobody waits for it any more", () => {
  const { curtain, step } = opened();
  const then = vi.fn();
  curtain.whenLifted(then);
  expect(then).toHaveBeenCalledTimes(1);
  step(2);
  curtain.whenLifted(then);
  curtain.whenLifted(then)();
  vi.advanceTimersByTime(899);
  expect(then).toHaveBeenCalledTimes(1);
  curtain.whenLifted(then);
  vi.advanceTimersByTime(1);
  expect(then).toHaveBeenCalledTimes(2);
});

it("never keeps the next step waiting: it ends the scene of the one before", () => {
  const { curtain, live, step, seen } = opened();
  step(2);
  vi.advanceTimersByTime(100);
  step(3);
  expect(seen()).toBe(2);
  curtain.director = null;
  step(4);
  expect([seen(), curtain.state.getState().act]).toEqual([4, null]);
  expect(live.getState().seq).toBe(4);
});

it("plays nothing of what was missed, and goes on while others come and go", () => {
  const { curtain, live, step, seen } = opened();
  step(5);
  expect([seen(), curtain.state.getState().act]).toEqual([5, null]);
  step(6);
  live.setState({ seq: 7, view: view(6), events: [] });
  expect([seen(), curtain.table.getState().seq]).toEqual([5, 7]);
});

it("passes on at once what no scene is about, and all that somebody does", () => {
  const act = vi.fn();
  const { curtain, live, step, seen } = opened(1, act);
  step(2);
  live.setState({ rtt: 70 });
  expect([seen(), curtain.table.getState().rtt]).toEqual([1, 70]);
  curtain.table.act({ type: "pass" });
  expect(act).toHaveBeenCalledWith({ type: "pass" });
});

it("plays faster where time goes by faster", () => {
  const { step, seen } = opened(4);
  step(2);
  vi.advanceTimersByTime(225);
  expect(seen()).toBe(2);
});

it("lets nothing fall when the table is left", () => {
  const { curtain, step, close, heard } = opened();
  step(2);
  close();
  expect(heard).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
  expect(curtain.state.getState().act).toBeNull();
});
