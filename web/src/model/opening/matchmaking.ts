/** To a table with people: one that waits for somebody, or a new one that others find. */
import { botOf, editionFor, type Game } from "../game/game";
import type { Language } from "../../i18n/catalogue";
import { call, type Patience, Refusal } from "../../net/http";
import type { TablePoster } from "../../protocol/types";
import { usePreferences } from "../table/preferences";
import { opened, order } from "./opening";

/** Where somebody can sit down and the game begins by itself, the fullest first. */
export function waiting(posters: readonly TablePoster[], edition: string): readonly TablePoster[] {
  const free = (one: TablePoster): number => one.seats - one.people - one.bots;
  return posters
    .filter((one) => one.by_itself && one.stage === "open" && one.pace === "live" && one.edition === edition && free(one) > 0)
    .toSorted((one, other) => free(one) - free(other));
}

async function seated(table: string, patience?: Patience): Promise<boolean> {
  try {
    await order(table, { type: "join" }, patience);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return error.code === "seated_already";
    throw error;
  }
}

/** Sit down at a table with people, and return it. */
export async function withPeople(name: string, { poster, bots }: Game, language: Language, patience?: Patience): Promise<string> {
  const edition = editionFor(poster, language);
  const tables = waiting(await call("GET /api/lobby"), edition);
  // Whoever is new here becomes a guest first.
  if (tables.length > 0 && (await call("GET /api/me")).name === "") await call("POST /api/guests", { name });
  for (const { table } of tables) {
    // One after the other: nobody sits at two tables.
    // oxlint-disable-next-line no-await-in-loop
    if (await seated(table, patience)) return table;
  }
  const filler = botOf(bots, usePreferences.getState().level);
  return opened({ edition, seats: poster.seats, public: true, starts: "bots", filler, name }, undefined, patience);
}
