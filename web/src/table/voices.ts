/** Whose lines of chat are not shown. The server remembers it; this is to undo it by, and to hide what came before. */
import { keep, kept } from "../storage";
import type { ChatLine } from "../protocol/types";

export interface Voice {
  /** A line that they wrote: the server knows them by it. */
  readonly line: number;
  readonly seat: number | null;
  readonly name: string;
}

const place = (table: string): string => `kuhstall.muted.${table}`;

export function sameVoice(one: Pick<Voice, "seat" | "name">, other: Pick<Voice, "seat" | "name">): boolean {
  // People on a seat have it alone; those who look on are told apart by name.
  return one.seat === other.seat && (one.seat !== null || one.name === other.name);
}

export function audible(chat: readonly ChatLine[], muted: readonly Voice[]): readonly ChatLine[] {
  if (muted.length === 0) return chat;
  return chat.filter((line) => !muted.some((voice) => sameVoice(voice, line)));
}

export function mutedAt(table: string): readonly Voice[] {
  try {
    const found: unknown = JSON.parse(kept(place(table)) ?? "[]");
    return Array.isArray(found) ? (found as Voice[]) : [];
  } catch {
    return [];
  }
}

export function keepMuted(table: string, muted: readonly Voice[]): void {
  keep(place(table), JSON.stringify(muted));
}
