import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Inbound, Outbound, Snapshot } from "../protocol/types";
import { tableStore, type TableStore } from "./store";

const LINE = { key: "log.sold", seats: {}, args: {} };

/** The wire, with a server at its other end that only does what the test says. */
class Wire extends EventTarget {
  static readonly OPEN = 1;
  static last: Wire;
  readonly readyState = 1;
  readonly sent: Inbound[] = [];

  constructor(readonly address: string) {
    super();
    Wire.last = this;
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
}

function snapshot(seq: number, moment: number, more: Partial<Snapshot> = {}): Partial<Snapshot> {
  const view = { game: "kuhhandel", moment, sealed: true } as unknown as Snapshot["view"];
  const party = { stage: "playing", places: [] } as unknown as Snapshot["party"];
  return { type: "snapshot", seq, you: 0, may: [], party, view, options: [], timers: [], missed: null, chat: [], ...more };
}

let store: TableStore;
let history: unknown[];

async function connected(): Promise<Wire> {
  await vi.waitFor(() => expect(Wire.last.sent).toEqual([]));
  Wire.last.dispatchEvent(new Event("open"));
  Wire.last.tell({ type: "welcome", protocol: 1, you: 0, seq: 50, time: 0 });
  return Wire.last;
}

beforeEach(async () => {
  history = [LINE];
  vi.stubGlobal("WebSocket", Wire);
  vi.stubGlobal("fetch", async (address: string) =>
    Response.json(address.endsWith("/ticket") ? { ticket: "t", socket: "/ws/t" } : history),
  );
  Wire.last = { sent: null } as unknown as Wire;
  store = tableStore("t");
  store.open();
});

afterEach(() => {
  store.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("a table that went back is shown as it is, and one is told", async () => {
  const wire = await connected();
  wire.tell(snapshot(50, 9));
  await vi.waitFor(() => expect(store.getState().lines).toEqual([LINE]));
  expect(store.getState().wentBack).toBeNull();
  store.setState({ held: { type: "pass" }, lines: [LINE, LINE, LINE] });
  wire.tell(snapshot(41, 7, { went_back: 9 }));
  expect(store.getState()).toMatchObject({ seq: 41, wentBack: 9, held: null });
  await vi.waitFor(() => expect(store.getState().lines).toEqual([LINE]));
  wire.tell({ ...snapshot(42, 7), type: "step", events: [], lines: [] } as unknown as Partial<Outbound>);
  expect(store.getState()).toMatchObject({ seq: 42, wentBack: 9 });
});

test("another history under the same number is told as well", async () => {
  const wire = await connected();
  wire.tell(snapshot(50, 9));
  wire.tell(snapshot(52, 9, { went_back: 3 }));
  expect(store.getState()).toMatchObject({ seq: 52, wentBack: 3, held: null });
});

test("whoever has seen more than there is finds out by the number, at an older server too", async () => {
  const wire = await connected();
  wire.tell(snapshot(50, 9));
  wire.tell(snapshot(44, 8));
  expect(store.getState()).toMatchObject({ seq: 44, wentBack: 6 });
});

test("neither the first look nor what was missed is a way back", async () => {
  const wire = await connected();
  wire.tell(snapshot(50, 9, { went_back: 4 }));
  wire.tell(snapshot(53, 10, { missed: [{ seq: 53, events: [], lines: [LINE] }] }));
  wire.tell(snapshot(53, 10, { missed: [] }));
  expect(store.getState()).toMatchObject({ seq: 53, wentBack: null });
});

test("an action for a game that did not happen is not sent again; a wish for the party is", async () => {
  const wire = await connected();
  wire.tell(snapshot(50, 9));
  store.act({ type: "pass" });
  store.ask({ type: "ask_pause" });
  expect(wire.sent.map((frame) => frame.type)).toEqual(["hello", "cmd", "ask"]);
  wire.tell(snapshot(41, 7, { went_back: 9 }));
  expect(store.getState().pending.map((one) => one.moment)).toEqual([null]);
  wire.tell({ type: "welcome", protocol: 1, you: 0, seq: 41, time: 0 });
  expect(wire.sent.map((frame) => frame.type)).toEqual(["hello", "cmd", "ask", "ask"]);
});

test("on an uneven network it is never taken to be later at the server than it can be", async () => {
  const wire = await connected();
  vi.spyOn(Date, "now").mockReturnValue(10_000);
  wire.tell({ type: "welcome", protocol: 1, you: 0, seq: 50, time: 15_000 });
  // The way there and back took long the last time, and this ping came at once.
  wire.tell({ type: "ping", nonce: 1, time: 15_010, rtt: 900 });
  expect(store.getState()).toMatchObject({ ahead: 5460, surelyAhead: 5010 });
  // One that comes late takes nothing back.
  wire.tell({ type: "ping", nonce: 2, time: 14_800, rtt: 40 });
  expect(store.getState()).toMatchObject({ ahead: 4820, surelyAhead: 5010 });
});
