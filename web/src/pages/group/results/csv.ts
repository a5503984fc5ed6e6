/** The results of a group as a table for any program that calculates. */
import type { GroupGame } from "../../../protocol/types";

const COLUMNS = ["id", "day", "game", "paper", "counts", "place", "name", "bot", "points"] as const;
type Column = (typeof COLUMNS)[number];

/** A cell as it is. A text that a program could take for a formula gets an apostrophe, which they hide. */
export function cell(value: string | number): string {
  const text = typeof value === "string" && /^[-=+@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line for each player of each game, the newest game first. */
export function csv(games: readonly GroupGame[], heading: (column: Column) => string): string {
  const lines = games.flatMap(({ game, at, family, paper, counted, players }) =>
    players.map(({ place, name, bot, points }) => [game, new Date(at * 1000).toISOString(), family, Number(paper), Number(counted), place, name, Number(bot), points ?? ""]),
  );
  return [COLUMNS.map(heading), ...lines].map((line) => `${line.map(cell).join(",")}\r\n`).join("");
}
