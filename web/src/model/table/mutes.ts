/** Whose lines of chat are not shown. The server remembers it; this is to undo it by, and to hide what came before. */
import { keep, kept } from "../../lib/storage";
import type { ChatLine } from "../../protocol/types";

export interface Mute {
  /** A line that they wrote: the server knows them by it. */
  readonly line: number;
  readonly seat: number | null;
  readonly name: string;
}

const place = (table: string): string => `kuhstall.muted.${table}`;

export function sameAuthor(one: Pick<Mute, "seat" | "name">, other: Pick<Mute, "seat" | "name">): boolean {
  // People on a seat have it alone; those who look on are told apart by name.
  return one.seat === other.seat && (one.seat !== null || one.name === other.name);
}

export function audible(chat: readonly ChatLine[], muted: readonly Mute[]): readonly ChatLine[] {
  if (muted.length === 0) return chat;
  return chat.filter((line) => !muted.some((mute) => sameAuthor(mute, line)));
}

export function mutedAt(table: string): readonly Mute[] {
  try {
    const found: unknown = JSON.parse(kept(place(table)) ?? "[]");
    return Array.isArray(found) ? (found as Mute[]) : [];
  } catch {
    return [];
  }
}

export function keepMuted(table: string, muted: readonly Mute[]): void {
  keep(place(table), JSON.stringify(muted));
}
