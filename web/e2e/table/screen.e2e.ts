/**
 * Five people's evening at a real server: a television, and four phones of different sizes and languages that play every
 * game with large controls. The television can be read from the sofa at every step, and comes back by itself.
 */
import { randomUUID } from "node:crypto";
import type { APIRequestContext, Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AnyRequest, EditionInfo, PairedScreen, PartyView } from "../../src/protocol/types";
import { Herder } from "../kuhfstein/kuhfsteinRobot";
import { patience, WHOLE } from "../machine";
import { flaws } from "../states/flaws";
import { violations } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, launched, opened, PHONE, type Window } from "../support/browsers";
import { illegible } from "../support/legible";
import { Robot } from "../support/robot";
import { type Cluster, cluster } from "../support/servers";

const TELEVISION = { viewport: { width: 1920, height: 1080 }, reducedMotion: "reduce" } as const;
/** The phones: how large they are, and what they speak. */
const PHONES = [
  [PHONE.viewport, "en"],
  [{ width: 360, height: 640 }, "ru"],
  [{ width: 844, height: 390 }, "de"],
  [PHONE.viewport, "de"],
] as const;
const HINTS = "turn bidding gavel trade bluff bluffed slap rat division";
/** Where pictures are to be left, if anybody wants to look at them. */
const OUT = process.env["LOOKS_OUT"];
/** The server may close an idle connection just when it is used again. */
const AGAIN = { maxRetries: 3 };
/** Every so many looks at the television, there is one at a phone. */
const GLANCES = 5;

let servers: Cluster;
let browser: Browser;
let host: APIRequestContext;
let url: string;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(2, { tempo: "0.04" }), launched()]);
  url = servers.wire.url;
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

