/**
 * A whole game against bots in browsers that are not Chromium, with a real server: `make browsers`. The robots are those of the
 * other browser tests; they press in the page what people would press.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { dice } from "../support/dice";
import { type Sight, Vigil } from "../support/robot";
import { freePort, started } from "../support/servers";
import { ear } from "./ear";
import { firefox } from "./firefox";
import { rest, type Tab, until } from "./tab";
import { webkit } from "./webkit";

export const BROWSERS = ["Firefox", "WebKit"] as const;
export type Name = (typeof BROWSERS)[number];

const FOLDER = process.env["OUT"] ?? "shots/others";
/** Whoever sits with nobody but bots has all the time there is: only bots and calls are as quick as that. */
const TEMPO = "0.03";
/** As long as the robots of the other tests look away. Every look costs the browser something. */
const PAUSE = 80;
/** By then there is something on the table. */
const FULL = 40;
const SIZES = { desktop: [1280, 800], phone: [447, 844] } as const;

interface Table {
  readonly edition: string;
  readonly seats: number;
  readonly bots: readonly string[];
}

interface Game {
  readonly table: Table;
  /** Press something; runs inside the page. */
  readonly press: (draw: number) => string | null;
  /** What to take a picture of when it is first there, by its name: a selector. */
  readonly looks: Readonly<Record<string, string>>;
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
  const settings = { store: join(folder, "kuhstall.db"), origins: `${own},${way.url}`, tempo: TEMPO, ease: "0", lag: "0", log: "warning" };
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

/** Take pictures as a desktop and as a phone shows it, of that part of the page if one is named. */
async function pictured(tab: Tab, name: string, part = "body"): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const [kind] = tab.browser.toLowerCase().split(" ");
  for (const [size, [width, height]] of Object.entries(SIZES)) {
    await tab.resize(width, height);
    await rest(400); // what moves is at its end
    await tab.evaluate((wanted) => document.querySelector(wanted)?.scrollIntoView(), part);
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
  await until(async () => (await there(tab, ".start-bar .btn--go[aria-disabled=false]")) || null);
}

/** Press what there is to press until the score sheet is there, with looks at the table on the way. Returns how much it was. */
async function toTheEnd(tab: Tab, game: string, { press, looks }: Game): Promise<{ readonly presses: number; readonly tries: number }> {
  const draw = dice(7);
  const left = new Map(Object.entries(looks));
  const vigil = new Vigil();
  const page = { evaluate: async (work: () => Sight) => tab.evaluate<null, Sight>(work, null) };
  let presses = 0;
  let tries = 0;
  return until(async () => {
    if (++tries % 10 === 0) await vigil.look(page);
    const found = (await tab.evaluate(press, draw())) !== null;
    if (found && ++presses === FULL) await pictured(tab, `${game}-table`);
    if (found) {
      const seen = await tab.evaluate((all) => all.find(([, wanted]) => document.querySelector(wanted) !== null)?.[0] ?? null, [...left]);
      if (seen !== null && left.delete(seen)) await pictured(tab, `${game}-${seen}`);
    }
    // Every question takes its time, so these are asked seldom while there is enough to press.
    if (found && presses % 10 > 0) return null;
    // A table with nobody but bots waits until a hint was read, and for whoever reads in another window. It has no clock
    // either, so that chance alone might pay for ever where the exact amount is asked for: the cheapest way is a button.
    await pressed(tab, ".coach .btn--go, .banner .btn--go, dialog.pay footer .btn:not(.btn--go)");
    return (await there(tab, "main.score")) ? { presses, tries } : null;
  }, PAUSE);
}

/** Play a game to the score sheet. */
export async function played(name: Name, game: Game): Promise<void> {
  const began = Date.now();
  const { tab, origin } = await guest(name);
  const [what = ""] = game.table.edition.split("/");
  const passed = (how: string): void => console.info(`${tab.browser}, ${what}: ${how} after ${Math.round((Date.now() - began) / 1000)} s`);
  await tab.resize(...SIZES.phone);
  await opened(tab, origin, game.table);
  await pictured(tab, `${what}-room`);
  await pressed(tab, ".start-bar .btn--go");
  await until(async () => {
    const why = await tab.evaluate(() => document.querySelector(".start-bar .notice")?.textContent ?? null, null);
    if (why !== null) throw new Error(`not begun: ${why}`);
    return (await there(tab, ".stage")) || null;
  });
  passed(`the first card, ${(await tab.evaluate(() => matchMedia("(prefers-reduced-motion: reduce)").matches, null)) ? "with nothing that moves," : "with all that moves,"}`);
  const { presses, tries } = await toTheEnd(tab, what, game);
  await until(async () => (await there(tab, "tr[data-shown]")) || null);
  await until(async () => !(await there(tab, "tr[data-shown=false], .confetti")) || null);
  await pictured(tab, `${what}-score`);
  await until(async () => (await there(tab, ".plots svg")) || null);
  await pictured(tab, `${what}-curves`, ".course");
  passed(`the score sheet, by ${presses} presses in ${tries} tries, with ${tab.complaints.length} complaints,`);
  expect(presses).toBeGreaterThan(10);
  expect(tab.complaints).toEqual([]);
}
