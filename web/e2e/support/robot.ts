/**
 * Plays by what the page offers: it knows no game, only that buttons are there to be pressed. What
 * it presses is drawn from a seed, so that two windows do not do the same.
 */
import type { Page } from "playwright-core";
import { dice } from "./dice";
import { patience } from "../machine";

/** A game that shows the same for so long is stuck: a test that only ran out of time would not say where. */
const STUCK = patience(120_000);

/** What a game shows, and all else that the page does. */
export interface Sight {
  readonly game: string;
  readonly all: string;
}

/** A page of whatever browser. */
interface Asked {
  evaluate(work: () => Sight): Promise<Sight>;
}

/** What has become of the game, and what else there is to see; runs inside the page. */
export function shown(): Sight {
  const words = (selector: string): string =>
    [...document.querySelectorAll<HTMLElement>(selector)].map((found) => found.innerText.replaceAll(/\s+/gu, " ")).join(" | ");
  const lines = [...document.querySelectorAll(".log .lines > li")];
  const game = [location.pathname, words(".stage, .hand-line"), `${lines.length} lines: ${lines.at(-1)?.textContent ?? ""}`].join("\n");
  return { game, all: [game, words("dialog[open]"), words(".bar"), words(".notice, .coach, [role=status]")].join("\n") };
}

/** Watches one page, and complains when the game there does not go on, whatever else may move. */
export class Vigil {
  #last = "";
  #since = performance.now();

  async look(page: Asked): Promise<void> {
    const now = await page.evaluate(shown).catch((error: unknown) => ({ game: "?", all: String(error) }));
    if (now.game !== this.#last) [this.#last, this.#since] = [now.game, performance.now()];
    else if (performance.now() - this.#since > STUCK) throw new Error(`the game does not go on:\n${now.all}`);
  }
}

/** What there is to press once the score sheet is there. */
const OVER = "over";

/** Press something; runs inside the page. Returns what it has pressed. */
export function press(draw: number): string | null {
  if (document.querySelector("main.score") !== null) return "over";
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
    // Whoever is asked whether they are sure has a moment to think.
    if (dialog.querySelector("footer.sure") !== null) return null;
    // Of all cards that can be picked, few add up to a price without waste: by chance that can take for ever.
    const cheapest = all(dialog, ".pay footer .btn");
    if (cheapest.length > 0) return pick(cheapest);
    return pick(all(dialog, ".stack, .money-card"));
  }
  // A table with nobody but bots waits until a hint was read.
  const hint = all(document, ".coach .btn--go");
  if (hint.length > 0) return pick(hint);
  const bar = document.querySelector(".bar:not(.quiet)") ?? document.querySelector(".bar");
  if (bar === null) return null;
  // A count goes by many times a second of this robot's: a slap at every look would buy all for ten cards.
  const slaps = all(bar, '.slap[aria-disabled="false"]');
  if (bar.querySelector(".slap") !== null) return draw < 0.06 ? pick(slaps) : null;
  // Mostly pass or raise a little: games between dice shall not end in ruin at the first card.
  const passes = all(bar, ".pass, .hand-bids > button:nth-child(3)");
  if (passes.length > 0 && draw < 0.85) return pick(passes);
  const bids = all(bar, ".quick-bid, .hand-bids > .btn--go[aria-disabled=false]").slice(0, 2);
  if (bids.length > 0) return pick(bids);
  // Nobody needs more time here, or less.
  return pick(all(bar, "button:not([data-time], .skip-to-decision)"));
}

export class Robot {
  #running = false;
  readonly #draw: () => number;
  pressed = 0;
  over = false;

  constructor(
    readonly page: Page,
    seed: number,
  ) {
    this.#draw = dice(seed);
  }

  /** Press one thing, if there is one to press. */
  async press(): Promise<void> {
    const pressed = await this.page.evaluate(press, this.#draw()).catch(() => null);
    this.over = pressed === OVER;
    if (pressed !== null && !this.over) this.pressed++;
  }

  /** Play until the score sheet is there, or somebody says stop. */
  async play(): Promise<void> {
    this.#running = true;
    const vigil = new Vigil();
    let tries = 0;
    while (this.#running) {
      await this.press();
      // To read all that a page shows costs it a layout.
      if (++tries % 10 === 0) await vigil.look(this.page);
      if (this.over) return;
      await this.page.waitForTimeout(80).catch(() => undefined);
    }
  }

  stop(): void {
    this.#running = false;
  }
}
