/** Half an hour of games on a phone that is six times slower than this machine: what is left in its memory. */
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun } from "../support/begun";
import { launched, opened, PHONE } from "../support/browsers";
import { Robot, Vigil } from "../support/robot";
import { type Cluster, cluster } from "../support/servers";

/** How long it is played, and how often it is looked at meanwhile. */
const MINUTES = Number(process.env["MINUTES"] ?? 30);
const POINTS = 6;
const SLOWER = 6;
/** Lines of a log that is full. */
const LINES = 150;
/** By how much the last heap may differ from the first. */
const MOST = 0.1;
/** Milliseconds that somebody thinks before they press something. */
const THINKS = 1500;
/** Which game; the server's own choice if none is named. */
const EDITION = process.env["EDITION"];

interface Point {
  readonly minute: number;
  readonly game: number;
  /** What the page had come to: lines of the log, and sounds that were played. */
  readonly lines: number;
  readonly sounds: number;
  /** Kilobytes that are used after everything was collected that can be. */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
}

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1), launched("--autoplay-policy=user-gesture-required")]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Count what is heard; runs inside the page. */
function listen(): void {
  Object.assign(window, { sounds: 0 });
  window.AudioBufferSourceNode = class extends AudioBufferSourceNode {
    override start(...rest: Parameters<AudioBufferSourceNode["start"]>): void {
      (window as unknown as { sounds: number }).sounds++;
      super.start(...rest);
    }
  };
}

/**
 * Whether it is one's own turn to bid, the log is as long as it gets, nothing moves, and nothing lies above the table:
 * the same page at every point. A log of a new game is a megabyte shorter, which says nothing of what a game leaves.
 */
const isOurs = async (page: Page): Promise<boolean> =>
  page.evaluate(
    (lines) =>
      document.querySelector(".table[data-phase=bidding] .bar:not(.quiet)") !== null &&
      document.querySelectorAll(".log .lines > li").length >= lines &&
      document.querySelector("dialog[open], .happening, .actors > *, .coach .btn--go") === null,
    LINES,
  );

async function looked(page: Page, devtools: CDPSession, minute: number, game: number): Promise<Point> {
  // Twice: what the first round lets go may hold something itself.
  for (let round = 0; round < 2; round++) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? Number.NaN;
  const { lines, sounds } = await page.evaluate(() => ({
    lines: document.querySelectorAll(".log .lines > li").length,
    sounds: (window as unknown as { sounds: number }).sounds,
  }));
  return { minute, game, lines, sounds, heap: Math.round(usedSize / 1024), nodes: of("Nodes"), listeners: of("JSEventListeners"), documents: of("Documents") };
}

/** Sit down with three bots. */
async function seated(page: Page): Promise<void> {
  const url = servers.nodes[0]?.url ?? "";
  const answer = await page.request.post(`${url}/api/tables`, { data: { ...(EDITION === undefined ? {} : { edition: EDITION }), seats: 4, bots: ["farmer", "farmer:bold", "farmer:bluffer"], pace: "live" } });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${url}/t/${table}`);
  await begun(page);
}

/** Play once more with the same, in the same page: what one game leaves is there in the next. */
async function again(page: Page): Promise<void> {
  await page.locator(".rematch .btn--go").click();
  await page.locator("main.room").waitFor();
  await begun(page);
}

test(`${MINUTES} minutes of games leave nothing behind`, async () => {
  const { page, context } = await opened(browser, PHONE, "en");
  await page.addInitScript(listen);
  await seated(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable");
  await devtools.send("HeapProfiler.enable");
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const points: Point[] = [];
  const robot = new Robot(page, 11);
  let vigil = new Vigil();
  const began = performance.now();
  const passed = (): number => (performance.now() - began) / 60_000;
  for (let game = 1; points.length < POINTS; ) {
    if ((await page.locator("main.score").count()) > 0) {
      // Long enough to be looked at, with all that comes after a game.
      await page.waitForTimeout(5000);
      await again(page);
      vigil = new Vigil();
      game++;
    }
    const due = ((points.length + 1) * MINUTES) / POINTS;
    if (passed() >= due && (await isOurs(page))) {
      points.push(await looked(page, devtools, Number(passed().toFixed(1)), game));
      process.stdout.write(`${JSON.stringify(points.at(-1))}\n`);
    }
    await robot.press();
    await vigil.look(page);
    await page.waitForTimeout(THINKS);
  }
  const ratio = Number(((points.at(-1)?.heap ?? Number.NaN) / (points[0]?.heap ?? Number.NaN)).toFixed(3));
  console.info(JSON.stringify({ minutes: MINUTES, slower: SLOWER, edition: EDITION ?? null, pressed: robot.pressed, points, ratio }));
  expect(points.at(-1)?.sounds, "nothing was heard").toBeGreaterThan(0);
  expect(Math.abs(ratio - 1), `the heap is ${ratio} times what it was`).toBeLessThanOrEqual(MOST);
});
