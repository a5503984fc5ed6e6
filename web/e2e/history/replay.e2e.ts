/** After a game: the score sheet, the shuffle checked in the page, and the whole game again. */
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, violations } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { looked } from "../support/looks";
import { Robot } from "../support/robot";
import { filled } from "../support/scoreSheet";
import { type Cluster, cluster } from "../support/servers";

let servers: Cluster;
let browser: Browser;
/** The address of a table whose game is over. */
let table = "";
let watched = "";
/** Whoever has played there. */
let person: Awaited<ReturnType<BrowserContext["storageState"]>>;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.05" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

const place = async (page: Page): Promise<readonly number[]> =>
  ((await page.locator(".top .pill").textContent()) ?? "").split("/").map(Number);

/** Wait until the table shows a step. */
async function at(page: Page, step: number): Promise<void> {
  await page.locator(`.replay[data-step="${step}"]`).waitFor();
  await expect.poll(async () => (await place(page))[0]).toBe(step);
}

async function seenBy(page: Page, viewer: string): Promise<void> {
  await page.getByLabel("As seen by").selectOption(viewer);
  await page.locator(`.replay[data-viewer="${viewer}"]`).waitFor();
}

/** How many pixels of the log are below its edge; runs inside the page. */
function unread(): number {
  const list = document.querySelector(".log .lines");
  return list === null ? Infinity : list.scrollHeight - list.scrollTop - list.clientHeight;
}

