/**
 * Slow tables of all games, and four people of whom never two are connected at once. A visit goes from the first page
 * to a table that waits, answers there, and on to the next that waits. Days are short here, by the tempo of the server.
 * At tables with envelopes somebody leaves standing orders, somebody changes an envelope, and somebody withdraws one.
 *
 * `make days` lets everybody come by twice, `make days DAYS=whole` plays to the end,
 * and `GAME=master` one game only. Before that, four people start a game without ever meeting, and one value is missing.
 */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MISSED, onTwoNodes, playedApart } from "./support/apart";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "./support/browsers";
import { dice } from "./support/dice";
import { press as pressKuhfstein } from "./kuhfstein/kuhfsteinRobot";
import { patience, stretched } from "./machine";
import { press } from "./support/robot";
import { type Cluster, cluster } from "./support/servers";

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
  readonly you: number | null;
  readonly party: { readonly stage: string; readonly places: readonly { readonly here: boolean; readonly revealed?: boolean }[] };
  readonly seq: number;
  readonly options: readonly object[];
  /** What lies in one's envelope, until it is opened. */
  readonly answer?: { readonly revision: number; readonly salt?: string };
}

/** What happens at each table with envelopes: once it has, nobody does it there again. */
const DEEDS = ["order", "change", "withdraw"] as const;
type Deed = (typeof DEEDS)[number];
/** A pedigree or a rat may be the first card of Kuhhandel Master, and nothing is ordered for these. */
const PLAN: Readonly<Record<string, readonly Deed[]>> = { "kuhhandel/2": DEEDS, master: ["change", "withdraw"], kuhfstein: [] };

class Person {
  readonly draw: () => number;

  constructor(
    readonly window: Window,
    seed: number,
  ) {
    this.draw = dice(seed);
  }

  /** Come to a table and press the button that leads on: to sit down, or to start the game. */
  async pressed(table: string): Promise<void> {
    await alone();
    const page = await this.window.context.newPage();
    await page.goto(`${url}/t/${table}`);
    if ((await this.looked(table)).you === null) {
      await page.locator(".start-bar .btn--go").click();
      await page.locator(".name-shown").waitFor();
    } else {
      await page.locator(".start-bar .btn--go:not(:disabled)").click();
      await revealed(this, table);
    }
    await page.close();
  }

  async looked(table: string): Promise<Looked> {
    return (await (await this.window.context.request.get(`${url}/api/tables/${table}/view`, { maxRetries: 3 })).json()) as Looked;
  }

