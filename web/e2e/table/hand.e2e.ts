/** A big screen is paired from phones, and these become hands: in every game, at every size, for everybody. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../support/axe";
import { begun } from "../support/begun";
import { type BigScreen, bigScreen } from "../support/bigScreen";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { type Cluster, cluster } from "../support/servers";

/** Upright, small, and on its side. */
const SIZES = [PHONE.viewport, { width: 360, height: 640 }, { width: 844, height: 390 }] as const;
const HINTS = "turn bidding gavel trade bluff bluffed slap rat division";

let servers: Cluster;
let browser: Browser;
let url: string;

beforeAll(async () => {
  // So slow that nobody calls, and no clock acts, before this is done.
  [servers, browser] = await Promise.all([cluster(1, { tempo: "40" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

async function phone(locale: string): Promise<Window> {
  const window = await opened(browser, { ...PHONE, ...CALM }, locale);
  await window.page.addInitScript((hints) => localStorage.setItem("kuhstall.coached", hints), HINTS);
  return window;
}

/** Open a table as its host; return where it is. */
async function table({ context, page }: Window, opening: object): Promise<string> {
  const { table: id } = (await (await context.request.post(`${url}/api/tables`, { data: opening })).json()) as { table: string };
  await page.goto(`${url}/t/${id}`);
  await page.locator(".start-bar .btn").first().waitFor();
  return `${url}/t/${id}`;
}

/** What of the hand is too small for a finger or an eye; runs inside the page. */
function tooSmall(): readonly string[] {
  const shown = [...document.querySelectorAll<HTMLElement>(".in-hand *")].filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.closest(".visually-hidden, svg, .card, .pattern-card") === null);
  const name = (one: HTMLElement, what: string): string => `${one.tagName}.${one.className} "${one.textContent}": ${what}`;
  const fingers = shown.filter((one) => one.matches("button, select")).flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.round(width) < 48 || Math.round(height) < 48 ? [name(one, `${width} by ${height}`)] : [];
  });
  const eyes = shown
    .filter((one) => [...one.childNodes].some(({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim() !== ""))
    .flatMap((one) => {
      const size = Number.parseFloat(getComputedStyle(one).fontSize);
      // A heading of size 0 is there for screen readers alone.
      return size > 0 && size < 14 ? [name(one, `${size}px`)] : [];
    });
  const wide = document.documentElement.scrollWidth > innerWidth ? ["sideways"] : [];
  return [...fingers, ...eyes, ...wide];
}

/** Find nothing wrong with a hand, at any size, by day and by night. */
async function fits(page: Page, what: string): Promise<void> {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.locator(".in-hand").waitFor();
    // What changes by size comes a frame later.
    await page.evaluate(async () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await page.evaluate(tooSmall), `${what} at ${size.width}`).toEqual([]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page), `${what} at ${size.width}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.setViewportSize(SIZES[0]);
}

const heard = async ({ frames }: Window, what: RegExp): Promise<void> => expect.poll(() => frames.some((frame) => what.test(frame))).toBe(true);

/** A screen, and the window that it is in. */
async function television(): Promise<BigScreen> {
  const window = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  return bigScreen(window.page, url);
}

test("the host pairs a screen by its code, all play with large buttons, and the host removes it", async () => {
  const [host, guest, screen] = await Promise.all([phone("en"), phone("ru"), television()]);
  const { page } = host;
  const address = await table(host, { edition: "kuhhandel/2", seats: 3, bots: ["easy"], rules: { start_player: "seat:1" } });
  await guest.page.goto(address);
  await guest.page.locator(".start-bar .btn--go").click();
  await page.locator(".seat-about button").waitFor();

  // What suits people in one room, at one tap.
  await page.locator(".same-room[aria-disabled=false]").click();
  await page.getByRole("button", { name: "Relaxed", exact: true }).waitFor();
  await page.locator(".same-room[aria-pressed=true]").waitFor();
  await page.getByRole("button", { name: "Show on a TV" }).click();
  host.excuse(/404/u);
  await page.getByLabel("Letters and digits on the TV").fill("ABCDEFGHJ");
  await page.getByRole("button", { name: "Show the table" }).click();
  await page.getByText("This code has expired").waitFor();
  await page.getByLabel("Letters and digits on the TV").fill(screen.code.toUpperCase().replaceAll(/(...)/gu, "$1 "));
  await page.getByRole("button", { name: "Show the table" }).click();
  await page.getByText("Done. The TV").waitFor();
  expect(await violations(page, "dialog[open]")).toEqual([]);
  await screen.on();
  await page.locator("dialog[open] li", { hasText: "on" }).waitFor();
  await page.keyboard.press("Escape");
  // Who starts sees how.
  const start = page.locator(".start-bar .btn--go");
  await start.waitFor();
  expect(await start.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  await begun(page);
  await page.locator(".in-hand").waitFor();

  // The guest has the gavel; what the host bids and passes counts.
  await guest.page.locator(".in-hand .decide .btn--go").click();
  await page.locator(".hand-bids").waitFor();
  await guest.page.locator(".in-hand .call").waitFor();
  await page.getByRole("button", { name: "I pass" }).click();
  await heard(host, /"type":"passed","seat":0/u);
  await guest.page.locator(".hand-own .hand-price").waitFor();

  // Money is not in the page before it is held.
  const sum = page.locator(".hand-sum");
  const veil = page.locator(".veil-hold");
  expect([await sum.count(), await page.locator(".in-hand .money-card").count()]).toEqual([0, 0]);
  const { x, y, width, height } = (await veil.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  // All hold 90, and 50 more if the first animal was a donkey.
  expect(["90", "140"]).toContain(await sum.textContent());
  await page.mouse.up();
  await sum.waitFor({ state: "detached" });
  await veil.focus();
  await page.keyboard.press("Space");
  await sum.waitFor();
  expect(await violations(page)).toEqual([]);
  await page.evaluate(() => dispatchEvent(new Event("blur")));
  await sum.waitFor({ state: "detached" });
  await fits(guest.page, "the gavel");

  // The whole table, also after a reload, and back.
  await page.getByRole("button", { name: "Show the whole table" }).click();
  await page.locator(".stage").waitFor();
  await page.reload();
  await page.locator(".stage").waitFor();
  await page.getByRole("button", { name: "Large buttons" }).click();
  await page.locator(".in-hand").waitFor();

  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Show on a TV" }).click();
  await page.getByRole("button", { name: /^Remove/u }).click();
  await page.getByRole("button", { name: /^Remove/u }).click();
  await Promise.all([page, guest.page].map(async (one) => one.locator(".stage").waitFor()));
  expect(await page.locator(".in-hand").count()).toBe(0);
});

test("bids look the same on every phone, and are placed", async () => {
  const [host, guest, screen] = await Promise.all([phone("de"), phone("en"), television()]);
  const address = await table(host, { edition: "kuhhandel/2", seats: 3, bots: ["easy"], pace: "relaxed", rules: { start_player: "seat:1", gavel: "auctioneer" } });
  await guest.page.goto(address);
  await guest.page.locator(".start-bar .btn--go").click();
  await host.page.locator(".seat-about button").waitFor();
  await host.page.evaluate(async ([path, code]) => void (await fetch(path ?? "", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ code }) })), [
    `${address.replace("/t/", "/api/tables/")}/screens`,
    screen.code,
  ]);
  await screen.on();
  await begun(host.page);
  await guest.page.locator(".in-hand .decide .btn--go").click();
  const bids = host.page.locator(".hand-bids");
  await bids.waitFor();
  await fits(host.page, "bids");
  expect(await bids.textContent()).not.toMatch(/Bluff|genau/u);
  // The bot may have been quicker: the price goes on, and the button with it.
  await expect.poll(async () => {
    await bids.locator("[aria-disabled=false]").first().click({ timeout: 1000 }).catch(() => undefined);
    return host.frames.some((frame) => /"type":"bid_placed","seat":0/u.test(frame));
  }).toBe(true);
});

test("Kuhfstein and Master are played by hand, at the table that somebody chooses", async () => {
  const [own, screen] = await Promise.all([phone("ru"), television()]);
  const { page } = own;
  await table(own, { edition: "master", seats: 3, bots: ["easy", "easy"], pace: "relaxed", rules: { start_player: "seat:0" } });
  await begun(page);
  await table(own, { edition: "kuhfstein", seats: 2, bots: ["herder"], pace: "relaxed", rules: { start_player: "seat:0" } });
  await begun(page);

  await page.goto(`${url}/screen/pair#${screen.token}`);
  const tables = page.locator(".lost .mid-btn");
  await expect.poll(async () => tables.count()).toBe(2);
  expect(page.url()).not.toContain(screen.token);
  expect(await violations(page)).toEqual([]);
  await tables.filter({ hasText: /Куфштайн/u }).click();
  await page.locator(".table").waitFor();
  await screen.on();
  await page.locator(".in-hand").waitFor();
  await fits(page, "Kuhfstein");
  // Neither the others nor one's own cards.
  expect(await page.locator(".in-hand :is([data-goal], .own-hand, .track)").count()).toBe(0);
  await page.locator(".open-tile[aria-disabled=false]").first().click();
  await page.locator("[data-spot]").first().click();
  await page.locator(".in-hand [data-act=place_tile]").first().click();
  await heard(own, /"type":"tile_placed"/u);

  const other = await television();
  await page.goto(`${url}/screen/pair#${other.token}`);
  await tables.filter({ hasText: /Мастер/u }).click();
  await page.locator(".table").waitFor();
  await other.on();
  await page.locator(".in-hand").waitFor();
  await fits(page, "Master");
  await page.locator(".in-hand .decide .btn--go").click();
  await heard(own, /"type":"(lot_revealed|pedigree_revealed|rat_revealed)"/u);
});