/** Look at the page of all one's games. */
async function remembered(page: Page): Promise<void> {
  const url = `${servers.nodes[0]?.url ?? ""}/games`;
  const listedThere = page.locator(".history .poster");
  await expect
    .poll(async () => {
      await page.goto(url);
      await page.locator(".history .history-sheet").first().waitFor();
      return listedThere.count();
    })
    .toBe(1);
  await open(page, "my games");
  await looked(page, async (look) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), look).toBe(0);
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/games-${look}.png`, fullPage: true });
  });
  await listedThere.getByRole("link").click();
  await at(page, 1);
}

/** Look at what the first page keeps of the game in this browser, until that is forgotten. */
async function listed(page: Page): Promise<void> {
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  const mine = page.getByRole("region", { name: "My games" });
  const game = mine.getByRole("link", { name: "Watch again" });
  await game.waitFor();
  expect(await game.textContent()).toMatch(/You won|(2nd|3rd) of 3/);
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize(PHONE.viewport);
  await page.emulateMedia({ colorScheme: "dark" });
  await mine.getByRole("button", { name: "Forget all" }).click();
  expect(await violations(page, "dialog[open]")).toEqual([]);
  await page.getByRole("button", { name: "Keep the list" }).click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  expect(await violations(page)).toEqual([]);
  await game.click();
  await at(page, 1);
  await page.goBack();
  await mine.getByRole("button", { name: "Forget all" }).click();
  await page.locator("dialog[open]").getByRole("button", { name: "Forget all" }).click();
  await mine.waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".games article").first().waitFor();
  expect(await mine.count()).toBe(0);
}

test("who has played checks the shuffle and watches the game again", async () => {
  const { page, complaints, context } = await opened(browser, DESKTOP, "en");
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  // A short game, with a value of one's own in the shuffle: bids in turns need no calls.
  const opening = { seats: 3, bots: ["farmer", "farmer"], rules: { auction_mode: "turns" } };
  const id = await page.evaluate(async (wish) => {
    const headers = { "content-type": "application/json" };
    const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(wish) });
    return ((await answer.json()) as { table: string }).table;
  }, opening);
  await page.goto(`${servers.nodes[0]?.url ?? ""}/t/${id}`);
  await begun(page);
  await page.locator(".stage").waitFor();
  table = page.url();
  await page.goto(`${table}/replay`);
  await page.waitForURL(table); // nothing can be looked at again before the end
  const playing = new Robot(page, 5).play();
  await page.waitForFunction(() => document.querySelectorAll(".log .lines > li").length > 60);
  // Lines come in flocks. A log that has stopped never gets to its end again.
  await expect.poll(async () => page.evaluate(unread), { interval: 20 }).toBeLessThan(2);
  await playing;
  await filled(page);
  // The moments of the game were told before its points, and stay below them, each with the way there.
  await page.locator(".highlights .moment").nth(2).waitFor();
  expect(await page.locator(".moment a").first().getAttribute("href")).toMatch(/\/replay#e=\d+$/);
  expect(await page.locator(".winner").textContent()).toMatch(/You win!.* ahead of \w|You are [23]\w\w of 3, .*(behind|as many points as) \w|share the win/);
  expect(await page.getByRole("button", { name: "Play this yourself" }).count()).toBe(0);
  await page.locator(".course figure").nth(1).waitFor();
  await page.locator(".confetti").waitFor({ state: "detached" });

  const drawn = page.waitForEvent("download");
  await page.getByRole("button", { name: "Picture of the result" }).click();
  const picture = readFileSync(await (await drawn).path());
  expect([picture.toString("latin1", 1, 4), picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual(["PNG", 1200, 630]);
  expect(picture.length).toBeGreaterThan(20_000);

  await page.getByRole("button", { name: "Verify the shuffle" }).click();
  await page.locator(".verdict").nth(4).waitFor();
  const verdicts = await page.locator(".verdict").evaluateAll((all) => all.map((one) => one.getAttribute("data-good")));
  expect(verdicts).toEqual(["true", "true", "true", "true", "true"]);
  await page.keyboard.press("Escape");

  const purses: Record<string, unknown[]> = {};
  /** How many cards the second seat has at each step, as it is told itself. */
  const held = new Map<number, number>();
  page.on("response", async (response) => {
    const viewer = /replay\/(\w+)\/\d+$/.exec(response.url())?.[1];
    if (viewer === undefined) return;
    // The last one may come while the window closes, which takes it along.
    const answer = (await response.json().catch(() => ({ page: [] }))) as { page: { step: number; view: { seats: { purse: unknown[] | null }[] } }[] };
    (purses[viewer] ??= []).push(...answer.page.flatMap((step) => step.view.seats.map((seat) => seat.purse)));
    if (viewer === "1") for (const { step, view } of answer.page) held.set(step, view.seats[1]?.purse?.length ?? 0);
  });
  await page.getByRole("link", { name: "Watch the game" }).click();
  await at(page, 1);
  const [, steps = 0] = await place(page);
  expect(steps).toBeGreaterThan(100);
  expect(await page.getByRole("button", { name: "Play this yourself" }).count()).toBe(0);
  await expect.poll(async () => page.locator(".marks [data-mark=donkey]").count()).toBe(4);

  for (const [key, step] of [["ArrowRight", 2], ["ArrowRight", 3], ["ArrowLeft", 2], ["End", steps], ["Home", 1]] as const) {
    await page.keyboard.press(key);
    await at(page, step);
  }
  const line = await page.getByLabel("Position in the game").boundingBox();
  if (line === null) throw new Error("there is nothing to pull");
  await page.mouse.click(line.x + line.width / 2, line.y + line.height / 2);
  await expect.poll(async () => Math.abs(((await place(page))[0] ?? 0) - steps / 2)).toBeLessThan(steps / 20);
  const [middle = 0] = await place(page);
  await at(page, middle);
  await page.waitForURL(`${table}/replay#e=${middle}`);

  // At the seats: in the middle of a trade the offer has its own sums on the stage.
  await expect.poll(async () => page.locator(".seat .cash").count()).toBe(await page.locator(".seat").count());
  await seenBy(page, "none");
  await expect.poll(async () => page.locator(".cash, .open-purse, .own-cards").count()).toBe(0);
  await at(page, middle);
  await seenBy(page, "1");
  await expect.poll(async () => page.locator(".seat .cash").count()).toBe(0);
  await expect.poll(() => held.has(middle)).toBe(true);
  await expect.poll(async () => (await page.locator(".own-cards .money-card").count()) > 0).toBe((held.get(middle) ?? 0) > 0);
  await page.waitForURL(`${table}/replay#e=${middle}&as=1`);
  await seenBy(page, "all");
  await page.waitForURL(`${table}/replay#e=${middle}`);
  watched = page.url();
  // The page can show an answer before it has come to this process.
  await expect.poll(() => purses["none"]?.every((purse) => purse === null)).toBe(true);
  await expect.poll(() => purses["all"]?.every((purse) => Array.isArray(purse))).toBe(true);

  await page.getByLabel("Speed").selectOption("4");
  await page.locator(".stage").click();
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.waitForFunction((step) => Number(document.querySelector<HTMLElement>(".replay")?.dataset["step"]) > step, middle + 1);
  await page.keyboard.press(" ");
  await page.getByRole("button", { name: "Play" }).waitFor();
  await remembered(page);
  await listed(page);
  person = await context.storageState();
  expect(complaints).toEqual([]);
  await context.close();
});

