/** What people hear and show each other: sounds that come late, and faces by one tap. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open, violations } from "../support/axe";
import { begun } from "../support/begun";
import { CALM, DESKTOP, launched, opened, PHONE, type Window } from "../support/browsers";
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

/** Count what is played; runs inside the page. */
function listen(): void {
  const heard: number[] = [];
  Object.assign(window, { heard });
  window.AudioBufferSourceNode = class extends AudioBufferSourceNode {
    override start(...rest: Parameters<AudioBufferSourceNode["start"]>): void {
      heard.push(this.buffer?.duration ?? 0);
      super.start(...rest);
    }
  };
}

const heard = async (page: Page): Promise<number> => page.evaluate(() => (window as unknown as { heard: number[] }).heard.length);
const said = ({ frames }: Window): readonly (string | null)[] =>
  frames.map((frame) => JSON.parse(frame) as { type: string; line?: { text: string | null } }).flatMap(({ type, line }) => (type === "chat" ? [line?.text ?? null] : []));

/** Two people and a bot at a table that everybody may find: free text is not allowed there, and faces are. */
async function seated(): Promise<readonly [Window, Window]> {
  const url = servers.nodes[0]?.url ?? "";
  const [anna, ben] = await Promise.all([opened(browser, { ...PHONE, ...CALM }, "en"), opened(browser, { ...DESKTOP, ...CALM }, "de")]);
  const answer = await anna.context.request.post(`${url}/api/tables`, { data: { seats: 3, bots: ["farmer"], public: true, rules: { start_player: "seat:0" } } });
  const { table } = (await answer.json()) as { table: string };
  await anna.page.addInitScript(listen);
  await anna.page.goto(`${url}/t/${table}`);
  await ben.page.goto(`${url}/t/${table}`);
  await ben.page.getByRole("button", { name: "Mitspielen" }).click();
  await ben.page.getByRole("button", { name: "Tisch verlassen" }).waitFor();
  await begun(anna.page);
  await ben.page.locator(".stage").waitFor();
  return [anna, ben];
}

test("a face by one tap stands at the seat, and in the chat; keys do as well", async () => {
  const [anna, ben] = await seated();
  await anna.page.getByRole("button", { name: "Show a face" }).click();
  const choice = anna.page.getByRole("group", { name: "Show a face" });
  expect(await choice.getByRole("button").count()).toBe(6);
  await open(anna.page, "six faces");
  // It is gone after three seconds: who waits for one after the other may miss the second.
  await Promise.all([
    ben.page.locator(".emote img[src*=wow]").waitFor(),
    anna.page.locator(".emote-own img[src*=wow]").waitFor(),
    anna.page.getByRole("button", { name: "is amazed" }).click(),
  ]);
  expect(await violations(ben.page)).toEqual([]);
  await expect.poll(() => said(ben)).toEqual(["😮"]);

  const button = ben.page.getByRole("button", { name: "Gesicht zeigen" });
  await button.focus();
  await ben.page.keyboard.press("Enter");
  await ben.page.keyboard.press("Escape");
  expect(await button.evaluate((one) => one === document.activeElement)).toBe(true);
  await ben.page.keyboard.press("Enter");
  await ben.page.keyboard.press("Tab");
  await Promise.all([anna.page.locator(".emote:not(.emote-own) img[src*=wow]").waitFor(), ben.page.keyboard.press("Space")]);

  await ben.page.getByRole("tab", { name: "Chat" }).click();
  await expect.poll(async () => ben.page.locator(".said img").evaluateAll((all) => all.map((one) => one.getAttribute("alt")))).toEqual(["staunt", "staunt"]);
});

test("sounds come after the table, and as loud as somebody likes", async () => {
  const [{ page }] = await seated();
  const files = async (): Promise<number> => page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => /\/sound-/.test(name)).length);
  expect(await files()).toBe(0);
  await expect.poll(files).toBe(1);
  await page.getByRole("button", { name: "Menu" }).click();
  const volume = page.getByRole("slider", { name: "Volume" });
  await open(page, "the menu");
  await volume.focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
  expect(await volume.inputValue()).toBe("75");
  await expect.poll(async () => heard(page)).toBeGreaterThan(0);
  await page.reload();
  await page.getByRole("button", { name: "Menu" }).click();
  expect(await page.getByRole("slider", { name: "Volume" }).inputValue()).toBe("75");
  await page.getByRole("group", { name: "Sound" }).getByRole("button", { name: "off" }).click();
  expect(await page.getByRole("slider", { name: "Volume" }).inputValue()).toBe("0");
});
