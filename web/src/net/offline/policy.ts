/** Whether solo games are played in this browser: what is possible, what the player and the host want, and what is here. */
import { createStore } from "zustand/vanilla";
import { forget, keep, kept } from "../../lib/storage";
import { call } from "../http";
import { discard, download as fetchFiles, Failed, installed, isMetered, offered, type Progress } from "./files";
import { INSTALLED, isStatic } from "./where";

export { isMetered } from "./files";

/** Not wanted; wanted, but not here yet; here; or given up until the page is loaded again. */
export type State = "off" | "waiting" | "installed" | "failed";

/** Why it is wanted: the player said so, installed the page, or plays alone often; or there is no server. */
export type Wish = "asked" | "page" | "played" | "static";

export interface OfflineState {
  readonly state: State;
  /** Bytes while something is being fetched; a total of 0: nothing is. */
  readonly loaded: number;
  readonly total: number;
  /** Off: "player", "host", "impossible" or "". Waiting: a `Wish`, or "metered". Installed: a `Wish`, or "slow". Failed: what a page may tell. */
  readonly reason: string;
}

const WISH = "kuhstall.offline.wish";
const GAMES = "kuhstall.offline.games";
const HOST = "kuhstall.offline.host";
const NAME = "kuhstall.offline.name";
/** The version that did not start in time on this device. */
const SLOW = "kuhstall.offline.slow";
/** So many games alone, and the next one had better be here. */
const OFTEN = 2;

interface HouseSays {
  readonly offline?: boolean;
  /** A server that was started for one table. */
  readonly wish?: unknown;
}

/** Whether this browser can do it, and the host lets it. */
export function isPossible(house?: HouseSays | null): boolean {
  if ((house?.offline ?? kept(HOST) === null) === false) return false;
  const needed = ["Worker", "BroadcastChannel", "WebAssembly", "indexedDB", "caches"];
  return globalThis.isSecureContext && needed.every((name) => name in globalThis) && (navigator as Partial<Navigator>).locks !== undefined;
}

/** Why it is wanted, if it is. */
export function wish(): Wish | null {
  if (isStatic()) return "static";
  const kind = kept(WISH);
  return kind === "asked" || kind === "page" || kind === "played" ? kind : null;
}

function begun(): OfflineState {
  const none = { loaded: 0, total: 0 };
  if (!isPossible()) return { ...none, state: "off", reason: kept(HOST) === null ? "impossible" : "host" };
  if (kept(WISH) === "off" && !isStatic()) return { ...none, state: "off", reason: "player" };
  const kind = wish();
  if (kind === null) return { ...none, state: "off", reason: "" };
  const version = kept(INSTALLED) ?? "";
  if (version === "") return { ...none, state: "waiting", reason: kind };
  return { ...none, state: "installed", reason: kept(SLOW) === version ? "slow" : kind };
}

export const offline = createStore<OfflineState>(begun);

/** A server that serves one table of its own has no use for it. */
let isHostsTable = false;

/** What the server says of itself. */
export function noteHouse(house: HouseSays): void {
  isHostsTable = house.wish != null;
  const isHostsOff = house.offline === false;
  if (isHostsOff === (kept(HOST) !== null)) return;
  if (isHostsOff) keep(HOST, "off");
  else forget(HOST);
  if (offline.getState().state !== "failed") offline.setState(begun());
}

/** Whether the next game alone goes to the worker. */
export function isWanted(): boolean {
  if (isStatic()) return true;
  const { state, reason } = offline.getState();
  // Too slow a start is better than none.
  const isHere = reason === "slow" ? !navigator.onLine : state === "installed";
  return isHere && isPossible() && !isHostsTable;
}

let downloading: Promise<void> | undefined;

/** Ask the host: nothing is fetched that could not be used. */
async function isWelcome(): Promise<boolean> {
  if (!isStatic()) await call("GET /api/house").then(noteHouse, () => undefined);
  return isPossible();
}

