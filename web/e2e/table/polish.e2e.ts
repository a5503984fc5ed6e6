/** What is around the game: hints, help, mutes, the tab, and no connection. */
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { violations } from "../support/axe";
import { begun } from "../support/begun";
import { DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { patience } from "../machine";
import { type Cluster, cluster } from "../support/servers";

let servers: Cluster;
let browser: Browser;
let url: string;
/** A table over days at which it is ours to lay an offer, and who sits there. */
let trading: { readonly address: string; readonly storageState: Exclude<BrowserContextOptions["storageState"], undefined> };

/** Open a table, let bots take the free seats, and start; days for a decision, so that nothing moves by itself. */
async function slowTable(page: Page): Promise<void> {
  await page.goto(`${url}/`);
  await page.getByRole("button", { name: "Table with friends" }).click();
  await page.locator(".chip-btn", { hasText: "Live" }).click();
  await page.locator("dialog .choice", { hasText: "Over several days" }).click();
  await page.keyboard.press("Escape");
  await page.locator(".chip-btn", { hasText: "Slow" }).waitFor();
}

/** The same with bids in turns: what is explained is different where everybody answers once. */
async function slowTableInTurns(page: Page): Promise<void> {
  await page.goto(`${url}/`);
  const table = await page.evaluate(async () => {
    const body = JSON.stringify({ seats: 4, pace: "slow", rules: { auction_mode: "turns" } });
    const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body });
    return ((await answer.json()) as { table: string }).table;
  });
  await page.goto(`${url}/t/${table}`);
}

async function started(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Fill up with bots" }).click();
  await begun(page);
  await page.locator(".stage").waitFor();
}

/** Buy what is cheap and trade whenever that is possible, until an offer is to be laid or the game is over; runs inside the page. */
function toTrade(): "offer" | "over" | null {
  if (document.querySelector("dialog[open] .versus .offer") !== null) return "offer";
  if (document.querySelector("main.score") !== null) return "over";
  const open = document.querySelector("dialog[open]");
  const cheap = [...document.querySelectorAll<HTMLButtonElement>(".bar .quick-bid")].find((bid) => parseInt(bid.textContent, 10) <= 40);
  const first = (root: ParentNode | null, ...selectors: string[]): HTMLButtonElement | undefined =>
    selectors.flatMap((one) => [...(root?.querySelectorAll<HTMLButtonElement>(one) ?? [])]).find((one) => !one.disabled);
  const button =
    open === null
      ? (cheap ?? first(document.querySelector(".bar"), ".decide .btn:last-child", ".pass", ":scope > .btn"))
      : first(open, ".trade-pair", ".decide .btn", "footer .btn--go");
  button?.click();
  return null;
}

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.05" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
  const { page, context } = await opened(browser, DESKTOP, "en");
  await page.addInitScript(() => localStorage.setItem("kuhstall.coached", "turn bidding gavel trade bluff bluffed slap rat division"));
  // Whoever never shares an animal with anybody never trades: then another game is played.
  for (let found = ""; found !== "offer"; ) {
    await slowTableInTurns(page);
    await started(page);
    const seen = await page.waitForFunction(toTrade, null, { polling: 60, timeout: patience(90_000) });
    found = (await seen.jsonValue()) ?? "";
  }
  trading = { address: page.url(), storageState: await context.storageState() };
  await context.close();
}, patience(180_000));

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Under an open dialog nothing can be reached: the rest of the table is looked at without one. */
async function reachable(page: Page): Promise<string[]> {
  return violations(page, (await page.locator("dialog[open]").count()) > 0 ? "dialog[open]" : "html");
}

