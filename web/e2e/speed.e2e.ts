/** How soon a table is there: a slow phone in a slow network, with nothing loaded before. */
import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launched, opened, PHONE } from "./browsers";
import { type Cluster, cluster } from "./servers";

const RUNS = 10;
const LIMIT = 2000;
/** 1.6 Mbit/s down, 750 kbit/s up, 150 ms there and back, and a processor six times slower than this one. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const SLOWER = 6;
const CALM = 0.9;
const SLACK = 1.5;
const NOISE = 1.25;

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
    if (document.querySelector(".stage") === null || document.querySelector(".me .mon, .me .st") === null) return;
    observer.disconnect();
    // The frame with it comes next; the task after that finds it drawn.
    requestAnimationFrame(() => setTimeout(() => performance.mark("shown")));
  }).observe(document, { subtree: true, childList: true });
}

async function measured(person: Awaited<ReturnType<BrowserContext["storageState"]>>, address: string): Promise<number> {
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

/** The part of the time that a busy program gets a processor for: less than all, if others want it too. */
function share(): number {
  const began = performance.now();
  const before = process.cpuUsage();
  while (performance.now() - began < 300);
  return process.cpuUsage(before).user / 1000 / (performance.now() - began);
}

test("the table is there within two seconds", async () => {
  const first = await opened(browser, PHONE, "de");
  await first.page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  await first.page.locator("main .btn--go").first().click();
  await first.page.locator(".stage").waitFor();
  const address = first.page.url();
  const person = await first.context.storageState();
  await first.context.close();
  const runs: number[] = [];
  const shares: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    runs.push(Math.round(await measured(person, address)));
    shares.push(share());
  }
  const sorted = runs.toSorted((one, other) => one - other);
  const median = ((sorted[RUNS / 2 - 1] ?? 0) + (sorted[RUNS / 2] ?? 0)) / 2;
  console.info(`shown after ${runs.join(", ")} ms; least ${sorted[0]}, median ${median}`);
  // Machines differ from run to run: the best one must keep to the limit, the middle one may be a quarter above. Where
  // others want the processor too, that says little about the page, and only the best run counts, less strictly.
  const calm = Math.min(...shares) > CALM;
  console.info(`of the processor: ${shares.map((one) => one.toFixed(2)).join(", ")}`);
  expect(sorted[0]).toBeLessThan(calm ? LIMIT : LIMIT * SLACK);
  if (calm) expect(median).toBeLessThan(LIMIT * NOISE);
});
