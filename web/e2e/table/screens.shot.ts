/** Pictures of every screen and state, on phone and desktop, by day and by night. */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { begun } from "../support/begun";
import { DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { looked } from "../support/looks";
import { type Cluster, cluster } from "../support/servers";
import { toured } from "../support/tour";

const FOLDER = "shots";
const LANDSCAPE = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

let servers: Cluster;
let browser: Browser;
let url: string;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.4" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** What moves is at its end, and what is loaded is there. */
async function pictured(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(350);
  await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: "disabled" });
}

const everywhere = async (page: Page, name: string): Promise<void> =>
  looked(page, async (look) => pictured(page, `${name}-${look}`));

/** Sit down at a table with bots, with time enough to be looked at. */
async function seated({ page, context }: Window, seats: number): Promise<string> {
  const bots = ["farmer", "farmer:bold", "farmer:bluffer", "farmer:thrifty"].slice(0, seats - 1);
  const answer = await context.request.post(`${url}/api/tables`, { data: { edition: "kuhhandel/2", seats, bots, pace: "relaxed" } });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${url}/t/${table}`);
  await begun(page);
  await page.locator(".stage").waitFor();
  return table;
}

test("the pages around a table", async () => {
  for (const locale of ["en", "de", "ru"]) {
    const { page } = await opened(browser, DESKTOP, locale);
    await page.goto(`${url}/`);
    await page.locator(".btn--go").first().waitFor();
    await everywhere(page, `landing-${locale}`);
    await page.locator("main .btn:not(.btn--go)").first().click();
    await page.locator(".start-bar").waitFor();
    await everywhere(page, `room-${locale}`);
  }
  const { page } = await opened(browser, DESKTOP, "de");
  await page.goto(`${url}/rules/kuhhandel/2`);
  await page.locator("main").waitFor();
  await everywhere(page, "rules-de");
  await page.goto(`${url}/j/zzzzzzz`);
  await page.locator("main.lost").waitFor();
  await everywhere(page, "lost-de");
});

test("a whole game, whatever it shows", async () => {
  const window = await opened(browser, DESKTOP, "de");
  await seated(window, 4);
  const seen = await toured(window.page, null, async (name) => everywhere(window.page, `table-${name}`));
  console.info([...seen]);
  await window.page.waitForTimeout(4000);
  await everywhere(window.page, "score");
  const { page } = window;
  await page.locator(".course figure").nth(1).scrollIntoViewIfNeeded();
  await everywhere(page, "course");
  await page.locator(".score-foot button[aria-haspopup=dialog]").last().click();
  await page.locator(".verdict").nth(4).waitFor();
  await everywhere(page, "fair");
  await page.goto(`${page.url()}/replay#e=150`);
  for (const viewer of ["all", "none", "0"]) {
    await page.locator(".picks select").first().selectOption(viewer);
    await page.locator(`.replay[data-viewer="${viewer}"]`).waitFor();
    await everywhere(page, `replay-${viewer}`);
  }
});

test.each([
  ["landscape", LANDSCAPE, 4, "de"],
  ["small", SMALL, 4, "en"],
  ["five", PHONE, 5, "ru"],
  ["five-desktop", DESKTOP, 5, "ru"],
] as const)("%s", async (device, shape, seats, locale) => {
  const window = await opened(browser, shape, locale);
  await seated(window, seats);
  const wanted = ["bidding-bid-ours", "dialog-payment", "trade-choice", "dialog-offering", "dialog-responding", "turn-ours"];
  await toured(window.page, wanted, async (name) => pictured(window.page, `${device}-${name}`));
});

test("who looks on, a pause, and no connection", async () => {
  const window = await opened(browser, DESKTOP, "ru");
  const table = await seated(window, 4);
  const watcher = await opened(browser, DESKTOP, "de");
  await watcher.page.goto(`${url}/t/${table}`);
  await watcher.page.locator(".bidbox").waitFor();
  await everywhere(watcher.page, "spectator");
  await window.page.locator(".top .icon-btn").first().click();
  await everywhere(window.page, "menu");
  await window.page.locator("dialog[open] .row .btn").first().click();
  await window.page.locator(".banner").waitFor();
  await everywhere(window.page, "paused");
  await watcher.page.goto(`${servers.wire.url}/t/${table}`);
  await watcher.page.locator(".stage").waitFor();
  servers.wire.cut();
  await watcher.page.locator(".banner.cut").waitFor();
  await everywhere(watcher.page, "offline");
  servers.wire.mend();
});
