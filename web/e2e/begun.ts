/** Beginning a game in the waiting room. */
import type { Page } from "playwright-core";

/**
 * Start as the host until the game is there. The clocks of a test are quick: where somebody's part in the shuffle comes too late,
 * the table says so and is open again, and only then the host starts once more. Any other delay is a failure.
 */
export async function begun(page: Page): Promise<void> {
  const start = page.locator(".start-bar .btn--go:not(:disabled)");
  const aborted = page.locator(".start-bar .notice");
  const stage = page.locator(".stage");
  await start.click();
  for (let again = 0; again < 5; again++) {
    await stage.or(aborted).first().waitFor();
    if ((await stage.count()) > 0) return;
    console.info("the shuffle was aborted, and is begun again");
    await start.click();
  }
  await stage.waitFor();
}
