// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Policy from "./policy";

const FILES = { version: "v1", files: {}, bytes: {}, compressed: 5 };
const files = vi.hoisted(() => ({ offered: vi.fn(), download: vi.fn(), installed: vi.fn(), discard: vi.fn(), metered: false }));
vi.mock("./files", async (original) => ({
  ...(await original<object>()),
  offered: files.offered, download: files.download, installed: files.installed, discard: files.discard, isMetered: () => files.metered,
}));

/** What the server says of itself. */
let house: object;

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = "";
  files.metered = false;
  files.offered.mockReset().mockResolvedValue(FILES);
  files.download.mockReset().mockImplementation(async (_: unknown, told: (loaded: number, total: number) => void) => told(4, 9));
  files.installed.mockReset().mockResolvedValue(null);
  files.discard.mockReset().mockResolvedValue(undefined);
  for (const name of ["Worker", "BroadcastChannel", "WebAssembly", "indexedDB", "caches"]) vi.stubGlobal(name, class {});
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("fetch", async () => Response.json(house));
  house = { address: "", wish: null };
  Object.defineProperty(navigator, "locks", { value: {}, configurable: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "locks");
});

/** The policy of a page that is loaded now. */
async function loaded(): Promise<typeof Policy> {
  vi.resetModules();
  return import("./policy");
}

const stateOf = ({ offline }: typeof Policy): string => `${offline.getState().state} ${offline.getState().reason}`.trim();

test("nobody gets it who has not asked for it", async () => {
  const policy = await loaded();
  expect(stateOf(policy)).toBe("off");
  await policy.keepUp();
  expect(files.offered).not.toHaveBeenCalled();
  expect(policy.isWanted()).toBe(false);
});

test("whoever asks gets it at once, whatever the connection, and keeps it", async () => {
  files.metered = true;
  const policy = await loaded();
  const told: string[] = [];
  policy.offline.subscribe(({ state, loaded: bytes, total }) => told.push(`${state} ${bytes}/${total}`));
  await policy.ask();
  expect(told).toEqual(["waiting 0/0", "waiting 4/9", "installed 0/0"]);
  expect(policy.isWanted()).toBe(true);
  expect(stateOf(await loaded())).toBe("installed asked");
});

test("the second game alone fetches it, but not where bytes are counted", async () => {
  files.metered = true;
  let policy = await loaded();
  await policy.noteSoloGame();
  expect(stateOf(policy)).toBe("off");
  await policy.noteSoloGame();
  expect(stateOf(policy)).toBe("waiting metered");
  expect(policy.isWanted()).toBe(false);
  expect(files.download).not.toHaveBeenCalled();
  // The next time there may be another connection.
  files.metered = false;
  policy = await loaded();
  expect(stateOf(policy)).toBe("waiting played");
  await policy.keepUp();
  expect(stateOf(policy)).toBe("installed played");
});

test("an installed page wants it", async () => {
  const listen = vi.spyOn(globalThis, "addEventListener");
  const policy = await loaded();
  const [, heard] = listen.mock.calls.find(([event]) => event === "appinstalled") ?? [];
  (heard as () => void)();
  await vi.waitFor(() => expect(stateOf(policy)).toBe("installed page"));
});

test("a player who has switched it off is not overruled, and may change their mind", async () => {
  const policy = await loaded();
  await policy.ask();
  await policy.switchOff();
  expect(files.discard).toHaveBeenCalledOnce();
  expect(stateOf(policy)).toBe("off player");
  for (const wish of [policy.noteSoloGame, policy.noteSoloGame, policy.noteInstalledPage]) await wish();
  expect(stateOf(policy)).toBe("off player");
  expect(policy.isWanted()).toBe(false);
  await policy.ask();
  expect(stateOf(policy)).toBe("installed asked");
});

