// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { commitment, ownValue } from "../fairness";
import { call, line, Refusal } from "../http";
import { tableId } from "../ids";
import { Browser, type Echo, headOf, settled, TABLE } from "./fakes";
import * as games from "./games";
import { offline } from "./policy";
import { answered, handTo, isOpening, moved, openShared, setDoor, socket } from "./transport";
import { INSTALLED } from "./where";

vi.mock("../trusted", () => ({ OFFLINE_WORKER: "/assets/offline-worker.js", trusted: String }));

const SOLO = { edition: "kuhhandel/2", seats: 4, public: false, bots: ["easy", "easy", "easy"], name: "Ada" };
const ME = { name: "Ada", tables: [{ table: "s".repeat(26) }], waits: [] };

let browser: Browser;
let asked: string[];
let server: (address: string) => Response;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  localStorage.clear();
  document.head.innerHTML = "";
  localStorage.setItem(INSTALLED, "v1");
  for (const name of ["Worker", "BroadcastChannel", "WebAssembly", "indexedDB", "caches"]) vi.stubGlobal(name, class {});
  vi.stubGlobal("isSecureContext", true);
  Object.defineProperty(navigator, "locks", { value: {}, configurable: true });
  browser = new Browser();
  games.setShelf(browser.shelf);
  offline.setState({ state: "installed", loaded: 0, total: 0, reason: "asked" });
  setDoor(browser.door);
  asked = [];
  server = () => Response.json({});
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    return server(address);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "locks");
});

const noServer = (): never => {
  throw new TypeError("no line");
};

/** Have Python answer, instead of saying back what it was asked. */
function answers(echo: Echo, answer: object, status = 200): void {
  echo.call = (id, method, path) => {
    echo.heard.push(`call ${method} ${path}`);
    echo.page.answer(id, status, JSON.stringify(answer));
  };
}

test.each([
  [true, SOLO],
  [true, { ...SOLO, seats: 2, bots: ["hard"], pace: "relaxed" }],
  [false, { ...SOLO, bots: ["easy", "easy"] }],
  [false, { ...SOLO, bots: undefined }],
  [false, { ...SOLO, public: true }],
  [false, { ...SOLO, pace: "slow" }],
])("whether a game is played alone: %s", (expected, wish) => {
  expect(isOpening("POST /api/tables", JSON.stringify(wish))).toBe(expected);
});

test("a tutorial is played alone, and nothing else is opened here", () => {
  expect(isOpening("POST /api/tutorials", "{}")).toBe(true);
  expect(isOpening("POST /api/reports", "{}")).toBe(false);
});

test("a table that moves here is named for it, and the promise with it", () => {
  const table = tableId();
  const there = JSON.parse(moved(JSON.stringify({ ...SOLO, table, commitment: "c".repeat(64) }))) as { table: string; commitment: string };
  expect(there.table).toBe(`offline${table}`);
  expect(there.commitment).toBe(commitment(there.table, 0, ownValue(there.table)));
  expect(moved(JSON.stringify(SOLO))).toBe(JSON.stringify(SOLO));
  // Asked again it is the same: it counts once.
  expect(moved(JSON.stringify({ ...SOLO, table, commitment: "c" }))).toBe(JSON.stringify(there));
});

test("a game alone is opened in the worker, which says nothing about the line", async () => {
  line.setState({ down: true });
  const echo = browser.holder().serve();
  answers(echo, { table: TABLE, code: "", seat: 0 }, 201);
  expect(await call("POST /api/tables", SOLO as never)).toMatchObject({ table: TABLE });
  await call("POST /api/tables/{table}/ticket", null, { table: TABLE });
  expect([asked, line.getState().down]).toEqual([[], true]);
  expect(echo.heard).toEqual(["call POST /api/tables", `call POST /api/tables/${TABLE}/ticket`]);
});

test("all other tables stay with the server", async () => {
  await call("POST /api/tables", { ...SOLO, bots: [] } as never);
  await call("GET /api/tables/{table}/lines", null, { table: "s".repeat(26) });
  expect(asked).toEqual(["/api/tables", `/api/tables/${"s".repeat(26)}/lines`]);
  expect([browser.started, line.getState().down]).toEqual([0, false]);
});

test("nothing of it is asked for by those who do not have it", async () => {
  localStorage.clear();
  offline.setState({ state: "off" });
  await call("POST /api/tables", SOLO as never);
  await call("POST /api/tutorials", { tutorial: "kuhhandel" });
  expect(asked).toEqual(["/api/tables", "/api/tutorials"]);
  expect(browser.started).toBe(0);
});

