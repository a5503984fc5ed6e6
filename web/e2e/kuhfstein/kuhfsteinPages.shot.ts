/** Pictures of the pages around Kuhfstein's table, on phone and desktop, by day and by night. */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { DESKTOP, launched, opened } from "../support/browsers";
import { Herder } from "./kuhfsteinRobot";
import { looked } from "../support/looks";
import { type Cluster, cluster } from "../support/servers";

const FOLDER = "shots";

let servers: Cluster;
let browser: Browser;
let url: string;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.2" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

async function everywhere(page: Page, name: string, fullPage = false): Promise<void> {
  await looked(page, async (look) => {
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${FOLDER}/land-${name}-${look}.png`, animations: "disabled", fullPage });
  });
}

test("before a game", async () => {
  for (const locale of ["en", "de", "ru"]) {
    const { page } = await opened(browser, DESKTOP, locale);
    await page.goto(`${url}/rules/kuhfstein`);
    await page.locator(".book-figure").nth(4).waitFor();
    await everywhere(page, `rules-${locale}`, true);
  }
  const { page, context } = await opened(browser, DESKTOP, "en");
  await page.goto(`${url}/`);
  await page.locator(".games article").last().scrollIntoViewIfNeeded();
  await everywhere(page, "landing");
  const answer = await context.request.post(`${url}/api/tables`, { data: { edition: "kuhfstein", seats: 4, bots: ["farmer", "herder"] } });
  await page.goto(`${url}/t/${((await answer.json()) as { table: string }).table}`);
  await page.locator(".chip-btn").nth(5).waitFor();
  await everywhere(page, "room");
  await page.locator(".chip-btn").nth(4).click();
  await everywhere(page, "house-rules");
  await page.keyboard.press("Escape");
  await page.locator(".chip-btn").nth(5).click();
  const bad = '[[card]]\nid = "1"\nrows = ["HX"]\npoints = 5\n\n'.repeat(12);
  await page.locator("dialog[open] input[type=file]").setInputFiles({ name: "mine.toml", mimeType: "text/plain", buffer: Buffer.from(bad) });
  await page.locator("dialog[open] code").waitFor();
  await everywhere(page, "cards-refused");
});

test("a first game, and after it", async () => {
  const { page } = await opened(browser, DESKTOP, process.env["LOCALE"] ?? "en");
  await page.goto(`${url}/`);
  await page.locator(".games article").last().getByRole("button").click();
  await page.locator(".coach:not([hidden])").waitFor();
  await everywhere(page, "coach");
  await page.keyboard.press("F1");
  await page.locator("dialog[open].help").waitFor();
  await everywhere(page, "help");
  await page.keyboard.press("Escape");
  await page.locator(".no-hints").click();
  await new Herder(page, 3).play();
  await page.locator(".score-foot .btn").first().click();
  await page.locator(".confetti").waitFor({ state: "detached" });
  await everywhere(page, "score", true);
  await page.locator(".score-foot button[aria-haspopup=dialog]").last().click();
  await page.locator(".verdict").nth(4).waitFor();
  await everywhere(page, "fair");
  await page.goto(`${page.url()}/replay#e=90`);
  for (const viewer of ["all", "none", "0"]) {
    await page.locator(".picks select").first().selectOption(viewer);
    await page.locator(`.replay[data-viewer="${viewer}"]`).waitFor();
    await everywhere(page, `replay-${viewer}`);
  }
});
