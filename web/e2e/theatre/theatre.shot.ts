/** Film strips of every scene: five moments each, on phone and desktop, by day and by night. SCENES=trade for one alone. */
import { mkdirSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, test } from "vitest";
import { ACTS, type ActName, rehearsed } from "./acts";
import { DESKTOP, launched, opened, PHONE } from "../support/browsers";
import { staged } from "../support/staged";
import { served } from "../states/play";

const FOLDER = "shots";
const MOMENTS = [0.1, 0.35, 0.6, 0.78, 0.9];
const LENGTHS: Readonly<Record<ActName, number>> = { trade: 2500, onlooker: 2500, last: 2500, pedigree: 1100, rat: 1100, sale: 1100, donkey: 2400, quartet: 2000, theirs: 1500, bids: 600 };
const WANTED = process.env["SCENES"]?.split(",");
const LOOKS = { phone: PHONE, desktop: DESKTOP, small: { ...PHONE, viewport: { width: 360, height: 640 } }, sideways: { ...PHONE, viewport: { width: 844, height: 390 } } };

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

/** Put everything that moves to one moment, and hold it there. */
async function stopped(page: Page, at: number): Promise<void> {
  await page.evaluate((time) => {
    for (const one of document.getAnimations()) {
      if ((one.effect as KeyframeEffect | null)?.target?.closest(".actors, .stage") == null) continue;
      one.pause();
      one.currentTime = time;
    }
  }, at);
}

/** The pictures of a scene in one row. */
async function strip(page: Page, pictures: readonly Buffer[], width: number, path: string): Promise<void> {
  const rows = pictures.map((picture) => `<img width="${width}" src="data:image/png;base64,${picture.toString("base64")}">`).join("");
  await page.setContent(`<body style="margin:0;display:flex;align-items:start;gap:4px;background:#222;width:max-content">${rows}</body>`);
  await page.locator("body").screenshot({ path });
}

test.each(Object.keys(LOOKS) as (keyof typeof LOOKS)[])("scenes on a %s", async (look) => {
  const cutting = await opened(browser, { viewport: { width: 2200, height: 900 } }, "en");
  for (const colorScheme of ["light", "dark"] as const) {
    if (colorScheme === "dark" && look !== "phone" && look !== "desktop") continue;
    const { page, context } = await opened(browser, { ...LOOKS[look], deviceScaleFactor: 1, colorScheme }, process.env["LOCALE"] ?? "en");
    await page.clock.install();
    const stage = await staged(page, site.url, ACTS.trade.before);
    await rehearsed(page);
    // From here on time goes by only when it is told to.
    await page.clock.pauseAt(Date.now() + 1000);
    for (const name of Object.keys(ACTS) as ActName[]) {
      if (WANTED !== undefined && !WANTED.includes(name)) continue;
      // After it there is no table any more.
      if (name === "last") continue;
      await stage.show(ACTS[name].before);
      await page.clock.runFor(5000);
      await stage.show(ACTS[name].after);
      const pictures: Buffer[] = [];
      let now = 0;
      for (const moment of MOMENTS) {
        const at = moment * LENGTHS[name];
        await page.clock.runFor(Math.round(at - now));
        now = Math.round(at);
        await stopped(page, at);
        pictures.push(await page.screenshot());
      }
      const width = { phone: 300, small: 300, desktop: 420, sideways: 420 }[look];
      await strip(cutting.page, pictures, width, `${FOLDER}/strip-${name}-${look}-${colorScheme}.png`);
    }
    await context.close();
  }
});
