/** Pictures of Kuhfstein's table, on phone and desktop, by day and by night. */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { DESKTOP, launched, opened } from "../support/browsers";
import { Herder } from "./kuhfsteinRobot";
import { looked } from "../support/looks";
import { type Cluster, cluster } from "../support/servers";

const FOLDER = "shots";
/** Only some of them: STATES=tile,play make shots */
const WANTED = process.env["STATES"]?.split(",");
const OTHERS = [[360, 640], [844, 390], [768, 1024]] as const;

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1, { tempo: "1", ease: "0" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Sit down with three bots; runs inside the page. */
async function began(page: Page): Promise<void> {
  const table = await page.evaluate(async () => {
    const post = async (path: string, body: object): Promise<{ table: string }> => {
      const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
      return (await answer.json()) as { table: string };
    };
    await post("/api/guests", { name: "Anna" });
    const place = await post("/api/tables", { edition: "kuhfstein", seats: 4, public: false, pace: "relaxed", bots: ["herder", "herder", "herder"] });
    await post(`/api/tables/${place.table}/commands`, { cid: crypto.randomUUID(), request: { type: "start" } });
    return place.table;
  });
  await page.goto(`${servers.nodes[0]?.url ?? ""}/t/${table}`);
  await page.locator(".stage.field").waitFor();
}

const wanted = (name: string): boolean => WANTED === undefined || WANTED.includes(name);

async function shot(page: Page, name: string): Promise<void> {
  if (!wanted(name)) return;
  await looked(page, async (look) => {
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${FOLDER}/kuhfstein-${name}-${look}.png` });
  });
  await page.emulateMedia({ colorScheme: "light" });
  for (const [width, height] of OTHERS) {
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${FOLDER}/kuhfstein-${name}-${width}x${height}.png` });
  }
  await page.setViewportSize(DESKTOP.viewport);
}

test("Kuhfstein's table", async () => {
  const { page } = await opened(browser, DESKTOP, process.env["LOCALE"] ?? "en");
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  await began(page);
  const herder = new Herder(page, Number(process.env["SEED"] ?? 5));
  const there = (selector: string) => async (): Promise<boolean> => (await page.locator(selector).count()) > 0;
  await page.locator(".action-bar:not(.quiet)").waitFor();
  await shot(page, "begin");
  await herder.play(there("[data-tile]:has(.sprout)"));
  await shot(page, "turn");
  await page.locator("[data-tile]:has(.sprout)").first().click();
  await shot(page, "tile");
  await page.locator("[data-spot=tree]").first().click();
  await shot(page, "ghost");
  await page.locator(".confirm [data-act=place_tile]").first().click();
  await page.locator("[data-act=take_back]").waitFor();
  await shot(page, "undo");
  await herder.play(there("[data-from=hand]"));
  await page.locator("[data-from=hand]").first().click();
  await shot(page, "play");
  // It takes minutes to get to these.
  if (!["confirm", "herd", "other", "late"].some(wanted)) return;
  await herder.play(there("[data-act=finish_turn]"));
  await shot(page, "confirm");
  await herder.play(there("[data-herd]"));
  await page.locator("[data-herd]").first().click();
  await shot(page, "herd");
  await page.locator(".opponent button").first().click();
  await shot(page, "other");
  await page.keyboard.press("Escape");
  await herder.play(there(".last-round"));
  await shot(page, "late");
});
