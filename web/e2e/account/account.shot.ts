/** Pictures of what is for people who come back and for strangers: account, codes, other people, one's games. By day, in German and Russian. */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { Robot } from "../support/robot";
import { freePort, type Node, shared, started } from "../support/servers";

const FOLDER = "shots";
const SIZES = { phone: PHONE.viewport, landscape: { width: 844, height: 390 }, desktop: DESKTOP.viewport } as const;

let browser: Browser;
let node: Node;
let database: ReturnType<typeof shared>;
let site = "";

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  database = shared();
  const port = await freePort();
  site = `http://localhost:${port}`;
  [node, browser] = await Promise.all([started(port, { ...database.settings, origins: site, tempo: "0.05" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await node.stop();
  database.drop();
});

async function everywhere(page: Page, name: string, whole = true): Promise<void> {
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${FOLDER}/${name}-${size}.png`, animations: "disabled", fullPage: whole });
  }
  await page.setViewportSize(DESKTOP.viewport);
}

/** A device that makes keys, whose owner is always ready to put a finger on it. */
async function device(locale: string): Promise<Window> {
  const window = await opened(browser, { ...DESKTOP, ...CALM, colorScheme: "light" }, locale);
  const cdp = await window.context.newCDPSession(window.page);
  await cdp.send("WebAuthn.enable");
  const options = { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true } as const;
  await cdp.send("WebAuthn.addVirtualAuthenticator", { options });
  return window;
}

/** From the offer to the account: what is kept, the codes, and what the page has then. */
async function kept(page: Page, offer: string, locale: string): Promise<void> {
  await page.locator(offer).click();
  const dialog = page.locator("dialog");
  await everywhere(page, `account-claim-${locale}`, false);
  await dialog.locator(".btn--go").click();
  await page.locator(".account-codes").waitFor();
  await everywhere(page, `account-codes-${locale}`, false);
  await dialog.getByRole("checkbox").check();
  await dialog.locator(".btn--go").click();
  await dialog.waitFor({ state: "detached" });
  await page.goto(`${site}/in`);
  await page.locator("#account-keys").waitFor();
  await everywhere(page, `account-page-${locale}`);
}

test("an account, from the page about oneself on", async () => {
  const { page, context } = await device("de");
  await context.request.post(`${site}/api/tables`, { data: { seats: 3, pace: "slow" } });
  await page.goto(`${site}/in`);
  await page.locator(".account .btn--go").first().waitFor();
  await everywhere(page, "account-guest-de");
  await kept(page, ".account .btn--go", "de");
});

test("an account, from the score sheet on, and one's games", async () => {
  const { page, context } = await device("ru");
  const locale = "ru";
  const data = { seats: 3, bots: ["easy", "easy"], rules: { auction_mode: "turns" } };
  const { table } = (await (await context.request.post(`${site}/api/tables`, { data })).json()) as { table: string };
  await page.goto(`${site}/t/${table}`);
  await begun(page);
  await new Robot(page, 7).play();
  await page.locator(".account-offer button").waitFor({ timeout: 120_000 });
  await everywhere(page, `account-offer-${locale}`);
  await kept(page, ".account-offer button", locale);
  await page.goto(`${site}/games`);
  await page.locator("main").waitFor();
  await everywhere(page, `account-games-${locale}`);
});

test.each(["de", "ru"])("strangers at a table, and the people in its menu (%s)", async (locale) => {
  const one = await device(locale);
  const others = await Promise.all(["Maximilian Alexander", "Anna-Katharina"].map(async (name) => {
    const other = await opened(browser, { ...DESKTOP, ...CALM }, locale);
    await other.context.request.post(`${site}/api/guests`, { data: { name } });
    return other;
  }));
  const { page, context } = one;
  const data = { seats: 4, bots: ["easy"], pace: "slow", rules: { start_player: "seat:0" }, name: "Wilhelmine Charlotte" };
  const { table } = (await (await context.request.post(`${site}/api/tables`, { data })).json()) as { table: string };
  const join = { cid: "join", request: { type: "join" } };
  for (const other of others) await other.context.request.post(`${site}/api/tables/${table}/commands`, { data: join });
  await page.goto(`${site}/t/${table}`);
  await page.locator(".start-bar").waitFor();
  await everywhere(page, `people-room-${locale}`, false);
  for (const other of others) await other.page.goto(`${site}/t/${table}`);
  await begun(page);
  await page.locator(".stage").waitFor();
  await page.locator("header .icon-btn").first().click();
  const people = page.locator(".about-person").first();
  await people.waitFor();
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await people.scrollIntoViewIfNeeded();
    await page.waitForTimeout(350);
    await page.screenshot({ path: `${FOLDER}/people-menu-${locale}-${size}.png`, animations: "disabled" });
  }
  await people.getByRole("button").click();
  await page.locator("dialog .btn").last().waitFor();
  await everywhere(page, `people-about-${locale}`, false);
});
