/** A whole game by keyboard alone: Tab to what there is, Enter on it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "./axe";
import { CALM, DESKTOP, launched, opened } from "./browsers";
import { type Cluster, cluster } from "./servers";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.1" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Press Tab until the focus is on something that matches; false if it never is. */
async function tabbed(page: Page, selector: string, most = 60): Promise<boolean> {
  for (let press = 0; press < most; press++) {
    const there = await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
    if (there) return true;
    await page.keyboard.press("Tab");
  }
  return false;
}

const DIALOG = "dialog[open] .trade-pair:enabled, dialog[open] .decide .btn:enabled, dialog[open] .choice button:enabled, dialog[open] footer .btn--go:enabled";
const CARD = "dialog[open] .money-card:enabled, dialog[open] .stack:enabled";
const BAR = ".bar .pass:enabled, .bar .choice button:enabled, .bar > .btn:enabled, .bar .btn--go:enabled";

test("somebody without a mouse plays to the end", async () => {
  const { page } = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  await page.locator(".btn--go").first().waitFor();
  expect(await tabbed(page, "main .btn--go")).toBe(true);
  await page.keyboard.press("Enter");
  await page.locator(".stage").waitFor();
  let pressed = 0;
  while ((await page.locator("main.score").count()) === 0) {
    const state = await page.evaluate(
      ([dialog, card, bar]) => {
        const there = (selector: string): boolean => document.querySelector(selector) !== null;
        if (there("dialog[open]")) return there(dialog) ? dialog : there(card) ? card : null;
        return there(bar) ? bar : null;
      },
      [DIALOG, CARD, BAR] as const,
    );
    if (state === null) {
      await page.waitForTimeout(30);
      continue;
    }
    if (await tabbed(page, state)) {
      await page.keyboard.press("Enter");
      pressed++;
    }
    await page.waitForTimeout(30);
  }
  expect(pressed).toBeGreaterThan(20);
  // The game is over: what is there to read now, for everybody.
  await page.locator("tr[data-shown=true]").first().waitFor();
  await page.waitForFunction(() => document.querySelector("tr[data-shown=false]") === null);
  await open(page, "the score sheet");
  for (const button of await page.locator(".score-foot .btn[aria-haspopup=dialog]").all()) {
    await button.click();
    await page.locator("dialog[open]").waitFor();
    await open(page, (await page.locator("dialog[open] h1, dialog[open] h2").first().textContent()) ?? "");
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
  }
});
