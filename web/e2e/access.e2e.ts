/** Every screen for everybody: no violation of WCAG 2.2 A and AA, and nothing in the console. */
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DESKTOP, launched, opened, PHONE } from "./browsers";
import { type Cluster, cluster } from "./servers";

let servers: Cluster;
let browser: Browser;

beforeAll(async () => {
  [servers, browser] = await Promise.all([cluster(1, { tempo: "0.3" }), launched()]);
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { axe: here } = window as unknown as { axe: typeof import("axe-core") };
    const found = await here.run({ runOnly: { type: "tag", values: tags } });
    return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
  });
}

describe.each([
  ["a phone", PHONE, "light"],
  ["a phone at night", PHONE, "dark"],
  ["a desktop", DESKTOP, "light"],
  ["a desktop at night", DESKTOP, "dark"],
] as const)("on %s", (_, device, colorScheme) => {
  test("the way from the first page to the table is open to everybody", async () => {
    const { page, complaints, context } = await opened(browser, { ...device, colorScheme }, "en");
    const url = servers.nodes[0]?.url ?? "";
    await page.goto(`${url}/`);
    await page.getByRole("button", { name: "Table with friends" }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${url}/rules/kuhhandel/2`);
    await page.locator("main").waitFor();
    expect(await violations(page)).toEqual([]);
    await page.goto(`${url}/`);
    await page.getByRole("button", { name: "Table with friends" }).click();
    await page.locator(".start-bar").waitFor();
    expect(await violations(page)).toEqual([]);
    // Alone with bots, and one's own value in the shuffle.
    await page.locator(".start-row .btn").first().click();
    await page.locator(".start-bar .btn--go:not(:disabled)").click();
    await page.locator(".stage").waitFor();
    await page.locator(".bidbox, .bar:not(.quiet)").first().waitFor();
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
