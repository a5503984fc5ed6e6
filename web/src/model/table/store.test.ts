// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Inbound, Outbound, Snapshot } from "../../protocol/types";
import { receiptsOf } from "./receipts";
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

/** A table before the game, with what its places say of the shuffle. */
function room(seq: number, stage: string, place: object, aborts = 0): Partial<Outbound> {
  const party = { stage, aborts, places: [{ kind: "person", ...place }] } as unknown as Snapshot["party"];
  return { ...snapshot(seq, 0, { party }), type: "step", events: [], lines: [] } as unknown as Partial<Outbound>;
}

const requests = (wire: Wire): Record<string, string>[] => wire.sent.flatMap((frame) => (frame.type === "ask" ? [frame.request as unknown as Record<string, string>] : []));

test("after an aborted start another value is promised than the one that was shown", async () => {
  const wire = await connected();
  wire.tell({ ...room(1, "open", {}), type: "snapshot", missed: null } as unknown as Partial<Outbound>);
  const first = requests(wire).at(-1)?.["commitment"];
  wire.tell(room(2, "open", { commitment: first }));
  wire.tell(room(3, "revealing", { commitment: first }));
  const value = requests(wire).at(-1)?.["value"];
  wire.tell(room(4, "revealing", { commitment: first, reveal: value }));
  wire.tell(room(5, "open", {}));
  const second = requests(wire).at(-1)?.["commitment"];
  expect(requests(wire).map(({ type }) => type)).toEqual(["commit", "reveal", "commit"]);
  expect(second).not.toBe(first);
  wire.tell(room(6, "open", { commitment: second }));
  wire.tell(room(7, "revealing", { commitment: second }));
  expect(requests(wire).at(-1)?.["type"]).toBe("reveal");
  expect(requests(wire).at(-1)?.["value"]).not.toBe(value);
});

/** A start at a slow table: our value is shown, and confirmed as a test says. */
async function collected(table: string, confirm: (wire: Wire, commitment: string) => void): Promise<[Wire, string]> {
  store.close();
  Wire.last = { sent: null } as unknown as Wire;
  store = tableStore(table);
  store.open();
  const wire = await connected();
  wire.tell({ ...room(1, "open", {}), type: "snapshot", missed: null } as unknown as Partial<Outbound>);
  const promised = requests(wire).at(-1)?.["commitment"] ?? "";
  wire.tell(room(2, "revealing", { commitment: promised }));
  expect(requests(wire).at(-1)?.["type"]).toBe("reveal");
  confirm(wire, promised);
  return [wire, promised];
}

const acknowledged = (wire: Wire): void => wire.tell({ type: "ack", cid: (wire.sent.at(-1) as { cid: string }).cid, seq: 3 } as Partial<Outbound>);

test("a confirmed value that is missing from the deck is told to its owner", async () => {
  for (const [at, confirm] of [acknowledged, (wire: Wire, commitment: string) => wire.tell(room(3, "revealing", { commitment, revealed: true }))].entries()) {
    const [wire, commitment] = await collected(`denied${at}`, confirm);
    expect(store.getState().denied).toBe(false);
    wire.tell(room(store.getState().seq + 1, "playing", { commitment }));
    expect(store.getState().denied).toBe(true);
  }
});

test("a value that was never confirmed, or is in the deck, or was for another start, is no alarm", async () => {
  const [silent, promised] = await collected("silent", () => undefined);
  silent.tell(room(3, "playing", { commitment: promised }));
  expect(store.getState().denied).toBe(false);
  const [honest, commitment] = await collected("honest", acknowledged);
  const reveal = requests(honest).at(-1)?.["value"];
  honest.tell(room(3, "playing", { commitment, reveal }));
  expect(store.getState().denied).toBe(false);
  const [again, first] = await collected("again", acknowledged);
  again.tell(room(3, "playing", { commitment: first }, 1));
  expect(store.getState().denied).toBe(false);
});

