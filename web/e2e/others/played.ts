/**
 * A whole game against bots in browsers that are not Chromium, with a real server: `make browsers`. The robots are those of the
 * other browser tests; they press in the page what people would press.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { dice } from "../dice";
import { freePort, started } from "../servers";
import { ear } from "./ear";
import { firefox } from "./firefox";
import { rest, type Tab, until } from "./tab";
import { webkit } from "./webkit";

export const BROWSERS = ["Firefox", "WebKit"] as const;
export type Name = (typeof BROWSERS)[number];

const FOLDER = process.env["OUT"] ?? "shots/others";
/** By then there is something on the table. */
const LOOK = 40;
const SIZES = { desktop: [1280, 800], phone: [447, 844] } as const;

interface Table {
  readonly edition: string;
  readonly seats: number;
  readonly bots: readonly string[];
}

/** A browser, and the address of a server that it can play on. */
export async function guest(name: Name): Promise<{ readonly tab: Tab; readonly origin: string }> {
  const folder = mkdtempSync(join(tmpdir(), "kuhstall-others-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const way = await ear();
  onTestFinished(() => way.close());
  way.lead(port);
  const own = `http://127.0.0.1:${port}`;
  const settings = { store: join(folder, "kuhstall.db"), origins: `${own},${way.url}`, tempo: "0.1", ease: "0", lag: "0", log: "warning" };
  const server = await started(port, settings);
  onTestFinished(async () => server.stop());
  const tab = name === "Firefox" ? await firefox() : await webkit(way.heard);
  onTestFinished(async () => tab.close());
  return { tab, origin: name === "Firefox" ? own : way.url };
}

const there = async (tab: Tab, selector: string): Promise<boolean> =>
  tab.evaluate((wanted) => document.querySelector(wanted) !== null, selector);

/** Press the first of these that can be pressed. */
const pressed = async (tab: Tab, selector: string): Promise<boolean> =>
  tab.evaluate((wanted) => {
    const button = [...document.querySelectorAll<HTMLButtonElement>(wanted)].find((one) => !one.disabled && one.offsetParent !== null);
    button?.click();
    return button !== undefined;
  }, selector);

/** Wait for so many frames; runs inside the page. What measures itself anew needs one or two, however long they take. */
async function drawn(frames: number): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}

/** Take pictures as a desktop and as a phone shows it. */
async function pictured(tab: Tab, name: string): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const [kind] = tab.browser.toLowerCase().split(" ");
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await tab.resize(width, height);
    await rest(400); // what moves is at its end
    await tab.evaluate(drawn, 3);
    writeFileSync(join(FOLDER, `${kind}-${name}-${size}.png`), await tab.picture());
  }
}

async function opened(tab: Tab, origin: string, wish: Table): Promise<void> {
  await tab.open(`${origin}/`);
  const table = await tab.evaluate(async (body) => {
    const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    return ((await answer.json()) as { table: string }).table;
  }, { ...wish, pace: "live" });
  await tab.open(`${origin}/t/${table}`);
  await until(async () => (await there(tab, ".start-bar .btn--go:not(:disabled)")) || null);
}

/** Press what there is to press until the score sheet is there, with a look at the table on the way. Returns how much it was. */
async function toTheEnd(tab: Tab, press: (draw: number) => string | null, look: () => Promise<void>): Promise<number> {
  const draw = dice(7);
  let presses = 0;
  return until(async () => {
    const found = (await tab.evaluate(press, draw())) !== null;
    if (found && ++presses === LOOK) await look();
    // Every question takes its time, so these are asked seldom while there is enough to press.
    if (found && presses % 10 > 0) return null;
    // A table with nobody but bots waits until a hint was read, and for whoever reads in another window. It has no clock
    // either, so that chance alone might pay for ever where the exact amount is asked for: the cheapest way is a button.
    await pressed(tab, ".coach .btn--go, .banner .btn--go, dialog.pay footer .btn:not(.btn--go)");
    return (await there(tab, "main.score")) ? presses : null;
  });
}

/** Play an edition to the score sheet, by what `press` finds to press in the page. */
export async function played(name: Name, wish: Table, press: (draw: number) => string | null): Promise<void> {
  const began = Date.now();
  const { tab, origin } = await guest(name);
  const [game] = wish.edition.split("/");
  const passed = (what: string): void => console.info(`${tab.browser}, ${game}: ${what} after ${Math.round((Date.now() - began) / 1000)} s`);
  await tab.resize(...SIZES.phone);
  await opened(tab, origin, wish);
  await pictured(tab, `${game}-room`);
  await pressed(tab, ".start-bar .btn--go");
  await until(async () => {
    const why = await tab.evaluate(() => document.querySelector(".start-bar .notice")?.textContent ?? null, null);
    if (why !== null) throw new Error(`not begun: ${why}`);
    return (await there(tab, ".stage")) || null;
  });
  passed(`the first card, ${(await tab.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches, null)) ? "with nothing that moves," : "with all that moves,"}`);
  const presses = await toTheEnd(tab, press, async () => pictured(tab, `${game}-table`));
  passed(`the score sheet, by ${presses} presses,`);
  await until(async () => (await there(tab, "tr[data-shown]")) || null);
  await until(async () => !(await there(tab, "tr[data-shown=false], .confetti")) || null);
  await pictured(tab, `${game}-score`);
  expect(presses).toBeGreaterThan(10);
  expect(tab.complaints).toEqual([]);
}
