/** Kuhhandel Master in browsers: six at a table while a node dies, two who divide, and every screen for everybody. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
import { Robot } from "../support/robot";
import { filled } from "../support/scoreSheet";
import { type Cluster, cluster } from "../support/servers";
import { covering, outOfSight } from "./sight";
import { type Stage, staged, STATES } from "../support/staged";
import { patience, WHOLE } from "../machine";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(2, { tempo: "0.1" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** The phase that a frame shows; undefined: it shows none. */
function phaseOf(frame: string): string | undefined {
  return (JSON.parse(frame) as { view?: { phase: { phase: string } } }).view?.phase.phase;
}

/** Open a table of Kuhhandel Master with bots, as its host; return its path. */
async function laid({ context, page }: Window, origin: string, seats: number, bots: readonly string[]): Promise<string> {
  const answer = await context.request.post(`${origin}/api/tables`, { data: { edition: "master", seats, bots, pace: "live" } });
  const { table } = (await answer.json()) as { table: string };
  const path = `/t/${table}`;
  await page.goto(`${origin}${path}`);
  await page.locator(".start-bar").waitFor();
  return path;
}

/** Every size that the table has an arrangement of its own for. */
const SIZES = [[390, 844], [360, 640], [844, 390], [1280, 800], [1920, 1080]] as const;
const LOT = ".podium .lot, .podium .bidbox";

async function atAllSizes(page: Page, look: (size: string) => Promise<void>): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await look(`${width}×${height}`);
  }
}

function state(name: string): (typeof STATES)[string] {
  const found = STATES[name];
  if (found === undefined) throw new Error(`no state ${name}`);
  return found;
}

/** What is said about the game lies beside it: neither results nor hints cover what they are about. */
async function nothingCovered(page: Page, stage: Stage): Promise<void> {
  await page.locator(".coach p:not(:empty)").waitFor();
  await atAllSizes(page, async (size) => {
    expect(await covering(page, ".coach", `${LOT}, .podium .deck, .bar, .own-cards, .seat`), `hint, ${size}`).toEqual([]);
  });
  await page.locator(".coach").getByRole("button", { name: "No more hints" }).click();
  for (const name of ["told-trade", "told-exposed", "told-donkey", "told-rat", "told-dealt"]) {
    await atAllSizes(page, async (size) => {
      // It is there for a short while: on a slow machine it may be gone before it is looked at.
      let found: readonly string[];
      do {
        await stage.show(state(name));
        await page.locator(".happening").waitFor();
        found = await covering(page, ".happening", `${LOT}, .bar button`);
      } while (found[0] === "nothing is there");
      expect(found, `${name}, ${size}`).toEqual([]);
    });
  }
  // A tap anywhere on it closes it: tapped and looked at within the page, before it goes by itself.
  // What was told before may still be there: another kind of news is waited for.
  let closed: boolean | null;
  do {
    await stage.show(state("told-trade"));
    await page.locator(".happening.trade_settled").waitFor();
    closed = await page.evaluate(async () => {
      const told = document.querySelector(".happening.trade_settled")?.getBoundingClientRect();
      if (told === undefined) return null;
      (document.elementFromPoint(told.x + 30, told.y + 30) as HTMLElement).click();
      await new Promise(requestAnimationFrame);
      return document.querySelector(".happening") === null;
    });
  } while (closed === null);
  expect(closed).toBe(true);
}

