/**
 * What a phone has to load until the first table is there, as it comes over the wire. And what only a server that runs at
 * the pace of people shows: how a hand with a gavel and the clock behind it get on.
 */
import type { Browser, Request } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { begun } from "../support/begun";
import { DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { patience, Watch } from "../machine";
import { type Cluster, cluster } from "../support/servers";

const KB = 1000;
/** Scripts and style sheets: what was measured when this was written (78.4, 80.5 and 17.4), and 3 % for another build. */
const BUDGET = { script: 80.8 * KB, stylesheet: 17.7 * KB, font: 65 * KB, image: 40 * KB };
const CYRILLIC = { ...BUDGET, script: 82.9 * KB, font: 105 * KB };

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  // Slower than people: between what may be called and what the clock calls itself there is time for a busy machine, too.
  [servers, browser] = await Promise.all([cluster(1, { tempo: "2" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

test.each([
  ["de", BUDGET],
  ["ru", CYRILLIC],
])("the way to the first table in %s keeps to the budget", async (locale, budget) => {
  const { page } = await opened(browser, PHONE, locale);
  const loaded: Record<string, number> = { script: 0, stylesheet: 0, font: 0, image: 0 };
  const sizes: Promise<void>[] = [];
  const weigh = (request: Request): void => {
    const kind = request.resourceType();
    if (!(kind in loaded)) return;
    sizes.push(
      request.sizes().then(({ responseBodySize }) => {
        loaded[kind] = (loaded[kind] ?? 0) + responseBodySize;
      }),
    );
  };
  page.on("requestfinished", weigh);
  await page.goto(`${servers.nodes[0]?.url ?? ""}/`);
  await page.locator(".btn--go").first().click();
  await page.locator(".stage").waitFor();
  await page.waitForLoadState("networkidle").catch(() => undefined);
  // What comes later is not on the way to the table, and nobody would wait for its size any more.
  page.off("requestfinished", weigh);
  await Promise.all(sizes);
  console.info(locale, loaded);
  for (const [kind, most] of Object.entries(budget)) expect(loaded[kind], kind).toBeLessThanOrEqual(most);
});

/** Press the call at every look, and keep what it looked like each time; runs inside the page. */
function callAlways(): void {
  const looks: string[] = [];
  const look = (): void => {
    const call = document.querySelector<HTMLButtonElement>(".call-bar .call");
    if (call === null) return;
    const now = `${call.textContent} ${call.getAttribute("aria-disabled") === "true" ? "waits" : "may"}`;
    if (looks.at(-1) !== now) looks.push(now);
    call.click();
  };
  Object.assign(window, { looks });
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** The answers to the calls of a window, in their order. */
function callsOf({ sent, frames }: Window): readonly string[] {
  const read = (frame: string): { type: string; cid?: string; code?: string; action?: { type: string } } => JSON.parse(frame) as never;
  const calls = new Set(sent.map(read).filter(({ action }) => action?.type === "call").map(({ cid }) => cid));
  return frames.map(read).flatMap(({ type, cid, code }) => (/^n?ack$/.test(type) && calls.has(cid) ? [code ?? type] : []));
}

test("the auctioneer calls once, twice, gone, but never before the others could speak", async () => {
  const url = servers.nodes[0]?.url ?? "";
  const [auctioneer, bidder] = await Promise.all([opened(browser, { ...PHONE, viewport: { width: 360, height: 640 } }, "en"), opened(browser, DESKTOP, "en")]);
  const data = { seats: 3, bots: ["farmer"], rules: { gavel: "auctioneer", start_player: "seat:0" } };
  const answer = await auctioneer.context.request.post(`${url}/api/tables`, { data });
  const { table } = (await answer.json()) as { table: string };
  await auctioneer.page.goto(`${url}/t/${table}`);
  await bidder.page.goto(`${url}/t/${table}`);
  await bidder.page.getByRole("button", { name: "Join the game" }).click();
  await bidder.page.getByRole("button", { name: "Leave" }).waitFor();
  await begun(auctioneer.page);
  await bidder.page.locator(".stage").waitFor();

  const watch = new Watch();
  await auctioneer.page.evaluate(callAlways);
  await auctioneer.page.locator(".decide .btn--go").click();
  await bidder.page.locator(".quick .quick-bid[aria-disabled=false]").first().click();
  await expect.poll(async () => bidder.page.locator(".log").textContent(), { timeout: patience(90_000) }).toContain("The gavel falls");

  // Whatever is to be called next, it has to wait first; and the last three calls are once, twice, gone.
  const looks = await auctioneer.page.evaluate(() => (window as unknown as { looks: string[] }).looks);
  const called = looks.map((look) => look.replace(/ \w+$/u, ""));
  const first = looks.filter((_, at) => called[at] !== called[at - 1]);
  expect(first.filter((look) => !look.endsWith("waits"))).toEqual([]);
  expect(callsOf(auctioneer)).not.toContain("too_soon");
  // The others may see the gavel fall before the answer to the last call has come to this process.
  await expect.poll(() => callsOf(auctioneer).length).toBeGreaterThan(2).catch(() => undefined);
  // Pressed all the time, it called when it might, and the clock had nothing to do; unless the page was held up meanwhile.
  watch.judge("a hand on the gavel is quicker than the clock", () => {
    expect(first.slice(-3)).toEqual(["Call: going once! waits", "Call: going twice! waits", "Call: going, going, gone! waits"]);
    expect(callsOf(auctioneer).slice(-3)).toEqual(["ack", "ack", "ack"]);
  });
  // The others have heard each call, and have no gavel.
  expect(await bidder.page.locator(".log").textContent()).toMatch(/going once!.*going twice!.*The gavel falls/su);
  expect(await bidder.page.locator(".call-bar").count()).toBe(0);
});
