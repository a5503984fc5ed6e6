/** Opening a table in one go, with one's own part in the shuffle from the beginning. */
import { botOf, editionFor, type Game } from "../game/game";
import type { Language } from "../../i18n/catalogue";
import { commitment, freshValue, noteConfirmed, shownValue } from "../../net/fairness";
import { callPatiently, type Patience, Refusal } from "../../net/http";
import { commandId, tableId } from "../../net/ids";
import type { AnyRequest, NewTable, Wish } from "../../protocol/types";
import { usePreferences } from "../table/preferences";

/** Whoever opens a table sits here. */
const OWN_SEAT = 0;

export async function opened(wish: NewTable, table = tableId(), patience?: Patience): Promise<string> {
  const promise = commitment(table, OWN_SEAT, freshValue(table));
  const { tempo } = usePreferences.getState();
  // What is as usual is not said: an older server would not know the word.
  const wished = tempo === "normal" ? wish : { ...wish, tempo };
  const place = await callPatiently("POST /api/tables", { ...wished, table, commitment: promise }, {}, patience);
  return place.table;
}

export async function order(table: string, request: AnyRequest, patience?: Patience): Promise<void> {
  await callPatiently("POST /api/tables/{table}/commands", { cid: commandId(), request }, { table }, patience);
}

/** Open a table of a game with bots and start it; return its id. */
export async function playNow(name: string, { poster, bots: own }: Game, language: Language, patience?: Patience): Promise<string> {
  const level = botOf(own, usePreferences.getState().level);
  const wish = { edition: editionFor(poster, language), seats: poster.seats, public: false, name };
  const against = (bots: readonly string[]): Promise<string> => opened({ ...wish, bots }, tableId(), patience);
  const table = await against(level === "medium" ? poster.bots : poster.bots.map(() => level)).catch((error: unknown) => {
    // A server that has not been upgraded yet has no levels.
    if (error instanceof Refusal && error.code === "no_such_bot") return against(poster.bots.map(() => "farmer"));
    throw error;
  });
  await start(table, patience);
  return table;
}

/** Begin the tutorial of a game; return its table. */
export async function learn(name: string, game: Game, patience?: Patience): Promise<string> {
  const { table } = await callPatiently("POST /api/tutorials", { tutorial: game.name, name }, {}, patience);
  return table;
}

async function start(table: string, patience?: Patience): Promise<void> {
  await order(table, { type: "start" }, patience);
  // The table page would do this too, but on a slow line perhaps too late to keep the seat.
  await order(table, { type: "reveal", value: shownValue(table) }, patience);
  noteConfirmed(table, 0);
}

/** Open the table that the server was started for, and start it if it waits for nobody; return its id. */
export async function wishedTable(name: string, wish: Wish, patience?: Patience): Promise<string> {
  const table = wish.table ?? tableId();
  try {
    await opened({ ...wish, name }, table, patience);
  } catch (error) {
    // Somebody was here before, or this is the second tab: the table is there, whoever opened it.
    if (error instanceof Refusal && error.code === "taken") return table;
    throw error;
  }
  if (wish.bots.length === wish.seats - 1) await start(table, patience);
  return table;
}

/** Open a table of a game for friends, with the usual settings; return its id. */
export function tableForFriends(name: string, { poster }: Game, language: Language, patience?: Patience): Promise<string> {
  return opened({ edition: editionFor(poster, language), seats: poster.seats, public: false, name }, tableId(), patience);
}
