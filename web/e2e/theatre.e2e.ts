/** A trade on the stage: watched to its end, skipped, seen by somebody whom it does not concern, and told without motion. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACTS, performed, rehearsed } from "./acts";
import { launched, opened, PHONE } from "./browsers";
import { patience } from "./machine";
import { staged } from "./staged";
import { served } from "./states/play";

let site: Awaited<ReturnType<typeof served>>;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([served("../src/kuhstall/client", 0), launched()]);
});

afterAll(async () => {
  await browser.close();
  site.stop();
});

const onStage = async (page: Page): Promise<readonly number[]> =>
  Promise.all([".actors .two-sided", ".actors .money-card", ".stage .trade"].map(async (what) => page.locator(what).count()));
const played = async (page: Page): Promise<void> => page.locator(".actors").first().waitFor({ state: "attached" });
const over = async (page: Page, within: number): Promise<void> => page.locator(".actors").first().waitFor({ state: "detached", timeout: patience(within) });

test("a trade is watched to its end, another is skipped, and nobody else sees a card", async () => {
  const { page } = await opened(browser, PHONE, "en");
  const stage = await staged(page, site.url, ACTS.trade.before);
  await rehearsed(page);

  const began = Date.now();
  await performed(stage, "trade");
  await played(page);
  // The end is not told before it is played.
  expect(await onStage(page)).toEqual([7, 7, 1]);
  expect(await page.locator(".happening").count()).toBe(0);
  await page.locator(".happening").waitFor();
  expect(Date.now() - began).toBeGreaterThan(1500);
  expect(await page.locator(".happening").textContent()).toContain("You get 1 cow");
  await over(page, 5000);
  expect(await onStage(page)).toEqual([0, 0, 0]);

  for (const skip of [async () => page.keyboard.press("Escape"), async () => page.keyboard.press("Enter"), async () => page.locator(".stage").tap(), async () => page.locator(".skip").click()]) {
    await performed(stage, "trade");
    await played(page);
    await skip();
    await over(page, 1000);
    await page.locator(".happening").waitFor({ timeout: patience(1000) });
    expect(await onStage(page)).toEqual([0, 0, 0]);
  }

  await performed(stage, "onlooker");
  await played(page);
  expect(await onStage(page)).toEqual([0, 0, 1]);
  expect(await page.locator(".actors .back").count()).toBe(7);
  // What comes next ends it, and nothing lies on the next lot.
  await stage.show(ACTS.bids.after);
  await over(page, 1000);
  await expect.poll(async () => page.locator(".bid-bubble").allTextContents()).toEqual(expect.arrayContaining(["90!", "I'm out"]));

  await page.emulateMedia({ reducedMotion: "reduce" });
  await performed(stage, "trade");
  await page.locator(".happening").waitFor({ timeout: patience(1000) });
  expect(await onStage(page)).toEqual([0, 0, 0]);
});

test("the last trade is played before the score sheet, and can be skipped; without motion the sheet is there at once", async () => {
  const { page } = await opened(browser, PHONE, "en");
  const sheet = page.locator("main.score");
  const stage = await staged(page, site.url, ACTS.last.before);
  await rehearsed(page);
  await performed(stage, "last");
  await played(page);
  expect(await sheet.count()).toBe(0);
  await sheet.waitFor({ timeout: patience(5000) });
  expect(await page.locator(".actors").count()).toBe(0);

  await page.reload();
  await sheet.waitFor();
  await stage.show(ACTS.last.before);
  await rehearsed(page);
  await performed(stage, "last");
  await played(page);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ timeout: patience(1000) });

  await stage.show(ACTS.last.before);
  await rehearsed(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await performed(stage, "last");
  await sheet.waitFor({ timeout: patience(1000) });
  expect(await page.locator(".actors").count()).toBe(0);
});
