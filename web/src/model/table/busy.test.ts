// @vitest-environment happy-dom
/** A server with too much to do: what it sends back is sent again after its time, and those it turns away come again. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Inbound, Outbound, Snapshot } from "../../protocol/types";
import { tableStore, type TableStore } from "./store";

class Wire extends EventTarget {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readonly readyState = 1;
  readonly sent: Inbound[] = [];

  constructor() {
    super();
    Wire.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Inbound);
  }

  close(): void {
    this.dispatchEvent(new Event("close"));
  }

  tell(frame: Partial<Outbound>): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }

  commands(): number {
    return this.sent.filter((frame) => frame.type === "cmd").length;
  }
}

const SNAPSHOT = {
  type: "snapshot",
  seq: 50,
  you: 0,
  may: [],
  party: { stage: "playing", places: [] },
  view: { game: "kuhhandel", moment: 9, sealed: true },
  options: [],
  timers: [],
  missed: [],
  chat: [],
} as unknown as Partial<Snapshot>;

const TICKET = { ticket: "t", socket: "/ws/t" };
const BUSY = { code: "busy", text: "", detail: { retry_after: 4000 } };

let store: TableStore;
let busy: boolean;
let tickets: number;

async function connected(): Promise<Wire> {
  await vi.advanceTimersByTimeAsync(0);
  const wire = Wire.all.at(-1);
  if (wire === undefined) throw new Error("nobody has connected");
  wire.dispatchEvent(new Event("open"));
  wire.tell({ type: "welcome", protocol: 1, you: 0, seq: 50, time: 0 });
  wire.tell(SNAPSHOT);
  return wire;
}

/** Let time pass, with a server that is there. */
async function pass(wire: Wire, milliseconds: number): Promise<void> {
  for (let left = milliseconds; left > 0; left -= 500) {
    wire.tell({ type: "ping", nonce: 1, time: 0, rtt: null });
    await vi.advanceTimersByTimeAsync(Math.min(500, left));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0.5);
  busy = false;
  tickets = 0;
  Wire.all = [];
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("fetch", async (address: string) => {
    if (!address.endsWith("/ticket")) return Response.json([]);
    tickets++;
    return busy ? Response.json(BUSY, { status: 503 }) : Response.json(TICKET);
  });
  store = tableStore("t");
  store.open();
});

afterEach(() => {
  store.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a command that the server is too busy for is sent again after its time, and one is told meanwhile", async () => {
  const wire = await connected();
  store.act({ type: "pass" });
  const [pending] = store.getState().pending;
  const cid = pending?.cid ?? "";
  wire.tell({ type: "busy", cid, retry_after: 6000 });
  expect(store.getState()).toMatchObject({ pending: [{ cid, busy: true }], refused: null });
  // Not sooner, though an answer is usually waited for no longer than 2.5 seconds.
  await pass(wire, 6000);
  expect(wire.commands()).toBe(1);
  await pass(wire, 2500);
  expect(wire.commands()).toBe(2);
  expect(new Set(wire.sent.flatMap((frame) => (frame.type === "cmd" ? [frame.cid] : [])))).toEqual(new Set([cid]));
  wire.tell({ type: "ack", cid, seq: 51 });
  expect(store.getState().pending).toEqual([]);
  await pass(wire, 20_000);
  expect(wire.commands()).toBe(2);
});

test("whoever looks on and is turned away comes again after the time", async () => {
  const wire = await connected();
  wire.tell({ type: "bye", code: "busy", retry_after: 4000 });
  wire.close();
  expect(store.getState()).toMatchObject({ status: "offline", crowded: true, reason: null });
  await vi.advanceTimersByTimeAsync(4900);
  expect(tickets).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect(tickets).toBe(2);
  expect(store.getState().crowded).toBe(true); // until they are let in
  await connected();
  expect(store.getState()).toMatchObject({ status: "online", crowded: false });
});

test("the same goes for a ticket that is refused", async () => {
  await vi.advanceTimersByTimeAsync(0);
  store.close();
  busy = true;
  tickets = 0;
  store = tableStore("u");
  store.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.getState()).toMatchObject({ status: "offline", crowded: true });
  await vi.advanceTimersByTimeAsync(4900);
  expect(tickets).toBe(1);
  busy = false;
  await vi.advanceTimersByTimeAsync(200);
  expect(tickets).toBe(2);
});

test("a lost connection is not a crowd", async () => {
  const wire = await connected();
  wire.close();
  expect(store.getState()).toMatchObject({ status: "offline", crowded: false });
});
