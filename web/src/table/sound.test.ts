// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { GameView, Option } from "../protocol/types";
import { isYourTurn } from "./noises";
import { hush, play, shake, unlockSound, useSound, volumeOf } from "./sound";

const started: { at: number; length: number; rate: number }[] = [];
const gains: number[] = [];

class Context {
  state = "running";
  currentTime = 10;
  destination = {};
  resume = async (): Promise<void> => undefined;
}
class Source {
  constructor(
    _: Context,
    readonly options: { buffer: Buffer; playbackRate: number },
  ) {}
  connect = (next: unknown): unknown => next;
  start = (at: number): void => void started.push({ at, length: this.options.buffer.options.length, rate: this.options.playbackRate });
}
class Gain {
  constructor(_: Context, { gain }: { gain: number }) {
    gains.push(gain);
  }
  connect = (next: unknown): unknown => next;
}
class Buffer {
  constructor(readonly options: { length: number }) {}
  copyToChannel = (): void => undefined;
}

const SOUNDS = vi.fn<() => Promise<{ default: { moo: () => Float32Array<ArrayBuffer> } }>>(async () => ({ default: { moo: () => new Float32Array(7) } }));
let leave: () => void;

beforeEach(() => {
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("AudioBuffer", Buffer);
  vi.stubGlobal("AudioBufferSourceNode", Source);
  vi.stubGlobal("GainNode", Gain);
  vi.useFakeTimers();
  SOUNDS.mockClear();
  started.length = gains.length = 0;
  useSound.setState({ muted: false, volume: 60, still: false });
  leave = unlockSound(SOUNDS);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const touched = async (): Promise<void> => {
  dispatchEvent(new Event("pointerdown"));
  await vi.advanceTimersByTimeAsync(5000);
  await vi.dynamicImportSettled();
};

test("sounds are fetched after the table, and after somebody has touched it", async () => {
  await vi.advanceTimersByTimeAsync(3000);
  dispatchEvent(new Event("pointerdown"));
  expect(SOUNDS).not.toHaveBeenCalled();
  await touched();
  expect(SOUNDS).toHaveBeenCalledTimes(1);
  play("moo+24", "turn", "unheard of");
  expect(started.map(({ at }) => at)).toEqual([10, 10.3]);
  expect(started[0]?.length).toBe(7);
  expect(started.map(({ rate }) => rate)).toEqual([2, 1]);
  expect(gains).toEqual([0.36, 0.36]);
});

test("nothing is fetched for those who have muted it, and nothing is heard", async () => {
  useSound.getState().mute(true);
  await touched();
  play("moo");
  expect(SOUNDS).not.toHaveBeenCalled();
  useSound.getState().mute(false);
  play("moo");
  expect(SOUNDS).toHaveBeenCalledTimes(1);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  useSound.getState().turnTo(0);
  play("moo");
  expect(started).toEqual([]);
});

test("a big screen in the same room makes the sounds, and the device shakes still", async () => {
  await touched();
  play("moo");
  await vi.dynamicImportSettled();
  started.length = 0;
  hush(true);
  play("moo");
  expect(started).toEqual([]);
  hush(false);
  play("moo");
  expect(started).toHaveLength(1);
});

test("volume, silence and stillness are remembered", () => {
  useSound.getState().turnTo(35);
  useSound.getState().mute(true);
  useSound.getState().hold(true);
  expect(["volume", "muted", "still"].map((name) => localStorage.getItem(`kuhstall.${name}`))).toEqual(["35", "yes", "yes"]);
  expect(["35", "0", "100", "101", "-5", "loud", "", null].map(volumeOf)).toEqual([35, 0, 100, 60, 60, 60, 60, 60]);
});

test("a device that was touched shakes, unless it shall lie still or cannot", () => {
  const vibrate = vi.fn<(pattern: number) => boolean>(() => true);
  const userActivation = { hasBeenActive: false };
  vi.stubGlobal("navigator", { vibrate, userActivation });
  shake(40);
  userActivation.hasBeenActive = true;
  shake(120);
  useSound.getState().hold(true);
  shake(60);
  vi.stubGlobal("navigator", {});
  shake(60);
  expect(vibrate.mock.calls).toEqual([[120]]);
});

test("it is your turn when somebody waits for you, not while many may bid", () => {
  const options = [{}] as unknown as readonly Option[];
  const turn = (asked: readonly number[] | undefined, sealed: boolean): boolean => isYourTurn({ options, view: { asked, sealed } as unknown as GameView });
  expect([turn([0], false), turn([0, 1], false), turn([0, 1], true), turn(undefined, false)]).toEqual([true, false, true, true]);
  expect(isYourTurn({ options: [], view: { asked: [0], sealed: false } as unknown as GameView })).toBe(false);
});
