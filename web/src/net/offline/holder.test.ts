import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Browser, type Echo, settled, TABLE } from "./fakes";
import type { Holder } from "./holder";

let browser: Browser;
let holder: Holder;
let echo: Echo;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  browser = new Browser();
  const made = browser.holder();
  holder = made.holder;
  echo = made.serve();
});

afterEach(() => vi.useRealTimers());

const head = (finished: number | null = null): string => JSON.stringify({ table: TABLE, at: 5, finished });

test("a save is told as durable once it is written", async () => {
  holder.page.save(1, TABLE, head(), '[[1,"a"],[2,"b"]]');
  expect(echo.heard).toEqual([]);
  await settled();
  expect(echo.heard).toEqual(["saved 1"]);
  expect(await browser.shelf.read(TABLE)).toEqual({ head: head(), steps: ["a", "b"] });
  expect(browser.shelf.tables.get(TABLE)).toMatchObject({ at: 5, finished: null });
});

test("saves are told in their order, and one that fails takes along what follows at its table", async () => {
  const other = TABLE.replace("a", "b");
  holder.page.save(1, TABLE, head(), '[[1,"a"]]');
  holder.page.save(2, TABLE, head(), '[[1,"again"]]');
  holder.page.save(3, other, head(), '[[1,"a"]]');
  holder.page.save(4, TABLE, head(), '[[2,"b"]]');
  await settled();
  expect(echo.heard).toEqual(["saved 1", "unsaved 2", "unsaved 4", "saved 3"]);
  expect((await browser.shelf.read(TABLE))?.steps).toEqual(["a"]);
  // Another worker has written other steps: nothing of this one is mixed with them.
  holder.page.save(5, TABLE, head(), '[[3,"c"]]');
  await settled();
  expect(echo.heard.at(-1)).toBe("unsaved 5");
  expect((await browser.shelf.read(TABLE))?.steps).toEqual(["a"]);
});

test("where there is no room, nothing is durable, and pages hear it once; with room again, nothing is missing", async () => {
  await browser.page().ready();
  holder.page.save(1, TABLE, head(), '[[1,"a"]]');
  await settled();
  browser.shelf.full = true;
  holder.page.save(2, TABLE, head(), '[[2,"b"]]');
  holder.page.save(3, TABLE, head(), '[[3,"c"]]');
  await settled();
  holder.page.save(4, TABLE, head(), '[[4,"d"]]');
  await settled();
  expect(echo.heard).toEqual(["saved 1", "unsaved 2", "unsaved 3", "unsaved 4"]);
  expect(browser.told).toEqual(["ready", "unkept"]);
  // Whoever comes later has to know, too.
  await browser.page().ready();
  await settled();
  expect(browser.told.filter((what) => what === "unkept").length).toBeGreaterThan(1);
  browser.shelf.full = false;
  holder.page.save(5, TABLE, head(), "[]");
  await settled();
  expect(echo.heard.at(-1)).toBe("saved 5");
  expect((await browser.shelf.read(TABLE))?.steps).toEqual(["a", "b", "c", "d"]);
  expect(browser.told).toContain("kept");
});

test("the latest fifty finished games are kept, and every running one", async () => {
  const id = (number: number): string => `offline${String(number).padStart(26, "0")}`;
  browser.shelf.tables.set(TABLE, { table: TABLE, head: head(), at: 0, finished: null });
  for (let number = 0; number < 50; number++) browser.shelf.tables.set(id(number), { table: id(number), head: head(number), at: number, finished: number });
  holder.page.save(1, id(77), head(77), '[[1,"a"]]');
  await settled();
  expect(browser.shelf.tables.size).toBe(51);
  expect([TABLE, id(77), id(1), id(0)].map((table) => browser.shelf.tables.has(table))).toEqual([true, true, true, false]);
});

test("a table is restored before it is asked about for the first time, and only once", async () => {
  browser.shelf.tables.set(TABLE, { table: TABLE, head: "{}", at: 0, finished: null });
  browser.shelf.steps.set(TABLE, new Map([[2, "b"], [1, "a"]]));
  const page = browser.page();
  await Promise.all([page.call("GET", `/api/tables/${TABLE}/view`, "", ""), page.call("GET", `/api/tables/${TABLE}/lines`, "", "")]);
  expect(echo.heard).toEqual(['restore {} ["a","b"]', `call GET /api/tables/${TABLE}/view`, `call GET /api/tables/${TABLE}/lines`]);
});

test("what a socket says waits until its table is there", async () => {
  browser.shelf.tables.set(TABLE, { table: TABLE, head: "{}", at: 0, finished: null });
  const page = browser.page();
  const frames: string[] = [];
  await page.ready();
  const id = page.open(`/ws/${TABLE}`, { opened: () => frames.push("opened"), frame: (data) => frames.push(data), closed: () => frames.push("closed") });
  await Promise.resolve();
  page.send(id, "hello");
  await settled();
  expect(frames).toEqual(["opened", "welcome", "you said hello"]);
  page.hangUp(id);
  await settled();
  expect(echo.heard.at(-1)).toBe("hang up");
});

test("an unknown table is Python's to refuse", async () => {
  const reply = await browser.page().call("GET", `/api/tables/${TABLE}/view`, "", "Ada");
  expect(reply.status).toBe(200);
  expect(echo.heard).toEqual([`call GET /api/tables/${TABLE}/view`]);
});

test("there is one timer, which a later wish replaces, and none while nothing is due", async () => {
  expect(vi.getTimerCount()).toBe(0);
  holder.page.wake(1000);
  holder.page.wake(50);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(echo.heard).toEqual(["turn"]);
  expect(vi.getTimerCount()).toBe(0);
  // A deadline in many days is no reason to turn at once.
  holder.page.wake(1e12);
  await vi.advanceTimersByTimeAsync(1000);
  expect(echo.heard).toEqual(["turn"]);
});

test("a clock that fails ends it, so that another worker begins with what was saved", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const page = browser.page();
  await page.ready();
  echo.turn = () => {
    throw new Error("bug");
  };
  holder.page.wake(1);
  await vi.advanceTimersByTimeAsync(1);
  await settled();
  expect(browser.told).toContain("failed: python");
  vi.restoreAllMocks();
});

test("a call that fails is answered all the same", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  echo.call = () => {
    throw new Error("bug");
  };
  expect(await browser.page().call("GET", "/api/me", "", "")).toMatchObject({ status: 503 });
  vi.restoreAllMocks();
});

test("a table that the player has deleted does not come back", async () => {
  browser.page().drop(TABLE);
  await settled();
  holder.page.save(1, TABLE, head(), '[[9,"i"]]');
  await settled();
  expect(echo.heard).toEqual(["unsaved 1"]);
  expect(browser.shelf.tables.size).toBe(0);
});
