/** Pictures of everything that only Kuhhandel Master shows, on phone and desktop, by day and by night. */
import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { DESKTOP, launched, opened } from "../support/browsers";
import { looked } from "../support/looks";
import { type Cluster, cluster } from "../support/servers";
import { staged, STATES } from "../support/staged";

const FOLDER = "shots";
/** Only some of them: STATES=slap,rat make shots */
const WANTED = process.env["STATES"]?.split(",");

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

test("every state of Kuhhandel Master", async () => {
  const { page } = await opened(browser, DESKTOP, process.env["LOCALE"] ?? "en");
  const [, first] = Object.entries(STATES)[0] ?? [];
  if (first === undefined) return;
  const stage = await staged(page, servers.nodes[0]?.url ?? "", first);
  for (const [name, state] of Object.entries(STATES)) {
    if (WANTED !== undefined && !WANTED.includes(name)) continue;
    await stage.show(state);
    if (name === "score") await page.locator(".score-foot .btn").first().click();
    await looked(page, async (look) => {
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${FOLDER}/master-${name}-${look}.png`, animations: "disabled" });
    });
  }
});
