/** The games of this browser, read without starting the worker. */
import type { TablePoster, Transcript } from "../../protocol/types";
import { call } from "../http";
import { Database, type Row, type Shelf } from "./database";

/** A finished game of this browser. */
export interface OwnGame {
  readonly table: string;
  readonly edition: string;
  /** Seconds since 1970. */
  readonly finished: number;
  readonly tutorial: boolean;
  readonly poster: TablePoster;
}

/** What is read here of `Head` in server/offline/saved_log.py. */
interface Head {
  readonly code: string;
  readonly poster: Omit<TablePoster, "table" | "code" | "host" | "by_itself"> & { readonly host?: string | null; readonly by_itself?: boolean | null };
  readonly tutorial: boolean;
  readonly names: Readonly<Record<string, string>>;
}

const RUNNING = new Set(["open", "revealing", "playing", "paused"]);

let shelf: Shelf = new Database();

/** For tests. */
export function setShelf(other: Shelf): void {
  shelf = other;
}

const newestFirst = (one: Row, other: Row): number => (other.finished ?? other.at) - (one.finished ?? one.at);

function gameOf({ table, head, finished: at }: Row): OwnGame {
  const { code, poster, tutorial, names } = JSON.parse(head) as Head;
  const host = names[poster.host ?? ""] ?? "";
  return { table, edition: poster.edition, finished: at ?? 0, tutorial, poster: { ...poster, table, code, host, by_itself: poster.by_itself === true } };
}

async function games(isFinished: boolean): Promise<readonly OwnGame[]> {
  // A browser that lets nothing be kept has no games.
  const rows = await shelf.rows().catch(() => []);
  return rows.filter((row) => (row.finished !== null) === isFinished).toSorted(newestFirst).map(gameOf);
}

/** The games that go on, the newest first, as `GET /api/me` lists tables: tutorials are in no list. */
export async function running(): Promise<readonly TablePoster[]> {
  return (await games(false)).filter(({ tutorial, poster: { stage } }) => !tutorial && RUNNING.has(stage)).map(({ poster }) => poster);
}

/** The games that are finished, the newest first. */
export async function finished(): Promise<readonly OwnGame[]> {
  return games(true);
}

/** Delete a game for good. */
export async function remove(table: string): Promise<void> {
  (await import("./transport")).drop(table);
  await shelf.remove(table);
}

/** A finished game as a file that `kuhstall replay` and `verify` read. It starts the worker. */
export async function exported(table: string): Promise<Blob> {
  return transcriptFile(await call("GET /api/tables/{table}/transcript", null, { table }));
}

export function transcriptFile(transcript: Transcript): Blob {
  return new Blob([JSON.stringify(transcript)], { type: "application/json" });
}