  async waits(): Promise<readonly string[]> {
    const me = (await (await this.window.context.request.get(`${url}/api/me`, { maxRetries: 3 })).json()) as Waits;
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

/** Until our value for the shuffle is there. */
async function revealed(person: Person, table: string): Promise<void> {
  const shown = async (): Promise<boolean> => {
    const { you, party } = await person.looked(table);
    return party.stage !== "revealing" || party.places[you ?? -1]?.revealed === true;
  };
  await expect.poll(shown).toBe(true);
}

/** Order every animal that is still to come for a bid of 10, if the page offers to. */
async function orders(page: Page, person: Person, table: string): Promise<boolean> {
  const button = page.locator(".bar").getByRole("button", { name: "Standing orders" });
  if (!(await button.click({ timeout: stretched(2000) }).then(() => true, () => false))) return false;
  const dialog = page.locator("dialog.orders[open]");
  await dialog.locator(".order input").first().waitFor();
  for (const input of await dialog.locator(".order input").all()) await input.fill("10");
  await dialog.getByRole("button", { name: "Save orders" }).click();
  await dialog.waitFor({ state: "detached" });
  const kept = (await (await person.window.context.request.get(`${url}/api/tables/${table}/orders`)).json()) as { lots: readonly { amount: number | null }[] };
  expect(kept.lots.map(({ amount }) => amount)).toEqual(kept.lots.map(() => 10));
  return true;
}

/** Change or withdraw what was just handed in, and hand something in again; false if it was opened before. */
async function reconsiders(page: Page, person: Person, table: string, edition: string, deed: Deed): Promise<boolean> {
  const { answer: before } = await person.looked(table);
  if (before?.salt === undefined) return false;
  // The robot may have begun something else.
  await page.reload();
  const button = page.locator(".bar").getByRole("button", { name: deed === "change" ? "Change" : "Withdraw" });
  if (!(await button.click({ timeout: stretched(5000) }).then(() => true, () => false))) return false;
  if (deed === "withdraw") {
    await expect.poll(async () => (await person.looked(table)).answer).toBeUndefined();
    await button.waitFor({ state: "detached" });
    await answered(page, person, table, edition);
  }
  const revision = before.revision + (deed === "withdraw" ? 2 : 1);
  for (let tries = 0; tries < MOST; tries++) {
    const now = (await person.looked(table)).answer;
    if ((now?.revision ?? 0) >= revision) return true;
    await page.evaluate(press, person.draw()).catch(() => null);
    await page.waitForTimeout(40);
  }
  throw new Error(`nothing else is handed in at ${edition}`);
}

/** What was done with envelopes, by table. */
const done = new Map<string, Set<Deed>>();

/** Answer, and do with the envelope what nobody has done at this table before. */
async function answersWithCare(page: Page, person: Person, table: string, edition: string): Promise<void> {
  const here = done.get(table) ?? new Set<Deed>();
  done.set(table, here);
  if (!here.has("order") && edition !== "kuhfstein" && (await orders(page, person, table))) here.add("order");
  await answered(page, person, table, edition);
  const deed = DEEDS.find((one) => one !== "order" && !here.has(one));
  if (deed !== undefined && (await reconsiders(page, person, table, edition, deed))) here.add(deed);
}

/**
 * Come by: from the first page to a table that waits, and from there to the next, by the way that the page shows, or over
 * the first page again. Returns how many tables were answered.
 */
async function visited(person: Person, games: ReadonlyMap<string, string>): Promise<number> {
  const page = await person.window.context.newPage();
  await page.addInitScript((hints) => localStorage.setItem("kuhstall.coached", hints), HINTS);
  const been = new Set<string>();
  let here = "";
  for (let left = await person.waits(); left.length > 0; left = (await person.waits()).filter((table) => !been.has(table))) {
    const next = page.locator("a.icon-btn:has(.notifications-on)").first();
    const led = here !== "" && (await next.click({ timeout: stretched(1000) }).then(() => true, () => false));
    if (!led) {
      await page.goto(`${url}/`);
      await page.locator(".notifications-go a").click();
    }
    await page.waitForFunction((old) => location.pathname.startsWith("/t/") && location.pathname !== old, led ? here : "");
    here = new URL(page.url()).pathname;
    const table = here.replace("/t/", "");
    await page.locator(".start-bar, .stage, .field-table, main.score").first().waitFor();
    await revealed(person, table);
    if ((await person.looked(table)).party.stage !== "revealing") {
      await page.locator(".stage, .field-table, main.score").first().waitFor();
      await answersWithCare(page, person, table, games.get(table) ?? "");
    }
    been.add(table);
    // Home hears of it a second later; until then the first page would lead here again.
    await expect.poll(async () => (await person.waits()).includes(table)).toBe(false);
  }
  await page.close();
  return been.size;
}

/** Wait until nobody is connected anywhere: the server has heard that the last page is gone. */
async function alone(): Promise<void> {
  await expect.poll(async () => /^kuhstall_sockets (\d+)/mu.exec(await (await fetch(servers.nodes[0]?.figures ?? "")).text())?.[1]).toBe("0");
}

// `make e2e` has the same on a file of SQLite: account/notifications.e2e.ts.
test("a slow game starts without a value that does not come: PostgreSQL and two nodes", { timeout: patience(600_000) }, async () => {
  const here = await onTwoNodes();
  try {
    expect(await playedApart(browser, here, async () => undefined)).toMatch(MISSED);
  } finally {
    await here.stop();
  }
});

test("four people who never meet play slow games of every family", { timeout: patience(WHOLE ? 5_400_000 : 240_000) }, async () => {
  const people = await Promise.all([DESKTOP, PHONE, DESKTOP, PHONE].map(async (device, seed) => new Person(await opened(browser, { ...device, ...CALM }, "en"), seed + 1)));
  const [host, ...others] = people as [Person, ...Person[]];
  for (const { window } of people) await window.page.close();
  const games = new Map<string, string>();
  for (const edition of EDITIONS) {
    const data = { seats: 4, edition, pace: "slow", name: "Anna" };
    const { table } = (await (await host.window.context.request.post(`${url}/api/tables`, { data })).json()) as { table: string };
    for (const person of [...others, host]) await person.pressed(table);
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
    if (WHOLE ? stages.every((stage) => stage === "ended") : round === 1) break;
  }
  const after = await Promise.all([...games.keys()].map(async (table) => (await host.looked(table)).seq));
  console.info(`${visits} visits, ${answers} tables answered, steps ${before.join(" ")} to ${after.join(" ")}`);
  for (const [place, seq] of after.entries()) expect(seq).toBeGreaterThan(before[place] ?? 0);
  expect(answers).toBeGreaterThanOrEqual(EDITIONS.length);
  for (const [table, edition] of games) {
    console.info(`${edition}: ${[...(done.get(table) ?? [])].join(", ")}`);
    expect([...(done.get(table) ?? [])]).toEqual(expect.arrayContaining([...(PLAN[edition] ?? [])]));
  }
  expect(people.flatMap(({ window }) => window.complaints)).toEqual([]);
});
