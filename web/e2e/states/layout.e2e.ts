/**
 * No recorded state has a flaw in its layout: in CI at three sizes in German; `make layout` looks at all sizes, by day and
 * by night, in every language.
 */
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launched } from "../support/browsers";
import { flaws } from "./flaws";
import { arrived, contexts, served, settled, shown, SIZES, type Size } from "./play";
import { scenes } from "./scenes";
import { FILE, type Recorded } from "./states";

const WANTED = new RegExp(process.env["STATES"] ?? ".");
const SEEN = (process.env["SIZES"]?.split(" ") ?? ["small", "sideways", "desktop"]) as readonly Size[];
const THEMES = process.env["THEMES"]?.split(" ") ?? ["light"];
const LOCALE = process.env["LOCALE"] ?? "de";

let browser: Browser;
beforeAll(async () => {
  browser = await launched();
});
afterAll(async () => browser.close());

test("nothing is cut, covered or too small in any recorded state", async () => {
  const recorded = JSON.parse(readFileSync(FILE, "utf8")) as Recorded;
  const server = await served("../src/kuhstall/client", 0);
  // What is opened goes by its English name.
  const all = Object.entries(scenes(recorded)).filter(([name]) => WANTED.test(name) && (LOCALE === "en" || !name.includes("+")));
  const wrong: string[] = [];
  let looked = 0;
  const prices = new Map<string, number>();
  const [{ context } = { context: null }] = await contexts(browser, LOCALE);
  if (context === null) throw new Error("no context");
  const look = async ([name, { moment, kept, act }]: (typeof all)[number]): Promise<void> => {
    const page = await shown(context, server.url, recorded, moment, kept);
    for (const [place, size] of SEEN.entries()) {
      await page.setViewportSize(SIZES[size]);
      if (place === 0) {
        page.setDefaultTimeout(5000);
        await act(page).catch((error: unknown) => console.warn(`${name}: ${String(error).split("\n")[0]}`));
        page.setDefaultTimeout(120_000);
        await arrived(page);
      }
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme === "dark" ? "dark" : "light" });
        await settled(page);
        looked++;
        prices.set(`${name}@${size}-${theme}`, await page.evaluate(() => document.querySelector(".bidbox")?.getBoundingClientRect().height ?? 0));
        wrong.push(...(await flaws(page, size !== "desktop" && size !== "large")).map((flaw) => `${name}@${size}-${theme}: ${flaw}`));
      }
    }
    await page.close();
  };
  // Pages mostly wait for what they load, so three are open at once.
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await look(one);
  };
  await Promise.all([next(), next(), next()]);
  server.stop();
  for (const [name, height] of prices) {
    const without = prices.get(name.replace("-hinted@", "@")) ?? height;
    if (height < without - 1) wrong.push(`${name}: squeezes the price from ${without} to ${height} px`);
  }
  console.info(`${looked} looks at ${all.length} states, ${wrong.length} flaws`);
  expect(wrong).toEqual([]);
});
