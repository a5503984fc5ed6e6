/** The characters that a bot can have, as the server calls them. */
import type { PlaceView } from "../../protocol/types";

export const BOTS = ["farmer", "farmer:bold", "farmer:bluffer", "farmer:thrifty", "random"] as const;

/** Choose a bot for each of some seats, of characters that are not at the table yet. */
export function newBots(places: readonly PlaceView[], count: number): readonly string[] {
  const fresh = BOTS.filter((bot) => bot !== "random" && !places.some((place) => place.bot === bot));
  return Array.from({ length: count }, (_, index) => fresh[index] ?? "farmer");
}
