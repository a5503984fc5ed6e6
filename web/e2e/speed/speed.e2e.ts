/** How soon a table is there: a slow phone in a slow network, with nothing loaded before. */
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launched, opened, PHONE } from "../support/browsers";
import { type Cluster, cluster } from "../support/servers";
import { Watch } from "../machine";

const RUNS = 10;
const LIMIT = 2000;
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, and a processor six times slower than this one. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 6;
const NOISE = 1.25;
/**
 * What the way to the table may need at most, on whatever machine: see the counting test. What is asked for once the table is
 * shown does not count. Of the kilobytes, 61 are fonts.
 */
const MOST = { requests: 36, kilobytes: 205, rounds: 3, frames: 4, calls: 36_000 };

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  // A slow clock: what is measured shall not be what the bots do.
  [servers, browser] = await Promise.all([cluster(1, { tempo: "30" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Note when the stage and one's own cards are drawn, in milliseconds after setting out. */
function noteWhenShown(): void {
  new MutationObserver((_, observer) => {
    if (document.querySelector(".stage") === null || document.querySelector(".own-cards .money-card, .own-cards .stack") === null) return;
    observer.disconnect();
    // The frame with it comes next; the task after that finds it drawn.
    requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
  }).observe(document, { subtree: true, childList: true });
}

type Person = Awaited<ReturnType<BrowserContext["storageState"]>>;

async function measured(person: Person, address: string): Promise<number> {
  const { page, context } = await opened(browser, { ...PHONE, storageState: person }, "de");
  await context.addInitScript(noteWhenShown);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", NETWORK);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(address, { waitUntil: "commit" });
  // Asked without the driver's own script in the page: a slow phone would need a quarter of a second for that alone.
  const expression = 'performance.getEntriesByName("shown")[0]?.startTime';
  let took: number | undefined;
  await expect
    .poll(async () => {
      const { result } = await devtools.send("Runtime.evaluate", { expression });
      took = result.value as number | undefined;
      return took;
    }, { interval: 200 })
    .toBeDefined();
  await context.close();
  return took ?? Infinity;
}

/** Sit down at a table, and return who sits there and where it is. */
async function seated(): Promise<readonly [Person, string]> {
  const first = await opened(browser, PHONE, "de");
  await first.page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  await first.page.locator("main .btn--go").first().click();
  await first.page.locator(".stage").waitFor();
  const address = first.page.url();
  const person = await first.context.storageState();
  await first.context.close();
  return [person, address];
}

test("the table is there within two seconds", async () => {
  const [person, address] = await seated();
  const runs: number[] = [];
  const watch = new Watch();
  for (let run = 0; run < RUNS; run++) {
    runs.push(Math.round(await measured(person, address)));
    watch.look();
  }
  const sorted = runs.toSorted((one, other) => one - other);
  const median = ((sorted[RUNS / 2 - 1] ?? 0) + (sorted[RUNS / 2] ?? 0)) / 2;
  console.info(`shown after ${runs.join(", ")} ms; least ${sorted[0]}, median ${median}`);
  // Machines differ from run to run: the best one must keep to the limit, the middle one may be a quarter above.
  watch.judge("the first table within two seconds", () => {
    expect(sorted[0]).toBeLessThan(LIMIT);
    expect(median).toBeLessThan(LIMIT * NOISE);
  });
});

/** Who asked for something: the document, or the script that was running. */
function askedBy({ url, stack }: { url?: string; stack?: { callFrames: { url: string }[] } }): string | undefined {
  return url ?? stack?.callFrames.find((frame) => frame.url !== "")?.url;
}

test("the way to the table is short, counted: nothing here depends on the machine", async () => {
  const [person, address] = await seated();
  const { page, context, frames } = await opened(browser, { ...PHONE, storageState: person }, "de");
  await context.addInitScript(noteWhenShown);
  const devtools = await context.newCDPSession(page);
  const rounds = new Map<string, number>();
  const found = { requests: 0, kilobytes: 0, rounds: 0, frames: 0, calls: 0 };
  /** When each file was asked for, and what came of it. What is asked for once the table is shown is not on the way to it. */
  const files = new Map<string, { readonly at: number; bytes: number }>();
  /** One round trip more than what had to be there before anybody could ask. */
  const asked = (url: string, by: string | undefined): void => {
    if (url.startsWith("data:")) return;
    const round = 1 + (by === undefined ? 0 : (rounds.get(by) ?? 0));
    rounds.set(url, rounds.get(url) ?? round);
    found.rounds = Math.max(found.rounds, round);
  };
  devtools.on("Network.requestWillBeSent", ({ request, requestId, wallTime, initiator }) => {
    files.set(requestId, { at: wallTime * 1000, bytes: 0 });
    asked(request.url, askedBy(initiator));
  });
  devtools.on("Network.webSocketCreated", ({ url, initiator }) => {
    found.requests++;
    asked(url, initiator === undefined ? undefined : askedBy(initiator));
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file !== undefined) file.bytes = encodedDataLength;
  });
  await devtools.send("Network.enable");
  await devtools.send("Profiler.enable");
  await devtools.send("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await page.goto(address);
  await page.locator(".stage").waitFor();
  await page.locator(".own-cards .money-card, .own-cards .stack").first().waitFor();
  found.frames = frames.filter((frame) => !frame.includes('"type":"ping"')).length;
  const { result } = await devtools.send("Profiler.takePreciseCoverage");
  const own = result.filter(({ url }) => url.startsWith(new URL(address).origin));
  found.calls = own.flatMap((script) => script.functions.map(({ ranges }) => ranges[0]?.count ?? 0)).reduce((sum, one) => sum + one, 0);
  const shown = await page.evaluate(() => performance.timeOrigin + (performance.getEntriesByName("shown")[0]?.startTime ?? Infinity));
  const needed = [...files.values()].filter(({ at }) => at <= shown);
  found.requests += needed.length;
  found.kilobytes = Math.round(needed.reduce((sum, { bytes }) => sum + bytes, 0) / 1000);
  console.info("the way to the table", found);
  for (const [what, most] of Object.entries(MOST)) expect(found[what as keyof typeof MOST], what).toBeLessThanOrEqual(most);
});
