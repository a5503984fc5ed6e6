/** The files of offline play: which there are, fetched once, and kept in this browser. Pages and the worker share it. */

const LIST = "/offline.json";
const PREFIX = "kuhstall-offline ";
const LOCK = "kuhstall-offline-files";
/** For how long to wait for news, where everything is here already. */
const PATIENCE = 3000;

/** A file has one content, however it came. */
const EXACT = { ignoreVary: true };

export const NAMES = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "stdlib.zip", "kuhstall.zip", "msgspec.zip", "lock.json"] as const;
export type Name = (typeof NAMES)[number];

export interface Files {
  readonly files: Readonly<Record<Name, string>>;
  readonly bytes: Readonly<Record<Name, number>>;
  /** How much comes over the line, packed. */
  readonly compressed: number;
  readonly version: string;
}

export type Progress = (loaded: number, total: number) => void;

/** A failure with a reason that a page can tell. */
export class Failed extends Error {
  constructor(readonly reason: "unreachable" | "no_files" | "storage" | "wasm") {
    super(reason);
  }
}

interface Connection {
  readonly saveData?: boolean;
  readonly type?: string;
  readonly effectiveType?: string;
}

/** Whether every byte may cost something, or is slow to come. Not all browsers tell. */
export function isMetered(): boolean {
  const { connection } = navigator as { connection?: Connection };
  if (connection === undefined) return false;
  return connection.saveData === true || connection.type === "cellular" || /^(slow-2g|2g|3g)$/.test(connection.effectiveType ?? "");
}

/** The files that the site has now. */
export async function offered(init: RequestInit = {}): Promise<Files> {
  const response = await fetch(LIST, { cache: "no-cache", ...init }).catch(() => {
    throw new Failed("unreachable");
  });
  if (!response.ok) throw new Failed(response.status === 404 ? "no_files" : "unreachable");
  // A host of files may answer with a page what it does not have.
  return (await response.json().catch(() => {
    throw new Failed("no_files");
  })) as Files;
}

/** The files that are here in full, if any are: their list is kept last. */
export async function installed(): Promise<Files | null> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    // There is one, or two while they are replaced.
    // oxlint-disable-next-line no-await-in-loop
    const found = await (await caches.open(name)).match(LIST, EXACT);
    // oxlint-disable-next-line no-await-in-loop
    if (found !== undefined) return (await found.json()) as Files;
  }
  return null;
}

/** The files to use now: the newest, but what is here without a connection, or where every byte counts. */
export async function chosen(): Promise<Files> {
  const here = await installed().catch(() => null);
  if (here === null) return offered();
  if (!navigator.onLine) return here;
  const newest = await offered({ signal: AbortSignal.timeout(PATIENCE) }).catch(() => here);
  return isMetered() ? here : newest;
}

/** Fetch a file, telling of each part that has come. */
async function fetched(cache: Cache, address: string, bytes: number, told: (bytes: number) => void): Promise<void> {
  const response = await fetch(address).catch(() => {
    throw new Failed("unreachable");
  });
  if (!response.ok || response.body === null) throw new Failed("no_files");
  // As it came, so that the browser may keep compiled code beside it.
  const stored = cache.put(address, response.clone()).catch(() => {
    throw new Failed("storage");
  });
  stored.catch(() => undefined);
  let count = 0;
  const reader = response.body.getReader();
  for (;;) {
    // One part after the other.
    // oxlint-disable-next-line no-await-in-loop
    const { done, value } = await reader.read().catch(() => {
      throw new Failed("unreachable");
    });
    if (done) break;
    count += value.length;
    told(value.length);
  }
  await stored;
  if (count === bytes) return;
  await cache.delete(address);
  throw new Failed("no_files");
}

/** Take a file from the version before, if it is the same; else fetch it. */
async function taken(cache: Cache, address: string, bytes: number, told: (bytes: number) => void): Promise<void> {
  if ((await cache.match(address, EXACT)) === undefined) {
    const before = await caches.match(address, EXACT);
    if (before === undefined) {
      await fetched(cache, address, bytes, told);
      return;
    }
    await cache.put(address, before).catch(() => {
      throw new Failed("storage");
    });
  }
  told(bytes);
}

async function allTaken(wanted: Files, progress: Progress): Promise<void> {
  const cache = await caches.open(PREFIX + wanted.version).catch(() => {
    throw new Failed("storage");
  });
  const total = NAMES.reduce((sum, name) => sum + wanted.bytes[name], 0);
  let loaded = 0;
  progress(0, total);
  const told = (bytes: number): void => {
    loaded += bytes;
    progress(loaded, total);
  };
  await Promise.all(NAMES.map((name) => taken(cache, wanted.files[name], wanted.bytes[name], told)));
  await cache.put(LIST, Response.json(wanted)).catch(() => {
    throw new Failed("storage");
  });
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + wanted.version);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Fetch into this browser what is not there yet. Two pages do not fetch the same. */
export async function download(wanted: Files, progress: Progress): Promise<void> {
  const here = await installed().catch(() => null);
  if (here?.version === wanted.version) return;
  await navigator.locks.request(LOCK, () => allTaken(wanted, progress));
}

/** A file, from this browser if it is there. */
export async function read({ files }: Files, name: Name, online = fetch): Promise<Response> {
  const found = await caches.match(files[name], EXACT).catch(() => undefined);
  return (
    found ??
    online(files[name]).catch(() => {
      throw new Failed("unreachable");
    })
  );
}

export async function discard(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(names.map((name) => caches.delete(name)));
}
