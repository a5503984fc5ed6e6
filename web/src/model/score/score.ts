/** The end of a game, as the score sheet shows it. */
import type { ReactNode } from "react";
import type { Args, Language } from "../../i18n/catalogue";

/** A step of the reckoning: what it is, why, and what each seat has there. */
export interface Row {
  readonly name: string;
  readonly title: string;
  readonly why: string;
  readonly cell: (seat: number) => ReactNode;
}

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
  /** Pictures of what each seat has got, for the picture of the result. */
  readonly gains: readonly (readonly string[])[];
}

/** For whom paper flies: for oneself alone. */
export function celebrated(winners: readonly number[], you: number | null): readonly number[] {
  return winners.filter((seat) => seat === you);
}

/** How a seat has done: its place, and how many points it is behind the winner or ahead of the next. */
export interface Standing {
  readonly rank: number;
  readonly all: number;
  /** Negative: behind the winner. */
  readonly ahead: number;
  /** Those that it is compared with. */
  readonly rivals: readonly number[];
}

export function standing(result: Result, seat: number): Standing {
  const { scores, winners } = result;
  const rank = ranked(result).find((one) => one.seat === seat)?.rank ?? scores.length;
  const total = (one: number): number => scores[one]?.total ?? 0;
  const others = scores.map((_, other) => other).filter((other) => (winners.includes(seat) ? other !== seat : winners.includes(other)));
  const best = Math.max(...others.map(total));
  return { rank, all: scores.length, ahead: total(seat) - best, rivals: others.filter((other) => total(other) === best) };
}

type Texted = (key: `replay.result.${"places" | "behind" | "level" | "ahead"}`, args?: Args) => string;

/** A place in words: "3rd". */
export function ordinal(rank: number, t: Texted): string {
  return t("replay.result.places").split(" ")[rank - 1] ?? String(rank);
}

/** How oneself has done, in words; null: who shares the win has read it already. */
export function placeInWords(result: Result, seat: number, names: readonly string[], language: Language, t: Texted): string | null {
  const { rank, all, ahead, rivals } = standing(result, seat);
  const won = result.winners.includes(seat);
  if (won && ahead === 0) return null;
  return t(`replay.result.${won ? "ahead" : ahead < 0 ? "behind" : "level"}`, {
    place: ordinal(rank, t),
    all,
    points: new Intl.NumberFormat(language).format(Math.abs(ahead)),
    name: new Intl.ListFormat(language).format(rivals.map((rival) => names[rival] ?? "")),
  });
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