async function fetchAll(progress: Progress): Promise<void> {
  if (!(await isWelcome())) return;
  try {
    const files = await offered();
    await fetchFiles(files, progress);
    keep(INSTALLED, files.version);
    offline.setState({ ...begun() });
  } catch (error) {
    const reason = error instanceof Failed ? error.reason : String(error);
    // What could not be renewed is still good.
    if ((kept(INSTALLED) ?? "") !== "" && reason !== "storage") offline.setState({ ...begun() });
    else offline.setState({ state: "failed", loaded: 0, total: 0, reason });
  }
}

/** Fetch all files into this browser, without starting anything. The store tells how it went. */
export async function download(told?: Progress): Promise<void> {
  const unsubscribe = told && offline.subscribe(({ loaded, total }) => told(loaded, total));
  downloading ??= fetchAll((loaded, total) => offline.setState({ loaded, total })).finally(() => {
    downloading = undefined;
  });
  await downloading;
  unsubscribe?.();
}

function want(kind: Wish): void {
  keep(WISH, kind);
  forget(SLOW);
  if (kept(INSTALLED) === null) keep(INSTALLED, "");
  offline.setState(begun());
}

/** Fetch what is missing or old, if nobody minds. */
export async function keepUp(): Promise<void> {
  const { state } = offline.getState();
  if (state !== "waiting" && state !== "installed") return;
  // The browser may have thrown it away.
  if (state === "installed" && (await installed().catch(() => null)) === null) {
    keep(INSTALLED, "");
    offline.setState(begun());
  }
  if (!navigator.onLine) return;
  if (isMetered() && wish() !== "static") {
    if (offline.getState().state === "waiting") offline.setState({ reason: "metered" });
    return;
  }
  await download();
}

async function wantQuietly(kind: Wish): Promise<void> {
  // A player who has switched it off is not overruled.
  if (!isPossible() || kept(WISH) !== null) return;
  want(kind);
  await keepUp();
}

/** The player asks for it: fetch it now, whatever the connection. */
export async function ask(): Promise<void> {
  if (!isPossible()) return;
  want("asked");
  // What a player has asked for is not thrown away when room is short.
  void navigator.storage?.persist?.().catch(() => false);
  await download();
}

/** The player has installed the page, or has opened it as installed. */
export const noteInstalledPage = (): Promise<void> => wantQuietly("page");

addEventListener("appinstalled", () => void noteInstalledPage());

/** The player has finished a game alone. */
export async function noteSoloGame(): Promise<void> {
  const games = Number(kept(GAMES) ?? 0) + 1;
  keep(GAMES, String(games));
  if (games >= OFTEN) await wantQuietly("played");
}

/** The player's switch. The games that are kept stay, and running ones can still be played. */
export async function switchOff(): Promise<void> {
  keep(WISH, "off");
  keep(INSTALLED, "");
  offline.setState(begun());
  await discard().catch(() => undefined);
}

/** Give up until the page is loaded again; what is too slow, also later, until it has started once or there is a newer version. */
export function fail(reason: string): void {
  if (reason === "slow") keep(SLOW, kept(INSTALLED) ?? "");
  offline.setState({ state: "failed", loaded: 0, total: 0, reason });
}

/** The worker runs, and has fetched what it needed: it is not given up any more. */
export async function noteReady(): Promise<void> {
  forget(SLOW);
  const files = await installed().catch(() => null);
  if (files !== null && wish() !== null) keep(INSTALLED, files.version);
  // Where nothing can be kept, a page with no server behind it is ready all the same.
  offline.setState({ ...begun(), ...(isStatic() ? { state: "installed" } : {}) });
}

/** The tables that this browser cannot keep at the moment. */
export const unkept = createStore<ReadonlySet<string>>(() => new Set());

/** The worker could not save what happens at a table, or can again. */
export function noteKept(table: string, isKept: boolean): void {
  const others = [...unkept.getState()].filter((one) => one !== table);
  unkept.setState(new Set(isKept ? others : [...others, table]), true);
}

/** The worker fetches. */
export const noteProgress: Progress = (loaded, total) => offline.setState({ loaded, total });

/** What the player is called, for a worker that has no server to ask. */
export const playerName = (): string => kept(NAME) ?? "";
export const noteName = (name: string): void => (name === "" ? forget(NAME) : keep(NAME, name));
