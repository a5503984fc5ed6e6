/** Bids over a slow network: at least 150 ms in each direction between every page and the server. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { begun } from "../support/begun";
import { launched, opened, PHONE, type Window } from "../support/browsers";
import kuhhandel from "../../src/games/kuhhandel/base.en.json";
import home from "../../src/i18n/home.en.json";
import play from "../../src/i18n/play.en.json";
import { type Cluster, cluster } from "../support/servers";
import { stretched, Watch } from "../machine";

/** Longer where the machine is slow: what two do at once must not be further apart than the way between them. */
const DELAY = stretched(150);
const GUARD = 300;
const texts = { ...home, ...play };

let servers: Cluster;
let browser: Browser;
/** Two who bid, and the one who auctions. */
let ann: Window;
let ben: Window;
let seller: Window;

beforeAll(async () => {
  // The clock is slow, so that nothing is sold while the fingers are watched.
  [servers, browser] = await Promise.all([cluster(1, { tempo: "10" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** The amounts of the bids that a window has sent. */
function bids({ sent }: Window): readonly number[] {
  return sent
    .map((frame) => JSON.parse(frame) as { type: string; action?: { type: string; amount: number } })
    .flatMap((frame) => (frame.type === "cmd" && frame.action?.type === "bid" ? [frame.action.amount] : []));
}

/** How the server has answered the commands of a window. */
function answers({ frames }: Window): readonly string[] {
  return frames
    .map((frame) => JSON.parse(frame) as { type: string; code?: string })
    .flatMap((frame) => (frame.type === "ack" || frame.type === "nack" ? [frame.code ?? "ack"] : []));
}

/** Until whatever was sent has been answered, and the answer is on the page. */
async function settled({ page }: Window): Promise<void> {
  await page.waitForFunction(() => document.querySelector(".bid-amount.waits") === null);
}

/** Until the guard after the latest price is over. */
async function calm({ page }: Window): Promise<void> {
  await page.locator(".quick .quick-bid[aria-disabled=false]").first().waitFor();
}

/** Whoever leads says first that they want to raise their own bid. */
async function raises(window: Window): Promise<void> {
  await window.page.locator(".step .raise").click();
  await calm(window);
}

const price = async ({ page }: Window): Promise<string | null> => page.locator(".bidbox .bid-amount").textContent();
const lowest = ({ page }: Window): ReturnType<Page["locator"]> => page.locator(".quick .quick-bid").first();
const faster = ({ page }: Window): ReturnType<Page["locator"]> => page.locator(".refused p", { hasText: kuhhandel.play.refused.faster });

/** Each test has an auction of its own: three people, one of whom has turned a card over. */
beforeEach(async () => {
  servers.wire.slow(0);
  const windows = await Promise.all([1, 2, 3].map(async () => opened(browser, PHONE, "en")));
  const [host] = windows as [Window];
  const answer = await host.context.request.post(`${servers.wire.url}/api/tables`, { data: { edition: "kuhhandel/2", seats: 3 } });
  const { table } = (await answer.json()) as { table: string };
  await Promise.all(windows.map(async ({ page }) => page.goto(`${servers.wire.url}/t/${table}`)));
  for (const { page } of windows) {
    if (page !== host.page) await page.getByRole("button", { name: texts.home.room.join }).click();
    await page.getByRole("button", { name: texts.home.room.leave }).waitFor();
  }
  await begun(host.page);
  for (const { page } of windows) await page.locator(".stage").waitFor();
  const auction = await Promise.any(
    windows.map(async (window) => {
      await window.page.locator(".decide .btn--go").click();
      return window;
    }),
  );
  seller = auction;
  [ann, ben] = windows.filter((window) => window !== auction) as [Window, Window];
  await Promise.all([calm(ann), calm(ben)]);
  servers.wire.slow(DELAY);
});

test("a bid is there at once, outlined, and solid when the server has it", async () => {
  await ann.page.evaluate(() => {
    // Every look of the price, in the order in which it is shown.
    const looks: string[] = [];
    Object.assign(window, { looks });
    const look = (): void => {
      const shown = document.querySelector(".bidbox .bid-amount");
      const now = `${shown?.textContent ?? ""}${shown?.classList.contains("waits") === true ? " waits" : ""}`;
      if (looks.at(-1) !== now) looks.push(now);
    };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  const waited = await ann.page.evaluate(async () => {
    document.querySelector<HTMLButtonElement>(".quick .quick-bid")?.click();
    const began = performance.now();
    await new Promise(requestAnimationFrame);
    const outlined = document.querySelector(".bid-amount.waits")?.textContent;
    while (document.querySelector(".bid-amount.waits") !== null) await new Promise(requestAnimationFrame);
    return { outlined, took: performance.now() - began };
  });
  expect(waited.outlined).toBe("10");
  expect(waited.took).toBeGreaterThan(2 * DELAY);
  expect(await ann.page.evaluate(() => (window as unknown as { looks: string[] }).looks)).toEqual(["–", "10 waits", "10"]);
  expect(bids(ann)).toEqual([10]);
  for (const { page } of [ben, seller]) await page.locator(".bidbox .bid-amount", { hasText: "10" }).waitFor();
  expect(await seller.page.locator(".quick").count()).toBe(0);
});

test("of two who bid the same at once one is told that somebody was faster, and bids no more", async () => {
  const before = [ann, ben].map((one) => answers(one).length);
  // Pressed inside the pages: on its way through the driver one press may come later than the other's price.
  await Promise.all([ann, ben].map(async (one) => lowest(one).evaluate((button: HTMLElement) => button.click())));
  await Promise.all([settled(ann), settled(ben)]);
  const slower = await Promise.any([ann, ben].map(async (one) => faster(one).waitFor().then(() => one)));
  const first = slower === ann ? ben : ann;
  expect(bids(ann)).toEqual([10]);
  expect(bids(ben)).toEqual([10]);
  // The page can show the price before the answer to the first one has come to this process.
  const given = (): readonly string[] => [ann, ben].flatMap((one, place) => answers(one).slice(before[place])).toSorted();
  await expect.poll(given).toEqual(["ack", "too_low"]);
  // The price that stands is the first one's, for both of them.
  await expect.poll(async () => price(ann)).toBe("10");
  await expect.poll(async () => price(ben)).toBe("10");
  await expect.poll(async () => first.page.locator(".bidbox .from").textContent()).toBe("You");
  await expect.poll(async () => slower.page.locator(".bidbox .from").textContent()).toMatch(/^Guest \d+$/);
  expect(await faster(first).count()).toBe(0);
  // Nothing is raised by itself, however long one waits: the explanation is gone, and nothing was sent.
  await faster(slower).waitFor({ state: "detached" });
  expect(bids(slower)).toEqual([10]);
  // To bid again is a tap of one's own, at the amount that is on the button.
  await calm(slower);
  const label = await lowest(slower).getAttribute("aria-label");
  await lowest(slower).click();
  await settled(slower);
  expect(bids(slower)).toEqual([10, 20]);
  expect(label).toMatch(/^Bid 20\b/);
});

test("a second tap on the same amount is no second bid, and nobody was faster", async () => {
  const watch = new Watch();
  const before = answers(ann).length;
  await lowest(ann).dblclick({ delay: 10 });
  await settled(ann);
  // What else was sent would be answered by now: answers come in order.
  await raises(ann);
  await ann.page.locator(".quick .quick-bid").nth(1).click();
  await expect.poll(() => answers(ann).length).toBeGreaterThanOrEqual(before + 2);
  // Counted, no amount is bid twice, however late the second tap came.
  expect(new Set(bids(ann)).size).toBe(bids(ann).length);
  expect(new Set(answers(ann).slice(before))).toEqual(new Set(["ack"]));
  watch.judge("two quick taps are one bid", () => expect(bids(ann)).toEqual([10, 30]));
  expect(await faster(ann).count()).toBe(0);
});

test("a tap soon after the price has changed does nothing", async () => {
  const watch = new Watch();
  // Taps on every button at the moment of the change and until just before the guard is over.
  const tapped = ben.page.evaluate(
    async (guard) =>
      new Promise<{ taps: number; amounts: string[] }>((resolve) => {
        const first = document.querySelector(".quick .quick-bid");
        new MutationObserver((_, observer) => {
          if (first?.firstElementChild?.textContent === "10") return;
          observer.disconnect();
          const changed = performance.now();
          let taps = 0;
          const tap = (): void => {
            if (performance.now() - changed > guard - 50) {
              resolve({ taps, amounts: [...document.querySelectorAll(".quick .quick-bid > span")].map((one) => one.textContent ?? "") });
              return;
            }
            for (const button of document.querySelectorAll<HTMLElement>(".quick .quick-bid, .step .btn")) {
              button.click();
              taps++;
            }
            requestAnimationFrame(tap);
          };
          tap();
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    GUARD,
  );
  await lowest(ann).click();
  const { taps, amounts } = await tapped;
  // Counted, one tap is enough; how many there is time for is the machine's affair.
  expect(taps).toBeGreaterThan(0);
  watch.judge("taps within the guard", () => expect(taps).toBeGreaterThan(10));
  expect(amounts[0]).toBe("20");
  expect(bids(ben)).toEqual([]);
  expect(await ben.page.locator(".bid-amount.waits").count()).toBe(0);
  // Afterwards the same button works, for what it says.
  await calm(ben);
  await lowest(ben).click();
  await settled(ben);
  expect(bids(ben)).toEqual([20]);
  expect(await price(ben)).toBe("20");
});

test("a finger that was put on the old price never bids the new one", async () => {
  for (const [place, button] of [ben.page.locator(".quick .quick-bid").nth(1), ben.page.locator(".step .btn")].entries()) {
    const aimed = await button.getAttribute("aria-label");
    await button.hover();
    await ben.page.mouse.down();
    await lowest(ann).click();
    await expect.poll(async () => button.getAttribute("aria-label")).not.toBe(aimed);
    // Held until the guard is over, and let go on the button that now says something else.
    await calm(ben);
    await ben.page.mouse.up();
    expect(bids(ben), `button ${place}`).toEqual([]);
    await settled(ann);
    await raises(ann);
  }
  // The next tap is one for the price that is there.
  const label = await lowest(ben).getAttribute("aria-label");
  await lowest(ben).click();
  await settled(ben);
  expect(bids(ben)).toEqual([Number(label?.split(" ")[1])]);
});
