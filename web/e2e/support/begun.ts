/** Beginning a game in the waiting room. */
import type { Page } from "playwright-core";
import { voided, Watch } from "../machine";

const TRIES = 4;
/** The table, or what a phone before a big screen has of it. */
const BEGUN = ".stage, .in-hand";

/**
 * Start as the host, and wait until the game is there. An aborted shuffle is a failure, and says so; unless others have the
 * machine, where a page may well need longer for its part than the server waits: then the host starts once more.
 */
export async function begun(page: Page): Promise<void> {
  const watch = new Watch();
  for (let tries = 1; ; tries++) {
    await page.locator(".start-bar .btn--go:not(:disabled)").click();
    const aborted = page.locator(".start-bar .notice");
    await page.locator(BEGUN).or(aborted).first().waitFor();
    if ((await page.locator(BEGUN).count()) > 0) return;
    const why = await aborted.textContent();
    if (tries === TRIES || !watch.isDisturbed) throw new Error(`not begun: ${why}`);
    voided("a game begins at the first try", why ?? "");
  }
}
