/** Does what the coach of a tutorial says, whatever game it is: with keys, as the coach leads the focus. */
import type { Page } from "playwright-core";
import { patience, stretched } from "../machine";

/** Which things that the step is about lie under the bubble. */
export async function covered(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const bubble = document.querySelector(".tutor")?.getBoundingClientRect();
    if (bubble === undefined) return ["there is no bubble"];
    return [...document.querySelectorAll(".tutor-veil rect")]
      .map((spot) => spot.getBoundingClientRect())
      .filter((spot) => spot.left < bubble.right && bubble.left < spot.right && spot.top < bubble.bottom && bubble.top < spot.bottom)
      .map((spot) => `${Math.round(spot.x)},${Math.round(spot.y)} ${Math.round(spot.width)}×${Math.round(spot.height)}`);
  });
}

/** Follow the coach up to a step; return the steps that came before. `look` is called at each, when it stands still. */
export async function coachedTo(page: Page, last: string, look: (step: string) => Promise<void>): Promise<readonly string[]> {
  const steps: string[] = [];
  const bubble = page.locator(".tutor");
  const ends = Date.now() + patience(90_000);
  while (Date.now() < ends) {
    const step = await bubble.getAttribute("data-step", { timeout: patience(6_000) });
    if (step === null) continue;
    if (step !== steps.at(-1)) {
      // It looks five times a second where things are.
      await page.waitForTimeout(450);
      if ((await bubble.count()) === 0 || (await bubble.getAttribute("data-step")) !== step) continue;
      await look(step);
      steps.push(step);
    }
    if (step === last) return steps;
    // Of this step alone: on a slow machine the next one may come meanwhile, and its action would be done before anybody has read it.
    const button = page.locator(`.tutor[data-step="${step}"] .tutor-do`);
    if ((await button.count()) === 0) {
      // Or the step has changed just now, and there is nothing to read any more.
      await page.locator(`.tutor[data-step="${step}"] .btn--go`).click({ timeout: 2000 }).catch(() => undefined);
      continue;
    }
    await button.click({ timeout: stretched(1000) }).catch(() => undefined);
    const led = await page.evaluate(() => document.activeElement?.closest(".tutor") === null && document.activeElement !== document.body);
    if (led) await page.keyboard.press("Enter");
    await page.waitForTimeout(150);
  }
  throw new Error(`got no further than ${steps.join(", ")}`);
}
