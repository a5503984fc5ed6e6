/** Points for people at a real table. At a table of ours the server reckons; this page needs no server. */
import { BONUS } from "../pedigree/Pedigree";
import { ANIMALS, VALUE } from "../../kuhhandel/values";
import type { Animal, SeatScore } from "../../../protocol/types";

const DOVE = 500;

export interface Classic {
  readonly quartets: readonly Animal[];
  readonly scoring: "multiply" | "sum";
  readonly dove?: boolean;
}

export interface Master {
  readonly quartets: readonly Animal[];
  readonly pedigrees: readonly Animal[];
  /** Whether all four rats are here. */
  readonly rats: boolean;
  /** What is left in the purse, where that counts; else 0. */
  readonly money: number;
}

const worth = (animals: readonly Animal[]): number => animals.reduce((sum, animal) => sum + VALUE[animal], 0);

export function classicScore({ quartets, scoring, dove = false }: Classic): SeatScore {
  const animals = worth(quartets);
  const factor = scoring === "multiply" ? quartets.length : 1;
  const bonus = dove ? DOVE : 0;
  return { quartets, animals, factor, dove: bonus, total: animals * factor + bonus };
}

function covered(held: Master, animal: Animal | null): SeatScore {
  const counted = held.quartets.filter((one) => one !== animal);
  const animals = worth(counted);
  const matching = BONUS * held.pedigrees.filter((one) => counted.includes(one)).length;
  const others = BONUS * held.pedigrees.length - matching;
  const total = (animals + matching) * counted.length + others + held.money;
  return { quartets: held.quartets, animals, factor: counted.length, dove: 0, total, covered: animal, matching, others, money: held.money };
}

/** Fill in a column. Whoever has all the rats loses a quartet: the one that is chosen, else the best one to lose. */
export function masterScore(held: Master, chosen: Animal | null = null): SeatScore {
  if (!held.rats || held.quartets.length === 0) return covered(held, null);
  const candidates = chosen !== null && held.quartets.includes(chosen) ? [chosen] : ANIMALS.filter((one) => held.quartets.includes(one));
  const scores = candidates.map((animal) => covered(held, animal));
  // Of equals the cheapest, which comes first.
  return scores.reduce((best, score) => (score.total > best.total ? score : best));
}
