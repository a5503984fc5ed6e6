/**
 * People who come back: a guest plays, keeps itself by a key, is found again in another browser, comes back by a code
 * without any key, lets a second device in where no browser makes keys, and ends it there.
 */
import { readFile } from "node:fs/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { Watch } from "../machine";
import { freePort, type Node, shared, started } from "../support/servers";

/** A name that is no browser's own machine: over plain http it is a site like any other at home. */
const PLAIN = "kuhstall.test";

let browser: Browser;
let node: Node;
let database: ReturnType<typeof shared>;
let site = "";
let plain = "";

beforeAll(async () => {
  database = shared();
  const port = await freePort();
  [site, plain] = [`http://localhost:${port}`, `http://${PLAIN}:${port}`];
  const settings = { ...database.settings, origins: `${site},${plain},http://127.0.0.1:${port}`, tempo: "1" };
  [node, browser] = await Promise.all([started(port, settings), launched(`--host-resolver-rules=MAP ${PLAIN} 127.0.0.1`)]);
});

afterAll(async () => {
  await browser.close();
  await node.stop();
  database.drop();
});

interface Device {
  readonly window: Window;
  readonly page: Page;
  readonly cdp: CDPSession;
  readonly authenticator: string;
  taps: number;
  press(role: "button" | "link" | "checkbox", name: string | RegExp): Promise<void>;
}

/** A browser whose device makes and keeps keys, and whose owner is always ready to put a finger on it. */
async function device(kind: object): Promise<Device> {
  const window = await opened(browser, { ...kind, ...CALM }, "en");
  const { page } = window;
  const cdp = await window.context.newCDPSession(page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId: authenticator } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const found: Device = {
    window,
    page,
    cdp,
    authenticator,
    taps: 0,
    press: async (role, name) => {
      found.taps += 1;
      await page.getByRole(role, { name }).click();
    },
  };
  return found;
}

/** A slow table of one's own with two bots, which begins at once. */
async function seated({ window, page }: Device): Promise<string> {
  const data = { seats: 3, bots: ["farmer", "farmer"], pace: "slow", rules: { start_player: "seat:0" } };
  const { table } = (await (await window.context.request.post(`${site}/api/tables`, { data })).json()) as { table: string };
  await page.goto(`${site}/t/${table}`);
  await begun(page);
  await page.locator(".stage").waitFor();
  return table;
}

/** Let the ten minutes pass within which a key counts as shown. */
const laterOn = (): void => database.run("UPDATE arrivals SET proven = proven - interval '700 seconds'");

