/** The rows of the score sheet, as the house rules make them. */
import type { Animal, SeatScore, SeatView } from "../../protocol/types";
import type { MarketView } from "../../table/market";

type Rules = MarketView["rules"];

export type RowName = "quartets" | "dove" | "matching" | "factor" | "others" | "money" | "total";

/** List the rows in the order in which one would reckon. */
export function rowsOf(rules: Rules): readonly RowName[] {
  if (!("dove" in rules)) {
    const money: readonly RowName[] = rules.kassensturz ? ["money"] : [];
    return ["quartets", "matching", "factor", "others", ...money, "total"];
  }
  const rows: RowName[] = ["quartets"];
  if (rules.dove && rules.dove_multiplied) rows.push("dove");
  if (rules.scoring === "multiply") rows.push("factor");
  if (rules.dove && !rules.dove_multiplied) rows.push("dove");
  rows.push("total");
  return rows;
}

/** What a column has come to once it was multiplied. */
export function multiplied(score: SeatScore, rules: Rules): number {
  const dove = "dove" in rules && rules.dove_multiplied ? score.dove : 0;
  return (score.animals + (score.matching ?? 0) + dove) * score.factor;
}

/** Part the pedigrees of a seat: those of quartets that count, and the others. */
export function parted(pedigrees: SeatView["pedigrees"], score: SeatScore): Readonly<Record<"matching" | "others", readonly Animal[]>> {
  const counts = (animal: Animal): boolean => score.quartets.includes(animal) && animal !== score.covered;
  return { matching: pedigrees.filter(counts), others: pedigrees.filter((animal) => !counts(animal)) };
}

/** The end of a game as far as places go. In Kuhfstein tiles break a tie. */
export interface Result {
  readonly scores: readonly { readonly total: number; readonly tiles?: number }[];
  readonly winners: readonly number[];
}

/** Seats from the most points to the fewest; the winners first, whatever broke their tie. */
export function ranked({ scores, winners }: Result): readonly { seat: number; rank: number }[] {
  const order = scores.map((_, seat) => seat);
  const better = (one: number, other: number): number => {
    const wins = Number(winners.includes(other)) - Number(winners.includes(one));
    const points = (scores[other]?.total ?? 0) - (scores[one]?.total ?? 0);
    return wins || points || (scores[other]?.tiles ?? 0) - (scores[one]?.tiles ?? 0);
  };
  const sorted = order.toSorted((one, other) => better(one, other) || one - other);
  const ahead = (seat: number): number => sorted.findIndex((other) => better(other, seat) === 0);
  return sorted.map((seat) => ({ seat, rank: ahead(seat) + 1 }));
}
