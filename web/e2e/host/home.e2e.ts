/** An evening at home: the wheel is installed, one sits at the laptop, one has a phone, and a bot makes the third. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { type House, type Installed, installed } from "./installed";
import { Robot } from "../support/robot";
import { patience, WHOLE } from "../machine";

/** A name that is no secure context, as a phone has it that came by the address of the laptop. */
const NAME = "kuh.test";

let wheel: Installed;
let browser: Browser;

beforeAll(async () => {
  wheel = installed();
  browser = await launched(`--host-resolver-rules=MAP ${NAME} 127.0.0.1`);
}, patience(240_000));

afterAll(async () => {
  await browser.close();
  wheel.remove();
});

/** The printed address, by the name instead of the number. */
function named(address: string): string {
  const url = new URL(address);
  url.hostname = NAME;
  return url.href;
}

test("a laptop and a phone play on through a restart", async () => {
  const began = Date.now();
  const passed = (what: string): void => console.info(`${what} after ${Math.round((Date.now() - began) / 1000)} s`);
  const words = ["kuhhandel/2", "--players", "3", "--people", "2"];
  let house: House = await wheel.play("0", ...words);
  const { host, port } = new URL(house.own);
  const laptop = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  const phone = await opened(browser, { ...PHONE, ...CALM }, "de");

  await laptop.page.goto(house.own);
  await laptop.page.locator(".start-bar").waitFor();
  await expect.poll(() => new URL(laptop.page.url()).pathname).toBe(new URL(house.phones).pathname);
  // The code on the laptop's screen leads phones to where they can go, not to themselves.
  await expect.poll(async () => laptop.page.locator(".invite-link").inputValue()).toContain(new URL(house.phones).origin);
  passed("the table is open");

  // A header for those who come by https; others are told that it means nothing to them.
  phone.excuse(/Cross-Origin-Opener-Policy header has been ignored/);
  await phone.page.goto(named(house.phones));
  expect(await phone.page.evaluate(() => [isSecureContext, location.hostname])).toEqual([false, NAME]);
  await phone.page.locator(".start-bar .btn--go").first().click();
  await begun(laptop.page);
  for (const { page } of [laptop, phone]) await page.locator(".stage").waitFor();
  passed("the first card");

  const robots = [laptop, phone].map(({ page }, seat) => new Robot(page, 7 * seat + 1));
  const playing = robots.map(async (robot) => robot.play());
  await laptop.page.waitForFunction(() => document.querySelectorAll(".log ol li").length > 25, null, { timeout: patience(60_000) });
  // That nobody answers for a while, the browser tells to the console; also when it looks for a new service worker.
  for (const window of [laptop, phone]) {
    window.excuse(new RegExp(`(net::ERR_\\w+ at http://(${host}|${NAME}:${port})/)|WebSocket connection to 'ws://`));
    window.excuse(/error occurred when fetching the script/);
  }
  await laptop.page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  const { code, last } = await house.stop();
  expect([code, last]).toEqual([0, "Goodbye! The cows will miss you."]);
  passed("stopped by Ctrl-C");

  house = await wheel.play(port, ...words);
  passed("started again");
  // Whoever asks for a new game is reminded of this one.
  const second = await laptop.context.newPage();
  await second.goto(house.own);
  await second.locator(".posters .poster").waitFor();
  expect(await second.locator(".posters a").getAttribute("href")).toBe(new URL(laptop.page.url()).pathname);
  await second.close();

  const before = [laptop, phone].map(({ frames }) => frames.length);
  for (const [at, { frames }] of [laptop, phone].entries())
    await expect.poll(() => frames.length, { timeout: patience(60_000) }).toBeGreaterThan((before[at] ?? 0) + 30);
  passed("both go on");
  if (!WHOLE) for (const robot of robots) robot.stop();
  await Promise.all(playing);
  if (WHOLE) for (const { page } of [laptop, phone]) await page.locator("main.score").waitFor({ timeout: patience(30_000) });
  expect(await laptop.page.evaluate(() => "neverReloaded" in window)).toBe(true);
  for (const robot of robots) expect(robot.pressed).toBeGreaterThan(10);
  expect((await house.stop()).code).toBe(0);
});

const counted = async (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem("taps")));

test("a laptop is the big screen, and two phones sit down with a tap and a name each", async () => {
  const house = await wheel.play("0", "kuhhandel/2", "--players", "3", "--people", "2", "--screen", "--data", "evening");
  const screen = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  await screen.page.goto(house.own);
  await screen.page.locator(".tv-join").waitFor();
  const taps: number[] = [];
  const [host, guest] = await Promise.all([opened(browser, { ...PHONE, ...CALM }, "en"), opened(browser, { ...PHONE, ...CALM }, "de")]);
  for (const [seat, phone] of [host, guest].entries()) {
    const { page } = phone;
    phone.excuse(/Cross-Origin-Opener-Policy header has been ignored/);
    // Who becomes a guest comes in anew: the count outlasts that.
    await page.addInitScript(() => addEventListener("pointerdown", () => sessionStorage.setItem("taps", String(Number(sessionStorage.getItem("taps")) + 1)), { capture: true }));
    await page.goto(named(house.phones));
    await page.locator(".start-bar .btn--go").tap();
    // The name is there to be changed: it is no tap more than is needed to play.
    const name = seat === 0 ? "Vera" : "Bruno";
    await page.locator(".name-shown").waitFor();
    taps.push(await counted(page));
    await page.locator(".name-shown").tap();
    await page.locator(".name-form input").fill(name);
    await page.keyboard.press("Enter");
    await screen.page.locator(".tv-stalls", { hasText: name }).waitFor();
  }
  expect(taps).toEqual([1, 1]);
  await begun(host.page);
  await screen.page.locator(".tv-stage").waitFor();
  for (const { page } of [host, guest]) await page.locator(".in-hand").waitFor();
  // The host has tapped once to sit down, once on the name, and once to start; Enter is no tap.
  expect(await counted(host.page)).toBe(3);
  await Promise.all([screen, host, guest].map(async ({ context }) => context.close()));
  expect((await house.stop()).code).toBe(0);
});
