import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Group } from "../../protocol/types";
import { useGroup } from "./useGroup";

const OUTSIDE: Group = { code: "abc", name: "Cows", size: 1 };
const INSIDE: Group = { ...OUTSIDE, size: 2, page: { you: 2, role: "member", members: [], tables: [], preset: {}, removed: [] } };

const answers: ((answer: Response) => void)[] = [];

beforeEach(() => {
  vi.stubGlobal("fetch", async () => new Promise<Response>((resolve) => answers.push(resolve)));
});

afterEach(() => {
  answers.length = 0;
  vi.unstubAllGlobals();
});

async function answered(group: Group): Promise<void> {
  await act(async () => {
    answers.shift()?.(Response.json(group));
    await new Promise((resolve) => setTimeout(resolve));
  });
}

test("an answer from before somebody joined does not turn them away", async () => {
  const { result } = renderHook(() => useGroup("abc"));
  await answered(OUTSIDE);
  expect(result.current[0]).toEqual(OUTSIDE);
  // A call is under way while they join.
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  act(() => result.current[1](INSIDE));
  await answered(OUTSIDE);
  expect(result.current[0]).toEqual(INSIDE);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await answered({ ...INSIDE, size: 3 });
  expect(result.current[0]).toMatchObject({ size: 3 });
});