test("a value that the server has is not shown to it again", async () => {
  const [wire, commitment] = await collected("once", acknowledged);
  const before = requests(wire).length;
  wire.tell({ ...room(9, "revealing", { commitment, revealed: true }), type: "snapshot", missed: null } as unknown as Partial<Outbound>);
  expect(requests(wire)).toHaveLength(before);
  wire.tell({ ...room(10, "revealing", { commitment }), type: "snapshot", missed: null } as unknown as Partial<Outbound>);
  expect(requests(wire)).toHaveLength(before + 1);
});

test.each([0, 1, 2, 3])("what happens while the log is on its way is in it once, even if the server had told of %i lines", async (told) => {
  const lines = ["log.passed", "log.called", "log.passed"].map((key) => ({ ...LINE, key }));
  history = [LINE, ...lines.slice(0, told)];
  const wire = await connected();
  wire.tell(snapshot(50, 9));
  for (const [at, line] of lines.entries()) wire.tell({ ...snapshot(51 + at, 9), type: "step", events: [], lines: [line] } as unknown as Partial<Outbound>);
  expect(store.getState().lines).toEqual(lines);
  await vi.waitFor(() => expect(store.getState().lines).toEqual([LINE, ...lines]));
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

const NAMED = { type: "maximum", amount: 50, ahead: false } as const;
const PASSED = [{ option: "choice", actions: [{ type: "pass" }] }] as unknown as Snapshot["options"];
const RECEIPT = { seat: 0, moment: 9, revision: 1, action: NAMED, salt: "ab" };

/** Acknowledge the latest command. */
function acknowledge(wire: Wire, receipt?: object): void {
  const { cid } = wire.sent.at(-1) as { cid: string };
  wire.tell({ type: "ack", cid, seq: 50, ...(receipt === undefined ? {} : { receipt }) } as Partial<Outbound>);
}

test("an envelope can be changed and taken back, its owner is not asked meanwhile, and every receipt is kept", async () => {
  localStorage.removeItem("kuhstall.receipts.t");
  const wire = await connected();
  wire.tell(snapshot(50, 9, { options: PASSED }));
  store.act(NAMED);
  acknowledge(wire, RECEIPT);
  expect(store.getState()).toMatchObject({ held: NAMED, answer: { revision: 1, options: PASSED, salt: "ab" }, options: [] });
  const more = { ...NAMED, amount: 70 };
  store.act(more);
  acknowledge(wire, { ...RECEIPT, revision: 2, action: more, salt: "cd" });
  expect(store.getState()).toMatchObject({ held: more, answer: { revision: 2, options: PASSED }, options: [] });
  store.withdraw();
  expect(wire.sent.at(-1)).toMatchObject({ type: "withdraw", moment: 9 });
  acknowledge(wire, { ...RECEIPT, revision: 3, action: null, salt: "ef" });
  expect(store.getState()).toMatchObject({ held: null, answer: null, options: PASSED, pending: [] });
  expect(receiptsOf("t").map(({ revision }) => revision)).toEqual([1, 2, 3]);
});

test("what another device has handed in is read here, with a receipt, and what it has taken back is gone", async () => {
  localStorage.removeItem("kuhstall.receipts.t");
  const wire = await connected();
  const answer = { revision: 4, action: NAMED, options: PASSED, salt: "ab" };
  wire.tell(snapshot(50, 9, { answer }));
  expect(store.getState()).toMatchObject({ held: NAMED, answer });
  expect(receiptsOf("t")).toEqual([{ ...RECEIPT, revision: 4 }]);
  wire.tell(snapshot(50, 9, { options: PASSED }));
  expect(store.getState()).toMatchObject({ held: null, answer: null, options: PASSED });
});

test("a late answer to what was handed in before does not hide what another device has made of it", async () => {
  let wire = await connected();
  wire.tell(snapshot(50, 9, { options: PASSED }));
  store.act(NAMED);
  const sent = wire.sent.at(-1) as { cid: string };
  wire.close();
  await vi.waitFor(() => expect(Wire.last).not.toBe(wire), 3000);
  wire = await connected();
  // It was handed in, and taken back on a phone: the page asks again.
  wire.tell(snapshot(50, 9, { options: PASSED }));
  wire.tell({ type: "ack", cid: sent.cid, seq: 50, receipt: RECEIPT } as unknown as Partial<Outbound>);
  expect(wire.sent.at(-1)).toEqual({ type: "resume", last_seq: 50 });
  expect(store.getState()).toMatchObject({ held: null, answer: null, options: PASSED, pending: [] });
  // One that was changed there stays as it is.
  const more = { revision: 3, action: { ...NAMED, amount: 70 }, options: PASSED, salt: "cd" };
  wire.tell(snapshot(50, 9, { answer: more }));
  expect(store.getState()).toMatchObject({ held: more.action, answer: more });
});

test("whoever wants to take back what is not there, or comes back to the page, is shown what there is", async () => {
  const wire = await connected();
  wire.tell(snapshot(50, 9, { answer: { revision: 1, action: NAMED, options: PASSED, salt: "ab" } }));
  store.withdraw();
  const { cid } = wire.sent.at(-1) as { cid: string };
  wire.tell({ type: "nack", cid, code: "nothing_sealed", seq: 50 });
  expect(wire.sent.at(-1)).toEqual({ type: "resume", last_seq: 50 });
  const before = wire.sent.length;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(wire.sent.slice(before)).toEqual([{ type: "resume", last_seq: 50 }]);
  // Where nothing is sealed, steps tell of everything.
  wire.tell(snapshot(51, 10, { view: { game: "kuhhandel", moment: 10, sealed: false } as unknown as Snapshot["view"] }));
  document.dispatchEvent(new Event("visibilitychange"));
  expect(wire.sent.length).toBe(before + 1);
});

test("a receipt for something else than what was handed in is not taken for one", async () => {
  localStorage.removeItem("kuhstall.receipts.t");
  const wire = await connected();
  wire.tell(snapshot(50, 9, { options: PASSED }));
  const kept = (): unknown[] => receiptsOf("t").map(({ seat, revision, action }) => [seat, revision, (action as typeof NAMED | null)?.amount ?? null]);
  // What we leave out the server writes down, and that is the same.
  store.act({ type: "maximum", amount: 50 } as typeof NAMED);
  acknowledge(wire, RECEIPT);
  expect(receiptsOf("t")).toEqual([RECEIPT]);
  // Another price, another seat, a number that was used before, or an answer where it was withdrawn.
  const more = { ...NAMED, amount: 70 };
  store.act(more);
  acknowledge(wire, { ...RECEIPT, revision: 2, salt: "cd" });
  store.act(more);
  acknowledge(wire, { ...RECEIPT, seat: 2, revision: 3, action: more, salt: "cd" });
  store.act({ ...NAMED, amount: 90 });
  acknowledge(wire, { ...RECEIPT, revision: 1, action: { ...NAMED, amount: 90 }, salt: "ef" });
  store.withdraw();
  acknowledge(wire, { ...RECEIPT, revision: 5, salt: "ef" });
  expect(kept()).toEqual([[0, 1, 50], [0, 2, 70], [0, 3, 70], [0, 4, 90], [0, 5, null]]);
});

test("an envelope before the one that the server has lost is shown, and its receipt is the newest", async () => {
  localStorage.removeItem("kuhstall.receipts.t");
  const wire = await connected();
  wire.tell(snapshot(50, 9, { options: PASSED }));
  store.act(NAMED);
  acknowledge(wire, RECEIPT);
  store.act({ ...NAMED, amount: 70 });
  acknowledge(wire, { ...RECEIPT, revision: 2, action: { ...NAMED, amount: 70 }, salt: "cd" });
  const answer = { revision: 1, action: NAMED, options: PASSED, salt: "ab" };
  wire.tell(snapshot(50, 9, { answer, went_back: 1 }));
  expect(store.getState()).toMatchObject({ held: NAMED, answer, wentBack: 1 });
  expect(receiptsOf("t")).toEqual([RECEIPT]);
});

test("what was opened is handed in no longer", async () => {
  const wire = await connected();
  wire.tell(snapshot(50, 9, { answer: { revision: 1, action: NAMED, options: PASSED } }));
  wire.tell({ ...snapshot(51, 10), type: "step", events: [], lines: [] } as unknown as Partial<Outbound>);
  expect(store.getState()).toMatchObject({ held: null, answer: null });
});
