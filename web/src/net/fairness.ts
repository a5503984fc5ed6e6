/** One's own part in the shuffle (kh-fair-1): a value that is promised first and shown later. */
import { keep, kept } from "../storage";
import { secretValue } from "./ids";
import { hex, sha256 } from "./sha256";

export const PROTOCOL = "kh-fair-1";

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

/** Return the value for a table, the same in every tab: two values would contradict each other. */
export function ownValue(table: string): Uint8Array {
  const known = kept(place(table));
  if (known !== null) return Uint8Array.from(known.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const value = secretValue();
  keep(place(table), hex(value));
  return value;
}