/** Six sit there: everybody is on the screen, and so is the call. */
async function allInSight(page: Page, stage: Stage): Promise<void> {
  await stage.show(state("bidding-bare"));
  await atAllSizes(page, async (size) => {
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${size} is too narrow`).toBeLessThanOrEqual(0);
  });
  await stage.show(state("bidding"));
  await atAllSizes(page, async (size) => {
    expect(await outOfSight(page, ".seat, .lead-tag, .host-tag, .calls .now, .quick-bid:first-child, .pass"), size).toEqual([]);
  });
}

/** Whoever answers an offer sees from the first moment how many cards they answer. */
async function answered(page: Page, stage: Stage): Promise<void> {
  await stage.show(state("rat-reply"));
  await page.getByRole("button", { name: /^Counter/ }).click();
  const theirs = page.locator("dialog .versus .backs").nth(1);
  await atAllSizes(page, async (size) => {
    expect(await theirs.locator(".back").count(), size).toBe(3);
    expect(await outOfSight(page, "dialog .versus .backs .back"), size).toEqual([]);
  });
  expect(await page.locator("dialog .hint").textContent()).toContain("Pick your money cards");
  expect(await page.locator("dialog footer .btn--go").count()).toBe(0);
  await page.locator("dialog .money-card").first().click();
  await page.locator("dialog footer .btn--go", { hasText: "Lay face down" }).waitFor();
  await page.keyboard.press("Escape");
}

test("everybody can use what only Kuhhandel Master shows", async () => {
  const { page } = await opened(browser, DESKTOP, "en");
  const names = ["turn", "two-turn", "slap", "slap-stepwise", "slap-sealed", "hammer", "payment", "rat", "rat-trade", "rat-reply", "division", "extra", "cover", "score"];
  const stage = await staged(page, servers.nodes[1]?.url ?? "", state("turn"), "");
  await open(page, "a hint");
  await nothingCovered(page, stage);
  await allInSight(page, stage);
  await answered(page, stage);
  for (const name of names) {
    await stage.show(state(name));
    if (name === "score") await filled(page);
    await open(page, name);
    // A table fits its screen, whatever is shown on it.
    const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    if (name !== "score") expect(over, `${name} scrolls`).toBeLessThanOrEqual(0);
  }
});

test("no time runs while a result is shown, and one may take more of it", async () => {
  const { page } = await opened(browser, PHONE, "en");
  const turn = STATES["turn"] as (typeof STATES)[string];
  const stage = await staged(page, servers.nodes[1]?.url ?? "", { ...turn, left: 90_000, more: [0, 2] });
  await expect.poll(async () => page.locator(".bar .clock").textContent()).toBe("0:30");
  await page.getByRole("button", { name: "Take more time" }).click();
  await expect.poll(() => stage.sent.join("\n")).toContain('{"type":"more_time","seat":0}');
  await stage.show({ ...turn, left: 9_900 });
  await page.locator(".bar .clock.soon").waitFor();
  await expect.poll(async () => page.getByText("10 seconds left").count()).toBe(1);
  expect(await page.getByRole("button", { name: "Take more time" }).count()).toBe(0);
});

test("a hand is shown as handed in, and the key slaps", async () => {
  const { page } = await opened(browser, DESKTOP, "en");
  const stage = await staged(page, servers.nodes[1]?.url ?? "", state("slap"));
  await page.locator(".slap").waitFor();
  // As long as a tap could still be meant for the count before, it is not taken.
  await expect.poll(async () => {
    await page.keyboard.press("Space");
    return page.locator(".slap").textContent();
  }).toContain("Slapped!");
  expect(stage.sent.filter((frame) => frame.includes('"slap"'))).toHaveLength(1);
});

test("two divide the deck to the last point", async () => {
  const host = await opened(browser, { ...PHONE, ...CALM }, "de");
  await laid(host, servers.nodes[1]?.url ?? "", 2, ["farmer"]);
  await begun(host.page);
  await host.page.locator(".stage").waitFor();
  const robot = new Robot(host.page, 3);
  const playing = robot.play();
  const theirs = (): readonly { card?: unknown }[] =>
    host.frames
      .map((frame) => (JSON.parse(frame) as { view?: { phase: { phase: string; seat?: number; card?: unknown } } }).view?.phase)
      .flatMap((phase) => (phase?.phase === "dividing" && phase.seat !== 0 ? [phase] : []));
  await expect.poll(() => theirs().length, { timeout: patience(240_000) }).toBeGreaterThan(5);
  if (!WHOLE) robot.stop();
  await playing;
  if (WHOLE) await host.page.locator("main.score").waitFor();
  // What only one has looked at is not shown to the other.
  for (const { card } of theirs()) expect(card ?? null).toBeNull();
});

test("six play to the score sheet, and a node dies while somebody counts", async () => {
  const [, other] = servers.nodes.map((node) => node.url);
  const host = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  const phone = await opened(browser, { ...PHONE, ...CALM }, "ru");
  const path = await laid(host, other ?? "", 6, ["farmer", "farmer:bold", "farmer:bluffer", "farmer:thrifty"]);
  await phone.page.goto(`${servers.wire.url}${path}`);
  await phone.page.locator(".start-bar .btn--go").first().click();
  await phone.page.waitForFunction(() => document.querySelector(".start-bar .btn--go") === null);
  await begun(host.page);
  const pages = [host.page, phone.page];
  for (const page of pages) {
    await page.locator(".stage").waitFor();
    // A page that reloads forgets this.
    await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  }
  const robots = pages.map((page, seat) => new Robot(page, 11 * seat + 1));
  const playing = Promise.all(robots.map(async (robot) => robot.play()));

  // That this wire is cut, the browser itself tells to the console; files may be on their way over it.
  const { host: cut } = new URL(servers.wire.url);
  phone.excuse(new RegExp(`net::ERR_\\w+ at http://${cut}/|WebSocket connection to 'ws://${cut}/`));
  // In the very moment in which the last that the phone was shown is a count: a page that is looked at lags behind.
  let killed: Promise<void> | undefined;
  const dies = (): string | undefined => {
    const phase = phaseOf(phone.frames.findLast((frame) => frame.includes('"view":')) ?? "{}");
    if (phase === "countdown") killed ??= servers.nodes[0]?.stop("SIGKILL");
    return phase;
  };
  await expect.poll(dies, { interval: 5, timeout: patience(120_000) }).toBe("countdown");
  const before = phone.frames.length;
  servers.wire.lead(1);
  await killed;
  await expect.poll(() => phone.frames.length, { timeout: patience(60_000) }).toBeGreaterThan(before + 20);

  await playing;
  for (const page of pages) {
    await page.locator("main.score").waitFor({ timeout: patience(30_000) });
    expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
  }
  // Both saw the same end.
  const totals = [host, phone].map(({ frames }) => {
    const shown = frames.map((frame) => JSON.parse(frame) as { view?: { phase: { phase: string; scores?: { total: number }[] } } });
    const end = shown.findLast((frame) => frame.view?.phase.phase === "ended");
    return end?.view?.phase.scores?.map((score) => score.total);
  });
  expect(totals[0]).toHaveLength(6);
  expect(totals[1]).toEqual(totals[0]);
});
