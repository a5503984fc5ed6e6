/** Every tutorial to its end, as somebody plays it who does what the coach says, and with keys alone; and the first hint of a first game. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../support/axe";
import { DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { coachedTo, covered } from "./coach";
import { Robot } from "../support/robot";
import { type Cluster, cluster } from "../support/servers";

/** As people have it: a count that goes by faster may be over before a step of the tutorial stands beside it. */
const TEMPO = 1;
const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: String(TEMPO) }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

const url = (): string => servers.nodes[0]?.url ?? "";

/** Begin the tutorial of a game from the first page. */
async function begun(page: Page, game: number): Promise<void> {
  await page.goto(url());
  await page.locator(".game-learn").nth(game).click();
  await page.locator(".tutor, .tutor-waits").first().waitFor();
}

/** How many games the first page has. */
const GAMES = [0, 1, 2];

test.each(GAMES)("tutorial %i is played to its end, and nothing that it explains is ever covered", async (game) => {
  const { page, context } = await opened(browser, [PHONE, SMALL, DESKTOP][game] ?? PHONE, ["en-GB", "de-DE", "ru-RU"][game] ?? "en-GB");
  await begun(page, game);
  const steps = await coachedTo(page, "end", async (step) => {
    expect(await covered(page), step).toEqual([]);
  });
  expect(steps.length).toBeGreaterThan(4);
  // Something that goes by itself may lie on a part of a button for a moment: what was found is printed, and may not stay.
  await expect
    .poll(async () => {
      const found = await violations(page);
      if (found.length > 0) console.info(found);
      return found;
    })
    .toEqual([]);
  // Before the table heard that somebody reads, it may have asked something that is answered first.
  const go = page.locator(".tutor .btn--go");
  const robot = new Robot(page, 5);
  await expect
    .poll(async () => {
      if ((await go.count()) === 0) await robot.press();
      return go.count();
    })
    .toBe(1);
  await go.click();
  // An ordinary game, with nobody who coaches.
  await page.waitForURL((now) => now.pathname.startsWith("/t/"));
  await page.locator(".table").waitFor();
  await expect.poll(() => page.locator(".tutor, .tutor-waits").count()).toBe(0);
  await context.close();
});

/** A minute of a table whose clocks run as they do here. */
const MINUTE = 60_000 * TEMPO;

test("a first game waits a minute for somebody who reads its first hint, and nobody plays for them", async () => {
  const { page, frames } = await opened(browser, PHONE, "en-GB");
  await page.goto(url());
  await page.locator("main .btn--go").first().click();
  await page.locator(".coach .btn--go").waitFor();
  await expect.poll(() => frames.some((frame) => frame.includes('"halting":true'))).toBe(true);
  const before = [await page.locator(".stage").innerText(), frames.filter((frame) => frame.includes('"events"')).length];
  await page.waitForTimeout(MINUTE);
  expect([await page.locator(".stage").innerText(), frames.filter((frame) => frame.includes('"events"')).length]).toEqual(before);
  await page.locator(".coach .btn--go").click();
  // It was ours to do, and it goes on when we do it, which may take a second press.
  const action = page.locator(".bar .pass:enabled, .bar .btn--go:enabled").first();
  await expect
    .poll(async () => {
      await action.click({ timeout: 1000 }).catch(() => undefined);
      return frames.filter((frame) => frame.includes('"events"')).length;
    })
    .toBeGreaterThan(before[1] as number);
});

test("a tutorial can be left at once, and is in no list", async () => {
  const { page, context } = await opened(browser, PHONE, "en-GB");
  await begun(page, 0);
  await page.locator(".tutor-skip").click();
  await page.locator(".hero-page").waitFor();
  const me = (await (await context.request.get(`${url()}/api/me`)).json()) as { tables: unknown[] };
  expect(me.tables).toEqual([]);
  await context.close();
});
