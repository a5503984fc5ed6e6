/** What several kinds of games come to together. */
import type { GameStatistics, Score } from "../../protocol/types";

/** Of so many scores a mean is drawn. */
const AROUND = 5;

/** Add up the kinds that are chosen; null if there is none. */
export function summed(kinds: readonly GameStatistics[]): Pick<GameStatistics, "games" | "points" | "won"> | null {
  if (kinds.length === 0) return null;
  const sum = (of: (kind: GameStatistics) => number): number => kinds.reduce((all, kind) => all + of(kind), 0);
  return { games: sum(({ games }) => games), won: sum(({ won }) => won), points: sum(({ points }) => points) };
}

/** The mean of each score with the four before it, as far as there are any. */
export function meansOfFive(scores: readonly Score[]): readonly number[] {
  return scores.map((_, place) => {
    const last = scores.slice(Math.max(0, place + 1 - AROUND), place + 1);
    return last.reduce((sum, { points }) => sum + points, 0) / last.length;
  });
}