const shot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env["SHOTS"];
  if (folder === undefined) return;
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${folder}/${name}-${size}.png` });
  }
  await page.setViewportSize(DESKTOP.viewport);
};
const SIZES = {
  small: { width: 360, height: 640 },
  phone: { width: 390, height: 844 },
  landscape: { width: 844, height: 390 },
  desktop: { width: 1280, height: 800 },
  tv: { width: 1920, height: 1080 },
};

/** Every page that is no table, and one that is none at all. */
const PAGES = ["", "games", "in", "notifications", "g", "screen", "screen/pair", "offline", "rules", "score", "play"];

/** What a page must not do by itself; runs inside it. */
function unasked(): void {
  const asked: string[] = [];
  Object.assign(window, { asked });
  const note = (name: string) => async (): Promise<never> => {
    asked.push(name);
    throw new DOMException("nobody has asked for it", "NotAllowedError");
  };
  if ("credentials" in navigator) Object.assign(CredentialsContainer.prototype, { get: note("get a key"), create: note("make a key") });
  if ("Notification" in window) Notification.requestPermission = note("notifications");
  if ("PushManager" in window) PushManager.prototype.subscribe = note("push");
}

const WRONG = /did not work|went wrong|no_[a-z]+_?[a-z]*|\{\{|\bundefined\b|\bNaN\b|\[object/;

test.each([
  ["at home, on 127.0.0.1", () => site.replace("localhost", "127.0.0.1")],
  ["on plain http, where there are no passkeys", () => plain],
  ["on a site with passkeys", () => site],
] as const)("no page says that something is wrong or asks for something by itself: %s", async (_, origin) => {
  for (const known of [false, true]) {
    const window = await opened(browser, { ...PHONE, ...CALM }, "en");
    const { page, context } = window;
    window.excuse(/401|404|Cross-Origin-Opener-Policy/); // the account of nobody, and a page that is not there; a header that is for https
    await page.addInitScript(unasked);
    page.on("dialog", (dialog) => void dialog.dismiss().then(() => expect(dialog.message()).toBe("")));
    const tables: string[] = [];
    if (known) {
      const data = { seats: 3, bots: ["farmer", "farmer"], pace: "slow", rules: { start_player: "seat:0" } };
      await page.goto(origin());
      const { table } = await page.evaluate(async (wish): Promise<{ table: string }> => {
        const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wish) });
        return answer.json() as Promise<{ table: string }>;
      }, data);
      tables.push(`t/${table}`);
    }
    for (const path of [...PAGES, ...tables]) {
      await page.goto(`${origin()}/${path}`, { waitUntil: "networkidle" });
      await page.locator("h1, .start-bar, .screen").first().waitFor();
      const alerts = await page.locator("[role=alert]").allInnerTexts();
      expect([path, alerts.filter((text) => text.trim() !== "")]).toEqual([path, []]);
      expect([path, WRONG.exec(await page.locator("body").innerText())?.[0]]).toEqual([path, undefined]);
      expect([path, await page.evaluate(() => (window as unknown as { asked: string[] }).asked)]).toEqual([path, []]);
    }
    await context.close();
  }
});

test("a guest becomes somebody who comes back, on every way there is", async () => {
  const watch = new Watch();
  // A guest plays, at a slow table, and then is kept: two taps and a finger.
  const laptop = await device(DESKTOP);
  const running = await seated(laptop);
  const { page } = laptop;
  // A second device is signed in as the same guest, at the same table. The first key signs it out.
  const link = (await (await laptop.window.context.request.post(`${site}/api/account/link`, { data: {} })).json()) as { code: string };
  const before = await opened(browser, { ...PHONE, ...CALM }, "en");
  before.excuse(/401/);
  await before.page.goto(`${site}/in#${link.code}`);
  await before.page.getByRole("button", { name: /^Sign in as/ }).click();
  await before.page.waitForURL(`${site}/`);
  await before.page.goto(`${site}/t/${running}`);
  await before.page.locator(".stage").waitFor();
  await page.goto(`${site}/in`);
  await page.getByText("You play as a guest").waitFor();
  await open(page, "a guest's account");
  await shot(page, "guest");
  await page.getByRole("button", { name: "Keep your games" }).waitFor();
  const begunAt = Date.now();
  await laptop.press("button", "Keep your games");
  await page.getByText("This signs all your other devices out").waitFor();
  await open(page, "what a first key ends");
  await shot(page, "claim");
  await laptop.press("button", "Create a passkey");
  await page.getByRole("heading", { name: "Recovery codes" }).waitFor();
  const seconds = (Date.now() - begunAt) / 1000;
  console.info("claimed", { taps: laptop.taps, seconds });
  expect(laptop.taps).toBe(2);
  watch.judge("a guest is kept within twenty seconds", () => expect(seconds).toBeLessThan(20));
  await open(page, "recovery codes");
  await shot(page, "codes");
  const codes = await page.locator(".account-codes code").allTextContents();
  expect(codes).toHaveLength(8);
  await page.keyboard.press("Escape");
  expect(await page.locator("dialog").count(), "codes stay until they are safe").toBe(1);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Done" }).click();
  // The second device is out, and the way back in is shown at once.
  await page.getByText("Your other devices are signed out now").waitFor();
  const again = await page.locator(".account-second code").textContent();
  await page.getByRole("img", { name: "QR code for the second device" }).waitFor();
  await open(page, "the way back in for a second device");
  await shot(page, "back");
  await expect.poll(() => before.frames.some((frame) => frame.includes("logged_out"))).toBe(true);
  expect(await before.page.evaluate(async () => (await fetch("/api/me")).json() as Promise<unknown>)).toMatchObject({ name: "" });
  await before.page.goto(`${site}/in#${again}`);
  await before.page.getByRole("button", { name: /^Sign in as/ }).click();
  await before.page.locator(`a[href="/t/${running}"]`).first().waitFor();
  await before.context.request.delete(`${site}/api/session`);
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  const { credentials } = await laptop.cdp.send("WebAuthn.getCredentials", { authenticatorId: laptop.authenticator });
  const [key] = credentials;
  if (key === undefined) throw new Error("no key was made");
  expect(key).toMatchObject({ isResidentCredential: true, rpId: "localhost" });

  // A new browser of the same person, whose devices share their keys: two taps.
  const tablet = await device(PHONE);
  await tablet.cdp.send("WebAuthn.addCredential", { authenticatorId: tablet.authenticator, credential: key });
  await tablet.page.goto(site);
  tablet.window.excuse(/401/); // the account of nobody
  await tablet.press("link", "Your account");
  await tablet.press("button", "Use my passkey");
  await tablet.page.locator(`a[href="/t/${running}"]`).first().waitFor();
  expect(tablet.taps).toBe(2);
  await tablet.page.goto(`${site}/in`);
  await tablet.page.locator(`a[href="/t/${running}"]`).first().waitFor();
  await open(tablet.page, "an account");
  await shot(tablet.page, "account");
  // Both devices are at the same seat, and see it.
  for (const each of [laptop, tablet]) {
    await each.page.goto(`${site}/t/${running}`);
    await each.page.locator(".stage").waitFor();
  }

  // Every key is lost: a code is enough, once.
  const borrowed = await device(DESKTOP);
  borrowed.window.excuse(/40[13]/);
  await borrowed.page.goto(`${site}/in`);
  await shot(borrowed.page, "in");
  await open(borrowed.page, "the ways back in");
  await borrowed.page.getByRole("textbox").fill(codes[0]?.toUpperCase() ?? "");
  await borrowed.press("button", "Use a code");
  await borrowed.page.locator(`a[href="/t/${running}"]`).first().waitFor();
  await borrowed.page.goto(`${site}/in`);
  await borrowed.page.getByText("7 of 8 recovery codes left").waitFor();

  // A second device, over plain http, where no browser makes keys.
  await borrowed.press("button", "Second device");
  const code = await borrowed.page.locator(".account-second code").textContent();
  await borrowed.page.getByRole("img", { name: "QR code for the second device" }).waitFor();
  await open(borrowed.page, "a link for a second device");
  await shot(borrowed.page, "link");
  const phone = await opened(browser, { ...PHONE, ...CALM }, "en");
  phone.excuse(/401|Cross-Origin-Opener-Policy/); // the account of nobody; a header that is for https
  await phone.page.goto(`${plain}/in#${code}`);
  expect(await phone.page.evaluate(() => isSecureContext)).toBe(false);
  await phone.page.getByRole("button", { name: /^Sign in as/ }).waitFor();
  await open(phone.page, "as whom a link lets in");
  await shot(phone.page, "by-link");
  await phone.page.getByRole("button", { name: /^Sign in as/ }).click();
  await phone.page.locator(`a[href="/t/${running}"]`).first().waitFor();
  await phone.page.goto(`${plain}/t/${running}`);
  await phone.page.locator(".stage").waitFor();

  // The first device ends it, and its table is closed there within five seconds. It is a while since its key was shown:
  // to see and to end sessions it is shown again, once, by the keyboard.
  laterOn();
  // The tablet's copy has signed since. Real keys that devices share count nothing; this one counts.
  const copied = { authenticatorId: laptop.authenticator, credentialId: key.credentialId };
  await laptop.cdp.send("WebAuthn.removeCredential", copied);
  await laptop.cdp.send("WebAuthn.addCredential", { authenticatorId: laptop.authenticator, credential: { ...key, signCount: 100 } });
  await page.goto(`${site}/in`);
  const unlock = page.getByRole("button", { name: "Show all devices" });
  await unlock.waitFor();
  await open(page, "an account whose key was not shown of late");
  await shot(page, "locked");
  expect(await page.getByRole("listitem").filter({ hasText: "last seen" }).count(), "this session alone").toBe(1);
  await unlock.press("Enter");
  const listed = page.getByRole("listitem").filter({ hasText: "by link" });
  await listed.waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("account-devices");
  const endedAt = Date.now();
  await listed.getByRole("button", { name: /^End/ }).click();
  await page.getByText("Ended.").waitFor();
  await expect.poll(() => phone.frames.some((frame) => frame.includes("logged_out"))).toBe(true);
  const late = (Date.now() - endedAt) / 1000;
  console.info("ended after", late);
  watch.judge("a session that is ended leaves its table within five seconds", () => expect(late).toBeLessThan(5));
  expect(await phone.page.evaluate(async () => (await fetch("/api/me")).json() as Promise<unknown>)).toMatchObject({ name: "" });
  await expect.poll(() => listed.count()).toBe(0);

  // All that is kept comes as a file, for which the key is shown again; then there is an end to it, and whoever plays on is somebody new.
  laterOn();
  laptop.window.excuse(/403/);
  const proof = page.waitForRequest(`${site}/api/account/reauthenticate`);
  const [file] = await Promise.all([page.waitForEvent("download"), laptop.press("button", "Download my data")]);
  await proof;
  const kept = JSON.parse(await readFile(await file.path(), "utf8")) as { name: string; tables: string[] };
  expect(kept.tables).toEqual([running]);
  await laptop.press("button", "Delete my account");
  const sure = page.getByRole("dialog").getByRole("button", { name: "Delete everything" });
  await sure.waitFor();
  await open(page, "the way out");
  await shot(page, "goodbye");
  expect(await sure.isDisabled()).toBe(true);
  await page.getByRole("dialog").getByRole("textbox").fill(kept.name);
  await sure.click();
  await page.waitForURL(`${site}/`);
  laptop.window.excuse(/401/);
  expect(await page.evaluate(async () => (await fetch("/api/me")).json() as Promise<unknown>)).toMatchObject({ name: "", tables: [] });
  await page.goto(`${site}/in`);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await expect.poll(() => tablet.window.frames.some((frame) => frame.includes("logged_out"))).toBe(true);
});
