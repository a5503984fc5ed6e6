/** Bots for free seats. */
import { GAMES } from "../../games";
import type { Bots } from "../../model/game/game";
import type { Level } from "../../model/table/preferences";
import type { PlaceView } from "../../protocol/types";

/** The level that a bot has where nobody names one. Older tables have it by its other name, `farmer`. */
export const USUAL = "medium";
const PLAIN = "farmer";

/** Choose a bot of a level for each of some seats; of the usual level, characters that are not at the table yet. */
export function newBots(bots: Bots, places: readonly PlaceView[], count: number, level: Level): readonly string[] {
  if (level !== USUAL && bots.characters.includes(level)) return Array.from({ length: count }, () => level);
  const there = places.map(({ bot }) => bot && bots.keyOf(bot));
  const fresh = bots.characters.filter((bot) => !["random", "easy", "hard"].includes(bot) && !there.includes(bots.keyOf(bot)));
  return Array.from({ length: count }, (_, index) => fresh[index] ?? USUAL);
}

/** What a bot is called here, and why one would choose it. One that the host has brought goes by its own name. */
export function wordsOf(bots: Bots, bot: string, find: (key: string) => string | undefined): { readonly title: string; readonly why: string } {
  if (bot !== PLAIN && !GAMES.some((game) => game.bots.characters.includes(bot))) return { title: bot, why: "" };
  const key = `home.bot.${bots.keyOf(bot)}`;
  return { title: find(`${key}.title`) ?? bot, why: find(`${key}.why`) ?? "" };
}

/** Which of the bots on offer sits at a place. One of another game is offered as what it plays here. */
export function offeredAs(bots: Bots, own: readonly string[], bot: string): string {
  if (own.includes(bot)) return bot;
  return bots.characters.find((one) => bots.keyOf(one) === bots.keyOf(bot)) ?? USUAL;
}
