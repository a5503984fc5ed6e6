/**
 * Offline play: got from a server, which is then stopped. A game goes on through a reload and a closed tab, is looked at again
 * afterwards, and costs no server anything. WHOLE=1: a game of each family to its end, one of them from a host of files.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { violations } from "../support/axe";
import { CALM, launched, opened, PHONE } from "../support/browsers";
import { Herder } from "../kuhfstein/kuhfsteinRobot";
import { patience, WHOLE } from "../machine";
import { got, hurried, running } from "../support/offline";
import { Robot } from "../support/robot";
import { filled } from "../support/scoreSheet";
import { freePort, type Node, started } from "../support/servers";

/** The family of *Play now*, and the others. */
const GAMES = WHOLE ? ["Kuhhandel", "Kuhhandel Master", "Kuhfstein"] : ["Kuhhandel"];
/** By then there is something to lose. */
const LINES = 25;

const folder = mkdtempSync(join(tmpdir(), "kuhstall-offline-"));
const store = join(folder, "kuhstall.db");
let port: number;
/** A name: what comes from this computer itself is asked for even without a network. */
let url: string;
let node: Node;
let browser: Browser;

const served = async (): Promise<Node> => started(port, { store, origins: url, ease: "0", lag: "0", log: "warning" });

beforeAll(async () => {
  port = await freePort();
  url = `http://kuhstall.localhost:${port}`;
  [node, browser] = await Promise.all([served(), launched()]);
});

afterAll(async () => {
  await browser.close();
  await node.stop();
  rmSync(folder, { recursive: true });
});

const ROWS = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
names = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
print({name: db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names})
`;

/** What the server has come to: the rows of its tables, and its counts of commands and steps. */
async function costs(): Promise<readonly string[]> {
  const rows = execFileSync("../.venv/bin/python", ["-c", ROWS, store], { encoding: "utf8" });
  const figures = await (await fetch(node.figures)).text();
  return [rows, ...figures.split("\n").filter((line) => /^kuhstall_(commands|steps|tables|sockets)\w*[ {]/u.test(line) && !line.includes("_created"))];
}

const lines = async (page: Page): Promise<readonly string[]> => page.locator(".log .lines > li").allTextContents();

async function grown(page: Page, beyond: number): Promise<void> {
  await page.waitForFunction((count) => document.querySelectorAll(".log .lines > li").length > count, beyond, { timeout: patience(60_000) });
}

const player = (page: Page, game: string, seed: number): Robot | Herder => (game === "Kuhfstein" ? new Herder(page, seed) : new Robot(page, seed));

/** Begin a game against bots on the first page, and play it until there is something to lose. */
async function begun(page: Page, game: string): Promise<void> {
  if (game === GAMES[0]) await page.locator("main .btn--go").first().click();
  else await page.getByRole("button", { name: `Play against bots ${game}`, exact: true }).click();
  await page.locator(".stage, .field-table").first().waitFor();
  const robot = player(page, game, 5);
  const playing = robot.play();
  await grown(page, LINES);
  robot.stop();
  await playing;
}

/** Load the table again: what was played is there, and it goes on. */
async function reloaded(page: Page): Promise<void> {
  const before = await lines(page);
  await page.reload();
  await grown(page, before.length - 1);
  expect((await lines(page)).slice(0, before.length)).toEqual(before);
}

/** Play to the score sheet, and look at all that is there afterwards. Returns the file that the game can be kept as. */
async function toTheEnd(page: Page, game: string, at: string): Promise<string> {
  await player(page, game, 6).play();
  await filled(page);
  const moment = page.getByRole("region", { name: "The coach’s opinion" }).getByRole("link").first();
  await moment.press("Enter");
  await page.waitForURL(/\/replay#e=\d+&as=0$/u);
  await page.locator(`.replay[data-step="${/#e=(\d+)/u.exec(page.url())?.[1]}"]`).waitFor();
  await page.goto(`${at}/offline`);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save as a file" }).first().click();
  const file = await (await saved).path();
  await page.getByRole("link", { name: "Watch again" }).first().click();
  await page.locator('.replay[data-step="1"]').waitFor();
  return file;
}

const said = (what: string, file: string): string => execFileSync("../.venv/bin/kuhstall", [what, file], { encoding: "utf8" });

/** Find in the file what the page `docs/play/offline.md` promises of it. */
function kept(file: string, table: string): void {
  expect(said("verify", file)).toMatch(new RegExp(`^one device: table ${table} was played by the rules, and it was played on one device: nobody else contributed`, "mu"));
  expect(said("replay", file).split("\n").length).toBeGreaterThan(LINES);
}

const tableOf = (page: Page): string => page.url().split("/t/")[1] ?? "";

test("a game alone costs the server nothing, and two tabs share it until one is closed", async () => {
  const window = await opened(browser, { ...PHONE, ...CALM }, "en");
  const { page, context, frames, sent } = window;
  hurried(window);
  await got(page, url, async () => {
    await page.getByRole("progressbar").waitFor();
    expect(await violations(page)).toEqual([]);
  });
  expect(await violations(page)).toEqual([]);
  // Whoever fills in the form has it started.
  await page.getByRole("combobox", { name: /^Game/u }).focus();
  await running(page);
  await page.getByRole("link", { name: "Kuhstall" }).first().click();
  const before = await costs();
  const asked: string[] = [];
  context.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await begun(page, "Kuhhandel");
  const other = await context.newPage();
  await other.goto(page.url());
  await grown(other, LINES);
  const locks = await other.evaluate(async () => navigator.locks.query());
  const named = (all: readonly LockInfo[] = []): number => all.filter(({ name }) => name === "kuhstall-offline").length;
  expect([named(locks.held), named(locks.pending)]).toEqual([1, 1]);
  // What is done in one is seen in both.
  const count = (await lines(other)).length;
  const robot = new Robot(page, 7);
  const playing = robot.play();
  await grown(other, count + 5);
  robot.stop();
  await playing;
  await page.close();
  const left = await lines(other);
  const heir = new Robot(other, 8);
  const going = heir.play();
  await grown(other, left.length + 5);
  heir.stop();
  await going;
  expect((await lines(other)).slice(0, left.length)).toEqual(left);
  expect(await costs()).toEqual(before);
  expect([frames, sent]).toEqual([[], []]);
  expect(asked.filter((one) => !/^GET \/(?!api\/(?!me$|house$|lobby$|editions$))/u.test(one))).toEqual([]);
});

test.each(GAMES)("without network and server, %s is played to its end through a reload, and is there afterwards", async (game) => {
  const window = await opened(browser, { ...PHONE, ...CALM }, "en");
  const { page, context } = window;
  hurried(window);
  await got(page, url);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await node.stop();
  // The service worker asks for a newer page first. All else does without.
  window.excuse(new RegExp(`^failed: net::ERR_INTERNET_DISCONNECTED at ${url}/(offline|rules|score|api/\\w+|t/\\w+)?$`, "u"));
  const home = await page.goto(`${url}/`);
  expect(home?.fromServiceWorker()).toBe(true);
  await page.getByRole("heading", { name: "No connection" }).waitFor();
  expect(await violations(page)).toEqual([]);
  for (const [path, words] of [["rules", ".book section h2"], ["score", "main h1"]] as const) {
    await page.goto(`${url}/${path}`);
    await page.locator(words).first().waitFor();
  }
  await page.goto(`${url}/`);
  await running(page);
  await begun(page, game);
  const table = tableOf(page);
  await reloaded(page);
  kept(await toTheEnd(page, game, url), table);
  if (game !== GAMES.at(-1)) node = await served();
});

/** A folder for any static web host, served by the plainest of them. Returns its address. */
async function files(): Promise<string> {
  const [python, out] = [resolve("../.venv/bin/python"), join(folder, "static")];
  const policy = execFileSync(python, ["-c", "from kuhstall.server.http.headers import POLICY; print(POLICY)"], { encoding: "utf8" }).trim();
  execFileSync("node", ["offline/run.mjs", "static"], { env: { ...process.env, POLICY: policy, OUT: out } });
  const at = await freePort();
  const host: ChildProcess = spawn(python, ["-m", "http.server", String(at), "--bind", "127.0.0.1", "--directory", out], { stdio: ["ignore", "ignore", "ignore"] });
  onTestFinished(async () => {
    host.kill();
    await once(host, "exit");
  });
  const address = `http://127.0.0.1:${at}`;
  await expect.poll(async () => fetch(`${address}/offline.json`).then(({ ok }) => ok, () => false)).toBe(true);
  return address;
}

