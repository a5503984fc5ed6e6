/** What a phone has to load until the first table is there, as it comes over the wire. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launched, opened, PHONE } from "./browsers";
import { type Cluster, cluster } from "./servers";

const KB = 1000;
const BUDGET = { script: 130 * KB, stylesheet: 25 * KB, font: 75 * KB, image: 40 * KB };
const CYRILLIC = { ...BUDGET, font: 115 * KB };

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

test.each([
  ["de", BUDGET],
  ["ru", CYRILLIC],
])("the way to the first table in %s keeps to the budget", async (locale, budget) => {
  const { page } = await opened(browser, PHONE, locale);
  const loaded: Record<string, number> = { script: 0, stylesheet: 0, font: 0, image: 0 };
  const sizes: Promise<void>[] = [];
  page.on("requestfinished", (request) => {
    const kind = request.resourceType();
    if (!(kind in loaded)) return;
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        loaded[kind] = (loaded[kind] ?? 0) + responseBodySize;
      }),
    );
  });
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  await page.locator(".btn--go").first().click();
  await page.locator(".stage").waitFor();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  await Promise.all(sizes);
  console.info(locale, loaded);
  for (const [kind, most] of Object.entries(budget)) expect(loaded[kind], kind).toBeLessThanOrEqual(most);
});
