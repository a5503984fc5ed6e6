/**
 * A trade on the stage: watched to its end, skipped, seen by somebody whom it does not concern, and told without motion.
 * What is played is over soon, and what is told of it, too: time stands still while the test looks, however slow it is.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Line } from "../../src/protocol/types";
import { ACTS, type ActName, performed, rehearsed } from "./acts";
import { patience, Watch } from "../machine";
import { CALM, DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { type Stage, type Staged, staged, STATES } from "../support/staged";
import { served } from "../states/play";

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
/** How many things move on the plank. */
const moving = async (page: Page): Promise<number> =>
  page.evaluate(() => document.getAnimations().filter(({ effect }) => (effect as KeyframeEffect | null)?.target?.closest(".floor") != null).length);
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
  // The paddle is up, whoever passed is out, and what one can do waits for none of it.
  expect(await page.locator(".paddle").allTextContents()).toEqual(["90!"]);
  expect(await page.locator(".bidder.out").count()).toBe(3);
  await page.clock.runFor(MOMENT);
  expect(await moving(page)).toBe(5);
  await stage.show({ ...ACTS.bids.after, options: STATES["bidding"]?.options ?? [] });
  expect(await page.locator(".pass").isEnabled()).toBe(true);
  await page.clock.runFor(LONG);
  expect(await moving(page)).toBe(0);
  await stage.show({ ...ACTS.bids.after, options: [], events: [{ type: "called_out", calls: 2, seat: 5, amount: 90 }] });
  await page.clock.runFor(MOMENT);
  expect(await moving(page)).toBe(3);
  await page.keyboard.press("Escape");
  expect(await moving(page)).toBe(0);

  await page.emulateMedia({ reducedMotion: "reduce" });
  await performed(stage, "trade");
  await told.waitFor();
  expect(await onStage(page)).toEqual([0, 0, 0]);
  await stage.show(ACTS.bids.before);
  await stage.show(ACTS.bids.after);
  await page.clock.runFor(MOMENT);
  expect(await page.locator(".paddle").allTextContents()).toEqual(["90!"]);
  expect(await moving(page)).toBe(0);
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

/** Scenes after which it is our turn. */
const SCENES = ["trade", "onlooker", "pedigree", "rat", "sale", "quartet"] as const satisfies readonly ActName[];
const ours = (name: ActName): Staged => ({ ...ACTS[name].after, phase: { phase: "turn", seat: 0 }, options: STATES["turn"]?.options ?? [] });
const CONTROL = ".decide .btn--go:enabled";

test("no control waits for the end of a scene, counted: while time stands still all of them are there", async () => {
  const { page } = await opened(browser, PHONE, "en");
  const stage = await standing(page, ACTS.trade.before);
  const there: string[] = [];
  for (const name of SCENES) {
    await stage.show(ACTS[name].before);
    await page.locator(CONTROL).waitFor({ state: "detached" });
    await stage.show(ours(name));
    await played(page);
    // No more time goes by: whatever waits for a moment waits for ever.
    if (await page.locator(CONTROL).waitFor({ timeout: patience(3000) }).then(() => true, () => false)) there.push(name);
    expect(await page.locator(".actors").count(), name).toBeGreaterThan(0);
    await page.clock.runFor(3 * LONG);
    await over(page);
  }
  expect(there).toEqual(SCENES);
});

/** From a frame that has come to a control that can be pressed, both with a scene on the stage; runs inside the page. */
function timeControls(control: string): void {
  const times: number[] = [];
  let came: number | null = null;
  const { parse } = JSON;
  JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
    if (Object.hasOwn(window, "armed") && text.startsWith('{"type":"snapshot"')) {
      Reflect.deleteProperty(window, "armed");
      came = performance.now();
    }
    return parse(text, reviver) as unknown;
  };
  Object.assign(window, { times });
  new MutationObserver(() => {
    if (came === null || document.querySelector(control) === null || document.querySelector(".actors") === null) return;
    times.push(performance.now() - came);
    came = null;
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

test("what one can do is there within 100 ms of its frame while a scene plays", async () => {
  const { page } = await opened(browser, PHONE, "en");
  await page.addInitScript(timeControls, CONTROL);
  const stage = await staged(page, site.url, ACTS.trade.before);
  await rehearsed(page);
  const watch = new Watch();
  const times = async (): Promise<readonly number[]> => page.evaluate(() => (window as unknown as { times: number[] }).times);
  const runs: number[] = [];
  let count = 0;
  for (let run = 0; run < 3; run++) {
    for (let round = 0; round < 24; round++) {
      const name = SCENES[round % SCENES.length] ?? "trade";
      await stage.show(ACTS[name].before);
      await page.locator(CONTROL).waitFor({ state: "detached" });
      await page.evaluate(() => Object.assign(window, { armed: true }));
      await stage.show(ours(name));
      count++;
      await expect.poll(async () => (await times()).length, { timeout: patience(10_000) }).toBe(count);
    }
    const sorted = (await times()).slice(-24).toSorted((one, other) => one - other);
    runs.push(sorted[Math.ceil(0.95 * sorted.length) - 1] ?? Infinity);
    watch.look();
  }
  const [, median = Infinity] = runs.toSorted((one, other) => one - other);
  console.info(`controls while a scene plays: p95 ${runs.map((one) => one.toFixed(0)).join(", ")} ms`);
  watch.judge("controls while a scene plays", () => expect(median).toBeLessThanOrEqual(100));
});

test("the log stays at its end when its oldest lines are dropped", async () => {
  const { page } = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  const turn = STATES["turn"] as Staged;
  const bids = (first: number, count: number): readonly Line[] =>
    Array.from({ length: count }, (_, place) => ({ key: "log.bid_placed", seats: { seat: 1 }, args: { amount: first + place } }));
  const stage = await staged(page, site.url, turn);
  await stage.show({ ...turn, lines: bids(1001, 150) });
  const last = page.locator(".lines > li:last-child");
  await last.filter({ hasText: "1150" }).waitFor();
  // On a busy machine a frame is drawn after the new line is there, and before the list has scrolled to it.
  await page.evaluate(() => {
    const next = requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (then) => next(() => next(then));
  });
  for (let amount = 1151; amount <= 1170; amount++) {
    await stage.show({ ...turn, lines: bids(amount, 1) });
    await last.filter({ hasText: String(amount) }).waitFor();
    // By then the list has scrolled, and has heard of it.
    const below = await page.locator(".lines").evaluate(
      async (list) =>
        new Promise<number>((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(list.scrollHeight - list.scrollTop - list.clientHeight)));
        }),
    );
    expect([Math.round(below), await page.locator(".newest").count()], `after the bid of ${amount}`).toEqual([0, 0]);
  }
  expect(await page.locator(".lines > li").count()).toBe(150);
});
