/** One page looked at on phone and desktop, by day and by night, without beginning anew for each. */
import type { Page } from "playwright-core";
import { DESKTOP, PHONE } from "./browsers";

const SIZES = { desktop: DESKTOP.viewport, phone: PHONE.viewport } as const;

/** Until the page has drawn itself for the size it has now: what its script changes by size comes a frame later. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(
    async () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
      }),
  );
}

export async function looked(page: Page, at: (look: string) => Promise<void>): Promise<void> {
  for (const [device, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    await drawn(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await at(`${device}-${colorScheme}`);
    }
  }
  await page.setViewportSize(SIZES.desktop);
  await drawn(page);
}
