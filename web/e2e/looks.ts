/** One page looked at on phone and desktop, by day and by night, without beginning anew for each. */
import type { Page } from "playwright-core";
import { DESKTOP, PHONE } from "./browsers";

const SIZES = { desktop: DESKTOP.viewport, phone: PHONE.viewport } as const;

export async function looked(page: Page, at: (look: string) => Promise<void>): Promise<void> {
  for (const [device, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await at(`${device}-${colorScheme}`);
    }
  }
  await page.setViewportSize(SIZES.desktop);
}
