/** What is written on the sheet, and kept on this device. */
import { ANIMALS } from "../../kuhhandel/values";
import { keep, kept } from "../../../lib/storage";
import type { Animal, SeatScore } from "../../../protocol/types";
import { classicScore, masterScore } from "./reckon";

export const GAMES = ["classic", "first", "master"] as const;
export type Game = (typeof GAMES)[number];

/** A kind has one owner; the places of the owners are those of the names. */
export interface Paper {
  readonly game: Game;
  readonly names: readonly string[];
  readonly quartets: Readonly<Partial<Record<Animal, number>>>;
  readonly pedigrees: Readonly<Partial<Record<Animal, number>>>;
  readonly rats: number | null;
  readonly dove: number | null;
  /** The quartet under the rats; null: the best one to lose. */
  readonly covered: Animal | null;
  readonly counts: boolean;
  /** Null: not entered. */
  readonly money: readonly (number | null)[];
}

/** The fewest and the most who can play each game. */
export const PLAYERS: Readonly<Record<Game, readonly [number, number]>> = { classic: [3, 5], first: [3, 5], master: [2, 6] };
const PAIRS: readonly (readonly [Animal, Animal])[] = [
  ["rooster", "goose"],
  ["cat", "dog"],
  ["sheep", "goat"],
];
const KEPT = "kuhstall.paper";
export const BLANK: Paper = { game: "classic", names: ["", "", ""], quartets: {}, pedigrees: {}, rats: null, dove: null, covered: null, counts: false, money: [] };

export function keptPaper(): Paper {
  try {
    const found: unknown = JSON.parse(kept(KEPT) ?? "null");
    const paper = { ...BLANK, ...(typeof found === "object" ? (found as Partial<Paper> | null) : null) };
    return GAMES.includes(paper.game) && Array.isArray(paper.names) && Array.isArray(paper.money) ? settled(paper) : BLANK;
  } catch {
    return BLANK;
  }
}

export function keepPaper(paper: Paper): void {
  keep(KEPT, JSON.stringify(paper));
}

/** Give something to a player, or take it away from the one who has it. */
export function given(owners: Paper["quartets"], what: Animal, player: number): Paper["quartets"] {
  const { [what]: owner, ...others } = owners;
  return owner === player ? others : { ...others, [what]: player };
}

/** Change how many play; what those had who have left belongs to nobody. */
export function resized(paper: Paper, players: number): Paper {
  const stays = (owners: Paper["quartets"]): Paper["quartets"] => Object.fromEntries(Object.entries(owners).filter(([, owner]) => owner < players));
  const still = (owner: number | null): number | null => (owner !== null && owner < players ? owner : null);
  return {
    ...paper,
    names: Array.from({ length: players }, (_, player) => paper.names[player] ?? ""),
    money: paper.money.slice(0, players),
    quartets: stays(paper.quartets),
    pedigrees: stays(paper.pedigrees),
    rats: still(paper.rats),
    dove: still(paper.dove),
  };
}

/** Whether somebody may have the dove: it goes with both quartets of a pair. */
export function hasPair(paper: Paper, player: number): boolean {
  return PAIRS.some((pair) => pair.every((animal) => paper.quartets[animal] === player));
}

/** Leave out what no game can end with: too few or too many players, a dove without a pair. */
export function settled(paper: Paper): Paper {
  const [fewest, most] = PLAYERS[paper.game];
  const players = Math.min(most, Math.max(fewest, paper.names.length));
  const fitting = players === paper.names.length ? paper : resized(paper, players);
  return fitting.dove === null || hasPair(fitting, fitting.dove) ? fitting : { ...fitting, dove: null };
}

const owned = (owners: Paper["quartets"], player: number): readonly Animal[] => ANIMALS.filter((animal) => owners[animal] === player);

/** Whether a column is still to be filled in: nothing is entered there, and quartets are left to give. */
export function isBlank(paper: Paper, player: number): boolean {
  const { game, quartets, pedigrees, rats, dove, counts, money } = paper;
  const held = owned(quartets, player).length > 0 || (game === "first" && dove === player);
  const more = game === "master" && (owned(pedigrees, player).length > 0 || rats === player || (counts && money[player] != null));
  return !held && !more && ANIMALS.some((animal) => quartets[animal] === undefined);
}

/** Reckon the column of every player. */
export function columns(paper: Paper): readonly SeatScore[] {
  return paper.names.map((_, player) => {
    const quartets = owned(paper.quartets, player);
    if (paper.game !== "master") {
      const scoring = paper.game === "first" ? "sum" : "multiply";
      return classicScore({ quartets, scoring, dove: paper.game === "first" && paper.dove === player });
    }
    const money = paper.counts ? (paper.money[player] ?? 0) : 0;
    return masterScore({ quartets, pedigrees: owned(paper.pedigrees, player), rats: paper.rats === player, money }, paper.covered);
  });
}