test("a host of files is enough to play, also through a reload, and for people who pass one device around", async () => {
  const at = await files();
  const window = await opened(browser, { ...PHONE, ...CALM }, "en");
  const { page } = window;
  hurried(window);
  await page.goto(`${at}/`);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await begun(page, "Kuhhandel");
  const table = tableOf(page);
  await reloaded(page);
  if (WHOLE) kept(await toTheEnd(page, "Kuhhandel", at), table);
  for (const game of ["Kuhfstein", "Kuhhandel"]) {
    // One after the other: there is one device.
    // oxlint-disable-next-line no-await-in-loop
    await passedAround(page, game, at);
  }
});

/** How often the device changes hands before that is enough. */
const HANDS = WHOLE ? Infinity : 3;

/** Two people play with one device: between them nothing of the table is in the page. */
async function passedAround(page: Page, game: string, at: string): Promise<void> {
  await page.goto(`${at}/offline`);
  await page.getByRole("combobox", { name: /^Game/u }).selectOption({ label: game });
  await page.getByLabel("Name of player 1").fill("Ada");
  await page.getByLabel("Name of player 2").fill("Ben");
  expect(await violations(page)).toEqual([]);
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const robot = player(page, game, 9);
  const curtain = page.locator(".pass-curtain");
  const seen = new Set<string>();
  /* oxlint-disable no-await-in-loop -- one hand after the other */
  for (let hands = 0; hands < HANDS; hands++) {
    await page.locator(".pass-curtain, main.score").waitFor({ timeout: patience(60_000) });
    if ((await curtain.count()) === 0) break;
    expect([await page.locator(".table, [data-from], .money-card").count(), hands > 0 ? [] : await violations(page)]).toEqual([0, []]);
    seen.add((await curtain.getByRole("heading").textContent()) ?? "");
    await curtain.getByRole("button").first().click();
    await page.locator(".stage, .field-table").first().waitFor();
    const playing = robot.play();
    await page.locator(".pass-curtain, main.score").waitFor({ timeout: patience(60_000) });
    robot.stop();
    await playing;
  }
  /* oxlint-enable no-await-in-loop */
  if (WHOLE) await filled(page);
  expect([...seen].filter((one) => /^(?:Ada|Ben), it is your turn$/u.test(one)).toSorted()).toEqual(["Ada, it is your turn", "Ben, it is your turn"]);
}
