// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Outbound } from "../../protocol/types";
import { TableSocket } from "../socket";
import { Browser, type Echo, settled, TABLE } from "./fakes";
import { setDoor } from "./transport";

vi.mock("../trusted", () => ({ OFFLINE_WORKER: "/assets/offline-worker.js", trusted: String }));

let browser: Browser;
let statuses: string[];
let frames: Outbound[];
let table: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  browser = new Browser();
  setDoor(browser.door);
  statuses = [];
  frames = [];
  table = new TableSocket(TABLE, { frame: (frame) => frames.push(frame), status: (status, reason) => statuses.push(`${status} ${reason ?? ""}`.trim()), crowded: () => undefined, seq: () => 3 });
});
afterEach(() => {
  table.close();
  vi.useRealTimers();
});

/** A worker whose Python speaks as the server does. */
function server(id: string): { echo: Echo; hellos: string[]; stop: () => void } {
  const { holder, serve } = browser.holder(id);
  const echo = serve();
  const hellos: string[] = [];
  echo.call = (call, method, path) => {
    echo.heard.push(`call ${method} ${path}`);
    echo.page.answer(call, 200, JSON.stringify({ ticket: "t", socket: `/ws/${TABLE}` }));
  };
  echo.open = () => undefined;
  echo.receive = (socket, data) => {
    hellos.push(data);
    if (data.includes('"hello"')) echo.page.frame(socket, JSON.stringify({ type: "welcome", protocol: 1, you: 0, seq: 3, time: 0 }));
  };
  return { echo, hellos, stop: () => holder.stop() };
}

const passed = async (milliseconds: number): Promise<void> => {
  await vi.advanceTimersByTimeAsync(milliseconds);
  await settled();
};

test("a table of this browser is spoken to as any other, and comes back where another page takes over", async () => {
  const first = server("first");
  table.open();
  await vi.waitFor(() => expect(statuses).toEqual(["connecting", "online"]));
  expect(JSON.parse(first.hellos[0] ?? "")).toEqual({ type: "hello", ticket: "t", last_seq: 3, client: "web" });
  expect(frames.map(({ type }) => type)).toEqual(["welcome"]);
  first.stop();
  // A command that nobody has heard is said again to whoever comes next.
  table.send({ type: "cmd", cid: "c1", request: { type: "start" } } as never);
  await passed(100);
  const second = server("second");
  await passed(1000);
  expect(statuses).toEqual(["connecting", "online", "offline", "connecting", "online"]);
  expect(second.hellos.map((said) => (JSON.parse(said) as { type: string }).type)).toEqual(["hello", "cmd"]);
});

test("a worker that has fallen silent is noticed like a dead wire", async () => {
  const { stop } = server("first");
  table.open();
  await vi.waitFor(() => expect(statuses).toEqual(["connecting", "online"]));
  stop();
  await passed(10_000);
  expect(statuses.slice(2)).toEqual(["offline", "connecting"]);
});
