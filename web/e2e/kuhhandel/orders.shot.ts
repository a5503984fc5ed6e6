/** Pictures of the standing orders at a slow table: in every language, on phone and desktop, by day and by night. */
import { mkdirSync } from "node:fs";
import type { APIRequestContext, Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { DESKTOP, launched, opened } from "../support/browsers";
import { looked } from "../support/looks";
import { type Cluster, cluster } from "../support/servers";

const FOLDER = "shots";
const HINTS = "turn bidding gavel trade bluff bluffed";
const NAMES = { en: "Standing orders", de: "Daueraufträge", ru: "Поручения" } as const;

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.05" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Open the dialog, and order something. */
async function ordering(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name }).click();
  const amounts = page.locator("dialog[open].orders .order input");
  await amounts.nth(0).fill("50");
  await amounts.nth(3).fill("0");
  await page.locator("dialog[open].orders .order-flag input").last().check();
}

test("standing orders", async () => {
  const url = servers.nodes[0]?.url ?? "";
  const people = await Promise.all([1, 2, 3].map(async () => opened(browser, DESKTOP, "en")));
  const [host, ...others] = people.map(({ context }) => context.request) as [APIRequestContext, ...APIRequestContext[]];
  const data = { seats: 3, pace: "slow", rules: { start_player: "seat:0" } };
  const { table } = (await (await host.post(`${url}/api/tables`, { data })).json()) as { table: string };
  const path = `${url}/api/tables/${table}/commands`;
  for (const [seat, other] of others.entries()) await other.post(path, { data: { cid: "join", request: { type: "join", seat: seat + 1 } } });
  await host.post(path, { data: { cid: "start", request: { type: "start" } } });
  const storageState = await people[0]?.context.storageState();
  for (const [locale, name] of Object.entries(NAMES)) {
    const { page } = await opened(browser, { ...DESKTOP, ...(storageState && { storageState }), reducedMotion: "reduce" }, locale);
    page.setDefaultTimeout(60_000);
    await page.addInitScript((hints) => localStorage.setItem("kuhstall.coached", hints), HINTS);
    await page.goto(`${url}/t/${table}`);
    // Envelopes are asked for, and what is ordered counts for the cards that come later.
    if (locale === "en") await page.getByRole("button", { name: "Auction" }).first().click();
    await ordering(page, name);
    await looked(page, async (look) => {
      await page.screenshot({ path: `${FOLDER}/orders-${locale}-${look}.png` });
    });
    // What nobody can order is said, below all that was written.
    await page.locator("dialog[open].orders .order input").nth(1).fill("7");
    await page.locator("dialog[open].orders footer .btn--go").click();
    await page.locator(".order-said", { hasText: /\d/u }).waitFor();
    await page.locator("dialog[open].orders footer").scrollIntoViewIfNeeded();
    await looked(page, async (look) => {
      await page.screenshot({ path: `${FOLDER}/orders-wrong-${locale}-${look}.png` });
    });
    await page.close();
  }
});
