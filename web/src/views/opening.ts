/** Opening a table in one go, with one's own part in the shuffle from the beginning. */
import { commitment, ownValue } from "../net/fairness";
import { call, Refusal } from "../net/http";
import { commandId, tableId } from "../net/ids";
import { hex } from "../net/sha256";
import type { AnyRequest, NewTable, Wish } from "../protocol/types";

const EDITION = "kuhhandel/2";
/** The edition that each game is played by at one tap. */
const EDITIONS = { bots: EDITION, master: "master", kuhfstein: "kuhfstein" } as const;
const OPPONENTS: readonly string[] = ["farmer", "farmer:bold", "farmer:bluffer"];
/** Two that take what is best now, and one that plans: a first landscape shall not look hopeless. */
const HERDERS: readonly string[] = ["herder", "farmer", "herder"];
/** Who opens a table sits here. */
const OWN_SEAT = 0;

async function opened(wish: NewTable, table = tableId()): Promise<string> {
  const promise = commitment(table, OWN_SEAT, ownValue(table));
  const place = await call("POST /api/tables", { ...wish, table, commitment: promise });
  return place.table;
}

export async function order(table: string, request: AnyRequest): Promise<void> {
  await call("POST /api/tables/{table}/commands", { cid: commandId(), request }, { table });
}

/** Open a table with bots and start it; return its id. */
export async function playNow(name: string, game: keyof typeof EDITIONS): Promise<string> {
  const bots = game === "kuhfstein" ? HERDERS : OPPONENTS;
  const table = await opened({ edition: EDITIONS[game], seats: 4, bots, public: false, name });
  await start(table);
  return table;
}

async function start(table: string): Promise<void> {
  await order(table, { type: "start" });
  // The table page would do this too, but on a slow line perhaps too late to keep the seat.
  await order(table, { type: "reveal", value: hex(ownValue(table)) });
}

/** Open the table that the server was started for, and start it if it waits for nobody; return its id. */
export async function wishedTable(name: string, wish: Wish): Promise<string> {
  const table = wish.table ?? tableId();
  try {
    await opened({ ...wish, name }, table);
  } catch (error) {
    // Somebody was here before, or this is the second tab: the table is there, whoever opened it.
    if (error instanceof Refusal && error.code === "taken") return table;
    throw error;
  }
  if (wish.bots.length === wish.seats - 1) await start(table);
  return table;
}

/** Open a table for friends with the usual settings; return its id. */
export function tableForFriends(name: string): Promise<string> {
  return opened({ edition: EDITION, seats: 4, public: false, name });
}
