// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { Browser, headOf, TABLE } from "./fakes";
import { exported, finished, remove, running, setShelf } from "./games";
import { setDoor } from "./transport";

vi.mock("../trusted", () => ({ OFFLINE_WORKER: "/assets/offline-worker.js", trusted: String }));

let browser: Browser;
const id = (letter: string): string => TABLE.replace("a", letter);

function kept(table: string, stage: string, at: number, isFinished: boolean, tutorial = false): void {
  browser.shelf.tables.set(table, { table, head: headOf(stage, tutorial), at, finished: isFinished ? at : null });
}

const poster = (table: string, stage: string): object => ({
  table, code: "k7mwq3n", edition: "any", pace: "live", stage, seats: 3, people: 1, bots: 2, host: "Ada", brought: false, by_itself: false,
});

beforeEach(() => {
  browser = new Browser();
  setShelf(browser.shelf);
  setDoor(browser.door);
  kept(id("b"), "playing", 1, false);
  kept(id("c"), "paused", 2, false);
  kept(id("d"), "closed", 3, false);
  kept(id("e"), "ended", 4, true);
  kept(id("f"), "ended", 5, true, true);
  kept(id("g"), "playing", 6, false, true);
});

test("the games that go on, the newest first, without tutorials", async () => {
  expect(await running()).toEqual([poster(id("c"), "paused"), poster(id("b"), "playing")]);
});

test("the games that are finished, the newest first", async () => {
  expect(await finished()).toEqual([5, 4].map((at) => {
    const table = id(at === 5 ? "f" : "e");
    return { table, edition: "any", poster: poster(table, "ended"), tutorial: at === 5, finished: at };
  }));
});

test("a game is deleted for good", async () => {
  await remove(id("e"));
  expect((await finished()).map(({ table }) => table)).toEqual([id("f")]);
});

test("a game as a file comes from the worker", async () => {
  browser.holder().serve();
  expect(JSON.parse(await (await exported(TABLE)).text())).toMatchObject({ path: `/api/tables/${TABLE}/transcript` });
});

test("a browser that keeps nothing has no games", async () => {
  browser.shelf.rows = () => Promise.reject(new Error("forbidden"));
  expect([await running(), await finished()]).toEqual([[], []]);
});
