import { cleanup, configure, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Texted } from "../../i18n/text";
import type { House, TablePoster } from "../../protocol/types";
import HousePage from "./HousePage";
import { patience } from "../../../e2e/machine";

configure({ asyncUtilTimeout: patience(10_000) });

const TABLE = "k".repeat(26);
const WISH = {
  edition: "kuhhandel/2",
  rules: { scoring: "sum" },
  seats: 3,
  pace: "live",
  public: true,
  bots: ["farmer", "farmer"],
  table: TABLE,
  commitment: null,
} as unknown as NonNullable<House["wish"]>;
const OLD = { table: "m".repeat(26), code: "abcdefg", edition: "kuhhandel/2", pace: "live", stage: "paused", seats: 4, people: 1, bots: 3, host: "Anna" };

let calls: { readonly path: string; readonly body: Record<string, unknown> }[];

function serve(house: House, tables: readonly TablePoster[] = [], opened: readonly [number, unknown] = [201, { table: TABLE, code: "abcdefg", seat: 0 }]): void {
  vi.stubGlobal("fetch", async (path: string, { method, body = "{}" }: { method: string; body?: string }) => {
    if (method === "POST") calls.push({ path, body: JSON.parse(body) as Record<string, unknown> });
    if (path === "/api/house") return Response.json(house);
    if (path === "/api/me") return Response.json({ name: "Anna", tables });
    if (path === "/api/tables") return Response.json(opened[1], { status: opened[0] });
    return Response.json({ seq: 2 });
  });
}

function arrived(): void {
  render(
    <Texted>
      <HousePage />
    </Texted>,
  );
}

beforeEach(() => {
  calls = [];
  localStorage.clear();
  history.replaceState(null, "", "/play");
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("opens the table that was wished for, with an own part in the shuffle, and starts it", async () => {
  serve({ address: "", wish: WISH });
  arrived();
  await waitFor(() => expect(location.pathname).toBe(`/t/${TABLE}`));
  const [table, start, reveal] = calls;
  expect(table?.body).toMatchObject({ table: TABLE, seats: 3, rules: { scoring: "sum" }, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect([start?.body["request"], reveal?.body["request"]]).toMatchObject([{ type: "start" }, { type: "reveal" }]);
});

it("does not start a table that waits for people", async () => {
  serve({ address: "", wish: { ...WISH, bots: ["farmer"] } });
  arrived();
  await waitFor(() => expect(location.pathname).toBe(`/t/${TABLE}`));
  expect(calls.map(({ path }) => path)).toEqual(["/api/tables"]);
});

it("goes to the table that somebody has opened before", async () => {
  serve({ address: "", wish: WISH }, [], [409, { code: "taken", text: "" }]);
  arrived();
  await waitFor(() => expect(location.pathname).toBe(`/t/${TABLE}`));
  expect(calls).toHaveLength(1);
});

it("asks first whoever has a game to finish", async () => {
  serve({ address: "", wish: WISH }, [OLD as unknown as TablePoster]);
  arrived();
  expect((await screen.findByRole("link", { name: /Anna/ })).getAttribute("href")).toBe(`/t/${OLD.table}`);
  expect(calls).toHaveLength(0);
  fireEvent.click(screen.getByRole("button", { name: "New game" }));
  await waitFor(() => expect(location.pathname).toBe(`/t/${TABLE}`));
});

it("says why a table could not be opened", async () => {
  serve({ address: "", wish: WISH }, [], [429, { code: "slow_down", text: "" }]);
  arrived();
  expect((await screen.findByRole("alert")).textContent).not.toBe("");
  await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Too many tries"));
  expect(location.pathname).toBe("/play");
});

it("leads to the first page where nothing was wished for", async () => {
  serve({ address: "", wish: null });
  arrived();
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(calls).toHaveLength(0);
});
