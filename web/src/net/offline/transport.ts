/** Where a call or a socket goes: to the server, or to the worker of this browser. */
import type { Me, NewTable, TablePoster } from "../../protocol/types";
import { commitment, freshValue } from "../fairness";
import { line, Refusal } from "../http";
import { commandId } from "../ids";
import { OFFLINE_WORKER, trusted } from "../trusted";
import { Client, type Door, type End, START } from "./client";
import { running } from "./games";
import { CHANNEL, type Channel, type ToOwnPage } from "./messages";
import { fail, isWanted, keepUp, noteHouse, noteKept, noteName, noteProgress, noteReady, offline, playerName } from "./policy";
import { isOffline, isStatic } from "./where";

/** What `call` makes: all bodies are texts. */
export interface Init {
  readonly method: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Online = (address: string, init: Init) => Promise<Response>;

const browser: Door = {
  channel: () => new BroadcastChannel(CHANNEL) as Channel,
  start: (heard, failed) => {
    const worker = new Worker(trusted(OFFLINE_WORKER), { type: "module", name: playerName() });
    worker.onmessage = ({ data }: MessageEvent<ToOwnPage>) => heard(data);
    worker.onerror = ({ message }) => failed(message || "worker");
    return worker;
  },
  progress: noteProgress,
  failed: fail,
  ready: () => void noteReady(),
  kept: noteKept,
};

let client = new Client(browser);

/** For tests. */
export function setDoor(door: Door): void {
  client = new Client(door);
}

// Without a server there is no line that could be down.
if (isStatic()) line.setState({ down: false });
addEventListener("pagehide", () => client.hide());
/** A page looks for newer files when it has been there for a while. */
const KEEP_UP_AFTER = 10_000;
setTimeout(() => void keepUp(), KEEP_UP_AFTER);

/** Start the worker before anything is asked of it: a game is about to be opened, or looked at. */
export const warm = (): void => void client.ready().catch(() => undefined);

export const drop = (table: string): void => client.drop(table);

/** What the worker answers where there is no server. */
const BOTH = new Set(["GET /api/me", "POST /api/me", "POST /api/guests", "GET /api/house", "GET /api/editions", "GET /api/lobby"]);
const NAMING = new Set(["GET /api/me", "POST /api/me", "POST /api/guests"]);
/** What the worker cannot play, but a server perhaps can. */
const BEYOND = new Set(["no_such_bot", "no_such_edition", "no_such_path", "unavailable"]);
/** A host draws a table's id with so many letters, and promises a value for it. */
const OWN_SEAT = 0;

function isSolo({ seats, bots = [], public: listed = false, pace = "live" }: NewTable): boolean {
  return seats !== undefined && bots.length === seats - 1 && !listed && pace !== "slow";
}

/** Whether a call opens a game that one person plays alone with bots. */
export function isOpening(endpoint: string, body: string): boolean {
  if (endpoint === "POST /api/tutorials") return true;
  return endpoint === "POST /api/tables" && isSolo(JSON.parse(body) as NewTable);
}

/** A wish as the worker wants it: the id says where the table lives, and the promise is for the id. */
export function moved(body: string): string {
  const wish = JSON.parse(body) as NewTable;
  if (wish.table == null || isOffline(wish.table)) return body;
  const table = `offline${wish.table}`;
  const promise = wish.commitment == null ? {} : { commitment: commitment(table, OWN_SEAT, freshValue(table)) };
  return JSON.stringify({ ...wish, table, ...promise });
}

const json = (body: string, status = 200): Response => new Response(body, { status, headers: { "content-type": "application/json" } });

/** Add what is kept in this browser to what a server or the worker says. */
async function withOwn(answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const me = (await answer.json()) as Me;
  const own: readonly TablePoster[] = await running().catch(() => []);
  const others = me.tables.filter(({ table }) => own.every((one) => one.table !== table));
  return json(JSON.stringify({ ...me, tables: [...own, ...others] }));
}

/** Who has the device, at tables where it is passed around. */
const holders = new Map<string, number>();

/** From now on a table is shown to another player of this device, who has a seat there. */
export function handTo(table: string, seat: number): void {
  holders.set(table, seat);
}

const TABLE = /^\/api\/tables\/([^/?]+)/;

async function local(address: string, { method, body = "" }: Init, limit = START): Promise<Response> {
  // What is known without it neither wakes the worker nor waits for it; the lobby is looked at every few seconds.
  if (address === "/api/lobby") return json("[]");
  if (address === "/api/house") return json('{"address":"","wish":null}');
  const player = holders.get(TABLE.exec(address)?.[1] ?? "") ?? 0;
  const reply = await client.call(method, address, body, player === 0 ? playerName() : "", limit, player);
  const answer = json(reply.body, reply.status);
  // The worker only knows the tables that it was asked about.
  return address === "/api/me" ? withOwn(answer) : answer;
}

/** Open a table in the worker; null if it has to be opened somewhere else. */
async function openedHere(address: string, init: Init): Promise<Response | null> {
  const { body = "" } = init;
  const wish = { ...init, body: address === "/api/tables" ? moved(body) : body };
  // However long it takes: nobody else can open it.
  if (isStatic() || isAway()) return local(address, wish, Infinity);
  try {
    const answer = await local(address, wish);
    if (answer.ok) return answer;
    const { code = "" } = (await answer.clone().json()) as { code?: string };
    return BEYOND.has(code) ? null : answer;
  } catch {
    client.abandon();
    if (offline.getState().state !== "failed") fail("slow");
    return null;
  }
}

async function asked<T>(path: string, body: object, name: string, player = 0): Promise<T> {
  const reply = await client.call("POST", path, JSON.stringify(body), name, isStatic() ? Infinity : START, player);
  const answer = JSON.parse(reply.body) as T & { readonly code?: string; readonly text?: string };
  if (reply.status < 300) return answer;
  throw new Refusal(answer.code ?? "unavailable", reply.status, answer.text);
}

/** Open a table for people who pass this device around, start the game, and return its id. The first seats are theirs. */
export async function openShared(wish: NewTable, names: readonly string[]): Promise<string> {
  const [own = "", ...others] = names;
  if (own !== "") noteName(own);
  const { table } = await asked<{ readonly table: string }>("/api/tables", wish, own);
  const commands = `/api/tables/${table}/commands`;
  for (const [at, name] of others.entries()) {
    // One after the other: who comes first sits first.
    // oxlint-disable-next-line no-await-in-loop
    await asked(commands, { cid: commandId(), request: { type: "join" } }, name, at + 1);
  }
  await asked(commands, { cid: commandId(), request: { type: "start" } }, own);
  return table;
}

async function noted(endpoint: string, answer: Response): Promise<void> {
  if (!answer.ok) return;
  if (endpoint === "GET /api/house") noteHouse((await answer.json()) as Parameters<typeof noteHouse>[0]);
  if (NAMING.has(endpoint)) noteName(((await answer.json()) as Me).name);
}

/** The device says itself that it has no connection. A server on this computer is there without one. */
const isAway = (): boolean => !navigator.onLine && !/^(localhost$|127\.|\[::1\])/.test(location.hostname);

async function chosen(endpoint: string, online: Online, address: string, init: Init): Promise<Response> {
  const table = TABLE.exec(address)?.[1];
  if (isStatic() && !isOpening(endpoint, init.body ?? "")) return local(address, init, Infinity);
  if (table !== undefined) return isOffline(table) ? local(address, init) : online(address, init);
  if (isWanted() && isOpening(endpoint, init.body ?? "")) {
    const answer = await openedHere(address, init);
    if (answer !== null) return answer;
  }
  if (BOTH.has(endpoint) && isWanted() && isAway()) {
    line.setState({ down: true });
    return local(address, init);
  }
  try {
    const answer = await online(address, init);
    return endpoint === "GET /api/me" ? await withOwn(answer) : answer;
  } catch (error) {
    const isUnreachable = error instanceof Refusal && error.status === 0;
    if (!isUnreachable || !BOTH.has(endpoint) || !isWanted()) throw error;
    return local(address, init);
  }
}

/** Answer a call as the server would. `online` asks the server. */
export async function answered(online: Online, address: string, init: Init): Promise<Response> {
  const endpoint = `${init.method} ${address}`;
  const answer = await chosen(endpoint, online, address, init);
  await noted(endpoint, answer.clone()).catch(() => undefined);
  return answer;
}

/** A socket of the worker, as far as a table needs one. */
class OfflineSocket extends EventTarget implements End {
  readyState: number = WebSocket.CONNECTING;
  readonly #id: string;

  constructor(address: string) {
    super();
    this.#id = client.open(new URL(address).pathname, this);
  }

  send(text: string): void {
    client.send(this.#id, text);
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    client.hangUp(this.#id);
  }

  opened(): void {
    this.readyState = WebSocket.OPEN;
    this.dispatchEvent(new Event("open"));
  }

  frame(data: string): void {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  closed(code: number, reason: string): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.dispatchEvent(Object.assign(new Event("close"), { code, reason }));
  }
}

export const socket = (address: string): WebSocket => new OfflineSocket(address) as unknown as WebSocket;
