/** What somebody had seen of a slow table when they were here last, in this browser. */
import { keep, kept } from "../../lib/storage";

export interface Visit {
  /** How many lines the log had. */
  readonly lines: number;
  /** When that was, in milliseconds. */
  readonly at: number;
  /** What they had then, where the game has money. */
  readonly money: number | null;
}

const place = (table: string): string => `kuhstall.visit.${table}`;

export function lastVisit(table: string): Visit | null {
  try {
    const { lines, at, money } = JSON.parse(kept(place(table)) ?? "null") as Visit;
    return typeof lines === "number" && typeof at === "number" ? { lines, at, money: typeof money === "number" ? money : null } : null;
  } catch {
    // There was none, or it is somebody else's writing.
    return null;
  }
}

export function keepVisit(table: string, visit: Visit): void {
  keep(place(table), JSON.stringify(visit));
}
