import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ANSWER, REST, SILENT, START, STEAL } from "./client";
import { Browser, settled, TABLE } from "./fakes";

let browser: Browser;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  browser = new Browser();
});
afterEach(() => vi.useRealTimers());

const UNAVAILABLE = { code: "unavailable", status: 0 };

/** A socket that notes what happens to it. */
function noted(): { end: { opened: () => void; frame: (data: string) => void; closed: (code: number) => void }; log: string[] } {
  const log: string[] = [];
  return { log, end: { opened: () => log.push("opened"), frame: (data) => log.push(data), closed: (code) => log.push(`closed ${code}`) } };
}

test("a call starts the worker and waits for it", async () => {
  const page = browser.page();
  const answered = page.call("POST", "/api/tables", "{}", "Ada");
  await settled();
  expect(browser.started).toBe(1);
  const { holder, serve } = browser.holder();
  holder.progress(3, 9);
  await settled();
  serve();
  expect(JSON.parse((await answered).body)).toEqual({ path: "/api/tables", body: "{}", name: "Ada", player: 0 });
  expect(browser.told).toEqual(["3 of 9", "ready"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a second page shares the tables of the first", async () => {
  const echo = browser.holder().serve();
  const [one, two] = [browser.page(), browser.page()];
  await Promise.all([one.call("GET", "/api/me", "", ""), two.call("GET", "/api/house", "", "")]);
  expect(echo.heard).toEqual(["call GET /api/me", "call GET /api/house"]);
  const { end, log } = noted();
  two.open(`/ws/${TABLE}`, end);
  await settled();
  expect(log).toEqual(["opened", "welcome"]);
});

test("whoever waits too long is told so; the worker goes on starting, and is there for the next", async () => {
  const page = browser.page();
  const early = page.call("GET", `/api/tables/${TABLE}/view`, "", "").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(START);
  expect(await early).toMatchObject(UNAVAILABLE);
  expect(browser.told).toEqual([]);
  const later = page.call("GET", `/api/tables/${TABLE}/view`, "", "");
  await settled();
  browser.holder().serve();
  expect((await later).status).toBe(200);
  expect(browser.started).toBe(1);
});

test("a worker that shows no sign of life for a minute has failed, and is left alone for a while", async () => {
  const page = browser.page();
  const call = page.call("GET", "/api/me", "", "", Infinity).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(SILENT / 2);
  browser.holder().holder.progress(1, 2);
  await vi.advanceTimersByTimeAsync(SILENT - 1);
  expect(browser.told).toEqual(["1 of 2"]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await call).toMatchObject(UNAVAILABLE);
  expect(browser.told).toEqual(["1 of 2", "terminated", "failed: slow"]);
  await expect(page.ready()).rejects.toMatchObject(UNAVAILABLE);
  expect(browser.started).toBe(1);
  await vi.advanceTimersByTimeAsync(REST);
  page.ready().catch(() => undefined);
  expect(browser.started).toBe(2);
});

test("the reason why a worker cannot run is told", async () => {
  browser.fails = "worker";
  await expect(browser.page().ready()).rejects.toMatchObject(UNAVAILABLE);
  expect(browser.told).toEqual(["terminated", "failed: worker"]);
});

test("a worker that says that it has failed is believed", async () => {
  const page = browser.page();
  const ready = page.ready().catch((error: unknown) => error);
  browser.holder().holder.fail("wasm");
  expect(await ready).toMatchObject(UNAVAILABLE);
  expect(browser.told).toContain("failed: wasm");
});

test("when another worker takes over, sockets close and calls are asked again there", async () => {
  const first = browser.holder("first");
  first.serve();
  const page = browser.page();
  const { end, log } = noted();
  page.open(`/ws/${TABLE}`, end);
  await settled();
  // Its tab is closed: what is asked now reaches nobody.
  first.holder.stop();
  const answered = page.call("GET", `/api/tables/${TABLE}/view`, "", "");
  await settled();
  const echo = browser.holder("second").serve();
  expect((await answered).status).toBe(200);
  expect(log).toEqual(["opened", "welcome", "closed 1006"]);
  expect(echo.heard).toEqual([`call GET /api/tables/${TABLE}/view`]);
});

test("a page whose worker has lost the lock has another one, as soon as it wants something", async () => {
  browser.holder("first").serve();
  const page = browser.page();
  await page.ready();
  browser.heard?.({ kind: "over" });
  expect(browser.started).toBe(1);
  await page.call("GET", "/api/me", "", "");
  expect(browser.started).toBe(2);
});

test("a page that is frozen with the lock loses it", async () => {
  const page = browser.page();
  page.ready().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(STEAL);
  expect(browser.posted).toEqual(["steal"]);
});

test("nothing is stolen from a worker that only starts slowly, be it our own or another page's", async () => {
  const page = browser.page();
  page.ready().catch(() => undefined);
  browser.heard?.({ kind: "holds" });
  await vi.advanceTimersByTimeAsync(STEAL);
  expect(browser.posted).toEqual([]);
  const other = new Browser();
  other.holder();
  other.page().ready().catch(() => undefined);
  await vi.advanceTimersByTimeAsync(STEAL);
  expect(other.posted).toEqual([]);
});

test("a worker that answers no more is given up, and started again by the next call", async () => {
  const { holder, serve } = browser.holder();
  serve().call = () => undefined;
  const page = browser.page();
  const { end, log } = noted();
  page.open(`/ws/${TABLE}`, end);
  const call = page.call("GET", "/api/me", "", "").catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(ANSWER);
  expect(await call).toMatchObject(UNAVAILABLE);
  expect(log.at(-1)).toBe("closed 1006");
  holder.stop();
  const again = page.call("GET", "/api/me", "", "");
  await settled();
  browser.holder("second").serve();
  expect((await again).status).toBe(200);
});

test("a page that goes away hangs up, and its tables know that they have to come back", async () => {
  const echo = browser.holder().serve();
  const page = browser.page();
  const { end, log } = noted();
  page.open(`/ws/${TABLE}`, end);
  await settled();
  page.hide();
  await settled();
  expect(log).toEqual(["opened", "welcome", "closed 1001"]);
  expect(echo.heard).toEqual([`open /ws/${TABLE}`, "hang up"]);
});

test("a socket that cannot be had closes", async () => {
  browser.fails = "worker";
  const { end, log } = noted();
  browser.page().open(`/ws/${TABLE}`, end);
  await settled();
  expect(log).toEqual(["closed 1006"]);
});