interface Said {
  readonly remarks: readonly { readonly step: number; readonly seat: number }[];
  readonly reasons: readonly { readonly step: number; readonly seat: number }[];
}

test("a coach says what cost most, and bots say why, and whoever reads it does so by keyboard", async () => {
  const { page, complaints, context } = await opened(browser, { ...PHONE, ...CALM, storageState: person }, "en");
  const answer = page.waitForResponse(/\/coaching$/);
  await page.goto(table);
  await filled(page);
  const said = (await (await answer).json()) as Said;
  const opinion = page.getByRole("region", { name: "The coach’s opinion" });
  const ways = opinion.getByRole("link", { name: "Watch this moment" });
  await ways.first().waitFor();
  expect(await ways.count()).toBe(said.remarks.length);
  expect(said.remarks.length).toBeLessThanOrEqual(3);
  expect(await violations(page)).toEqual([]);
  await ways.first().press("Enter");
  const [dearest] = said.remarks;
  await page.waitForURL(`${table}/replay#e=${dearest?.step}&as=0`);
  await at(page, dearest?.step ?? 0);

  // The remark is there, without another tap; at a bot's action the bot says why.
  const why = page.getByRole("button", { name: "Why?" });
  await page.locator(".why-said .remark").getByText("This cost you about").waitFor();
  expect(await why.getAttribute("aria-expanded")).toBe("true");
  const bots = page.locator(".why-one");
  for (const { step } of said.reasons.slice(0, 40).filter((_, place) => place % 13 === 0)) {
    await page.evaluate((to) => location.assign(`#e=${to}`), step);
    await at(page, step);
    await bots.first().waitFor();
    expect(await bots.count()).toBe(said.reasons.filter((one) => one.step === step).length);
  }
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  await page.getByRole("button", { name: "The coach’s opinion" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "The coach’s opinion" });
  expect(await violations(page, "dialog[open]")).toEqual([]);
  await dialog.getByRole("button", { name: "Watch this moment" }).last().press("Enter");
  await dialog.waitFor({ state: "detached" });
  await at(page, said.remarks.at(-1)?.step ?? 0);
  await page.locator(".why-said .remark").waitFor();
  await why.press("Enter");
  await page.locator(".why-said").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
  await context.close();
});

test("on a second device a game of last week is at most three taps away", async () => {
  // What a browser keeps for itself is not there: only who one is.
  const { page, context } = await opened(browser, { ...PHONE, ...CALM, storageState: { cookies: person.cookies, origins: [] } }, "en");
  await page.goto(new URL("/", table).href);
  let taps = 0;
  const tap = async (what: Locator): Promise<void> => {
    taps += 1;
    await what.click();
  };
  await tap(page.getByRole("link", { name: "All my games" }));
  await tap(page.locator(`a[href="${new URL(table).pathname}/replay"]`));
  await at(page, 1);
  expect(taps).toBeLessThanOrEqual(3);
  await context.close();
});

test.each([
  ["a phone", PHONE, "light"],
  ["a phone at night", PHONE, "dark"],
  ["a desktop", DESKTOP, "light"],
  ["a desktop at night", DESKTOP, "dark"],
] as const)("a link leads everybody to the moment, and to the score sheet, on %s", async (_, device, colorScheme) => {
  const { page, complaints, context } = await opened(browser, { ...device, colorScheme, reducedMotion: "reduce" }, "en");
  await page.goto(watched);
  await at(page, Number(/#e=(\d+)/.exec(watched)?.[1]));
  const yourself = page.getByRole("button", { name: "Play this yourself" });
  await yourself.waitFor();
  const room = await page.evaluate(() => [document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth]);
  expect(room).toEqual([0, 0]);
  expect(await violations(page)).toEqual([]);
  await page.getByRole("link", { name: "To the score sheet" }).click();
  await page.locator(".course figure").nth(1).waitFor();
  await yourself.waitFor();
  await page.getByText("Show as a table").click();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "The game in words" }).click();
  expect(await violations(page, "dialog[open]")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Verify the shuffle" }).click();
  await page.locator(".verdict").nth(4).waitFor();
  await page.getByText("The numbers").click();
  expect(await violations(page, "dialog[open]")).toEqual([]);
  expect(complaints).toEqual([]);
  await context.close();
});