async function answered<T>(path: string, data?: unknown): Promise<T> {
  const answer = data === undefined ? await host.get(`${url}${path}`, AGAIN) : await host.post(`${url}${path}`, { data, ...AGAIN });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

const asked = async (table: string, what: AnyRequest): Promise<unknown> => answered(`/api/tables/${table}/commands`, { cid: randomUUID(), request: what });

/** The first edition of every game. */
async function editions(): Promise<readonly string[]> {
  const all = await answered<readonly EditionInfo[]>("/api/editions");
  return [...new Map(all.toReversed().map(({ key, game }) => [game, key])).values()].toReversed();
}

/** When each step came, by its number; and whether the table ever went back. */
class Ear {
  readonly steps = new Map<number, number>();
  #table = "";
  #seq = 0;
  wentBack = false;

  constructor({ page }: Window) {
    page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => this.#hear(String(payload))));
  }

  at(table: string): void {
    this.#table = table;
    this.#seq = 0;
    this.steps.clear();
  }

  #hear(payload: string): void {
    const frame = JSON.parse(payload) as { type: string; seq?: number; went_back?: number };
    if (this.#table === "" || frame.seq === undefined || (frame.type !== "step" && frame.type !== "snapshot")) return;
    if (frame.seq < this.#seq || frame.went_back !== undefined) this.wentBack = true;
    this.#seq = Math.max(this.#seq, frame.seq);
    if (frame.type === "step") this.steps.set(frame.seq, performance.now());
  }
}

/** How much later than a phone the television heard of a step, in the middle of all. */
function median(phone: Ear, screen: Ear): number {
  const late = [...screen.steps].flatMap(([seq, at]) => (phone.steps.has(seq) ? [at - (phone.steps.get(seq) ?? 0)] : [])).toSorted((one, other) => one - other);
  return late[Math.floor(late.length / 2)] ?? Number.NaN;
}

/** Open a table, with everybody at it. */
async function laid(phones: readonly Window[], edition: string): Promise<string> {
  const { table } = await answered<{ table: string }>("/api/tables", { edition, seats: phones.length, bots: [], pace: "relaxed" });
  for (const [seat, { page }] of phones.entries()) {
    await page.goto(`${url}/t/${table}`);
    if (seat > 0) await page.locator(".start-bar .btn--go").click();
    await page.locator(".seat-about button, .start-bar").first().waitFor();
  }
  return table;
}

/** Type what the screen shows; return the name of the screen. */
async function paired(page: Page, table: string): Promise<string> {
  const code = (await page.locator(".tv-letters").innerText()).trim();
  expect(code).toMatch(/[A-Z2-9]{3} [A-Z2-9]{3} [A-Z2-9]{3}$/);
  const { id } = await answered<PairedScreen>(`/api/tables/${table}/screens`, { code: code.slice(-11) });
  await page.locator(".tv-join").waitFor();
  return id;
}

/** Everything there can be read, also by those who hear it, and on a small television or a very fine one. */
async function readable(page: Page, what: string): Promise<void> {
  expect(await violations(page), what).toEqual([]);
  expect(await flaws(page, false), what).toEqual([]);
  for (const viewport of [{ width: 1280, height: 720 }, { width: 3840, height: 2160 }, TELEVISION.viewport]) {
    await page.setViewportSize(viewport);
    expect(await illegible(page), `${what}, ${viewport.width}`).toEqual([]);
  }
  if (OUT !== undefined) await page.screenshot({ path: `${OUT}/screen-${what}.png` });
}

/** Whoever presses what the phones offer. */
const robots = (phones: readonly Window[], edition: string): readonly (Robot | Herder)[] =>
  phones.map(({ page }, seat) => (edition.startsWith("kuhfstein") ? new Herder(page, 5 * seat + 1) : new Robot(page, 5 * seat + 1)));

/** What the television shows. */
const shown = async (page: Page): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLElement>(".tv-stage")?.dataset["phase"] ?? document.querySelector(".tv-end, .tv-meadows")?.className ?? "");

/** Play at the phones until the television has shown all that is wanted, and look at every step whether it can be read. */
async function watched(phones: readonly Window[], page: Page, edition: string, wanted: readonly string[]): Promise<void> {
  const players = robots(phones, edition);
  const playing = Promise.all(players.map(async (robot) => robot.play()));
  const seen = new Set<string>();
  const problems = new Set<string>();
  const before = new Map<string, readonly string[]>();
  let looks = 0;
  // What is there at two looks has not only come by.
  const noted = (where: string, now: string, found: readonly string[]): void => {
    for (const one of found) if (before.get(where)?.includes(one) === true) problems.add(`${now}, ${where}: ${one}`);
    before.set(where, found);
  };
  const look = async (): Promise<readonly string[]> => {
    const now = await shown(page);
    noted("television", now, await illegible(page));
    const phone = phones[(looks / GLANCES) % phones.length];
    if (looks++ % GLANCES === 0 && phone !== undefined) noted(`phone ${phones.indexOf(phone)}`, now, await flaws(phone.page, true).catch(() => []));
    if (OUT !== undefined && !seen.has(now)) {
      await page.screenshot({ path: `${OUT}/screen-${edition.replace("/", "-")}-${now}.png` });
      for (const [seat, one] of phones.entries()) await one.page.screenshot({ path: `${OUT}/phone${seat}-${edition.replace("/", "-")}-${now}.png` });
    }
    seen.add(now);
    return wanted.filter((one) => !seen.has(one));
  };
  await Promise.race([
    expect.poll(look, { timeout: patience(240_000), interval: 60 }).toEqual([]),
    // A robot only ends before it is stopped when its game is over, or stuck.
    playing.then(async () => expect.poll(look, { timeout: patience(30_000), interval: 60 }).toEqual([])),
  ]);
  expect([...problems]).toEqual([]);
  for (const robot of players) robot.stop();
  await playing;
  console.info(`${edition}: seen on the television`, [...seen]);
}

test("a television and four phones play every game, and go on through what happens to them", async () => {
  const [window, ...phones] = await Promise.all([
    opened(browser, TELEVISION, "en"),
    ...PHONES.map(async ([viewport, locale]) => opened(browser, { ...PHONE, ...CALM, viewport }, locale)),
  ]);
  const [first] = phones;
  if (first === undefined) throw new Error("no phones");
  const { page } = window;
  const [television, ear] = [new Ear(window), new Ear(first)];
  for (const phone of phones) await phone.page.addInitScript((hints) => localStorage.setItem("kuhstall.coached", hints), HINTS);
  for (const [seat, name] of ["Mathilda", "Юрий", "Anneliese", "Heinrich"].entries())
    await phones[seat]?.context.request.post(`${url}/api/guests`, { data: { name }, ...AGAIN });
  host = first.context.request;
  const [opening = "", ...others] = await editions();
  await page.goto(`${url}/screen`);
  await page.locator(".tv-letters").waitFor();
  await readable(page, "pairing");
  // A remote control has arrows and Enter.
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  expect(await page.evaluate(() => document.activeElement?.className)).toContain("tv-control");

  let table = await laid(phones, opening);
  const name = await paired(page, table);
  await page.locator(".tv-stalls li[data-free=false]").nth(3).waitFor();
  await readable(page, "waiting");
  for (const one of [television, ear]) one.at(table);
  await begun(first.page);
  await page.locator(".tv-stage").waitFor();
  for (const phone of phones) await phone.page.locator(".in-hand").waitFor();

  // A reload is the same screen, and the same hand.
  const secret = await page.evaluate(() => sessionStorage.getItem("kuhstall.screen"));
  await page.reload();
  await page.locator(".tv-stage").waitFor();
  expect(JSON.parse((await page.evaluate(() => sessionStorage.getItem("kuhstall.screen"))) ?? "{}")).toMatchObject({ screen: (JSON.parse(secret ?? "{}") as { screen: string }).screen });
  await first.page.reload();
  await first.page.locator(".in-hand").waitFor();
  // A server dies: the last picture stays, and another one takes over.
  for (const one of [window, ...phones]) one.excuse(/Failed to load resource|WebSocket|ERR_/);
  await servers.nodes[0]?.stop("SIGKILL");
  await page.getByText("Looking for the table").waitFor();
  expect(await page.locator(".tv-stage, .tv-end").count()).toBe(1);
  servers.wire.lead(1);
  await page.getByText("Looking for the table").waitFor({ state: "detached" });

  await watched(phones, page, opening, ["bidding", "responding", "tv-end"]);
  await readable(page, "podium");
  expect(await page.locator(".tv-podium li").count()).toBe(3);
  expect([television.wentBack, ear.wentBack]).toEqual([false, false]);
  console.info(`the television heard of ${television.steps.size} steps, in the middle ${median(ear, television).toFixed(1)} ms after a phone`);

  // The next game is there without a code.
  await asked(table, { type: "rematch" });
  await page.locator(".tv-join").waitFor();
  table = (await answered<PartyView>(`/api/tables/${table}`)).rematch ?? "";
  expect((await answered<readonly PairedScreen[]>(`/api/tables/${table}/screens`)).map(({ id }) => id)).toEqual([name]);

  let last = name;
  for (const edition of others) {
    // The host removes the screen, and it needs a new code.
    await host.delete(`${url}/api/tables/${table}/screens/${last}`, AGAIN);
    await page.locator(".tv-letters").waitFor();
    await page.locator(".tv-join").waitFor({ state: "detached" });
    table = await laid(phones, edition);
    last = await paired(page, table);
    await begun(first.page);
    await page.locator(".tv-stage, .tv-meadows").waitFor();
    const some = edition.startsWith("kuhfstein") ? ["tv-meadows"] : ["countdown", "rat_round"];
    await watched(phones, page, edition, WHOLE ? [...some, "tv-end"] : some);
    if (WHOLE) await readable(page, `podium-${edition.replace("/", "-")}`);
    else if (edition.startsWith("kuhfstein")) {
      // The landscapes of all lie side by side.
      expect(await page.locator(".tv-land").count()).toBe(phones.length);
      await readable(page, "landscapes");
    }
  }
});
