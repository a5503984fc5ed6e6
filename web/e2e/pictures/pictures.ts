/** The pictures of the documentation: two from a game of its own, three of staged states, the others from `make shots`. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun } from "../support/begun";
import { DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { type Cluster, cluster } from "../support/servers";
import { type Staged, staged, STATES } from "../support/staged";
import { televised } from "../support/television";
import { toured } from "../support/tour";

/** In which language: LOCALE=de make pictures */
const LOCALE = process.env["LOCALE"] ?? "en";
const FOLDER = LOCALE === "en" ? "../docs/pictures" : `../docs/pictures/${LOCALE}`;
/** Which is made from which shot, and how wide it is. */
const SHOTS = {
  "kuhfstein-card": "kuhfstein-play-desktop-light",
  "kuhfstein-desktop": "kuhfstein-tile-desktop-light",
  "master-rat": "master-rat-desktop-light",
  "master-slap": "master-slap-desktop-light",
} as const;
/** Which is taken of what a table shows. */
const MOMENTS = [
  ["table-desktop", DESKTOP, "bidding-bid-ours", 960],
  ["trade-phone", PHONE, "dialog-responding", 480],
] as const;

/** What lies before a room. */
const AUCTION = STATES["bidding"] as Staged;

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.4" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Draw a picture smaller, and pack it as WebP; runs inside a page. */
async function packed({ source, width }: { source: string; width: number }): Promise<string> {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.round((picture.height * width) / picture.width);
  const pen = canvas.getContext("2d");
  if (pen === null) throw new Error("nothing to draw with");
  pen.imageSmoothingQuality = "high";
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/webp", 0.8);
}

async function kept(name: string, picture: Buffer, width: number): Promise<void> {
  const page = await browser.newPage();
  const small = await page.evaluate(packed, { source: `data:image/png;base64,${picture.toString("base64")}`, width });
  writeFileSync(`${FOLDER}/${name}.webp`, Buffer.from(small.replace("data:image/webp;base64,", ""), "base64"));
  await page.close();
}

/** Sit down with three bots, with time enough to be looked at. */
async function seated(page: Page): Promise<void> {
  const url = servers.nodes[0]?.url ?? "";
  const wish = { edition: "kuhhandel/2", seats: 4, bots: ["farmer", "farmer:bold", "farmer:bluffer"], pace: "relaxed" };
  const answer = await page.request.post(`${url}/api/tables`, { data: wish });
  const { table } = (await answer.json()) as { table: string };
  await page.goto(`${url}/t/${table}`);
  await begun(page);
  await page.locator(".stage").waitFor();
}

test.each(MOMENTS)("%s", async (name, device, moment, width) => {
  const { page } = await opened(browser, device, LOCALE);
  let seen: ReadonlySet<string> = new Set();
  // What one game does not bring about, another will.
  for (let game = 1; seen.size === 0 && game <= 5; game++) {
    await seated(page);
    seen = await toured(page, [moment], async () => {
      await page.waitForTimeout(350);
      await kept(name, await page.screenshot({ animations: "disabled" }), width);
    });
  }
  expect([...seen]).toEqual([moment]);
});

test.each([
  ["screen-waiting", { ...AUCTION, stage: "open" }],
  ["screen-auction", AUCTION],
] as const)("%s", async (name, state) => {
  const { page } = await opened(browser, { viewport: { width: 1920, height: 1080 } }, LOCALE);
  await televised(page, servers.nodes[0]?.url ?? "", state);
  await page.waitForTimeout(1500);
  await kept(name, await page.screenshot({ animations: "disabled" }), 960);
});

test("screen-phone", async () => {
  const { page } = await opened(browser, PHONE, LOCALE);
  await staged(page, servers.nodes[0]?.url ?? "", { ...AUCTION, screens: 1 });
  await page.locator(".in-hand .hand-bids").waitFor();
  await page.waitForTimeout(350);
  await kept("screen-phone", await page.screenshot({ animations: "disabled" }), 480);
});

test.each(Object.entries(SHOTS))("%s", async (name, shot) => {
  await kept(name, readFileSync(`shots/${shot}.png`), 960);
});
