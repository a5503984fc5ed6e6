/** The documentation: nothing wrong with its first page, and with one inner page in each language. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { open } from "../support/axe";
import { DESKTOP, launched, opened } from "../support/browsers";
import { patience } from "../machine";

const PAGES = { "index.html": "en", "play/night.html": "en", "play/de/night.html": "de", "play/ru/night.html": "ru" };

const KINDS: Readonly<Record<string, string>> = {
  ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json", ".webp": "image/webp",
};

let browser: Browser;
// From the disk a page may not read its own style sheets, which axe does.
const server = createServer(({ url = "/" }, answer) => {
  const file = join(folder, new URL(url, "http://here").pathname);
  if (!existsSync(file)) return void answer.writeHead(404).end();
  answer.writeHead(200, { "content-type": KINDS[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
});
const folder = mkdtempSync(join(tmpdir(), "site-"));

beforeAll(async () => {
  const env = { ...process.env, NO_MKDOCS_2_WARNING: "1" };
  execFileSync("../.venv/bin/mkdocs", ["build", "--quiet", "--strict", "--config-file", "../mkdocs.yml", "--site-dir", folder], { env });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launched();
});

afterAll(async () => {
  await browser.close();
  server.close();
  rmSync(folder, { recursive: true });
});

test("the pages are for everybody, and know their language", async () => {
  const { page } = await opened(browser, DESKTOP, "en");
  const { port } = server.address() as AddressInfo;
  for (const [path, language] of Object.entries(PAGES)) {
    await page.goto(`http://127.0.0.1:${port}/${path}`);
    expect(await page.locator("html").getAttribute("lang")).toBe(language);
    await open(page, path);
    // Its fonts and its menu come when they come.
    const tooWide = async (): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(tooWide, { message: path, timeout: patience(5000) }).toBeLessThanOrEqual(0);
  }
});
