/** The games of the house. The first is the one that people meet first: its table comes along with the page. */
import type { Game } from "../model/game/game";
import { kuhhandel } from "./kuhhandel";
import { master } from "./master";
import { kuhfstein } from "./kuhfstein";

export const GAMES: readonly [Game, ...Game[]] = [kuhhandel, master, kuhfstein];

/** Find a game by the name that its views have; undefined: a newer server has it, and this page does not. */
export function gameNamed(name: string | undefined): Game | undefined {
  return GAMES.find((game) => game.name === name);
}

/** Find the game of an edition. An older server names only the edition, whose key begins with the game. */
export function gameOfEdition(edition: { readonly key: string; readonly game?: string }): Game | undefined {
  return gameNamed(edition.game ?? /^[a-z]+/.exec(edition.key)?.[0]);
}
