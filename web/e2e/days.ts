/**
 * Slow tables of all games, and four people of whom never two are connected at once. A visit goes from the first page
 * to a table that waits, answers there, and on to the next that waits. Days are short here, by the tempo of the server.
 *
 * `make days` lets everybody come by once, `make days DAYS=whole` plays to the end,
 * and `GAME=master` one game only.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "./browsers";
import { dice } from "./dice";
import { press as pressKuhfstein } from "./kuhfsteinRobot";
import { patience, stretched } from "./machine";
import { press } from "./robot";
import { type Cluster, cluster } from "./servers";

const WHOLE = process.env["DAYS"] === "whole";
const GAME = process.env["GAME"];
const EDITIONS = ["kuhhandel/2", "master", "kuhfstein"].filter((edition) => GAME === undefined || edition === GAME);
/** A day takes a minute and a half. */
const TEMPO = "0.001";
const HINTS = "turn bidding gavel trade bluff bluffed pedigree rat dividing tile herd card goal";

/** How often something is pressed at a table before it is clear that it does not help. */
const MOST = 200;

let servers: Cluster;
let browser: Browser;
let url = "";

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: TEMPO }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

interface Waits {
  readonly waits?: readonly { readonly table: string }[];
}

interface Looked {
  readonly party: { readonly stage: string; readonly places: readonly { readonly here: boolean }[] };
  readonly seq: number;
  readonly options: readonly object[];
}

class Person {
  #cids = 0;
  readonly draw: () => number;

  constructor(
    readonly window: Window,
    seed: number,
  ) {
    this.draw = dice(seed);
  }

  /** Ask for something without a page. */
  async ask(table: string, request: object): Promise<void> {
    const data = { cid: `e2e${this.#cids++}`, request };
    expect((await this.window.context.request.post(`${url}/api/tables/${table}/commands`, { data })).status()).toBe(200);
  }

  async looked(table: string): Promise<Looked> {
    return (await (await this.window.context.request.get(`${url}/api/tables/${table}/view`)).json()) as Looked;
  }

  async waits(): Promise<readonly string[]> {
    const me = (await (await this.window.context.request.get(`${url}/api/me`)).json()) as Waits;
    return (me.waits ?? []).map(({ table }) => table);
  }
}

/** Answer whatever a table asks, until it asks no more. */
async function answered(page: Page, person: Person, table: string, edition: string): Promise<void> {
  const robot = edition === "kuhfstein" ? pressKuhfstein : press;
  for (let tries = 0; tries < MOST; tries++) {
    for (let presses = 0; presses < 4; presses++) {
      await page.evaluate(robot, person.draw()).catch(() => null);
      await page.waitForTimeout(40);
    }
    if ((await person.looked(table)).options.length === 0) return;
  }
  throw new Error(`no end of questions at ${edition}`);
}

/**
 * Come by: from the first page to a table that waits, and from there to the next, by the way that the page shows, or over
 * the first page again. Returns how many tables were answered.
 */
async function visited(person: Person, games: ReadonlyMap<string, string>): Promise<number> {
  const page = await person.window.context.newPage();
  await page.addInitScript((hints) => localStorage.setItem("kuhstall.coached", hints), HINTS);
  const done = new Set<string>();
  let here = "";
  for (let left = await person.waits(); left.length > 0; left = (await person.waits()).filter((table) => !done.has(table))) {
    const next = page.locator("a.icon-btn:has(.bell-on)").first();
    const led = here !== "" && (await next.click({ timeout: stretched(1000) }).then(() => true, () => false));
    if (!led) {
      await page.goto(`${url}/`);
      await page.locator(".bell-go a").click();
    }
    await page.waitForFunction((old) => location.pathname.startsWith("/t/") && location.pathname !== old, led ? here : "");
    here = new URL(page.url()).pathname;
    const table = here.replace("/t/", "");
    await page.locator(".stage, .field-table, main.score").first().waitFor();
    await answered(page, person, table, games.get(table) ?? "");
    done.add(table);
    // Home hears of it a second later; until then the first page would lead here again.
    await expect.poll(async () => (await person.waits()).includes(table)).toBe(false);
  }
  await page.close();
  return done.size;
}

/** Wait until nobody is connected anywhere: the server has heard that the last page is gone. */
async function alone(): Promise<void> {
  await expect.poll(async () => /^kuhstall_sockets (\d+)/mu.exec(await (await fetch(`${url}/metrics`)).text())?.[1]).toBe("0");
}

test("four people who never meet play slow games of every family", { timeout: patience(WHOLE ? 5_400_000 : 240_000) }, async () => {
  const people = await Promise.all([DESKTOP, PHONE, DESKTOP, PHONE].map(async (device, seed) => new Person(await opened(browser, { ...device, ...CALM }, "en"), seed + 1)));
  const [host, ...others] = people as [Person, ...Person[]];
  for (const { window } of people) await window.page.close();
  const games = new Map<string, string>();
  for (const edition of EDITIONS) {
    const data = { seats: 4, edition, pace: "slow", name: "Anna" };
    const { table } = (await (await host.window.context.request.post(`${url}/api/tables`, { data })).json()) as { table: string };
    for (const [seat, person] of others.entries()) await person.ask(table, { type: "join", seat: seat + 1 });
    await host.ask(table, { type: "start" });
    games.set(table, edition);
  }
  await expect.poll(async () => (await Promise.all(people.map(async (person) => person.waits()))).flat().length).toBeGreaterThanOrEqual(EDITIONS.length);
  const before = await Promise.all([...games.keys()].map(async (table) => (await host.looked(table)).seq));

  let visits = 0;
  let answers = 0;
  for (let round = 0; ; round++) {
    for (const person of people) {
      if ((await person.waits()).length === 0) continue;
      await alone();
      answers += await visited(person, games);
      visits++;
    }
    await alone();
    const stages = await Promise.all([...games.keys()].map(async (table) => (await host.looked(table)).party.stage));
    if (WHOLE) console.info(`round ${round}: ${visits} visits, ${stages.join(" ")}`);
    if (WHOLE ? stages.every((stage) => stage === "ended") : round === 0) break;
  }
  const after = await Promise.all([...games.keys()].map(async (table) => (await host.looked(table)).seq));
  console.info(`${visits} visits, ${answers} tables answered, steps ${before.join(" ")} to ${after.join(" ")}`);
  for (const [place, seq] of after.entries()) expect(seq).toBeGreaterThan(before[place] ?? 0);
  expect(answers).toBeGreaterThanOrEqual(EDITIONS.length);
  expect(people.flatMap(({ window }) => window.complaints)).toEqual([]);
});
