/** What offline play costs a phone: until the first bid and for each decision on a slow processor, memory, turns when nobody plays, long tasks. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page, Worker } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { CALM, complained, launched, opened, PHONE, type Window } from "../support/browsers";
import { got, running } from "../support/offline";
import { type Quota, slowed } from "../support/quota";
import { Robot } from "../support/robot";
import { freePort, type Node, started } from "../support/servers";

/** How many times slower the processor of a phone is. */
const SLOWER = 6;
const RUNS = Number(process.env["RUNS"] ?? 5);
/** How many decisions of each level are timed. */
const DECISIONS = Number(process.env["DECISIONS"] ?? 150);
const MINUTE = 60_000;
const GOALS = { bid: 8000, decision: 60, megabytes: 90, turns: 60, longTasks: 0 };
/** What a page does by itself is over by then. */
const SETTLED = 5000;

const folder = mkdtempSync(join(tmpdir(), "kuhstall-offline-speed-"));
let node: Node;
let url: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  node = await started(port, { store: join(folder, "kuhstall.db"), origins: url, ease: "0", lag: "0", log: "warning" });
});

afterEach(async () => {
  await complained();
});

afterAll(async () => {
  await node.stop();
  rmSync(folder, { recursive: true });
});

const told = (what: string, figures: object): void => console.info(`${what}: ${JSON.stringify(figures)}`);

const part = (all: readonly number[], of: number): number => Math.round((all.toSorted((one, other) => one - other)[Math.ceil(all.length * of) - 1] ?? Number.NaN) * 10) / 10;

/** A browser on a processor of its own, if one is given. */
async function browsing(quota?: Quota): Promise<Browser> {
  const chromium = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  if (quota !== undefined) {
    const starter = join(folder, "chromium");
    writeFileSync(starter, `#!/bin/sh\nexec ${quota.runner} ${chromium} "$@"\n`, { mode: 0o755 });
    process.env["CHROMIUM"] = starter;
  }
  const browser = await launched("--disable-features=SpareRendererForSitePerProcess");
  process.env["CHROMIUM"] = chromium;
  onTestFinished(async () => browser.close());
  return browser;
}

function slowly(): Quota {
  const quota = slowed(SLOWER);
  // After the browser in it.
  onTestFinished(() => quota.close());
  return quota;
}

interface Marks {
  readonly tasks: number[];
  readonly at: Record<string, number>;
}

