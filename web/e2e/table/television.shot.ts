/** Pictures of a television: a table of Kuhhandel's family in every state, at the sizes that there are. */
import { mkdirSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { served } from "../states/play";
import { launched, opened } from "../support/browsers";
import { type Staged, STATES } from "../support/staged";
import { televised } from "../support/television";
import { ACTS } from "../theatre/acts";

const FOLDER = "shots";
const SIZES = { 1080: { width: 1920, height: 1080 }, 720: { width: 1280, height: 720 }, 2160: { width: 3840, height: 2160 } } as const;
const TRADE: Staged = ACTS.onlooker.before;
const SHOWN: Readonly<Record<string, Staged>> = {
  bidding: STATES["bidding"] as Staged,
  three: { ...(STATES["bidding"] as Staged), seats: 3, phase: { ...ACTS.bids.before.phase, high: { seat: 2, amount: 1270 }, bids: [] } },
  five: { ...(STATES["bidding"] as Staged), seats: 5, phase: { ...ACTS.bids.before.phase, high: { seat: 2, amount: 70 }, bids: [] } },
  turn: STATES["turn"] as Staged,
  trade: TRADE,
  "rat-trade": STATES["rat-trade"] as Staged,
  offer: STATES["rat-offer"] as Staged,
  slap: STATES["slap"] as Staged,
  hammer: STATES["hammer"] as Staged,
  rat: STATES["rat-theirs"] as Staged,
  division: STATES["division-theirs"] as Staged,
  envelopes: STATES["envelopes"] as Staged,
  exposed: STATES["told-exposed"] as Staged,
  donkey: STATES["told-donkey"] as Staged,
  dealt: STATES["told-dealt"] as Staged,
  score: STATES["score"] as Staged,
  open: { ...(STATES["turn"] as Staged), stage: "open" },
};
const WANTED = process.env["STATES"]?.split(",");

let site: Awaited<ReturnType<typeof served>>;
let browser: Browser;

beforeAll(async () => {
  mkdirSync(FOLDER, { recursive: true });
  [site, browser] = await Promise.all([served("../src/kuhstall/client", 0), launched()]);
});

afterAll(async () => {
  await browser.close();
  site.stop();
});

test("a television in every state", async () => {
  for (const [size, viewport] of Object.entries(SIZES)) {
    for (const [name, state] of Object.entries(SHOWN)) {
      if ((WANTED !== undefined && !WANTED.includes(name)) || (size !== "1080" && !["bidding", "trade"].includes(name))) continue;
      const { page, context } = await opened(browser, { viewport, reducedMotion: "reduce" }, process.env["LOCALE"] ?? "en");
      await televised(page, site.url, state);
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${FOLDER}/tv-${name}-${size}.png`, animations: "disabled" });
      await context.close();
    }
  }
});
