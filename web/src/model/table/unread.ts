/** What was said while nobody looked at the chat. */
import { useState } from "react";
import type { ChatLine } from "../../protocol/types";
import { useTable } from "./context";
import type { TableState } from "./store";
import { faceOf } from "./emotes";
import { audible } from "./mutes";

/** The last line that somebody has said; the faces of bots are no lines of the server, and below zero. */
export function lastSaid(chat: readonly ChatLine[]): number {
  return chat.findLast(({ id }) => id > 0)?.id ?? 0;
}

/** The lines after the last one seen that somebody else has said and that may be heard. */
export function heardSince({ chat, muted, you }: Pick<TableState, "chat" | "muted" | "you">, seen: number): readonly ChatLine[] {
  return audible(chat, muted).filter(({ id, seat }) => id > seen && (seat === null || seat !== you));
}

/** How many lines of chat came while it was not read. Faces are seen at their seats. */
export function useUnread(reading: boolean): number {
  const last = useTable((state) => lastSaid(state.chat));
  const [seen, setSeen] = useState(last);
  if (reading && seen !== last) setSeen(last);
  return useTable((state) => heardSince(state, seen).filter(({ text }) => faceOf(text) === null).length);
}