test("where it was too slow to start it stays with the server, but for a device without a connection", async () => {
  let policy = await loaded();
  await policy.ask();
  policy.fail("slow");
  policy = await loaded();
  expect(stateOf(policy)).toBe("installed slow");
  expect(policy.isWanted()).toBe(false);
  const said = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect(policy.isWanted()).toBe(true);
  said.mockRestore();
  // A game that is kept here, or the player's own wish, has it tried again.
  await policy.noteReady();
  expect([stateOf(policy), policy.isWanted()]).toEqual(["installed asked", true]);
  policy.fail("slow");
  await policy.ask();
  expect([stateOf(policy), policy.isWanted()]).toEqual(["installed asked", true]);
  policy.fail("slow");
  files.offered.mockResolvedValue({ ...FILES, version: "newer" });
  policy = await loaded();
  await policy.keepUp();
  expect([stateOf(policy), policy.isWanted()]).toEqual(["installed asked", true]);
});

test("the host may switch it off, and on again", async () => {
  let policy = await loaded();
  await policy.ask();
  policy.noteHouse({ offline: false });
  expect(stateOf(policy)).toBe("off host");
  expect([policy.isWanted(), policy.isPossible(), policy.isPossible({ offline: true })]).toEqual([false, false, true]);
  policy = await loaded();
  expect(stateOf(policy)).toBe("off host");
  policy.noteHouse({});
  expect(stateOf(policy)).toBe("installed asked");
});

test("nothing is fetched where the host does not want it", async () => {
  house = { address: "", wish: null, offline: false };
  const policy = await loaded();
  await policy.noteSoloGame();
  await policy.noteSoloGame();
  expect(stateOf(policy)).toBe("off host");
  expect(files.download).not.toHaveBeenCalled();
});

test("nothing is looked for while the device says itself that it is offline", async () => {
  const policy = await loaded();
  await policy.ask();
  const said = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  files.installed.mockResolvedValue(FILES);
  files.offered.mockClear();
  await policy.keepUp();
  said.mockRestore();
  expect(files.offered).not.toHaveBeenCalled();
  expect(stateOf(policy)).toBe("installed asked");
});

test("a server that was started for one table plays it itself", async () => {
  const policy = await loaded();
  await policy.ask();
  policy.noteHouse({ wish: {} });
  expect([policy.isWanted(), stateOf(policy)]).toEqual([false, "installed asked"]);
});

test("a browser without what it needs has none of it", async () => {
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  const policy = await loaded();
  expect(stateOf(policy)).toBe("off impossible");
  await policy.ask();
  expect([stateOf(policy), localStorage.length]).toEqual(["off impossible", 0]);
  vi.stubGlobal("isSecureContext", false);
  expect(policy.isPossible()).toBe(false);
});

test("a download that fails says why, and is tried again with the next page", async () => {
  const { Failed } = await import("./files");
  files.download.mockRejectedValue(new Failed("storage"));
  const policy = await loaded();
  await policy.ask();
  expect(stateOf(policy)).toMatch(/^failed/);
  expect(policy.isWanted()).toBe(false);
  expect(stateOf(await loaded())).toBe("waiting asked");
});

test("what cannot be renewed is still good", async () => {
  let policy = await loaded();
  await policy.ask();
  files.installed.mockResolvedValue(FILES);
  files.offered.mockRejectedValue(new TypeError("no line"));
  policy = await loaded();
  await policy.keepUp();
  expect(stateOf(policy)).toBe("installed asked");
});

test("what the browser has thrown away is fetched again", async () => {
  await (await loaded()).ask();
  files.download.mockClear();
  const policy = await loaded();
  await policy.keepUp();
  expect(files.download).toHaveBeenCalledOnce();
  expect(stateOf(policy)).toBe("installed asked");
});

test("what has failed stays so until the page is loaded again, or the worker runs after all", async () => {
  let policy = await loaded();
  await policy.ask();
  policy.fail("slow");
  expect([stateOf(policy), policy.isWanted()]).toEqual(["failed slow", false]);
  await policy.noteReady();
  expect(stateOf(policy)).toBe("installed asked");
  policy.fail("unreachable");
  policy = await loaded();
  expect(stateOf(policy)).toBe("installed asked");
});

test("a host of files has nothing else", async () => {
  document.head.innerHTML = '<meta name="kuhstall-host" content="static">';
  const policy = await loaded();
  expect([stateOf(policy), policy.isWanted()]).toEqual(["waiting static", true]);
  policy.noteProgress(1, 2);
  expect(policy.offline.getState()).toMatchObject({ loaded: 1, total: 2 });
  await policy.noteReady();
  expect(stateOf(policy)).toBe("installed static");
});
