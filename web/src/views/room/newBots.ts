/** Bots for free seats. */
import { GAMES } from "../../games";
import type { Bots } from "../../games/game";
import type { PlaceView } from "../../protocol/types";

/** The character that every game knows. */
export const USUAL = "farmer";

/** Choose a bot for each of some seats, of characters that are not at the table yet. */
export function newBots(bots: Bots, places: readonly PlaceView[], count: number): readonly string[] {
  const fresh = bots.characters.filter((bot) => bot !== "random" && !places.some((place) => place.bot === bot));
  return Array.from({ length: count }, (_, index) => fresh[index] ?? USUAL);
}

/** What a bot is called here, and why one would choose it. One that the host has brought goes by its own name. */
export function wordsOf(bots: Bots, bot: string, find: (key: string) => string | undefined): { readonly title: string; readonly why: string } {
  if (!GAMES.some((game) => game.bots.characters.includes(bot))) return { title: bot, why: "" };
  const key = `home.bot.${bots.keyOf(bot)}`;
  return { title: find(`${key}.title`) ?? bot, why: find(`${key}.why`) ?? "" };
}

/** Which of the bots on offer sits at a place. One of another game is offered as what it plays here. */
export function offeredAs(bots: Bots, own: readonly string[], bot: string): string {
  if (own.includes(bot)) return bot;
  return bots.characters.find((one) => bots.keyOf(one) === bots.keyOf(bot)) ?? USUAL;
}
