/** Opening a table in one go, with one's own part in the shuffle from the beginning. */
import { commitment, ownValue } from "../net/fairness";
import { call } from "../net/http";
import { commandId, tableId } from "../net/ids";
import { hex } from "../net/sha256";
import type { AnyRequest, NewTable } from "../protocol/types";

const EDITION = "kuhhandel/2";
const OPPONENTS: readonly string[] = ["farmer", "farmer:bold", "farmer:bluffer"];
/** Who opens a table sits here. */
const OWN_SEAT = 0;

async function opened(wish: NewTable): Promise<string> {
  const table = tableId();
  const promise = commitment(table, OWN_SEAT, ownValue(table));
  const place = await call("POST /api/tables", { ...wish, table, commitment: promise });
  return place.table;
}

export async function order(table: string, request: AnyRequest): Promise<void> {
  await call("POST /api/tables/{table}/commands", { cid: commandId(), request }, { table });
}

/** Open a table with bots and start it; return its id. */
export async function playNow(name: string): Promise<string> {
  const table = await opened({ edition: EDITION, seats: 4, bots: OPPONENTS, public: false, name });
  await order(table, { type: "start" });
  // The table page would do this too, but on a slow line perhaps too late to keep the seat.
  await order(table, { type: "reveal", value: hex(ownValue(table)) });
  return table;
}

/** Open a table for friends with the usual settings; return its id. */
export function tableForFriends(name: string): Promise<string> {
  return opened({ edition: EDITION, seats: 4, public: false, name });
}
