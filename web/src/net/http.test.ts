// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callPatiently, Refusal, spread } from "./http";

const BUSY = { code: "busy", text: "", detail: { retry_after: 8000 } };
let answers: [number, unknown][];
let calls: string[];

beforeEach(() => {
  vi.useFakeTimers();
  calls = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    calls.push(body);
    const [status, answer] = answers.shift() ?? [503, BUSY];
    return Response.json(answer, { status });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const WISH = { table: "t" } as never;

test("what the server is too busy for is called again as it was, after its time", async () => {
  answers = [[503, BUSY], [503, BUSY], [201, { table: "t" }]];
  const told = vi.fn();
  const opened = callPatiently("POST /api/tables", WISH, {}, { told });
  await vi.advanceTimersByTimeAsync(7999);
  expect(calls).toHaveLength(1);
  expect(told).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(24_000);
  expect(await opened).toEqual({ table: "t" });
  expect(calls).toEqual([calls[0], calls[0], calls[0]]);
});

test("not for ever", async () => {
  answers = [];
  const opened = callPatiently("POST /api/tables", WISH).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await opened).toMatchObject({ code: "busy", status: 503, retryAfter: 8000 });
  expect(calls).toHaveLength(5);
});

test("nor for whoever has left", async () => {
  answers = [];
  const gone = new AbortController();
  const opened = callPatiently("POST /api/tables", WISH, {}, { signal: gone.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(0);
  gone.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await opened).toBeInstanceOf(Error);
  expect(calls).toHaveLength(1);
});

test("any other refusal is told at once", async () => {
  answers = [[429, { code: "slow_down", text: "" }]];
  await expect(callPatiently("POST /api/tables", WISH)).rejects.toMatchObject({ code: "slow_down" });
  expect(new Refusal("unavailable", 503).retryAfter).toBeUndefined();
});

test("not all come back at the same time", () => {
  const waits = Array.from({ length: 200 }, () => spread(1000));
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(1500);
  expect(new Set(waits).size).toBeGreaterThan(100);
});