/** Note long tasks, and when what first was there; runs inside the page, before all else. */
function watch(): void {
  const marks: Marks = { tasks: [], at: {} };
  Object.assign(window, { marks });
  new PerformanceObserver((list) => marks.tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" });
  const note = (name: string, selector: string): void => {
    if (!(name in marks.at) && document.querySelector(selector) !== null) marks.at[name] = performance.now();
  };
  addEventListener("pointerdown", () => void (marks.at["tap"] ??= performance.now()), { capture: true });
  new MutationObserver(() => {
    note("table", ".stage");
    note("bid", ".bidbox .from .name");
  }).observe(document, { subtree: true, childList: true });
}

const marksOf = async (page: Page): Promise<Marks> => page.evaluate(() => (window as unknown as { marks: Marks }).marks);

/** A window that has offline play. */
async function visitor(browser: Browser): Promise<Window> {
  const window = await opened(browser, { ...PHONE, ...CALM }, "en");
  await window.context.addInitScript(watch);
  window.context.setDefaultTimeout(10 * MINUTE);
  return window;
}

/** Tap *Play now* on a page that is there, and wait for the first bid of anybody. */
async function bidden(page: Page, quota: Quota): Promise<Readonly<Record<"table" | "bid" | "tasks" | "longest", number>> & { readonly where: string }> {
  await page.goto(`${url}/`);
  await page.waitForTimeout(SETTLED * 2);
  const before = (await marksOf(page)).tasks.length;
  const button = page.locator("main .btn--go").first();
  await button.scrollIntoViewIfNeeded();
  quota.hold();
  await button.tap();
  const robot = new Robot(page, 5);
  while (!("bid" in (await marksOf(page)).at)) {
    await robot.press();
    await page.waitForTimeout(400);
  }
  quota.release();
  const { at, tasks } = await marksOf(page);
  const since = (name: string): number => Math.round((at[name] ?? Number.NaN) - (at["tap"] ?? Number.NaN));
  const during = tasks.slice(before);
  const where = page.url().includes("/t/offline") ? "device" : "server";
  return { table: since("table"), bid: since("bid"), tasks: during.length, longest: Math.max(0, ...during), where };
}

/** Forget the games of this browser, and that it was too slow: the next *Play now* begins another one here. */
const forgotten = async (page: Page): Promise<void> =>
  page.evaluate(
    async () =>
      new Promise<void>((done) => {
        localStorage.removeItem("kuhstall.offline.slow");
        indexedDB.deleteDatabase("kuhstall-offline").onsuccess = () => done();
      }),
  );

test("from the tap to the first bid, on a slow processor", async () => {
  const quota = slowly();
  const browser = await browsing(quota);
  quota.hold();
  const before = quota.slowness();
  quota.release();
  const server = await visitor(browser);
  const beside = await bidden(server.page, quota);
  told("by the server", beside);
  await server.context.close();
  const { page } = await visitor(browser);
  await got(page, url);
  const runs: Awaited<ReturnType<typeof bidden>>[] = [];
  // The first of them leaves compiled code to the others.
  for (let run = 0; run <= RUNS; run++) {
    await page.goto(`${url}/offline`);
    await forgotten(page);
    runs.push(await bidden(page, quota));
    told("on the device", runs.at(-1) ?? {});
  }
  const bids = runs.slice(1).map(({ bid }) => bid);
  quota.hold();
  told("tap to first bid, ms", { slower: [before, quota.slowness()], p50: part(bids, 0.5), most: Math.max(...bids), goal: GOALS.bid });
  expect.soft(part(bids, 0.5), "from the tap to the first bid").toBeLessThanOrEqual(GOALS.bid);
});

const LEVELS = [
  ["kuhhandel/2", "hard"],
  ["master", "hard"],
  ["kuhfstein", "medium"],
] as const;

/** Open a table in the worker that runs, and return its id. */
async function openedThere(page: Page, wish: object): Promise<string> {
  return page.evaluate(
    async (body) =>
      new Promise<string>((done) => {
        const channel = new BroadcastChannel("kuhstall-offline");
        channel.onmessage = ({ data }: MessageEvent<{ kind: string; id?: string; body?: string }>) => {
          if (data.kind !== "answer" || data.id !== "test:1") return;
          channel.close();
          done((JSON.parse(data.body ?? "") as { table: string }).table);
        };
        channel.postMessage({ kind: "call", id: "test:1", method: "POST", path: "/api/tables", body, name: "Ada" });
      }),
    JSON.stringify(wish),
  );
}

interface Timed {
  /** Until Python can open a table: wall clock, and the processor's time. */
  readonly start: number;
  readonly processor: number;
  readonly decisions: readonly number[];
}

/** What the worker of a slow phone does, while its page is drawn by another processor: here there is no page. */
test("the start and each decision of a bot, on a slow processor", () => {
  const quota = slowly();
  quota.hold();
  const before = quota.slowness();
  const all: number[] = [];
  for (const [edition, level] of LEVELS) {
    const words = ["node", "offline/run.mjs", "speed", JSON.stringify([edition, level, 3, 5]), String(DECISIONS)];
    const answer = JSON.parse(execFileSync(quota.runner, words, { encoding: "utf8" }).trim().split("\n").at(-1) ?? "") as Timed;
    const { start, processor, decisions } = answer;
    all.push(...decisions);
    told(`${level} in ${edition}, ms`, { start, processor, count: decisions.length, p50: part(decisions, 0.5), p95: part(decisions, 0.95), most: part(decisions, 1) });
  }
  told("decisions, ms", { slower: [before, quota.slowness()], count: all.length, p95: part(all, 0.95), goal: GOALS.decision });
  expect.soft(part(all, 0.95), "a decision").toBeLessThanOrEqual(GOALS.decision);
});

/** Megabytes of the renderer: what it shares with others counts by parts. */
async function weighed(browser: Browser, page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("HeapProfiler.enable");
  for (let round = 0; round < 2; round++) await devtools.send("HeapProfiler.collectGarbage");
  await devtools.detach();
  await page.waitForTimeout(SETTLED);
  const all = await browser.newBrowserCDPSession();
  const { processInfo } = await all.send("SystemInfo.getProcessInfo");
  await all.detach();
  const sizes = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => {
    const [, size] = /^Pss:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${id}/smaps_rollup`, "utf8")) ?? [];
    return Number(size) / 1024;
  });
  // There may be another one in reserve, with nothing in it.
  return Math.round(Math.max(...sizes));
}

/** Count what a worker does; runs inside the worker. */
function count(): void {
  const later = setTimeout;
  const counts = { turns: 0, longest: 0 };
  const counted = (work: () => void): void => {
    const began = performance.now();
    work();
    counts.turns++;
    counts.longest = Math.max(counts.longest, Math.round(performance.now() - began));
  };
  Object.assign(self, { counts, setTimeout: (work: () => void, after = 0) => later(() => counted(work), after) });
}

test("memory, turns when nobody plays, and long tasks", async () => {
  const browser = await browsing();
  const visit = await visitor(browser);
  let worker: Worker | undefined;
  visit.context.on("page", (one) => {
    one.on("worker", (its) => {
      worker = its;
      void its.evaluate(count).catch(() => undefined);
    });
  });
  let { page } = visit;
  await got(page, url);
  const added: number[] = [];
  const starts: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    // A process of its own: what the page before had is not all given back.
    await page.close();
    page = await visit.context.newPage();
    await page.goto(`${url}/offline`);
    await page.waitForTimeout(SETTLED);
    const without = await weighed(browser, page);
    const before = (await marksOf(page)).tasks.length;
    await page.getByRole("combobox", { name: /^Game/u }).focus();
    await running(page);
    const withIt = await weighed(browser, page);
    added.push(withIt - without);
    starts.push((await marksOf(page)).tasks.length - before);
    told("megabytes", { without, withIt });
  }
  told("what the worker adds, MB", { all: added, p50: part(added, 0.5), goal: GOALS.megabytes });
  told("long tasks while it starts", { all: starts, goal: GOALS.longTasks });
  expect.soft(part(added, 0.5), "megabytes of the worker").toBeLessThanOrEqual(GOALS.megabytes);
  expect.soft(Math.max(...starts), "long tasks while it starts").toBeLessThanOrEqual(GOALS.longTasks);
  const table = await openedThere(page, { edition: "kuhhandel/2", seats: 4, public: false, bots: ["hard", "hard", "hard"], pace: "live", rules: { start_player: "seat:0" } });
  await page.goto(`${url}/t/${table}`);
  await page.locator(".start-bar .btn--go:not(:disabled)").click();
  await page.locator(".stage").waitFor();
  await page.waitForTimeout(SETTLED);
  const countsOf = async (): Promise<{ turns: number; longest: number }> =>
    worker?.evaluate(() => (self as unknown as { counts: { turns: number; longest: number } }).counts) ?? { turns: Number.NaN, longest: 0 };
  const [from, tasks] = [await countsOf(), (await marksOf(page)).tasks.length];
  await page.waitForTimeout(MINUTE);
  const till = await countsOf();
  const idle = { turns: till.turns - from.turns, longTasks: (await marksOf(page)).tasks.length - tasks };
  told("an idle minute", { ...idle, goal: GOALS.turns });
  expect.soft(idle.turns, "turns in an idle minute").toBeLessThanOrEqual(GOALS.turns);
  expect.soft(idle.longTasks, "long tasks in an idle minute").toBeLessThanOrEqual(GOALS.longTasks);
  const robot = new Robot(page, 5);
  const playing = robot.play();
  await page.waitForTimeout(MINUTE);
  robot.stop();
  await playing;
  told("after a minute of play", { megabytes: await weighed(browser, page), tasks: (await marksOf(page)).tasks, turns: (await countsOf()).turns - till.turns, longest: (await countsOf()).longest });
});
