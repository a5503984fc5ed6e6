/** The rows of the score sheet, as the house rules make them. */
import type { HouseRules, SeatScore } from "../../protocol/types";

export type RowName = "quartets" | "dove" | "factor" | "total";

/** List the rows in the order in which one would reckon. */
export function rowsOf(rules: HouseRules): readonly RowName[] {
  const rows: RowName[] = ["quartets"];
  if (rules.dove && rules.dove_multiplied) rows.push("dove");
  if (rules.scoring === "multiply") rows.push("factor");
  if (rules.dove && !rules.dove_multiplied) rows.push("dove");
  rows.push("total");
  return rows;
}

/** What a column has come to once it was multiplied. */
export function multiplied(score: SeatScore, rules: HouseRules): number {
  return (score.animals + (rules.dove_multiplied ? score.dove : 0)) * score.factor;
}

/** Seats from the most points to the fewest; the winners first, whatever broke their tie. */
export function ranked(scores: readonly SeatScore[], winners: readonly number[]): readonly { seat: number; rank: number }[] {
  const total = (seat: number): number => scores[seat]?.total ?? 0;
  const wins = (seat: number): number => Number(winners.includes(seat));
  const order = scores.map((_, seat) => seat).toSorted((one, other) => wins(other) - wins(one) || total(other) - total(one) || one - other);
  const ahead = (seat: number): number =>
    order.findIndex((other) => wins(other) === wins(seat) && total(other) === total(seat));
  return order.map((seat) => ({ seat, rank: ahead(seat) + 1 }));
}
