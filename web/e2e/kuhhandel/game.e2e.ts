/** A whole game of four people on phones and desktops, in three languages, over two nodes. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { Robot } from "../support/robot";
import { type Cluster, cluster } from "../support/servers";
import { patience } from "../machine";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(2, { tempo: "0.08" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

test("four people play to the score sheet, whatever happens to their networks and tabs", async () => {
  const [one, other] = servers.nodes.map((node) => node.url);
  const windows = await Promise.all([
    opened(browser, DESKTOP, "en"),
    opened(browser, { ...PHONE, ...CALM }, "de"),
    opened(browser, { ...DESKTOP, ...CALM }, "ru"),
    opened(browser, { ...PHONE, ...CALM }, "en"),
  ]);
  const [host, lossy, closer, last] = windows as [Window, Window, Window, Window];
  await host.page.goto(`${one}/`);
  await host.page.getByRole("button", { name: "Table with friends" }).click();
  await host.page.waitForURL(/\/t\//);
  const path = new URL(host.page.url()).pathname;
  const addresses = new Map([
    [lossy, servers.wire.url],
    [closer, other],
    [last, other],
  ]);
  for (const [window, address] of addresses) {
    await window.page.goto(`${address}${path}`);
    await window.page.locator(".start-bar .btn--go").first().click();
    await window.page.locator(".start-bar .start-said").filter({ hasText: /\S/ }).waitFor();
    await window.page.waitForFunction(() => document.querySelector(".start-bar .btn--go") === null);
  }
  await begun(host.page);
  for (const { page } of windows) await page.locator(".stage").waitFor();

  const watcher = await opened(browser, { ...DESKTOP, ...CALM }, "de");
  await watcher.page.goto(`${other}${path}`);
  await watcher.page.locator(".stage").waitFor();

  // A page that reloads forgets this.
  await lossy.page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  const robots = windows.map(({ page }, seat) => new Robot(page, 7 * seat + 1));
  const playing = robots.map(async (robot) => robot.play());

  const began = Date.now();
  const passed = (what: string): void => console.info(`${what} after ${Math.round((Date.now() - began) / 1000)} s`);

  // One loses the network in the middle of it, and comes back by itself.
  await host.page.waitForFunction(() => document.querySelectorAll(".log ol li").length > 25, null, { timeout: patience(60_000) });
  // That this one wire is cut, the browser itself tells to the console; files may be on their way over it.
  const { host: cut } = new URL(servers.wire.url);
  lossy.excuse(new RegExp(`(net::ERR_(CONNECTION_\\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED) at http://${cut}/)|WebSocket connection to 'ws://${cut}/`));
  servers.wire.cut();
  await lossy.page.locator(".banner").first().waitFor({ timeout: patience(20_000) });
  servers.wire.mend();
  await lossy.page.locator(".banner").first().waitFor({ state: "hidden", timeout: patience(20_000) });
  expect(await lossy.page.evaluate(() => "neverReloaded" in window)).toBe(true);

  passed("came back without a reload");

  // One closes the tab; a bot plays on; the seat is taken back.
  robots[2]?.stop();
  await playing[2];
  await closer.page.close();
  await host.page.locator(".seat.off, .seat .tag.b").first().waitFor({ timeout: patience(60_000) });
  passed("a bot plays on");
  const again = await closer.context.newPage();
  await again.goto(`${other}${path}`);
  await again.locator(".stage, main.score").first().waitFor();
  const returned = new Robot(again, 99);
  await Promise.all([playing[0], playing[1], playing[3], returned.play()]);

  passed("the last card");
  // It was they who played: nobody's clock ran out so often that a bot did it for them.
  for (const seat of [0, 1, 3]) expect(robots[seat]?.pressed).toBeGreaterThan(30);
  for (const page of [host.page, lossy.page, again, last.page, watcher.page]) {
    await page.locator("main.score").waitFor({ timeout: patience(30_000) });
  }
  // Nobody who looks on is ever shown a purse, or anything to do.
  const shown = watcher.frames.map((frame) => JSON.parse(frame) as { type: string; view?: { seats: { purse: unknown }[] }; options?: unknown[] });
  const views = shown.filter((frame) => frame.view !== undefined);
  expect(views.length).toBeGreaterThan(50);
  for (const frame of views) {
    expect(frame.options).toEqual([]);
    for (const seat of frame.view?.seats ?? []) expect(seat.purse ?? null).toBeNull();
  }
});
