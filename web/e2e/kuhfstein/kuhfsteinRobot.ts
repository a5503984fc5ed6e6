/**
 * Plays Kuhfstein by what the page offers, as `robot.ts` plays Kuhhandel: it picks something up, and
 * does what the page says can be done with it. It likes trees and cards, so that games come to an end.
 */
import type { Page } from "playwright-core";
import { dice } from "../support/dice";

/** Press something; runs inside the page. Returns what it has pressed. */
export function press(draw: number): string | null {
  const open = (button: HTMLElement): boolean =>
    !(button as HTMLButtonElement).disabled && button.getAttribute("aria-disabled") !== "true" && button.getClientRects().length > 0;
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)].filter(open);
  const pick = (buttons: HTMLElement[]): string | null => {
    const button = buttons[Math.floor(draw * buttons.length)];
    button?.click();
    return button === undefined ? null : (button.dataset["act"] ?? button.getAttribute("aria-label") ?? button.textContent);
  };
  // What is picked up is done, with a tree if there is one.
  const ways = all(".confirm [data-act=place_tile], .confirm [data-act=play_card], .confirm [data-act=take_card], .confirm [data-act=take_start_card], .confirm [data-act=take_herd], .confirm [data-act=show_goal]");
  if (ways.length > 0) return pick(ways.slice(0, 1));
  const spots = [...all("[data-spot=tree]"), ...all("[data-spot=plain]")];
  if (spots.length > 0) return pick(all("[data-spot=tree]").length > 0 ? all("[data-spot=tree]") : spots);
  const goals = all("button[data-goal][aria-pressed=false]");
  if (goals.length > 0) return pick(goals);
  // On a phone before a big screen, goals and cards lie face down until they are asked for.
  const covered = all(".land-own > .btn--go");
  if (covered.length > 0) return pick(covered);
  const done = all("[data-act=finish_turn]");
  if (done.length > 0) return pick(done);
  const hand = all("[data-from=hand]");
  if (hand.length > 0 && draw < 0.9) return pick(hand);
  const plays = all(".in-hand [data-action=play][aria-pressed=false]");
  if (plays.length > 0 && draw < 0.6) return pick(plays);
  const tiles = all("[data-tile]:has(.sprout)");
  if (tiles.length > 0) return pick(tiles);
  const cards = all("[data-from=open]");
  const herds = all("[data-herd]");
  if (herds.length > 0 && draw < 0.25) return pick(herds);
  if (cards.length > 0 && draw > 0.75) return pick(cards);
  return pick(all("[data-tile]")) ?? pick(cards) ?? pick(herds) ?? pick(all("[data-act=pass_action], [data-act=decline]"));
}

export class Herder {
  #running = false;
  readonly #draw: () => number;
  readonly pressed: string[] = [];

  constructor(
    readonly page: Page,
    seed: number,
  ) {
    this.#draw = dice(seed);
  }

  /** Press one thing, if there is one to press. */
  async press(): Promise<void> {
    const pressed = await this.page.evaluate(press, this.#draw()).catch(() => null);
    if (pressed !== null) this.pressed.push(pressed);
  }

  /** Play until the score sheet is there, until `enough` says so, or somebody says stop. */
  async play(enough: () => Promise<boolean> = async () => Promise.resolve(false)): Promise<void> {
    this.#running = true;
    while (this.#running) {
      if (await enough()) return;
      await this.press();
      if (await this.page.locator("main.score").count().catch(() => 0)) return;
      await this.page.waitForTimeout(60).catch(() => undefined);
    }
  }

  stop(): void {
    this.#running = false;
  }
}
