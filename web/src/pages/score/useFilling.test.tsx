import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useFilling } from "./useFilling";

const LONGEST = 60_000;

function liking(motion: boolean): void {
  vi.stubGlobal("matchMedia", () => ({ matches: !motion }));
}

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("the sheet is filled row by row", () => {
  liking(true);
  const { result } = renderHook(() => useFilling(3));
  const seen = [result.current.filled];
  while (vi.getTimerCount() > 0) {
    act(() => void vi.advanceTimersToNextTimer());
    seen.push(result.current.filled);
  }
  expect(seen).toEqual([0, 1, 2, 3]);
});

test("who is in a hurry sees all rows at once, and nothing comes after", () => {
  liking(true);
  const { result } = renderHook(() => useFilling(3));
  act(() => result.current.skip());
  expect(result.current.filled).toBe(3);
  act(() => void vi.advanceTimersByTime(LONGEST));
  expect(result.current.filled).toBe(3);
});

test("who does not like motion sees all rows from the beginning", () => {
  liking(false);
  expect(renderHook(() => useFilling(3)).result.current.filled).toBe(3);
});
