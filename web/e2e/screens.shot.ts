/** Pictures of every screen and state, on phone and desktop, by day and by night. */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { DESKTOP, launched, opened, PHONE } from "./browsers";
import { Robot } from "./robot";
import { type Cluster, cluster } from "./servers";

const FOLDER = "shots";
let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.1" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Name what the table shows: the phase, and whether it is ours to act. */
function state(frames: readonly string[]): string | null {
  for (let at = frames.length - 1; at >= 0; at--) {
    const frame = JSON.parse(frames[at] ?? "{}") as { view?: { phase: { phase: string } }; options?: unknown[] };
    if (frame.view !== undefined) return `${frame.view.phase.phase}-${(frame.options?.length ?? 0) > 0 ? "ours" : "theirs"}`;
  }
  return null;
}

async function pictured(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
}

test.each([
  ["desktop-light", DESKTOP, "light", "en"],
  ["desktop-dark", DESKTOP, "dark", "de"],
  ["phone-light", PHONE, "light", "de"],
  ["phone-dark", PHONE, "dark", "ru"],
] as const)("%s", async (device, shape, colorScheme, locale) => {
  const { page, frames, context } = await opened(browser, { ...shape, colorScheme }, locale);
  const url = servers.nodes[0]?.url ?? "";
  await page.goto(`${url}/`);
  await page.locator(".btn--go").first().waitFor();
  await pictured(page, `${device}-landing`);
  await page.goto(`${url}/rules/kuhhandel/2`);
  await page.locator("main").waitFor();
  await pictured(page, `${device}-rules`);
  await page.goto(`${url}/j/zzzzzzz`);
  await pictured(page, `${device}-lost`);
  await page.goto(`${url}/`);
  await page.locator("main .btn:not(.btn--go)").first().click();
  await page.locator(".start-bar").waitFor();
  await pictured(page, `${device}-room`);
  await page.locator(".start-row .btn").first().click();
  await page.locator(".start-bar .btn--go:not(:disabled)").click();
  await page.locator(".stage").waitFor();
  const seen = new Set<string>();
  const robot = new Robot(page, 5);
  const playing = robot.play();
  while ((await page.locator("main.score").count()) === 0) {
    const now = state(frames);
    if (now !== null && !seen.has(now)) {
      seen.add(now);
      await page.screenshot({ path: `${FOLDER}/${device}-${now}.png` }).catch(() => undefined);
    }
    await page.waitForTimeout(60);
  }
  await playing;
  await page.waitForTimeout(4000);
  await pictured(page, `${device}-score`);
  console.info(device, [...seen]);
  await context.close();
});
