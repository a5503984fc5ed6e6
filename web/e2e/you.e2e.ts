/**
 * People who come back: a guest plays, keeps itself by a key, is found again in another browser, comes back by a code
 * without any key, lets a second device in where no browser makes keys, and ends it there.
 */
import { readFile } from "node:fs/promises";
import type { Browser, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "./axe";
import { begun } from "./begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "./browsers";
import { Watch } from "./machine";
import { freePort, type Node, shared, started } from "./servers";

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

test("a guest becomes somebody who comes back, on every way there is", async () => {
  const watch = new Watch();
  // A guest plays, at a slow table, and then is kept: two taps and a finger.
  const laptop = await device(DESKTOP);
  const running = await seated(laptop);
  const { page } = laptop;
  await page.goto(`${site}/in`);
  await page.getByText("You play as a guest").waitFor();
  await open(page, "a guest's account");
  await shot(page, "guest");
  await page.getByRole("button", { name: "Keep your games" }).waitFor();
  const begunAt = Date.now();
  await laptop.press("button", "Keep your games");
  await shot(page, "claim");
  await laptop.press("button", "Make a key");
  await page.getByRole("heading", { name: "Eight codes for a bad day" }).waitFor();
  const seconds = (Date.now() - begunAt) / 1000;
  console.info("claimed", { taps: laptop.taps, seconds });
  expect(laptop.taps).toBe(2);
  watch.judge("a guest is kept within twenty seconds", () => expect(seconds).toBeLessThan(20));
  await open(page, "recovery codes");
  await shot(page, "codes");
  const codes = await page.locator(".you-codes code").allTextContents();
  expect(codes).toHaveLength(8);
  await page.keyboard.press("Escape");
  expect(await page.locator("dialog").count(), "codes stay until they are safe").toBe(1);
  await page.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.locator("dialog").waitFor({ state: "detached" });
  const { credentials } = await laptop.cdp.send("WebAuthn.getCredentials", { authenticatorId: laptop.authenticator });
  const [key] = credentials;
  if (key === undefined) throw new Error("no key was made");
  expect(key).toMatchObject({ isResidentCredential: true, rpId: "localhost" });

  // A new browser of the same person, whose devices share their keys: one tap.
  const tablet = await device(PHONE);
  await tablet.cdp.send("WebAuthn.addCredential", { authenticatorId: tablet.authenticator, credential: key });
  await tablet.page.goto(site);
  tablet.window.excuse(/401/); // the account of nobody
  await tablet.press("link", "Your account");
  await tablet.page.locator(`a[href="/t/${running}"]`).first().waitFor();
  expect(tablet.taps).toBe(1);
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
  await borrowed.press("button", "With a code");
  await borrowed.page.locator(`a[href="/t/${running}"]`).first().waitFor();
  await borrowed.page.goto(`${site}/in`);
  await borrowed.page.getByText("7 of 8 recovery codes left").waitFor();

  // A second device, over plain http, where no browser makes keys.
  await borrowed.press("button", "Second device");
  const code = await borrowed.page.locator(".you-second code").textContent();
  await borrowed.page.getByRole("img", { name: "QR code for the second device" }).waitFor();
  await open(borrowed.page, "a link for a second device");
  await shot(borrowed.page, "link");
  const phone = await opened(browser, { ...PHONE, ...CALM }, "en");
  phone.excuse(/401|Cross-Origin-Opener-Policy/); // the account of nobody; a header that is for https
  await phone.page.goto(`${plain}/in#${code}`);
  expect(await phone.page.evaluate(() => isSecureContext)).toBe(false);
  await phone.page.getByRole("button", { name: /^Come in as/ }).waitFor();
  await open(phone.page, "as whom a link lets in");
  await shot(phone.page, "by-link");
  await phone.page.getByRole("button", { name: /^Come in as/ }).click();
  await phone.page.locator(`a[href="/t/${running}"]`).first().waitFor();
  await phone.page.goto(`${plain}/t/${running}`);
  await phone.page.locator(".stage").waitFor();

  // The first device ends it, and its table is closed there within five seconds.
  await page.goto(`${site}/in`);
  const listed = page.getByRole("listitem").filter({ hasText: "by link" });
  await listed.waitFor();
  const endedAt = Date.now();
  await listed.getByRole("button", { name: /^End/ }).click();
  await page.getByText("Ended.").waitFor();
  await expect.poll(() => phone.frames.some((frame) => frame.includes("logged_out"))).toBe(true);
  const late = (Date.now() - endedAt) / 1000;
  console.info("ended after", late);
  watch.judge("a session that is ended leaves its table within five seconds", () => expect(late).toBeLessThan(5));
  expect(await phone.page.evaluate(async () => (await fetch("/api/me")).json() as Promise<unknown>)).toMatchObject({ name: "" });
  await expect.poll(() => listed.count()).toBe(0);

  // All that is kept comes as a file; then there is an end to it, and whoever plays on is somebody new.
  const [file] = await Promise.all([page.waitForEvent("download"), laptop.press("button", "Download my data")]);
  const kept = JSON.parse(await readFile(await file.path(), "utf8")) as { name: string; tables: string[] };
  expect(kept.tables).toEqual([running]);
  await laptop.press("button", "Delete everything");
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
  await page.getByRole("heading", { name: "Come back in" }).waitFor();
  await expect.poll(() => tablet.window.frames.some((frame) => frame.includes("logged_out"))).toBe(true);
});