test("without a connection nobody else can open a game: it waits for a slow worker", async () => {
  vi.stubGlobal("location", { hostname: "kuhstall.example", href: "https://kuhstall.example/" });
  const said = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const opened = call("POST /api/tables", SOLO as never);
  await vi.advanceTimersByTimeAsync(40_000);
  const { holder, serve } = browser.holder();
  holder.again();
  await vi.advanceTimersByTimeAsync(40_000);
  answers(serve(), { table: TABLE, code: "", seat: 0 }, 201);
  await vi.advanceTimersByTimeAsync(0);
  expect((await opened).table).toBe(TABLE);
  expect([browser.told.filter((what) => what.startsWith("failed")), asked]).toEqual([[], []]);
  said.mockRestore();
});

test("a worker that does not start in time leaves the game to the server, and is not asked again", async () => {
  server = () => Response.json({ table: "s".repeat(26) }, { status: 201 });
  const opened = call("POST /api/tables", SOLO as never);
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await opened).table).toBe("s".repeat(26));
  expect(browser.told).toContain("failed: slow");
  expect(offline.getState()).toMatchObject({ state: "failed", reason: "slow" });
  await call("POST /api/tables", SOLO as never);
  expect([browser.started, asked.length]).toEqual([1, 2]);
});

test("so does one that fails", async () => {
  browser.fails = "worker";
  server = () => Response.json({ table: "s".repeat(26) }, { status: 201 });
  expect((await call("POST /api/tutorials", { tutorial: "kuhhandel" })).table).toBe("s".repeat(26));
});

test("a bot that only a server has is looked for there", async () => {
  answers(browser.holder().serve(), { code: "no_such_bot" }, 409);
  server = () => Response.json({ table: "s".repeat(26) }, { status: 201 });
  expect((await call("POST /api/tables", SOLO as never)).table).toBe("s".repeat(26));
});

test("what is refused here for good is refused", async () => {
  answers(browser.holder().serve(), { code: "bad_setting" }, 422);
  await expect(call("POST /api/tables", SOLO as never)).rejects.toMatchObject({ code: "bad_setting", status: 422 });
  expect(asked).toEqual([]);
});

test("the tables of this browser are among one's own, without starting the worker", async () => {
  const ended = TABLE.replace("a", "b");
  browser.shelf.tables.set(TABLE, { table: TABLE, head: headOf("playing"), at: 1, finished: null });
  browser.shelf.tables.set(ended, { table: ended, head: headOf("ended"), at: 2, finished: 2 });
  server = () => Response.json(ME);
  expect((await call("GET /api/me")).tables.map(({ table }) => table)).toEqual([TABLE, "s".repeat(26)]);
  expect(browser.started).toBe(0);
});

test("the worker knows what the server calls the player", async () => {
  server = () => Response.json(ME);
  await call("GET /api/me");
  browser.holder().serve();
  const reply = await answered(noServer, `/api/tables/${TABLE}/view`, { method: "GET" });
  expect(await reply.json()).toMatchObject({ name: "Ada" });
});

test("without a connection the worker answers what it can, and nothing else", async () => {
  server = noServer;
  const echo = browser.holder().serve();
  const [other, third] = ["b", "c"].map((letter) => TABLE.replace("a", letter)) as [string, string];
  browser.shelf.tables.set(TABLE, { table: TABLE, head: headOf("playing"), at: 1, finished: null });
  browser.shelf.tables.set(other, { table: other, head: headOf("playing"), at: 2, finished: null });
  // It has been asked about one of them, and could not keep another.
  answers(echo, { name: "Ada", tables: [{ table: other }, { table: third }], waits: [] });
  const me = await call("GET /api/me");
  expect([me.name, ...me.tables.map(({ table }) => table)]).toEqual(["Ada", other, TABLE, third]);
  // Looked at every few seconds, but a phone has to sleep.
  expect(await call("GET /api/lobby")).toEqual([]);
  await expect(call("GET /api/statistics")).rejects.toMatchObject({ code: "unavailable" });
  await expect(call("POST /api/tables", { ...SOLO, bots: [] } as never)).rejects.toBeInstanceOf(Refusal);
  expect(echo.heard).toEqual(["call GET /api/me"]);
  expect(line.getState().down).toBe(true);
});

