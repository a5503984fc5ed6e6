// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chosen, discard, download, Failed, type Files, installed, isMetered, NAMES, offered, read } from "./files";

/** The caches of a browser, in memory; a limit on how many files fit. */
class Caches {
  readonly all = new Map<string, Map<string, string>>();
  room = Infinity;

  async keys(): Promise<string[]> {
    return [...this.all.keys()];
  }
  async open(name: string): Promise<unknown> {
    const files = this.all.get(name) ?? new Map<string, string>();
    this.all.set(name, files);
    return {
      match: async (address: string) => (files.has(address) ? new Response(files.get(address)) : undefined),
      delete: async (address: string) => files.delete(address),
      put: async (address: string, response: Response) => {
        const text = await response.text();
        if (files.size >= this.room) throw new DOMException("full", "QuotaExceededError");
        files.set(address, text);
      },
    };
  }
  async match(address: string): Promise<Response | undefined> {
    const found = [...this.all.values()].find((files) => files.has(address));
    return found && new Response(found.get(address));
  }
  async delete(name: string): Promise<boolean> {
    return this.all.delete(name);
  }
}

function site(version: string, own = "1"): Files {
  const address = (name: string): string => `/offline/${name}.${name === "kuhstall.zip" ? own : "0"}`;
  const bytes = Object.fromEntries(NAMES.map((name) => [name, address(name).length])) as Files["bytes"];
  return { version, compressed: 1, bytes, files: Object.fromEntries(NAMES.map((name) => [name, address(name)])) as Files["files"] };
}

let stored: Caches;
let asked: string[];
let now: Files | null;
let broken: string | null;

beforeEach(() => {
  stored = new Caches();
  asked = [];
  now = site("one");
  broken = null;
  vi.stubGlobal("caches", stored);
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    if (now === null) throw new TypeError("no line");
    if (address === "/offline.json") return Response.json(now);
    return address === broken ? new Response("<html>", { status: 200 }) : new Response(address);
  });
  Object.defineProperty(navigator, "locks", { value: { request: (_: string, run: () => Promise<void>) => run() }, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "locks");
  Reflect.deleteProperty(navigator, "connection");
});

const quiet = (): void => undefined;
const reasonOf = (promise: Promise<unknown>): Promise<string> => promise.then(() => "none", (error: unknown) => (error instanceof Failed ? error.reason : "another"));

test("everything is fetched once, and told by its bytes", async () => {
  const told: number[] = [];
  await download(await offered(), (loaded, total) => told.push(loaded / total));
  expect([told[0], told.at(-1)]).toEqual([0, 1]);
  expect(told).toEqual(told.toSorted((one, other) => one - other));
  expect(asked).toHaveLength(8);
  expect(await installed()).toEqual(now);
  await download(site("one"), quiet);
  expect(asked).toHaveLength(8);
});

test("of a new version only what is new is fetched, and the old one goes", async () => {
  stored.all.set("kuhstall 0123", new Map());
  await download(site("one"), quiet);
  asked = [];
  now = site("two", "2");
  await download(now, quiet);
  expect(asked).toEqual(["/offline/kuhstall.zip.2"]);
  expect([...stored.all.keys()]).toEqual(["kuhstall 0123", "kuhstall-offline two"]);
  expect((await installed())?.version).toBe("two");
});

test("what was interrupted is not taken for whole, and goes on where it was", async () => {
  broken = "/offline/stdlib.zip.0";
  expect(await reasonOf(download(site("one"), quiet))).toBe("no_files");
  expect(await installed()).toBeNull();
  broken = null;
  await vi.waitFor(() => expect(stored.all.get("kuhstall-offline one")?.size).toBe(6));
  asked = [];
  await download(site("one"), quiet);
  expect(asked).toEqual(["/offline/stdlib.zip.0"]);
});

test("why it did not work", async () => {
  stored.room = 3;
  expect(await reasonOf(download(site("one"), quiet))).toBe("storage");
  now = null;
  expect(await reasonOf(offered())).toBe("unreachable");
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  expect(await reasonOf(offered())).toBe("no_files");
  vi.stubGlobal("fetch", async () => new Response("<html>"));
  expect(await reasonOf(offered())).toBe("no_files");
});

test("the newest version is used, but what is here without a connection, or where bytes are counted", async () => {
  expect((await chosen()).version).toBe("one");
  await download(site("one"), quiet);
  now = site("two", "2");
  expect((await chosen()).version).toBe("two");
  Object.defineProperty(navigator, "connection", { value: { saveData: true }, configurable: true });
  expect((await chosen()).version).toBe("one");
  Reflect.deleteProperty(navigator, "connection");
  // What says itself that it is offline need not look.
  const said = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  asked = [];
  expect([(await chosen()).version, asked]).toEqual(["one", []]);
  said.mockRestore();
  now = null;
  expect((await chosen()).version).toBe("one");
  await discard();
  expect(await reasonOf(chosen())).toBe("unreachable");
});

test("a file is read from here, and from the site where nothing could be kept", async () => {
  const files = site("one");
  expect(await (await read(files, "lock.json")).text()).toBe("/offline/lock.json.0");
  await download(files, quiet);
  asked = [];
  expect(await (await read(files, "lock.json")).text()).toBe("/offline/lock.json.0");
  expect(asked).toEqual([]);
});

test.each([
  [false, undefined],
  [false, { effectiveType: "4g", saveData: false, type: "wifi" }],
  [true, { effectiveType: "4g", saveData: true }],
  [true, { effectiveType: "3g" }],
  [true, { effectiveType: "slow-2g" }],
  [true, { type: "cellular", effectiveType: "4g" }],
])("whether bytes are counted: %s for %j", (expected, connection) => {
  Object.defineProperty(navigator, "connection", { value: connection, configurable: true });
  expect(isMetered()).toBe(expected);
});
