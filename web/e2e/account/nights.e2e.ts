/** A game night: planned in two taps, checked in by phones, a round begun in one, and shown on a big screen. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, violations } from "../support/axe";
import { CALM, launched, opened, PHONE, type Window } from "../support/browsers";
import { freePort, type Node, shared, started } from "../support/servers";

/** What a host may need for a night of three rounds. */
const MOST_TAPS = 6;
const TV = { viewport: { width: 1920, height: 1080 } };

let browser: Browser;
let node: Node;
let database: ReturnType<typeof shared>;
let site = "";

beforeAll(async () => {
  database = shared();
  const port = await freePort();
  site = `http://localhost:${port}`;
  const settings = { ...database.settings, origins: `${site},http://127.0.0.1:${port}`, tempo: "1" };
  [node, browser] = await Promise.all([started(port, settings), launched()]);
});

afterAll(async () => {
  await browser.close();
  await node.stop();
  database.drop();
});

async function post(page: Page, path: string, body: unknown): Promise<unknown> {
  return page.evaluate(
    async ([to, sent]) => {
      const answer = await fetch(to, { method: "POST", headers: { "content-type": "application/json" }, body: sent });
      return answer.json();
    },
    [path, JSON.stringify(body)] as const,
  );
}

async function guest(name: string, size: object): Promise<Window> {
  const window = await opened(browser, { ...size, ...CALM }, "en");
  await window.page.goto(`${site}/rules`);
  await post(window.page, "/api/guests", { name });
  // Recovery codes make an account, which whoever makes a group needs.
  await post(window.page, "/api/account/codes", {});
  return window;
}

/** Nothing is cut off, and nothing makes the page wider than the window. */
async function fits(page: Page): Promise<void> {
  // What was looked at in all sizes is a phone again.
  await page.setViewportSize(PHONE.viewport);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

test("a night is planned, checked in to, and begun in few taps, and a screen shows who sits where", async () => {
  const [{ page: anna }, { page: ben }, { page: tv }] = await Promise.all([guest("Anna", PHONE), guest("Ben", PHONE), guest("Screen", TV)]);
  const { code } = (await post(anna, "/api/groups", { name: "Friday cows" })) as { code: string };
  for (const page of [ben, tv]) await post(page, `/api/groups/${code}/members`, {});
  await anna.goto(`${site}/g/${code}`);
  let taps = 0;
  const tap = async (role: "button" | "link", name: string): Promise<void> => {
    taps += 1;
    await anna.getByRole(role, { name }).click();
  };
  await tap("button", "Plan a game night");
  await open(anna, "plan a night");
  await tap("button", "Save");
  await anna.getByText("1 is coming").waitFor();
  expect(await violations(anna)).toEqual([]);
  await fits(anna);
  await anna.getByRole("button", { name: "Subscribe in your calendar" }).click();
  await expect.poll(async () => anna.getByLabel("Address of the calendar").inputValue()).toContain("/api/calendars/");
  expect(await violations(anna)).toEqual([]);
  await anna.keyboard.press("Escape");

  await anna.getByRole("link", { name: "To the game night" }).click();
  await tap("button", "I’m here");
  await anna.getByText("You are checked in.").waitFor();
  await open(anna, "night, host");
  await fits(anna);
  const path = new URL(anna.url()).pathname;
  await ben.goto(`${site}${path}`);
  await ben.getByRole("button", { name: "I’m here" }).waitFor();
  await open(ben, "night, check-in");
  await tv.goto(`${site}${path}/screen`);
  await tv.getByText("1 is here").waitFor();
  expect(await violations(tv)).toEqual([]);
  await ben.getByRole("button", { name: "I’m here" }).click();
  await tv.getByText("2 are here").waitFor();

  await tap("button", "Start round 1");
  // Two further rounds are a tap each.
  expect(taps + 2).toBeLessThanOrEqual(MOST_TAPS);
  await ben.getByRole("link", { name: "Go to table 1" }).waitFor();
  await open(ben, "night, own table");
  await fits(ben);
  await tv.getByText("Round 1: find your table").waitFor();
  expect(await violations(tv)).toEqual([]);
  await ben.getByRole("link", { name: "Go to table 1" }).press("Enter");
  await ben.waitForURL(/\/t\//);
  // A bot plays on for somebody who has to go; what the host ends has a podium.
  await anna.getByRole("button", { name: "I have to go" }).click();
  await anna.getByRole("button", { name: "Go", exact: true }).click();
  await anna.getByText("You had to go.").waitFor();
  await anna.getByRole("button", { name: "End the game night" }).click();
  await anna.getByRole("button", { name: "End it" }).click();
  await anna.getByRole("heading", { name: "The game night is over." }).waitFor();
  expect(await violations(anna)).toEqual([]);
  await tv.getByText("The game night is over.").first().waitFor();
  expect(await violations(tv)).toEqual([]);
});
