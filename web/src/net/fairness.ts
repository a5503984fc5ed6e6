/** One's own part in the shuffle: a value that is promised first and shown later. */
import type { PartyView } from "../protocol/types";
import { keep, kept } from "../lib/storage";
import { secretValue } from "./ids";
import { hex, sha256 } from "./sha256";

/** The protocol of both kinds of transcripts: their formulas are the same. */
export const PROTOCOL = "kh-fair-1";
/** The same, with a list of values that were promised and are missing. */
export const WITH_MISSING = "kh-fair-2";

const utf8 = new TextEncoder();

/** Hash parts with their lengths, so that no two lists of parts look the same. */
export function digest(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const bytes: number[] = [];
  for (const part of parts) {
    const data = typeof part === "string" ? utf8.encode(part) : part;
    const length = new DataView(new ArrayBuffer(4));
    length.setUint32(0, data.length);
    bytes.push(...new Uint8Array(length.buffer), ...data);
  }
  return sha256(Uint8Array.from(bytes));
}

export function commitment(table: string, seat: number, value: Uint8Array): string {
  return hex(digest(`${PROTOCOL}/commit`, "player", table, String(seat), value));
}

export function serverCommitment(table: string, secret: Uint8Array): string {
  return hex(digest(`${PROTOCOL}/commit`, "server", table, "-", secret));
}

const place = (table: string): string => `kuhstall.value.${table}`;

const shown = (table: string): string => `kuhstall.shown.${table}`;

function drawn(table: string): Uint8Array {
  const value = secretValue();
  keep(place(table), hex(value));
  return value;
}

/** Return the value for a table, the same in every tab: two values would contradict each other. */
export function ownValue(table: string): Uint8Array {
  const known = kept(place(table));
  return known === null ? drawn(table) : Uint8Array.from(known.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

/** Return the value to promise: after an aborted start a new one, since the server knows the one before. */
export function freshValue(table: string): Uint8Array {
  const value = ownValue(table);
  return kept(shown(table))?.split(" ")[0] === hex(value) ? drawn(table) : value;
}

/** Return the value as it is sent to the server, and remember that it is not secret any more. */
export function shownValue(table: string): string {
  const value = hex(ownValue(table));
  keep(shown(table), value);
  return value;
}

/** Remember that the server has confirmed our value, for the start that came after so many that were aborted. */
export function noteConfirmed(table: string, aborts: number): void {
  keep(shown(table), `${hex(ownValue(table))} ${aborts}`);
}

/** Whether our value is not in the deck although the server had confirmed it for this very start. */
export function isDenied(table: string, you: number | null, party: PartyView | null): boolean {
  const [value, aborts] = kept(shown(table))?.split(" ") ?? [];
  if (aborts === undefined || you === null || party === null || Number(aborts) !== party.aborts) return false;
  return ["playing", "paused", "ended"].includes(party.stage) && party.places[you]?.reveal !== value;
}

/** The owner has read it: do not say it again on this device. */
export function forgetConfirmed(table: string): void {
  keep(shown(table), kept(shown(table))?.split(" ")[0] ?? "");
}
