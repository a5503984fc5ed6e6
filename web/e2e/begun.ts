/** Beginning a game in the waiting room. */
import type { Page } from "playwright-core";

/** Start as the host, and wait until the game is there: an aborted shuffle is a failure, and says so. */
export async function begun(page: Page): Promise<void> {
  await page.locator(".start-bar .btn--go:not(:disabled)").click();
  const aborted = page.locator(".start-bar .notice");
  await page.locator(".stage").or(aborted).first().waitFor();
  if ((await aborted.count()) > 0) throw new Error(`not begun: ${await aborted.textContent()}`);
}
