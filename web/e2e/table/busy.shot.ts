/** Pictures of what a page says when the server has too much to do, or its store was set back. */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { begun } from "../support/begun";
import { DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { type Cluster, cluster } from "../support/servers";

const FOLDER = "shots";
const DEVICES = { desktop: DESKTOP, phone: PHONE };
const BUSY = { status: 503, headers: { "retry-after": "60" }, json: { code: "busy", text: "", detail: { retry_after: 60_000 } } };

let servers: Cluster;
let browser: Browser;
let url: string;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [servers, browser] = await Promise.all([cluster(1, { tempo: "10" }), launched()]);
  url = servers.nodes[0]?.url ?? "";
});

afterAll(async () => {
  await browser.close();
  await servers.stop();
});

async function pictured(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(350);
  await page.screenshot({ path: `${FOLDER}/busy-${name}.png`, animations: "disabled" });
}

test.each(["en", "de", "ru"])("no new tables and no visitors, in %s", async (locale) => {
  for (const [device, window] of Object.entries(DEVICES)) {
    const { page } = await opened(browser, window, locale);
    await page.route("**/api/tables", async (route) => route.fulfill(BUSY));
    await page.route("**/api/tables/*/ticket", async (route) => route.fulfill(BUSY));
    await page.goto(`${url}/`);
    await page.locator(".btn--go").first().click();
    await page.locator(".notice:not(:empty)").waitFor();
    await pictured(page, `landing-${locale}-${device}`);
    await page.goto(`${url}/t/${"a".repeat(26)}`);
    await page.locator(".lost h1").waitFor();
    await pictured(page, `visitor-${locale}-${device}`);
    await page.context().close();
  }
});

test.each(["en", "de", "ru"])("a command that has to wait, in %s", async (locale) => {
  for (const [device, window] of Object.entries(DEVICES)) {
    const { page, context } = await opened(browser, window, locale);
    await page.routeWebSocket(/\/ws\//, (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => {
        const frame = JSON.parse(message.toString()) as { type: string; cid: string };
        if (frame.type === "cmd") socket.send(JSON.stringify({ type: "busy", cid: frame.cid, retry_after: 60_000 }));
        else server.send(message);
      });
    });
    const data = { seats: 4, bots: ["farmer", "farmer", "farmer"], rules: { start_player: "seat:0" } };
    const answer = await context.request.post(`${url}/api/tables`, { data });
    const { table } = (await answer.json()) as { table: string };
    await page.goto(`${url}/t/${table}`);
    await begun(page);
    await page.locator(".btn--go:visible:not(:disabled)").last().click();
    await page.locator(".banner").waitFor();
    await pictured(page, `table-${locale}-${device}`);
    await context.close();
  }
});

test.each(["en", "de", "ru"])("a table that went back, in %s", async (locale) => {
  for (const [device, window] of Object.entries(DEVICES)) {
    const { page, context } = await opened(browser, window, locale);
    await page.routeWebSocket(/\/ws\//, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => {
        const text = message.toString();
        socket.send(message);
        if (text.startsWith('{"type":"snapshot"')) socket.send(JSON.stringify({ ...JSON.parse(text), went_back: 3 }));
      });
    });
    const data = { seats: 4, bots: ["farmer", "farmer", "farmer"], rules: { start_player: "seat:0" } };
    const answer = await context.request.post(`${url}/api/tables`, { data });
    const { table } = (await answer.json()) as { table: string };
    await page.goto(`${url}/t/${table}`);
    await begun(page);
    await page.locator("[role=alert]").first().waitFor();
    await pictured(page, `went-back-${locale}-${device}`);
    await context.close();
  }
});
