/** The tempo of a table with bots, chosen in the menu, and the way to one's next decision after passing. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened } from "../support/browsers";
import { looked } from "../support/looks";
import { type Cluster, cluster } from "../support/servers";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "1" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

/** Where pictures are to be left, if anybody wants to look at them. */
const OUT = process.env["LOOKS_OUT"];

interface Shown {
  readonly type: string;
  readonly party?: { readonly tempo?: string; readonly places: readonly { readonly hurrying?: boolean }[] } | null;
}

test("somebody alone with bots sets the tempo, passes, and goes on to the next decision", async () => {
  const url = servers.nodes[0]?.url ?? "";
  const { page, context, frames } = await opened(browser, { ...DESKTOP, ...CALM }, "en");
  const told = (): readonly Shown[] => frames.map((frame) => JSON.parse(frame) as Shown);
  const answer = await context.request.post(`${url}/api/tables`, { data: { seats: 4, bots: ["farmer", "farmer", "farmer"], rules: { start_player: "seat:1" } } });
  const { table } = (await answer.json()) as { table: string };
  await page.addInitScript(() => localStorage.setItem("kuhstall.coached", "turn bidding gavel trade bluff bluffed"));
  await page.goto(`${url}/t/${table}`);
  await begun(page);

  await page.getByRole("button", { name: "Menu" }).click();
  const tempo = page.getByRole("group", { name: "Tempo" });
  await tempo.getByRole("button", { name: "fast" }).click();
  await expect.poll(() => tempo.getByRole("button", { name: "fast" }).getAttribute("aria-pressed")).toBe("true");
  await expect.poll(() => told().some(({ party }) => party?.tempo === "fast")).toBe(true);
  await open(page, "the menu with its tempo");
  if (OUT !== undefined) await looked(page, async (look) => void (await page.screenshot({ path: `${OUT}/menu-${look}.png` })));
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Pass" }).click();
  const on = page.getByRole("button", { name: "Skip to my next decision" });
  await on.waitFor();
  if (OUT !== undefined) {
    const asked = async (type: string): Promise<unknown> => context.request.post(`${url}/api/tables/${table}/commands`, { data: { cid: `${type}${told().length}`, request: { type } } });
    await asked("halt");
    await looked(page, async (look) => void (await page.screenshot({ path: `${OUT}/on-${look}.png` })));
    await asked("go_on");
  }
  await on.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => told().some(({ party }) => party?.places[0]?.hurrying === true)).toBe(true);
  // It has arrived: somebody alone has something to decide again, and nothing hurries any more.
  await expect.poll(() => told().findLast(({ party }) => party != null)?.party?.places[0]?.hurrying ?? false).toBe(false);
  await page.locator(".bar:not(.quiet)").waitFor();

  // The next game has it from the beginning, and nobody is asked.
  await page.goto(url);
  await page.locator("main .btn--go").first().click();
  await page.locator(".stage").waitFor();
  await expect.poll(() => told().findLast(({ type }) => type === "snapshot")?.party?.tempo).toBe("fast");
});
