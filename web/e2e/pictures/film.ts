/** The moving picture of the README: an auction and a cow trade, as the client shows them on a phone. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ACTS, rehearsed } from "../theatre/acts";
import { launched, opened } from "../support/browsers";
import { type Staged, staged } from "../support/staged";
import { served } from "../states/play";

const FILM = "../docs/pictures/game.webp";
const CAMERA = { viewport: { width: 390, height: 720 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1, colorScheme: "light" };
const LARGEST = 1_500_000;
/** Milliseconds between two pictures, at least, and how long one stands at most. */
const APART = 80;
const STANDS = 2000;
/** What is shown, one after the other, and for how long: the bids, the sale, and the trade with its cards turned over. */
const SCENES: readonly (readonly [Staged, number])[] = [
  [ACTS.bids.before, 1500],
  [ACTS.bids.after, 2500],
  [ACTS.sale.before, 1500],
  [ACTS.sale.after, 3500],
  [ACTS.trade.before, 2000],
  [ACTS.trade.after, 6500],
];

interface Frame {
  readonly at: number;
  readonly picture: Buffer;
}

let site: Awaited<ReturnType<typeof served>>;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([served("../src/kuhstall/client", 0), launched()]);
});

afterAll(async () => {
  await browser.close();
  site.stop();
});

/** Everything that the page draws, from now on. */
async function filmed(page: Page): Promise<readonly Frame[]> {
  const frames: Frame[] = [];
  const devtools = await page.context().newCDPSession(page);
  devtools.on("Page.screencastFrame", ({ data, sessionId }) => {
    const at = performance.now();
    if (at - (frames.at(-1)?.at ?? 0) >= APART) frames.push({ at, picture: Buffer.from(data, "base64") });
    void devtools.send("Page.screencastFrameAck", { sessionId }).catch(() => undefined);
  });
  await devtools.send("Page.startScreencast", { format: "png" });
  return frames;
}

test("an auction and a cow trade", async () => {
  const { page } = await opened(browser, CAMERA, "en");
  const stage = await staged(page, site.url, ACTS.bids.before);
  await rehearsed(page);
  const frames = await filmed(page);
  for (const [scene, lasts] of SCENES) {
    await stage.show(scene);
    await page.waitForTimeout(lasts);
  }
  const folder = process.env["FRAMES"] ?? mkdtempSync(join(tmpdir(), "film-"));
  mkdirSync(folder, { recursive: true });
  const shown = [...frames];
  const words = shown.flatMap(({ at, picture }, place) => {
    const file = join(folder, `${String(place).padStart(4, "0")}.png`);
    writeFileSync(file, picture);
    return ["-d", String(Math.round(Math.min((shown[place + 1]?.at ?? at + STANDS) - at, STANDS))), file];
  });
  for (const quality of ["75", "55", "35"]) {
    execFileSync("img2webp", ["-loop", "0", "-min_size", "-kmax", "40", "-lossy", "-q", quality, ...words, "-o", FILM]);
    process.stdout.write(`quality ${quality}: ${shown.length} pictures, ${statSync(FILM).size} bytes\n`);
    if (statSync(FILM).size <= LARGEST) break;
  }
  if (process.env["FRAMES"] === undefined) rmSync(folder, { recursive: true });
  expect(statSync(FILM).size).toBeLessThanOrEqual(LARGEST);
});
