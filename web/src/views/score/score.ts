/** The end of a game, as the score sheet shows it. */
import type { PlaceView } from "../../protocol/types";
import type { Row } from "./Sheet";

/** The end of a game as far as places go. */
export interface Result {
  /** The points of each seat; where a game has it, what decides between equal ones. */
  readonly scores: readonly { readonly total: number; readonly tieBreak?: number }[];
  readonly winners: readonly number[];
}

export interface Score {
  readonly result: Result;
  /** The steps of the reckoning. */
  readonly rows: readonly Row[];
  /** What is said while the sheet is filled. */
  readonly counting: string;
  /** Why the game was over before its time. */
  readonly early: string | null;
}

/** For whom paper flies: for oneself; for those who look on, for people, but for no bot. */
export function celebrated(winners: readonly number[], places: readonly PlaceView[], you: number | null): readonly number[] {
  return winners.filter((seat) => (you === null ? places[seat]?.kind === "person" : seat === you));
}

/** How a seat has done: its place, and how many points it is behind the winner or ahead of the next. */
export interface Standing {
  readonly rank: number;
  readonly all: number;
  /** Negative: behind the winner. */
  readonly ahead: number;
}

export function standing(result: Result, seat: number): Standing {
  const { scores, winners } = result;
  const rank = ranked(result).find((one) => one.seat === seat)?.rank ?? scores.length;
  const rivals = scores.map(({ total }) => total).filter((_, other) => (winners.includes(seat) ? other !== seat : winners.includes(other)));
  return { rank, all: scores.length, ahead: (scores[seat]?.total ?? 0) - Math.max(...rivals) };
}

/** Seats from the most points to the fewest; the winners first, whatever broke their tie. */
export function ranked({ scores, winners }: Result): readonly { seat: number; rank: number }[] {
  const order = scores.map((_, seat) => seat);
  const better = (one: number, other: number): number => {
    const wins = Number(winners.includes(other)) - Number(winners.includes(one));
    const points = (scores[other]?.total ?? 0) - (scores[one]?.total ?? 0);
    return wins || points || (scores[other]?.tieBreak ?? 0) - (scores[one]?.tieBreak ?? 0);
  };
  const sorted = order.toSorted((one, other) => better(one, other) || one - other);
  const ahead = (seat: number): number => sorted.findIndex((other) => better(other, seat) === 0);
  return sorted.map((seat) => ({ seat, rank: ahead(seat) + 1 }));
}
