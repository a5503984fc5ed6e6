/** A group: made in three taps by somebody with an account, joined in one by a guest on a phone over plain http. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, violations } from "../support/axe";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
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

/** Somebody with an account: recovery codes are enough, and need no device that makes keys. */
async function withAccount(name: string): Promise<Window> {
  const window = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  await window.page.goto(`${site}/rules`);
  const status = await window.page.evaluate(async (called) => {
    const headers = { "content-type": "application/json" };
    await fetch("/api/guests", { method: "POST", headers, body: JSON.stringify({ name: called }) });
    return (await fetch("/api/account/codes", { method: "POST", headers, body: "{}" })).status;
  }, name);
  expect(status).toBe(201);
  return window;
}

/** Nothing is cut off, and nothing makes the page wider than the window. */
async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test("a group is made in three taps and joined in one, and its tables are for its members", async () => {
  const { page: anna } = await withAccount("Anna");
  await anna.goto(`${site}/`);
  let taps = 0;
  const tap = async (role: "button" | "link", name: string | RegExp): Promise<void> => {
    taps += 1;
    await anna.getByRole(role, { name }).click();
  };
  await tap("link", "Your account");
  await tap("link", "Your groups");
  await anna.getByLabel("Name of the group").waitFor();
  await expect.poll(async () => anna.getByLabel("Name of the group").inputValue()).toBe("Anna’s group");
  await open(anna, "new group");
  await tap("button", "Create and get the link");
  await anna.getByRole("heading", { name: "Your group is ready" }).waitFor();
  expect(taps).toBe(3);
  await open(anna, "group made");
  const path = new URL(await anna.locator(".group-link").inputValue()).pathname;

  const window = await opened(browser, { ...PHONE, ...CALM }, "en");
  // A header for those who come by https; others are told that it means nothing to them.
  window.excuse(/Cross-Origin-Opener-Policy header has been ignored/);
  const { page: ben } = window;
  await ben.goto(`${plain}${path}`);
  const join = ben.getByRole("button", { name: "Join" });
  await join.waitFor();
  expect(await ben.evaluate(() => isSecureContext)).toBe(false);
  expect(await ben.locator("main").textContent()).not.toContain("Members");
  expect(await violations(ben)).toEqual([]);
  await fits(ben);
  await join.click();
  await ben.getByRole("heading", { name: "Members" }).waitFor();
  expect(await violations(ben)).toEqual([]);
  await fits(ben);

  // The host sees who has come, opens a table with the keyboard, and the guest sits down there in one tap.
  await anna.getByText("2 here now").waitFor();
  await anna.getByRole("button", { name: "Open a table" }).press("Enter");
  await anna.locator(".start-bar").waitFor();
  await ben.getByRole("link", { name: "Sit down" }).click();
  await ben.locator(".start-bar").waitFor();
  expect(new URL(ben.url()).pathname).toBe(new URL(anna.url()).pathname);
  expect(await anna.title()).not.toContain("Anna’s group");
  await anna.goto(`${site}${path}`);
  await anna.getByRole("link", { name: "Back to the table" }).waitFor();

  // A game from a real table: one enters it, the other disputes it, and it counts again.
  await anna.getByText("The first game of the season will be listed here.").waitFor();
  await anna.getByRole("button", { name: "Score sheet" }).press("Enter");
  await anna.getByLabel("Player 1", { exact: true }).selectOption("Anna");
  await anna.getByLabel("Points of player 1").fill("900");
  await anna.getByLabel("Player 2", { exact: true }).selectOption({ index: 2 });
  await anna.getByLabel("Points of player 2").fill("1200");
  await open(anna, "score sheet");
  await anna.setViewportSize({ width: 360, height: 640 });
  await fits(anna);
  await anna.setViewportSize(DESKTOP.viewport);
  await anna.getByRole("button", { name: "Enter", exact: true }).click();
  await anna.getByRole("row", { name: /^1 Guest \d+ 1 1 3$/ }).waitFor();
  await anna.getByRole("row", { name: "2 Anna 1 0 0" }).waitFor();
  await ben.goto(`${plain}${path}`);
  await ben.getByText("on paper, by Anna").waitFor();
  await ben.setViewportSize({ width: 360, height: 640 });
  await fits(ben);
  await open(ben, "results");
  await ben.getByRole("button", { name: /^Details:/ }).click();
  await ben.getByRole("button", { name: "This is wrong" }).click();
  await ben.getByText("disputed", { exact: true }).waitFor();
  await ben.getByText("The first game of the season will be listed here.").waitFor();
  await ben.getByRole("button", { name: /^Details:/ }).click();
  await ben.getByRole("button", { name: "Let it count" }).click();
  await ben.getByRole("row", { name: "2 Anna 1 0 0" }).waitFor();
  await ben.setViewportSize(PHONE.viewport);
  await anna.getByText("Download results").click();
  const [file] = await Promise.all([anna.waitForEvent("download"), anna.getByRole("button", { name: "As a table (CSV)" }).click()]);
  expect(file.suggestedFilename()).toBe("kuhstall.csv");
  await anna.getByText("Ratings", { exact: true }).click();
  await anna.getByRole("button", { name: "Switch ratings on" }).click();
  await anna.getByText("No one has played 30 games of a kind yet.").waitFor();
  await open(anna, "results");

  // House rules for all tables
  await anna.getByRole("button", { name: "Change", exact: true }).click();
  await anna.getByLabel("Pace").selectOption("Relaxed");
  await anna.locator(".group-rules summary").first().click();
  await anna.setViewportSize(PHONE.viewport);
  const wide = await anna.locator("dialog").evaluate((dialog) => {
    const edge = dialog.getBoundingClientRect().right;
    return [...dialog.querySelectorAll("select, input")].filter((field) => field.getBoundingClientRect().right > edge).length;
  });
  expect(wide).toBe(0);
  await anna.setViewportSize(DESKTOP.viewport);
  expect(await violations(anna)).toEqual([]);
  await anna.getByRole("button", { name: "Save" }).click();
  await anna.locator(".group-chips").getByText("Relaxed").waitFor();

  // The guest is removed, and finds no group any more.
  window.excuse(/404/);
  await ben.goto(`${plain}${path}`);
  await ben.getByRole("heading", { name: "Members" }).waitFor();
  await anna.getByRole("button", { name: /^Guest \d+/ }).click();
  expect(await violations(anna)).toEqual([]);
  await anna.getByRole("button", { name: "Remove" }).click();
  await anna.getByRole("heading", { name: "Removed" }).waitFor();
  // Where it was scrolled to, the bar at the top may lie over half a button.
  await anna.evaluate(() => scrollTo(0, 0));
  await open(anna, "group");
  await ben.getByRole("heading", { name: "There is no group here" }).waitFor();
  await anna.getByRole("button", { name: "Let back in" }).click();
  await ben.getByRole("heading", { name: "Members" }).waitFor();

  // A new link: the page moves along, and the old one still leads members to it.
  await anna.getByRole("button", { name: "Replace the link" }).click();
  await anna.getByRole("button", { name: "Replace it" }).click();
  await expect.poll(() => new URL(anna.url()).pathname).not.toBe(path);
  const fresh = await anna.locator(".group-link").inputValue();
  await anna.goto(`${site}${path}`);
  await expect.poll(async () => anna.locator(".group-link").inputValue()).toBe(fresh);
  await anna.getByRole("button", { name: "Delete the group" }).click();
  await anna.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await anna.getByRole("heading", { name: "New group" }).waitFor();
});

test("a guest on a site with accounts learns that a group needs one", async () => {
  const window = await opened(browser, { ...PHONE, ...CALM }, "de");
  const { page } = window;
  window.excuse(/403/);
  await page.goto(`${site}/g`);
  await page.getByRole("button", { name: "Anlegen und Link holen" }).click();
  await page.getByRole("alert").filter({ hasText: "Schlüssel" }).waitFor();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "Konto anlegen" }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/in");
});
