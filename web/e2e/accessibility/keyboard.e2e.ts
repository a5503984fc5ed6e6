/** A game by keyboard alone: Tab to what there is, Enter on it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../support/axe";
import { CALM, DESKTOP, launched, opened } from "../support/browsers";
import { WHOLE } from "../machine";
import { type Cluster, cluster } from "../support/servers";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.1" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

interface Shown {
  readonly type: string;
  readonly you: number;
  readonly party: { readonly places: readonly { readonly halting?: boolean }[] } | null;
  readonly timers: readonly { readonly seat: number | null }[];
}

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
const BAR = ".bar .pass:enabled, .bar .choice button:enabled, .bar > .btn:enabled:not(.skip-to-decision), .bar .btn--go:enabled";
const HINT = ".coach .btn--go";

test("somebody without a mouse plays", async () => {
  const { page, frames } = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  await page.locator(".btn--go").first().waitFor();
  expect(await tabbed(page, "main .btn--go")).toBe(true);
  await page.keyboard.press("Enter");
  await page.locator(".stage").waitFor();
  let pressed = 0;
  const hints = new Set<string>();
  /** Hints after which there was nothing more to read. */
  let ended = 0;
  const over = async (): Promise<boolean> => (WHOLE ? (await page.locator("main.score").count()) > 0 : pressed > 30 && hints.size > 1);
  while (!(await over())) {
    const state = await page.evaluate(
      ([dialog, card, bar, hint]) => {
        const there = (selector: string): boolean => document.querySelector(selector) !== null;
        if (there("dialog[open]")) return there(dialog) ? dialog : there(card) ? card : null;
        return there(hint) ? hint : there(bar) ? bar : null;
      },
      [DIALOG, CARD, BAR, HINT] as const,
    );
    if (state === HINT) {
      // Nothing moves while it is read, and nobody runs against a clock. What is over within half a second keeps nobody waiting.
      const waits = await page.waitForFunction(([hint, words]) => {
        const shown = document.querySelector(hint)?.closest(".coach")?.textContent;
        return shown === undefined ? "gone" : shown?.includes(words) === true && "waits";
      }, [HINT, "The game waits until you have read this."] as const);
      if ((await waits.jsonValue()) === "gone") continue;
      await open(page, "a hint");
      const words = (await page.locator(HINT).first().evaluate((button) => button.closest(".coach")?.textContent)) ?? "";
      hints.add(words);
      if (!(await tabbed(page, HINT))) continue;
      await page.keyboard.press("Enter");
      pressed++;
      // On a busy machine it is still there for a while, and gone when one looks again.
      await page.waitForFunction((read) => document.querySelector(".coach")?.textContent !== read, words);
      if ((await page.locator(HINT).count()) === 0) ended++;
      continue;
    }
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
  expect(hints.size).toBeGreaterThan(1);
  const steps = frames.map((frame) => JSON.parse(frame) as Shown).filter(({ type }) => type === "step");
  const waits = steps.filter(({ party }) => party?.places.some(({ halting }) => halting === true) === true);
  // Each hint has said that the game waits, as the server had told; those that come one after the other share a wait.
  expect(waits.length).toBeGreaterThanOrEqual(Math.max(1, ended));
  for (const { timers } of waits) expect(timers).toEqual([]);
  for (const { timers, you } of steps) expect(timers.some(({ seat }) => seat === you)).toBe(false);
  if (!WHOLE) return;
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
