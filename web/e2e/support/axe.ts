/** What the guidelines for everybody (WCAG 2.2, A and AA) have against a page, however it is looked at. */
import axe from "axe-core";
import { expect } from "vitest";
import type { Page } from "playwright-core";
import { looked } from "./looks";

export async function violations(page: Page, within = "html"): Promise<string[]> {
  // Half a megabyte, which a page needs to be told only once.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(async (part) => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
    const { axe: here } = window as unknown as { axe: typeof import("axe-core") };
    // What fades in has its colour a moment later: all that moves is at its end before it is judged.
    const resting = [];
    for (const motion of document.getAnimations()) {
      if (motion.effect?.getComputedTiming().iterations === Infinity) continue;
      motion.finish();
      resting.push(motion.finished.catch(() => undefined));
    }
    await Promise.all(resting);
    const found = await here.run(part, { runOnly: { type: "tag", values: tags }, resultTypes: ["violations"] });
    return found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, within);
}

/** Find nothing wrong with what is shown, on phone and desktop, by day and by night. */
export async function open(page: Page, what: string): Promise<void> {
  await looked(page, async (look) => {
    expect(await violations(page), `${what}, ${look}`).toEqual([]);
  });
}
