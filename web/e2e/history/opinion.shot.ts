/** Pictures of what a coach says, on the score sheet and in the replay: in every language, on phone and desktop, by day and by night. */
import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { begun } from "../support/begun";
import { DESKTOP, launched, opened } from "../support/browsers";
import { looked } from "../support/looks";
import { Robot } from "../support/robot";
import { type Cluster, cluster } from "../support/servers";

const FOLDER = "shots";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.05" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

test("the opinion of a coach and the reasons of bots", async () => {
  const url = servers.nodes[0]?.url ?? "";
  const first = await opened(browser, DESKTOP, "en");
  const wish = { seats: 4, bots: ["easy", "medium", "farmer:bluffer"], rules: { auction_mode: "turns" } };
  const answer = await first.context.request.post(`${url}/api/tables`, { data: wish });
  const { table } = (await answer.json()) as { table: string };
  await first.page.goto(`${url}/t/${table}`);
  await begun(first.page);
  await new Robot(first.page, 7).play();
  await first.page.locator(".opinion .remark").first().waitFor({ timeout: 60_000 });
  const said = await (await first.context.request.get(`${url}/api/tables/${table}/coaching`)).json() as { reasons: { step: number; others: unknown[] }[] };
  const step = said.reasons.findLast(({ others }) => others.length > 0)?.step ?? 1;
  const storageState = await first.context.storageState();
  for (const locale of ["en", "de", "ru"]) {
    const { page } = await opened(browser, { ...DESKTOP, storageState, reducedMotion: "reduce" }, locale);
    await page.goto(`${url}/t/${table}`);
    await page.locator(".opinion .remark").first().waitFor({ timeout: 60_000 });
    await looked(page, async (look) => {
      await page.locator(".opinion").screenshot({ path: `${FOLDER}/opinion-${locale}-${look}.png` });
    });
    await page.goto(`${url}/t/${table}/replay#e=${step}`);
    await page.locator(".why button").first().click();
    await page.locator(".why-one").first().waitFor();
    await looked(page, async (look) => {
      await page.screenshot({ path: `${FOLDER}/why-${locale}-${look}.png` });
    });
    await page.locator(".why-said button").click();
    await page.locator("dialog .remark").first().waitFor();
    await looked(page, async (look) => {
      await page.screenshot({ path: `${FOLDER}/talk-${locale}-${look}.png` });
    });
  }
});
