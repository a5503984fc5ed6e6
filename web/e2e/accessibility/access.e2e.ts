/** Every screen and every dialog for everybody: no violation of WCAG 2.2 A and AA. */
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../support/axe";
import { begun } from "../support/begun";
import { DESKTOP, launched, opened, type Window } from "../support/browsers";
import { WHOLE } from "../machine";
import { type Cluster, cluster } from "../support/servers";
import { shown } from "../states/play";
import { scenes } from "../states/scenes";
import { FILE, type Recorded } from "../states/states";
import { toured } from "../support/tour";

/** What flies or fades is judged where it comes to rest. */
const STILL = { ...DESKTOP, reducedMotion: "reduce" };

let servers: Cluster;
let browser: Browser;
let url: string;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.05" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

test("the pages before a table are open to everybody", async () => {
  const window = await opened(browser, STILL, "en");
  const { page } = window;
  await page.goto(`${url}/`);
  await page.locator(".btn--go").first().waitFor();
  await open(page, "the first page");
  // What most want is there without scrolling, also on a phone on its side.
  const bottom = async (selector: string): Promise<number> => page.locator(selector).first().evaluate((one) => one.getBoundingClientRect().bottom);
  expect(await bottom(".games article")).toBeLessThanOrEqual(800);
  await page.setViewportSize({ width: 844, height: 390 });
  expect(await bottom(".btn--go")).toBeLessThanOrEqual(390);
  await open(page, "the first page on a phone on its side");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${url}/rules/kuhhandel/2`);
  await page.locator("main .book-options").first().waitFor();
  expect(await bottom(".book > p")).toBeLessThanOrEqual(844 / 2);
  await open(page, "the rules on a phone");
  await page.setViewportSize(STILL.viewport);
  await open(page, "the rules");
  // That there is no such code, the browser itself tells to the console.
  window.excuse(/404 .* at \S+\/api\/codes\/zzzzzzz$/);
  await page.goto(`${url}/j/zzzzzzz`);
  await page.locator("main.lost").waitFor();
  await open(page, "a code that is none");
});

test("the waiting room and all its dialogs are open to everybody", async () => {
  const { page } = await opened(browser, STILL, "en");
  await page.goto(`${url}/`);
  await page.getByRole("button", { name: "Table with friends" }).click();
  await page.locator(".start-bar").waitFor();
  await open(page, "the waiting room");
  await page.locator(".seat-free .btn").first().click();
  const behind = page.locator(".chip-btn, .seat-more");
  await page.locator(".seat-more").first().waitFor();
  const count = await behind.count();
  expect(count).toBeGreaterThan(5);
  for (let place = 0; place < count; place++) {
    await behind.nth(place).click();
    await page.locator("dialog[open]").waitFor();
    await open(page, `dialog ${place} of the waiting room`);
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
});

/** Sit down with two bots at a table over days: nothing there goes on without us, however long it is looked at. */
async function seated({ page, context }: Window): Promise<void> {
  const wish = { edition: "kuhhandel/2", seats: 3, bots: ["farmer", "farmer:bold"], pace: "slow", rules: { auction_mode: "turns" } };
  const answer = await context.request.post(`${url}/api/tables`, { data: wish });
  await page.goto(`${url}/t/${((await answer.json()) as { table: string }).table}`);
  await begun(page);
}

test("the table and all its dialogs are open to everybody", async () => {
  const window = await opened(browser, STILL, "en");
  const { page } = window;
  await page.goto(`${url}/`);
  await seated(window);
  await page.locator(".bidbox, .bar:not(.quiet)").first().waitFor();
  await open(page, "the table");
  await page.locator(".top .icon-btn").first().click();
  await page.locator("dialog[open].menu").waitFor();
  await open(page, "the menu");
  await page.getByRole("button", { name: "Report a problem" }).click();
  await page.locator("dialog[open].report textarea").fill("Moo");
  await open(page, "a report to the host");
  await page.locator("dialog[open].report footer .btn--go").click();
  await page.locator("dialog[open].report [role=status]").waitFor();
  await open(page, "thanks for a report");
  await page.keyboard.press("Escape");
  await page.locator("dialog[open].report").waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.locator(".tabs [role=tab]").nth(1).click();
  await page.locator(".write").waitFor();
  await open(page, "the chat");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(".top .compact-only").click();
  await page.locator(".log.open").waitFor();
  await open(page, "the drawer");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(".log.open .drawer-close").click();
  if (!WHOLE) return;
  let dialogs = ["trade-choice", "dialog-offering", "dialog-responding", "counter", "dialog-payment"];
  // What one game does not come to, another will.
  for (let game = 1; dialogs.length > 0 && game <= 5; game++) {
    if (game > 1) await seated(window);
    const seen = await toured(page, dialogs, async (name) => open(page, name), 4 + game);
    dialogs = dialogs.filter((name) => !seen.has(name));
  }
  expect(dialogs).toEqual([]);
});

/** What games come to late, as it was recorded once (`make states`), and how many dialogs are open then. */
const LATER = {
  "kuhhandel-turn-ours+trades": 1,
  "kuhhandel-dialog-offering": 1,
  "kuhhandel-dialog-responding": 1,
  "five-dialog-responding+counter": 1,
  "kuhhandel-dialog-payment": 1,
  "kuhhandel-score+table": 0,
  "kuhhandel-score+story": 1,
  "kuhhandel-score+fair": 1,
};

test("what a game comes to late is open to everybody", async () => {
  const { context } = await opened(browser, { ...STILL, serviceWorkers: "block" }, "en");
  const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Recorded;
  const all = scenes(recorded);
  for (const [name, dialogs] of Object.entries(LATER)) {
    const scene = all[name];
    if (scene === undefined) throw new Error(`nobody has recorded ${name}`);
    const page = await shown(context, url, recorded, scene.moment, scene.kept);
    await scene.act(page);
    await expect.poll(async () => page.locator("dialog[open]").count(), { message: name }).toBe(dialogs);
    await open(page, name);
    await page.close();
  }
});