describe.each([
  ["a phone", PHONE, "light"],
  ["a phone at night", PHONE, "dark"],
  ["a desktop", DESKTOP, "light"],
  ["a desktop at night", DESKTOP, "dark"],
] as const)("on %s", (_, device, colorScheme) => {
  test("help, menu, chat and trade are open to everybody", async () => {
    const { storageState } = trading;
    const { page, complaints, context } = await opened(browser, { ...device, colorScheme, storageState }, "en");
    await page.goto(trading.address);
    await page.locator("dialog[open] .offer").first().waitFor();
    expect(await reachable(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    // The focus is not lost with the dialog.
    await page.waitForFunction(() => document.activeElement !== document.body);
    await page.keyboard.press("F1");
    await page.locator("dialog.help[open] .help-now").waitFor();
    await page.locator("dialog.help .rules [data-differs=true]").first().waitFor();
    expect(await reachable(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.locator("dialog.menu[open]").waitFor();
    expect(await reachable(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Menu");
    const drawer = page.locator(".top .compact-only");
    if (await drawer.isVisible()) await drawer.click();
    await page.getByRole("tab", { name: "Chat" }).click();
    await page.locator(".phrases").waitFor();
    expect(await reachable(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("hints come once, and not at all to who wants none", async () => {
  const { page, complaints, context } = await opened(browser, PHONE, "en");
  await slowTableInTurns(page);
  await started(page);
  await page.locator(".bar:not(.quiet)").waitFor();
  const skip = page.locator(".coach").getByRole("button", { name: "No more hints" });
  await skip.waitFor();
  await expect.poll(async () => page.locator("dialog[open]").count()).toBe(0);
  await skip.focus();
  await page.keyboard.press("Enter");
  await skip.waitFor({ state: "hidden" });
  await page.reload();
  await page.locator(".bar:not(.quiet)").waitFor();
  await expect.poll(async () => page.locator(".coach").count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

test("what somebody says is seen on a phone; who is muted is not heard, until one wants to hear them again", async () => {
  const [host, guest] = await Promise.all([opened(browser, DESKTOP, "en"), opened(browser, PHONE, "de")]);
  await slowTable(host.page);
  await guest.page.goto(host.page.url());
  await guest.page.locator(".start-bar .btn--go").first().click();
  await guest.page.waitForFunction(() => document.querySelector(".start-bar .btn--go") === null);
  await started(host.page);
  for (const { page } of [host, guest]) {
    await page.locator(".stage").waitFor();
    await page.keyboard.press("Escape");
  }
  await host.page.getByRole("tab", { name: "Chat" }).click();
  const drawer = guest.page.locator(".top .compact-only");
  const seat = await guest.page.locator('[data-seat="0"]').boundingBox();
  // It is gone after some seconds: whoever looks for it only then may be late.
  const [bubble] = await Promise.all([
    guest.page.locator(".bubble").boundingBox(),
    drawer.locator(".dot", { hasText: "1" }).waitFor(),
    host.page.locator(".phrases button", { hasText: "Good luck!" }).click(),
  ]);
  expect(bubble?.y).toBeGreaterThan(seat?.y ?? Infinity);
  expect(bubble?.y).toBeLessThan((seat?.y ?? 0) + (seat?.height ?? 0));
  expect(await reachable(guest.page)).toEqual([]);
  await drawer.click();
  await guest.page.locator(".said li", { hasText: "Viel Glück!" }).waitFor();
  expect(await drawer.locator(".dot").count()).toBe(0);
  await guest.page.locator(".bubble").waitFor({ state: "detached" });
  const said = (text: string): ReturnType<Page["locator"]> => host.page.locator(".said li", { hasText: text });
  const say = async (phrase: string): Promise<void> => guest.page.locator(".phrases button", { hasText: phrase }).click();
  await say("Hallo!");
  await said("Hello!").waitFor();
  await said("Hello!").getByRole("button", { name: /^Mute/ }).click();
  await said("Hello!").waitFor({ state: "detached" });
  await host.page.locator(".bubble").waitFor({ state: "detached" });
  await say("Danke!");
  await guest.page.locator(".said li", { hasText: "Danke!" }).waitFor();
  expect(await host.page.locator(".bubble").count()).toBe(0);
  await host.page.reload();
  await host.page.locator(".stage").waitFor();
  await host.page.getByRole("tab", { name: "Chat" }).click();
  await host.page.locator(".mutes button").waitFor();
  // Nothing but what they have said themselves.
  await expect.poll(async () => host.page.locator(".said li:not(.none)").allTextContents()).toEqual([expect.stringContaining("Good luck!")]);
  await host.page.locator(".mutes button").click();
  await said("Thanks!").waitFor();
  await said("Hello!").waitFor();
  for (const { complaints, context } of [host, guest]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

test("without a connection the first page opens and says so, and no answer is an old one", async () => {
  const window = await opened(browser, PHONE, "en");
  const { page, context } = window;
  // Cut on purpose: what is asked for over that wire fails, and nothing else may.
  window.excuse(new RegExp(`ERR_(CONNECTION|CONTENT_LENGTH|EMPTY|FAILED|SOCKET).* at ${servers.wire.url}/`));
  await page.goto(`${servers.wire.url}/`);
  await page.getByRole("button", { name: "Table with friends" }).waitFor();
  await page.evaluate(async () => navigator.serviceWorker.ready);
  // From now on the worker is in charge of this page, too.
  await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  expect(await page.evaluate(async () => (await fetch("/api/me")).status)).toBe(200);
  servers.wire.cut();
  await page.goto(`${servers.wire.url}/`);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  await expect.poll(async () => page.getByRole("button", { name: "Table with friends" }).isDisabled()).toBe(true);
  const answers = await page.evaluate(async () => fetch("/api/me").then((answer) => answer.status, () => "none"));
  expect(answers).toBe("none");
  const kept = await page.evaluate(async () => {
    const caught = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return caught.flat().map((request) => new URL(request.url).pathname);
  });
  expect(kept).toContain("/");
  // What editions there are is the same for everybody; nothing else that the server answers is kept.
  expect(kept.filter((path) => /^\/(api|ws)/.test(path))).toEqual(["/api/editions"]);
  await page.goto(`${servers.wire.url}/t/aaaaaaaaaaaaaaaaaaaaaaaaaa`);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  await page.goto(`${servers.wire.url}/`);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  servers.wire.mend();
  await page.getByRole("heading", { name: "No connection" }).waitFor({ state: "detached" });
  await expect.poll(async () => page.getByRole("button", { name: "Table with friends" }).isEnabled()).toBe(true);
  await context.close();
});

test("a tab that nobody looks at says when it is wanted", async () => {
  const { page, context } = await opened(browser, { ...DESKTOP, storageState: trading.storageState }, "en");
  await page.goto(trading.address);
  await page.locator("dialog[open] .offer").first().waitFor();
  await expect.poll(async () => page.title()).toContain("Your turn");
  const look = async (state: string, icon: string): Promise<void> => {
    await page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
    await page.locator(`link[rel="icon"][href="${icon}"]`).waitFor({ state: "attached" });
  };
  await look("hidden", "/art/cow-wanted.svg");
  await look("visible", "/art/cow-face.svg");
  await context.close();
});

test("it can be installed", async () => {
  const answer = await fetch(`${url}/app.de.webmanifest`);
  expect(answer.headers.get("content-type")).toContain("application/manifest+json");
  const manifest = (await answer.json()) as { lang: string; icons: { src: string; purpose: string }[] };
  expect(manifest.lang).toBe("de");
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain("maskable");
  for (const { src } of manifest.icons) expect((await fetch(`${url}${src}`)).headers.get("content-type")).toBe("image/png");
});
