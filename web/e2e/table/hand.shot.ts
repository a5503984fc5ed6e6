/** Pictures of a phone before a big screen, upright, small in Russian, and on its side: SIZE=small STATES=bidding,rat make shots */
import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { begun } from "../support/begun";
import { bigScreen } from "../support/bigScreen";
import { DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { type Cluster, cluster } from "../support/servers";
import { staged, STATES } from "../support/staged";

const FOLDER = "shots";
const WANTED = (process.env["STATES"] ?? "bidding,bidding-leads,call,gavel,pay,turn,rat-offer,rat-reply,rat-trade,slap,hammer,payment,rat,division,extra,cover").split(",");
const SIZES = {
  phone: { viewport: PHONE.viewport, locale: "en" },
  small: { viewport: { width: 360, height: 640 }, locale: "ru" },
  side: { viewport: { width: 844, height: 390 }, locale: "de" },
} as const;

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

test.each(Object.entries(SIZES).filter(([size]) => [undefined, size].includes(process.env["SIZE"])))("hands on a phone: %s", async (size, { viewport, locale }) => {
  const { page } = await opened(browser, { ...PHONE, viewport }, locale);
  const [, first] = Object.entries(STATES)[0] ?? [];
  if (first === undefined) return;
  const stage = await staged(page, servers.nodes[0]?.url ?? "", { ...first, screens: 1 });
  const pictured = async (name: string): Promise<void> => {
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${FOLDER}/hand-${name}-${size}.png`, animations: "disabled", scale: "css" });
  };
  for (const name of WANTED) {
    const state = STATES[name];
    if (state === undefined) continue;
    await stage.show({ ...state, screens: 1 });
    await page.locator(".in-hand").waitFor();
    await pictured(name);
    const opens = page.locator(".bar [aria-haspopup=dialog]");
    if ((await opens.count()) === 1) {
      await opens.click();
      await page.locator("dialog[open]").waitFor();
      await pictured(`${name}-open`);
      await page.keyboard.press("Escape");
    }
    if (name !== "bidding" && name !== "division") continue;
    await page.locator(".veil-hold").focus();
    await page.keyboard.press("Space");
    await pictured(`${name}-held`);
    await page.keyboard.press("Space");
    if (name === "division") continue;
    await page.locator(".hand-foot button").first().click();
    await pictured("animals");
    await page.locator(".hand-foot button").first().click();
    await page.locator(".hand-bids button").last().click();
    await pictured("other");
    await page.locator(".hand-other > .btn").last().click();
    await page.locator(".hand-foot button").last().click();
    await page.locator(".stage").waitFor();
    await pictured("whole");
    await page.locator(".top .icon-btn[title]").first().click();
  }
});

test.each(Object.entries(SIZES).filter(([size]) => [undefined, size].includes(process.env["SIZE"])))("Kuhfstein on a phone: %s", async (size, { viewport, locale }) => {
  const origin = servers.nodes[0]?.url ?? "";
  const [{ page }, tv] = await Promise.all([opened(browser, { ...PHONE, viewport }, locale), opened(browser, DESKTOP, locale)]);
  const opening = { edition: "kuhfstein", seats: 3, bots: ["herder", "herder"], pace: "relaxed", rules: { start_player: "seat:0" } };
  const { table } = (await (await page.context().request.post(`${origin}/api/tables`, { data: opening })).json()) as { table: string };
  await page.goto(`${origin}/t/${table}`);
  await begun(page);
  const screen = await bigScreen(tv.page, origin);
  await page.context().request.post(`${origin}/api/tables/${table}/screens`, { data: { code: screen.code } });
  await screen.on();
  await page.locator(".in-hand").waitFor();
  const pictured = async (name: string): Promise<void> => {
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${FOLDER}/hand-land-${name}-${size}.png`, animations: "disabled", scale: "css" });
  };
  await pictured("turn");
  await page.locator(".veil-hold").focus();
  await page.keyboard.press("Space");
  await pictured("held");
  await page.keyboard.press("Space");
  await page.locator(".open-tile[aria-disabled=false]").first().click();
  await page.locator("[data-spot]").first().click();
  await pictured("tile");
  await page.locator(".hand-foot button").last().click();
  await page.locator(".bottom").waitFor();
  await pictured("whole");
});

test.each(Object.entries(SIZES).filter(([size]) => [undefined, size].includes(process.env["SIZE"])))("screens of a table on a phone: %s", async (size, { viewport, locale }) => {
  const origin = servers.nodes[0]?.url ?? "";
  const [{ page }, tv] = await Promise.all([opened(browser, { ...PHONE, viewport }, locale), opened(browser, DESKTOP, locale)]);
  const opening = { edition: "kuhhandel/2", seats: 3, bots: ["easy"] };
  const open = async (): Promise<string> => ((await (await page.context().request.post(`${origin}/api/tables`, { data: opening })).json()) as { table: string }).table;
  const pictured = async (name: string, fullPage = false): Promise<void> => {
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${FOLDER}/hand-${name}-${size}.png`, animations: "disabled", scale: "css", fullPage });
  };
  const screen = await bigScreen(tv.page, origin);
  await page.goto(`${origin}/screen/pair#${screen.token}`);
  await page.locator(".lost h1").waitFor();
  await pictured("pair-none");
  await open();
  await page.reload();
  await page.locator(".lost .btn--go").waitFor();
  await pictured("pair-one");
  await open();
  await page.reload();
  await page.locator(".lost .mid-btn").nth(1).waitFor();
  await pictured("pair-several");
  await page.locator(".lost .mid-btn").first().click();
  await page.locator(".same-room").waitFor();
  await page.locator(".room-tv button").waitFor();
  await page.locator(".same-room[aria-disabled=false]").click();
  await pictured("room");
  await screen.on();
  await page.locator("[data-screen=true]").waitFor();
  await pictured("room-on", true);
  await page.locator(".room-tv button").click();
  await page.locator(".screens li .btn").click();
  await page.locator(".screen-code input").fill("abc");
  await page.locator(".screen-code .btn").click();
  await pictured("screens");
});
