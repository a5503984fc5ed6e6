/** Strangers: who comes alone plays with people when there are some, and with bots when there are none. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { type Cluster, cluster } from "../support/servers";
import { violations } from "../support/axe";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  // A minute for people to come is eighteen seconds here.
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.3" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

test("two who come alone meet, and bots take the seats that stay free", async () => {
  const url = servers.nodes[0]?.url ?? "";
  const one = await opened(browser, { ...PHONE, reducedMotion: "reduce" }, "en");
  const other = await opened(browser, { ...DESKTOP, reducedMotion: "reduce" }, "de");
  await other.page.goto(`${url}/`);
  await one.page.goto(`${url}/`);
  await one.page.getByRole("button", { name: "Play with others" }).click();
  await one.page.locator('[data-start="fills"]').waitFor();
  expect(await violations(one.page)).toEqual([]);
  const table = new URL(one.page.url()).pathname;

  await other.page.getByRole("button", { name: "Mit anderen spielen" }).click();
  await expect.poll(() => new URL(other.page.url()).pathname).toBe(table);
  for (const { page } of [one, other]) await page.locator(".stage").waitFor();
  expect(await one.page.locator(".start-bar").count()).toBe(0);
});

test("somebody is reported and blocked, and let in again", async () => {
  const url = servers.nodes[0]?.url ?? "";
  const anna = await opened(browser, { ...DESKTOP, reducedMotion: "reduce" }, "en");
  const ben = await opened(browser, { ...PHONE, reducedMotion: "reduce" }, "en");
  await anna.page.goto(`${url}/`);
  await anna.page.getByRole("button", { name: "Table with friends" }).click();
  await anna.page.locator(".start-bar").waitFor();
  await ben.page.goto(anna.page.url());
  await ben.page.locator(".start-bar .btn--go").click();
  await anna.page.getByRole("button", { name: /^Block or report/ }).click();
  await anna.page.getByRole("button", { name: "Report …" }).click();
  expect(await violations(anna.page)).toEqual([]);
  await anna.page.getByRole("button", { name: "Send" }).click();
  await anna.page.getByRole("status").filter({ hasText: "Thank you" }).waitFor();
  await anna.page.getByRole("dialog").getByRole("button", { name: "Block" }).click();

  await anna.page.goto(`${url}/in`);
  await anna.page.getByRole("heading", { name: "Blocked people" }).waitFor();
  expect(await violations(anna.page)).toEqual([]);
  await anna.page.getByRole("button", { name: /^Unblock/ }).click();
  await expect.poll(async () => anna.page.getByRole("heading", { name: "Blocked people" }).count()).toBe(0);
  // Nothing has told him.
  expect(ben.frames.some((frame) => frame.includes("block"))).toBe(false);
});
