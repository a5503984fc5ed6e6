/** Bots for free seats. */
import type { Bots } from "../../games/game";
import type { PlaceView } from "../../protocol/types";

/** The character that every game knows. */
export const USUAL = "farmer";

/** Choose a bot for each of some seats, of characters that are not at the table yet. */
export function newBots(bots: Bots, places: readonly PlaceView[], count: number): readonly string[] {
  const fresh = bots.characters.filter((bot) => bot !== "random" && !places.some((place) => place.bot === bot));
  return Array.from({ length: count }, (_, index) => fresh[index] ?? USUAL);
}
