// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { GAMES } from "../../games";
import type { TablePoster } from "../../protocol/types";
import { usePreferences } from "../table/preferences";
import { waiting, withPeople } from "./matchmaking";

const ONE: TablePoster = {
  table: "m".repeat(26), code: "abcdefg", edition: "kuhhandel/2", pace: "live", stage: "open", seats: 4, people: 1, bots: 0, host: "Anna", brought: false, by_itself: true,
};
const FULLER: TablePoster = { ...ONE, table: "n".repeat(26), people: 3 };

afterEach(() => vi.unstubAllGlobals());

test("only tables that begin by themselves and have room are joined, the fullest first", () => {
  const others = [{ by_itself: false }, { stage: "playing" }, { pace: "slow" }, { edition: "kuhfstein" }, { bots: 3 }] as const;
  const all = [ONE, ...others.map((other) => ({ ...ONE, ...other })), FULLER];
  expect(waiting(all, "kuhhandel/2")).toEqual([FULLER, ONE]);
});

/** What is asked of a server where joining is answered like this, one after the other. */
async function asked(posters: readonly TablePoster[], answers: readonly string[], known = "Anna"): Promise<readonly string[]> {
  const calls: string[] = [];
  const left = [...answers];
  vi.stubGlobal("fetch", async (path: string, options?: RequestInit) => {
    calls.push(path === "/api/tables" ? `open ${options?.body as string}` : path.replace("/api/", ""));
    if (path === "/api/lobby") return Response.json(posters);
    if (path === "/api/me") return Response.json({ name: known, tables: [] });
    if (path === "/api/tables") return Response.json({ table: "new", code: "abcdefg", seat: 0 });
    const code = path.endsWith("/commands") ? (left.shift() ?? "") : "";
    return code === "" ? Response.json({}) : Response.json({ code, text: code }, { status: 409 });
  });
  const [first] = GAMES;
  await withPeople("Guest 12", first, "en");
  return calls;
}

test("a new guest sits down where the fewest seats are free", async () => {
  expect(await asked([ONE, FULLER], [], "")).toEqual(["lobby", "me", "guests", `tables/${FULLER.table}/commands`]);
});

test("where somebody was faster the next table is asked, and at last a new one is opened", async () => {
  usePreferences.getState().choose({ level: "hard" });
  const calls = await asked([ONE, FULLER], ["full", "game_running"]);
  expect(calls.slice(0, 4)).toEqual(["lobby", "me", `tables/${FULLER.table}/commands`, `tables/${ONE.table}/commands`]);
  expect(calls[4]).toMatch(/"public":true,"starts":"bots","filler":"hard"/);
});
