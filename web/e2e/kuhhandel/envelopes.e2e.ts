/** A slow table of three people: one answer each, and nobody sees who has given it. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { patience } from "../machine";
import { shown } from "../support/robot";
import { type Cluster, cluster } from "../support/servers";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.05" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

const HINTS = "turn bidding gavel trade bluff bluffed";

/** Open a slow table whose host has the first turn, and take its path. */
async function slowTable(page: Page): Promise<string> {
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  const opening = { seats: 3, pace: "slow", rules: { start_player: "seat:0" } };
  const id = await page.evaluate(async (wish) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(wish) });
    return ((await answer.json()) as { table: string }).table;
  }, opening);
  return `${servers.nodes[0]?.url ?? ""}/t/${id}`;
}

/** Sit down as a guest. */
async function seated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator(".start-bar .btn--go").first().click();
  await page.waitForFunction(() => document.querySelector(".start-bar .btn--go") === null);
}

test("people answer once, in any order, and only the price shows", async () => {
  const windows = await Promise.all([opened(browser, { ...DESKTOP, ...CALM }, "en"), opened(browser, { ...PHONE, ...CALM }, "en"), opened(browser, { ...PHONE, ...CALM }, "de")]);
  const [host, one, other] = windows.map(({ page }) => page) as [Page, Page, Page];
  for (const page of [host, one, other]) await page.addInitScript((hints) => localStorage.setItem("kuhstall.coached", hints), HINTS);
  const address = await slowTable(host);
  await host.goto(address);
  await seated(one, address);
  await seated(other, address);
  await begun(host);
  await host.getByRole("button", { name: "Auction" }).first().click();

  // The auctioneer first, by the keyboard: up to 20, and the page says so until it is loaded anew.
  await host.getByRole("button", { name: /Buy it myself/ }).click();
  const slider = host.getByRole("slider", { name: "Highest price" });
  await slider.focus();
  await host.keyboard.press("ArrowRight");
  await host.keyboard.press("ArrowRight");
  expect(await slider.inputValue()).toBe("20");
  expect(await violations(host, "dialog[open]")).toEqual([]);
  await one.locator(".bar .btn--go").waitFor();
  // What one orders beforehand is read and written by everybody as well.
  await one.getByRole("button", { name: "Standing orders" }).click();
  await one.locator("dialog[open] .btn--go").waitFor();
  expect(await violations(one, "dialog[open]")).toEqual([]);
  await one.keyboard.press("Escape");
  await one.locator("dialog[open]").waitFor({ state: "detached" });
  const before = await one.evaluate(shown);
  await host.getByRole("button", { name: "Seal 20" }).click();
  await host.getByText("Your envelope: 20.").waitFor();
  // It is there on every device of its owner, and can be taken back and handed in again.
  await host.reload();
  await host.getByText("Your envelope: 20.").waitFor();
  expect(await host.getByRole("button", { name: /Buy it myself/ }).count()).toBe(0);
  await host.getByRole("button", { name: "Withdraw" }).click();
  await host.getByRole("button", { name: /Buy it myself/ }).click();
  await slider.focus();
  for (let step = 0; step < 3; step++) await host.keyboard.press("ArrowRight");
  await host.getByRole("button", { name: "Seal 30" }).click();
  await host.getByText("Your envelope: 30.").waitFor();
  await host.getByRole("button", { name: "Change" }).click();
  await slider.focus();
  await host.keyboard.press("ArrowLeft");
  expect(await violations(host, "dialog[open]")).toEqual([]);
  await host.getByRole("button", { name: "Seal 20" }).click();
  await host.getByText("Your envelope: 20.").waitFor();
  const receipts = await host.evaluate((table) => localStorage.getItem(`kuhstall.receipts.${table}`), address.split("/t/")[1]);
  expect((JSON.parse(receipts ?? "[]") as { revision: number; action: { amount?: number } | null }[]).map(({ revision, action }) => [revision, action?.amount])).toEqual([[1, 20], [2, undefined], [3, 30], [4, 20]]);

  // The next one on a phone; the last one is shown nothing of it.
  await one.getByRole("button", { name: "Name your price" }).click();
  for (let step = 0; step < 5; step++) await one.getByRole("button", { name: "+10" }).click();
  expect(await violations(one, "dialog[open]")).toEqual([]);
  const watched = await other.evaluate(shown);
  await one.getByRole("button", { name: "Seal 50" }).click();
  await one.getByText("Your envelope: 50.").waitFor();
  expect(await other.evaluate(shown)).toEqual(watched);
  // Nor does it make a step: only the bar has other buttons, and the words beside the lot as much room as these leave.
  const log = ({ game }: { readonly game: string }): string | undefined => game.split("\n").at(-1);
  expect(log(before)).toBe(log(await one.evaluate(shown)));

  // The last answer opens them: 30 is named besides, and so 40 is the price.
  await other.locator(".bar .btn--go").click();
  for (let step = 0; step < 3; step++) await other.locator("dialog .step button").last().click();
  await other.locator("dialog footer .btn--go").click();
  // They lie a while before, drawn by lot.
  await host.locator(".log .lines > li", { hasText: "gives most. The price is 40." }).waitFor({ timeout: patience(60_000) });
  await one.getByRole("button", { name: "Auction" }).first().waitFor();
  // Only its owner is told what was in an envelope.
  const heard = windows.map(({ frames }) => frames.join("\n"));
  for (const frames of heard) expect(frames).toContain('"envelopes_opened"');
  for (const place of [0, 2]) expect(heard[place]).not.toContain('"amount":50');
  expect(heard[1]).not.toMatch(/"amount":[23]0,"ahead"/);
  // The last one has named 30, too.
  expect(heard[2]).not.toMatch(/"amount":20,"ahead"/);
  expect(windows.flatMap(({ complaints }) => complaints)).toEqual([]);
});
