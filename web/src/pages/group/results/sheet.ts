/** A score sheet while it is filled in. */
import type { SheetPlayer } from "../../../protocol/types";

/** `who`: the number of a member, `other`, or nobody. */
export interface Row {
  readonly who: string;
  readonly points: string;
}

const FEWEST = 2;
const USUAL = 4;
const NOON = 12;

/** As many empty rows as people usually play. */
export function rowsOf(members: number): readonly Row[] {
  return Array.from({ length: Math.max(FEWEST, Math.min(USUAL, members)) }, () => ({ who: "", points: "" }));
}

/** The players of a sheet; null while it is not complete. */
export function sheetOf(rows: readonly Row[]): readonly SheetPlayer[] | null {
  const filled = rows.filter(({ who }) => who !== "");
  const players = filled.map(({ who, points }) => ({ member: /^\d+$/.test(who) ? Number(who) : null, points: points.trim() === "" ? Number.NaN : Number(points) }));
  const complete = players.length >= FEWEST && players.some(({ member }) => member !== null) && players.every(({ points }) => Number.isInteger(points));
  return complete ? players : null;
}

/** A day as a field for dates has it, where the reader is. */
export function dateOf(time: number): string {
  const day = new Date(time);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

/** The middle of a day in seconds, but not later than now. */
export function momentOf(date: string, now: number): number {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return Math.min(new Date(year, month - 1, day, NOON).getTime(), now) / 1000;
}
