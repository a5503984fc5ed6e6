/** The characters that a bot can have, as the server calls them. */
import type { PlaceView } from "../../protocol/types";

const MARKET = ["farmer", "farmer:bold", "farmer:bluffer", "farmer:thrifty", "random"] as const;
/** In Kuhfstein characters make no difference: there is one that plans, and one that does not. */
const LAND = ["farmer", "herder", "random"] as const;

const isLand = (edition: string): boolean => edition === "kuhfstein";

/** List the characters that make a difference in a game. */
export function botsOf(edition: string): readonly string[] {
  return isLand(edition) ? LAND : MARKET;
}

/** Choose a bot for each of some seats, of characters that are not at the table yet. */
export function newBots(edition: string, places: readonly PlaceView[], count: number): readonly string[] {
  const fresh = botsOf(edition).filter((bot) => bot !== "random" && !places.some((place) => place.bot === bot));
  return Array.from({ length: count }, (_, index) => fresh[index] ?? "farmer");
}

/** The catalogue's key of a bot's character in a game. A table may change its game while bots sit at it. */
export function botKey(edition: string, bot: string | null | undefined): string {
  const name = bot ?? "farmer";
  if (isLand(edition)) return name.startsWith("farmer") ? "planner" : name;
  return name === "herder" ? "farmer" : name.replace("farmer:", "");
}
