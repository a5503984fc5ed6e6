/**
 * The games that were played in this browser, as this browser remembers them. No server knows of the list; where
 * nothing may be kept, it lasts as long as the page.
 */
import { forget, keep, kept } from "../../lib/storage";
import { KEPT } from "./hasPlayed";

/** More than anybody scrolls through, and few enough for the smallest store. */
export const MOST = 200;

export interface Played {
  readonly table: string;
  readonly game: string;
  /** When its end was first seen here, in milliseconds. */
  readonly at: number;
  readonly rank: number;
  readonly all: number;
  readonly points: number;
  readonly won: boolean;
  /** The others, as they were called. */
  readonly others: readonly string[];
  /** How good the bots were, where all others were bots of one level. */
  readonly level?: string;
}

/** What a game has come to. */
export interface GameCount {
  readonly game: string;
  readonly games: number;
  readonly won: number;
  readonly best: number;
}

function isPlayed(found: unknown): found is Played {
  if (typeof found !== "object" || found === null) return false;
  const { table, game, at, rank, all, points, won, others, level } = found as Record<string, unknown>;
  return (
    typeof table === "string" &&
    // It becomes part of an address.
    /^[a-z0-9]+$/.test(table) &&
    typeof game === "string" &&
    [at, rank, all, points].every((value) => Number.isFinite(value)) &&
    typeof won === "boolean" &&
    Array.isArray(others) &&
    others.every((name) => typeof name === "string") &&
    (level === undefined || typeof level === "string")
  );
}

/** List the games, the last one first; what is not of today's form is left out. */
export function playedGames(): readonly Played[] {
  try {
    const found: unknown = JSON.parse(kept(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter(isPlayed).slice(0, MOST) : [];
  } catch {
    // Somebody else's writing.
    return [];
  }
}

/** Remember a game, once however often its end is looked at; of too many the oldest goes. */
export function keepPlayed(played: Played): void {
  const before = playedGames();
  if (before.some(({ table }) => table === played.table)) return;
  keep(KEPT, JSON.stringify([played, ...before].slice(0, MOST)));
}

export function forgetPlayed(): void {
  forget(KEPT);
}

/** Count the games of each kind, those played most first. */
export function countedByGame(all: readonly Played[]): readonly GameCount[] {
  const kinds = [...new Set(all.map(({ game }) => game))];
  const counts = kinds.map((game): GameCount => {
    const own = all.filter((one) => one.game === game);
    return { game, games: own.length, won: own.filter(({ won }) => won).length, best: Math.max(...own.map(({ points }) => points)) };
  });
  return counts.toSorted((one, other) => other.games - one.games);
}
