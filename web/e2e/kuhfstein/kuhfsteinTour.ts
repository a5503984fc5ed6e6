/** A game of Kuhfstein played until everything that its table can show has been seen. */
import type { Page } from "playwright-core";
import { Herder } from "./kuhfsteinRobot";
import { Vigil } from "../support/robot";

/** Name what is shown now: a phase, whose it is, and what is picked up. */
function shown(): string | null {
  const table = document.querySelector<HTMLElement>(".table.field-table");
  if (table === null || document.querySelector("dialog[open]") !== null) return null;
  const phase = table.dataset["phase"];
  const doing = table.querySelector<HTMLElement>(".turn-actions")?.dataset["doing"];
  const name = doing === undefined ? `${phase}` : doing;
  if (table.querySelector(".action-bar:not(.quiet)") === null) return `${name}-theirs`;
  const picked = table.querySelector<HTMLElement>("[data-action][aria-pressed=true]")?.dataset["action"];
  const laid = table.querySelector(".board .laid") === null ? "" : table.querySelector(".confirm [data-tree=true]") === null ? "-laid" : "-tree";
  return picked === undefined ? `${name}-ours` : `${name}-${picked}${laid}`;
}

/** Play, and stop to look at everything that is new, until all that is wanted was seen, or the game is over. */
export async function landToured(page: Page, wanted: readonly string[] | null, look: (name: string) => Promise<void>, seed = 7): Promise<ReadonlySet<string>> {
  const herder = new Herder(page, seed);
  const seen = new Set<string>();
  const vigil = new Vigil();
  while ((await page.locator("main.score").count()) === 0) {
    const name = await page.evaluate(shown);
    if (name !== null && !seen.has(name) && (wanted === null || wanted.includes(name))) {
      seen.add(name);
      await look(name);
      if (wanted?.every((one) => seen.has(one)) === true) break;
    }
    // What chance alone may never do is done as soon as it can be.
    const phase = name?.endsWith("-ours") === true ? name.slice(0, -"ours".length) : null;
    const unseen = phase === null ? undefined : wanted?.find((one) => one.startsWith(phase) && !seen.has(one));
    const button = page.locator(`[data-action="${unseen?.split("-")[1] ?? ""}"][aria-pressed=false]:enabled`);
    const done = unseen !== undefined && (await button.count()) > 0 && (await button.click({ timeout: 2000 }).then(() => true, () => false));
    // What cannot be pressed just now must not keep the game from going on.
    if (!done) await herder.press();
    await vigil.look(page);
    await page.waitForTimeout(25);
  }
  return seen;
}
