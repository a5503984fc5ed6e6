/** A game played until everything that a table can show has been seen. */
import type { Page } from "playwright-core";
import { Robot } from "./robot";

/** Name what is shown now: a dialog, something that has just happened, or a phase and whose it is. */
function shown(): string | null {
  const dialog = document.querySelector("dialog[open]");
  if (dialog !== null) {
    if (dialog.querySelector(".trade-pairs") !== null) return "trade-choice";
    const phase = document.querySelector(".table")?.getAttribute("data-phase");
    return phase === "responding" && dialog.querySelector(".versus") !== null ? "counter" : `dialog-${phase}`;
  }
  const happening = document.querySelector(".happening");
  if (happening !== null) return happening.className.replace(" ", "-");
  const table = document.querySelector<HTMLElement>(".table");
  if (table === null) return null;
  const bar = table.querySelector(".bar:not(.quiet)");
  const forced = bar?.querySelectorAll(".decide .btn").length === 1 ? "-forced" : "";
  const card = table.dataset["phase"] === "bidding" && table.querySelector(".bidbox .from .shape") !== null ? "-bid" : "";
  return `${table.dataset["phase"]}${card}-${bar === null ? "theirs" : `ours${forced}`}`;
}

/** Play, and stop to look at everything that is new, until all that is wanted was seen, or the game is over. */
export async function toured(page: Page, wanted: readonly string[] | null, look: (name: string) => Promise<void>, seed = 5): Promise<ReadonlySet<string>> {
  const robot = new Robot(page, seed);
  const seen = new Set<string>();
  while ((await page.locator("main.score").count()) === 0) {
    const name = await page.evaluate(shown);
    if (name !== null && !seen.has(name) && (wanted === null || wanted.includes(name))) {
      seen.add(name);
      await look(name);
      if (wanted?.every((one) => seen.has(one)) === true) break;
    }
    // Chance alone may always accept; the way to a counter-offer is through its button.
    const counter = page.locator("dialog[open] .decide .btn--go:enabled");
    if (name === "dialog-responding" && !seen.has("counter")) await counter.click({ timeout: 2000 }).catch(() => undefined);
    else await robot.press();
    await page.waitForTimeout(40);
  }
  return seen;
}
