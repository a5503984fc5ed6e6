/**
 * A trade on the stage: watched to its end, skipped, seen by somebody whom it does not concern, and told without motion.
 * What is played is over soon, and what is told of it, too: time stands still while the test looks, however slow it is.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACTS, performed, rehearsed } from "./acts";
import { launched, opened, PHONE } from "./browsers";
import { type Stage, type Staged, staged } from "./staged";
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
const over = async (page: Page): Promise<void> => page.locator(".actors").first().waitFor({ state: "detached" });
/** Long enough for what is played or told to be over, and too short for anybody to miss the server's word. */
const LONG = 3000;
/** Until what has come onto the stage can be skipped, and not long enough for it to be over. */
const MOMENT = 100;

/** From here on time goes by only when it is told to. */
async function standstill(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LONG);
}

/** A table at which scenes can be played, and time stands still. */
async function standing(page: Page, first: Staged): Promise<Stage> {
  await page.clock.install();
  const stage = await staged(page, site.url, first);
  await rehearsed(page);
  await standstill(page);
  return stage;
}

test("a trade is watched to its end, another is skipped, and nobody else sees a card", async () => {
  const { page } = await opened(browser, PHONE, "en");
  const stage = await standing(page, ACTS.trade.before);
  const told = page.locator(".happening");

  await performed(stage, "trade");
  await played(page);
  // The end is not told before it is played.
  await page.clock.runFor(1500);
  expect(await onStage(page)).toEqual([7, 7, 1]);
  expect(await told.count()).toBe(0);
  await page.clock.runFor(2000);
  await told.waitFor();
  expect(await told.textContent()).toContain("You get 1 cow");
  await page.clock.runFor(LONG);
  await over(page);
  await told.waitFor({ state: "detached" });
  expect(await onStage(page)).toEqual([0, 0, 0]);

  for (const skip of [async () => page.keyboard.press("Escape"), async () => page.keyboard.press("Enter"), async () => page.locator(".stage").tap(), async () => page.locator(".skip").click()]) {
    await performed(stage, "trade");
    await played(page);
    expect(await told.count()).toBe(0);
    // It is over and told at once: no more time goes by.
    await page.clock.runFor(MOMENT);
    await skip();
    await over(page);
    await told.waitFor();
    expect(await onStage(page)).toEqual([0, 0, 0]);
    await page.clock.runFor(LONG);
    await told.waitFor({ state: "detached" });
  }

  await performed(stage, "onlooker");
  await played(page);
  expect(await onStage(page)).toEqual([0, 0, 1]);
  expect(await page.locator(".actors .back").count()).toBe(7);
  // What comes next ends it, and nothing lies on the next lot.
  await stage.show(ACTS.bids.after);
  await over(page);
  await page.clock.resume();
  await expect.poll(async () => page.locator(".bid-bubble").allTextContents()).toEqual(expect.arrayContaining(["90!", "I'm out"]));

  await page.emulateMedia({ reducedMotion: "reduce" });
  await performed(stage, "trade");
  await told.waitFor();
  expect(await onStage(page)).toEqual([0, 0, 0]);
});

test("the last trade is played before the score sheet, and can be skipped; without motion the sheet is there at once", async () => {
  const { page } = await opened(browser, PHONE, "en");
  const sheet = page.locator("main.score");
  const stage = await standing(page, ACTS.last.before);
  await performed(stage, "last");
  await played(page);
  expect(await sheet.count()).toBe(0);
  await page.clock.resume();
  await sheet.waitFor();
  expect(await page.locator(".actors").count()).toBe(0);

  await page.reload();
  await sheet.waitFor();
  await stage.show(ACTS.last.before);
  await rehearsed(page);
  await standstill(page);
  await performed(stage, "last");
  await played(page);
  await page.clock.runFor(MOMENT);
  await page.keyboard.press("Escape");
  await over(page);
  await page.clock.resume();
  await sheet.waitFor();
  expect(await page.locator(".actors").count()).toBe(0);

  await stage.show(ACTS.last.before);
  await rehearsed(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await performed(stage, "last");
  await sheet.waitFor();
  expect(await page.locator(".actors").count()).toBe(0);
});
