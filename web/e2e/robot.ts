/**
 * Plays by what the page offers: it knows no game, only that buttons are there to be pressed. What
 * it presses is drawn from a seed, so that two windows do not do the same.
 */
import type { Page } from "playwright-core";

/** Press something; runs inside the page. Returns what it has pressed. */
function press(draw: number): string | null {
  const open = (button: HTMLButtonElement): boolean => !button.disabled && button.offsetParent !== null;
  const all = (root: ParentNode, selector: string): HTMLButtonElement[] =>
    [...root.querySelectorAll<HTMLButtonElement>(selector)].filter(open);
  const pick = (buttons: HTMLButtonElement[]): string | null => {
    const button = buttons[Math.floor(draw * buttons.length)];
    button?.click();
    return button?.textContent ?? null;
  };
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (dialog !== undefined) {
    const pairs = all(dialog, ".trade-pair");
    if (pairs.length > 0) return pick(pairs);
    const choices = all(dialog, ".choice button, .decide .btn");
    if (choices.length > 0) return pick(choices);
    const go = all(dialog, "footer .btn--go");
    if (go.length > 0) return pick(go);
    return pick(all(dialog, ".stack, .money-card"));
  }
  const bar = document.querySelector(".bar:not(.quiet)") ?? document.querySelector(".bar");
  if (bar === null) return null;
  // A count goes by many times a second of this robot's: a slap at every look would buy all for ten cards.
  const slaps = all(bar, '.slap[aria-disabled="false"]');
  if (bar.querySelector(".slap") !== null) return draw < 0.06 ? pick(slaps) : null;
  // Mostly pass or raise a little: games between dice shall not end in ruin at the first card.
  const passes = all(bar, ".pass");
  if (passes.length > 0 && draw < 0.85) return pick(passes);
  const bids = all(bar, ".quick-bid").slice(0, 2);
  if (bids.length > 0) return pick(bids);
  return pick(all(bar, "button"));
}

export class Robot {
  #running = false;
  #seed: number;
  pressed = 0;

  constructor(
    readonly page: Page,
    seed: number,
  ) {
    this.#seed = seed;
  }

  #draw(): number {
    // A small generator is enough: nothing here is secret.
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return this.#seed / 2_147_483_648;
  }

  /** Press one thing, if there is one to press. */
  async press(): Promise<void> {
    const pressed = await this.page.evaluate(press, this.#draw()).catch(() => null);
    if (pressed !== null) this.pressed++;
  }

  /** Play until the score sheet is there, or somebody says stop. */
  async play(): Promise<void> {
    this.#running = true;
    while (this.#running) {
      await this.press();
      if (await this.page.locator("main.score").count().catch(() => 0)) return;
      await this.page.waitForTimeout(80).catch(() => undefined);
    }
  }

  stop(): void {
    this.#running = false;
  }
}
