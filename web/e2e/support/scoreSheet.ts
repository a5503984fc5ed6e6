/** The score sheet, which fills row by row. */
import type { Page } from "playwright-core";

/** Ask for all rows at once, unless a slow machine has let the sheet fill before anybody could; wait until all are there. */
export async function filled(page: Page): Promise<void> {
  await page.locator("tr[data-shown], .highlights button").first().waitFor();
  await page.evaluate(() => document.querySelector<HTMLButtonElement>(".highlights button")?.click());
  await page.locator("tr[data-shown]").first().waitFor();
  // Found and pressed in one go: a button that is looked for first may be gone when it is pressed.
  await page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLButtonElement>(".score-foot button")];
    all.find((button) => button.textContent === "Show all")?.click();
  });
  await page.waitForFunction(() => document.querySelector("tr[data-shown=false]") === null);
}
