// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Pairing } from "./pairing";

interface Server {
  /** What is asked, in its order. */
  readonly calls: (readonly [string, unknown])[];
  /** The table of the screen; null: nobody has paired it. */
  table: string | null;
  /** Screens that the server does not know any more. */
  readonly gone: Set<string>;
  /** A refusal of everything; 0: there is no connection. */
  refuses: { readonly status: number; readonly code: string } | null;
}

let server: Server;
let opened: Pairing[];

const json = (status: number, body: unknown): Response => new Response(JSON.stringify(body), { status });

function answer(path: string, body: { readonly screen?: string }): Response {
  if (server.refuses !== null) {
    if (server.refuses.status === 0) throw new TypeError("no connection");
    return json(server.refuses.status, { code: server.refuses.code, text: "" });
  }
  if (path === "/api/screens") {
    const number = server.calls.filter(([asked]) => asked === path).length;
    return json(201, { screen: `secret${number}`, code: `code${number}`, token: `token${number}`, lasts: 300_000 });
  }
  if (server.gone.has(body.screen ?? "")) return json(404, { code: "no_such_screen", text: "" });
  return json(200, server.table === null ? { lasts: 1000 } : { table: server.table, ticket: `ticket${server.calls.length}`, socket: "/ws" });
}

beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
  opened = [];
  server = { calls: [], table: null, gone: new Set(), refuses: null };
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    const sent = JSON.parse(body) as { screen?: string };
    server.calls.push([path, sent]);
    return answer(path, sent);
  });
});
afterEach(() => {
  for (const one of opened) one.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function begun(opens = false): Promise<Pairing> {
  const pairing = new Pairing(opens);
  opened.push(pairing);
  pairing.open();
  await pass(0);
  return pairing;
}

const pass = async (time: number): Promise<unknown> => vi.advanceTimersByTimeAsync(time);
const shown = ({ state }: Pairing): readonly (string | null)[] => [state.getState().code?.code ?? null, state.getState().table];
const asked = (path: string): number => server.calls.filter(([one]) => one === path).length;

it("shows a code until somebody pairs it, and asks less and less often", async () => {
  const pairing = await begun();
  expect(shown(pairing)).toEqual(["code1", null]);
  await pass(60_000);
  const first = asked("/api/screens/ticket");
  await pass(60_000);
  expect(asked("/api/screens/ticket") - first).toBeLessThan(first);
  server.table = "t";
  await pass(6000);
  expect(shown(pairing)).toEqual([null, "t"]);
  // From here on the socket asks.
  const then = server.calls.length;
  await pass(60_000);
  expect(server.calls).toHaveLength(then);
});

it("has a new code when the old one is over", async () => {
  const pairing = await begun();
  await pass(299_000);
  expect(shown(pairing)).toEqual(["code1", null]);
  await pass(8000);
  expect(shown(pairing)).toEqual(["code2", null]);
});

it("is the same screen after a reload, with the same code or table", async () => {
  const first = await begun();
  first.close();
  expect(shown(await begun())).toEqual(["code1", null]);
  server.table = "t";
  await pass(6000);
  // A paired screen has no code that would be over.
  await pass(400_000);
  expect(shown(await begun())).toEqual([null, "t"]);
  expect(asked("/api/screens")).toBe(1);
});

it("opens the table of the house at once; on another machine it is a screen like any other", async () => {
  server.table = "house";
  expect(shown(await begun(true))).toEqual([null, "house"]);
  expect(server.calls[0]).toEqual(["/api/screens", { opens: true }]);
});

it("gives the first socket the ticket that came with the table, and every later one a new one", async () => {
  server.table = "t";
  const pairing = await begun();
  const tickets = [await pairing.admission("t"), await pairing.admission("t")].map(({ ticket }) => ticket);
  expect(tickets).toEqual(["ticket2", "ticket3"]);
});

it("goes on to the rematch, whoever hears of it first", async () => {
  server.table = "t";
  const pairing = await begun();
  await pairing.admission("t");
  // The table has said so, and the server knows it a moment later.
  pairing.follow();
  await pass(0);
  expect(shown(pairing)).toEqual([null, "t"]);
  server.table = "again";
  await pass(2500);
  expect(shown(pairing)).toEqual([null, "again"]);
  // The socket comes back to a table that is over.
  server.table = "third";
  await pairing.admission("again");
  await expect(pairing.admission("again")).rejects.toThrow("moved");
  expect(shown(pairing)).toEqual([null, "third"]);
});

it("needs a new code once the host has removed it", async () => {
  server.table = "t";
  const pairing = await begun();
  await pairing.admission("t");
  server.gone.add("secret1");
  server.table = null;
  await expect(pairing.admission("t")).rejects.toThrow("moved");
  await pass(0);
  expect(shown(pairing)).toEqual(["code2", null]);
});

it("begins anew where the table has closed", async () => {
  server.table = "t";
  const pairing = await begun();
  server.table = null;
  pairing.restart();
  await pass(0);
  expect(shown(pairing)).toEqual(["code2", null]);
});

it("keeps its code while nothing answers, asks ever later, and says so", async () => {
  const pairing = await begun();
  server.refuses = { status: 0, code: "" };
  await pass(3000);
  expect([shown(pairing), pairing.state.getState().lost]).toEqual([["code1", null], true]);
  const before = server.calls.length;
  await pass(60_000);
  expect(server.calls.length - before).toBeLessThan(8);
  server.refuses = null;
  await pass(30_000);
  expect(pairing.state.getState().lost).toBe(false);
});

it("asks nothing while nobody can see it", async () => {
  const visible = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const pairing = await begun();
  await pass(60_000);
  expect(server.calls).toEqual([]);
  visible.mockReturnValue("visible");
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(0);
  expect(shown(pairing)).toEqual(["code1", null]);
  visible.mockRestore();
});