test("what says itself that it is offline asks no server, unless that is on this computer", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  answers(browser.holder().serve(), { name: "Ada", tables: [], waits: [] });
  line.setState({ down: false });
  vi.stubGlobal("location", { hostname: "kuhstall.example" });
  expect((await call("GET /api/me")).name).toBe("Ada");
  expect(await call("GET /api/lobby")).toEqual([]);
  expect(asked).toEqual([]);
  expect(line.getState().down).toBe(true);
  for (const hostname of ["localhost", "127.0.0.1", "[::1]"]) {
    vi.stubGlobal("location", { hostname });
    // oxlint-disable-next-line no-await-in-loop
    await call("GET /api/lobby");
  }
  expect(asked).toEqual(["/api/lobby", "/api/lobby", "/api/lobby"]);
  expect(line.getState().down).toBe(false);
  vi.restoreAllMocks();
});

test("on a host of files everything is the worker's, however long it takes", async () => {
  document.head.innerHTML = '<meta name="kuhstall-host" content="static">';
  offline.setState({ state: "waiting" });
  const opened = call("POST /api/tables", SOLO as never);
  const house = call("GET /api/house");
  const { holder, serve } = browser.holder();
  for (let part = 0; part < 10; part++) {
    // oxlint-disable-next-line no-await-in-loop
    await vi.advanceTimersByTimeAsync(10_000);
    holder.progress(part, 10);
  }
  const echo = serve();
  await Promise.all([opened, house]);
  expect(echo.heard).toEqual(["call POST /api/tables"]);
  expect(asked).toEqual([]);
});

test("the host's word is noted", async () => {
  server = () => Response.json({ address: "", wish: null, offline: false });
  await call("GET /api/house");
  expect(offline.getState()).toMatchObject({ state: "off", reason: "host" });
});

test("a table of this browser that cannot be had is unavailable, as behind a line that is down", async () => {
  const ticket = call("POST /api/tables/{table}/ticket", null, { table: TABLE }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await ticket).toMatchObject({ code: "unavailable", status: 0 });
});

test("people who share the device sit down one after the other, and are asked by their seats", async () => {
  const echo = browser.holder().serve();
  const made: string[] = [];
  echo.call = (id, method, path, body, name, player) => {
    const { request } = JSON.parse(body || "{}") as { request?: { type: string } };
    made.push(`${method} ${path.replace(TABLE, "…")} ${request?.type ?? "-"} ${name} ${player}`);
    echo.page.answer(id, 200, JSON.stringify({ table: TABLE }));
  };
  expect(await openShared({ edition: "kuhfstein", seats: 3 }, ["Ada", "Ben", "Cleo"])).toBe(TABLE);
  handTo(TABLE, 2);
  await call("POST /api/tables/{table}/ticket", null, { table: TABLE });
  await call("POST /api/tables/{table}/ticket", null, { table: TABLE.replace("a", "b") });
  handTo(TABLE, 0);
  await call("GET /api/tables/{table}/lines", null, { table: TABLE });
  expect(made).toEqual([
    "POST /api/tables - Ada 0",
    "POST /api/tables/…/commands join Ben 1",
    "POST /api/tables/…/commands join Cleo 2",
    "POST /api/tables/…/commands start Ada 0",
    "POST /api/tables/…/ticket -  2",
    `POST /api/tables/${TABLE.replace("a", "b")}/ticket - Ada 0`,
    "GET /api/tables/…/lines - Ada 0",
  ]);
});

test("what the worker refuses is refused to people who share the device, too", async () => {
  answers(browser.holder().serve(), { code: "bad_setting" }, 422);
  await expect(openShared({}, ["Ada", "Ben"])).rejects.toMatchObject({ code: "bad_setting", status: 422 });
});

test("a socket looks to a table like any other", async () => {
  const echo = browser.holder().serve();
  const one = socket(`ws://localhost/ws/${TABLE}`);
  const heard: string[] = [];
  one.addEventListener("open", () => {
    heard.push(`open ${one.readyState}`);
    one.send("hello");
  });
  one.addEventListener("message", ({ data }: MessageEvent<string>) => heard.push(data));
  one.addEventListener("close", ({ code, reason }) => heard.push(`close ${code} ${reason}`));
  let id = "";
  echo.open = (opened) => {
    id = opened;
    echo.page.frame(opened, "welcome");
  };
  await settled();
  expect(heard).toEqual(["open 1", "welcome", "you said hello"]);
  echo.page.closed(id, 4000, "kicked");
  await settled();
  expect([heard.at(-1), one.readyState]).toEqual(["close 4000 kicked", WebSocket.CLOSED]);
  one.close();
  await settled();
  expect(echo.heard).not.toContain("hang up");
});
