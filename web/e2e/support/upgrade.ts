/**
 * A tab of an older version, through an upgrade of the house: it stays open, is not loaded again, and plays its game to the end
 * with nodes of this version. `make drill` does that for each game; it needs a clone with the whole history.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { CALM, launched, opened } from "./browsers";
import { lastingPort, shared, started } from "./servers";

const ROOT = resolve("..");
const PYTHON = join(ROOT, ".venv/bin/python");

/** The robots of the older version, which know its pages. */
interface Player {
  play(): Promise<void>;
}
type Players = Record<string, new (page: Page, seed: number) => Player>;

let folder: string;
let browser: Browser;

beforeAll(async () => {
  const commit = execFileSync(PYTHON, ["-c", "from tests.deploy.versions import released; print(released().commit)"], { cwd: ROOT, encoding: "utf8" }).trim();
  folder = mkdtempSync(join(tmpdir(), "kuhstall-before-"));
  execFileSync("bash", ["-c", `git archive ${commit} src web | tar -x -C ${folder}`], { cwd: ROOT });
  symlinkSync(resolve("node_modules"), join(folder, "web/node_modules"));
  const environment = { ...process.env, NODE_ENV: "production" };
  execFileSync("npx", ["vite", "build", "--logLevel", "error"], { cwd: join(folder, "web"), env: environment, stdio: "ignore" });
  browser = await launched();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Play an edition, with a robot of the older version that has a file of its own, to the score sheet. */
export async function playedThrough(edition: string, device: object, file: string, name: string): Promise<void> {
  const { [name]: Robot } = (await import(/* @vite-ignore */ join(folder, "web/e2e", `${file}.ts`))) as Players;
  if (Robot === undefined) throw new Error(`no ${name} in that version`);
  const database = shared();
  onTestFinished(() => database.drop());
  const port = await lastingPort();
  const settings = { ...database.settings, origins: `http://127.0.0.1:${port}`, tempo: "0.2", drain: "1" };
  const before = await started(port, settings, join(folder, "src"));
  onTestFinished(async () => before.stop());
  const window = await opened(browser, { ...device, ...CALM }, "en");
  const { page, context, frames } = window;
  // That robot looks at another card while the question whether it is sure cannot be answered yet, and is asked again and again.
  await page.addInitScript(() => localStorage.setItem("kuhstall.preferences", JSON.stringify({ confirm: "never" })));
  // It also picks cards by chance until they add up to the price, which may take for ever with many of them.
  await page.addInitScript(() => setInterval(() => document.querySelector<HTMLButtonElement>("dialog.pay footer .btn:not(.btn--go)")?.click(), 500));
  // Nobody answers while the node is replaced, and the older client asks again until somebody does.
  window.excuse(/ERR_CONNECTION_REFUSED|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|WebSocket connection/);
  const answer = await context.request.post(`${before.url}/api/tables`, { data: { edition, seats: 3 } });
  const { table } = (await answer.json()) as { table: string };
  // What a page loads only when it is wanted must be kept before the files of that version are gone.
  await page.goto(`${before.url}/`);
  await page.evaluate(async () => navigator.serviceWorker.ready);
  await page.goto(`${before.url}/t/${table}`);
  await page.locator(".start-bar .btn:not(:disabled)").first().click();
  await page.locator(".start-bar .btn--go:not(:disabled)").click();
  await page.locator(".stage").waitFor();
  await page.evaluate(() => Object.assign(window, { neverReloaded: true }));
  const played = new Robot(page, 7).play();
  await expect.poll(() => frames.length).toBeGreaterThan(30);
  await before.stop();
  const heard = frames.length;
  const after = await started(port, settings);
  onTestFinished(async () => after.stop());
  await played;
  expect(frames.length).toBeGreaterThan(heard + 30);
  expect(await page.locator("main.score").count()).toBe(1);
  expect(await page.evaluate(() => "neverReloaded" in window)).toBe(true);
  console.info(`${edition}: ${heard} frames of ${before.url} before, ${frames.length - heard} after the upgrade`);
}
