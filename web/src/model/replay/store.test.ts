// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReplayStep } from "../../protocol/types";
import { hashOf, spotOf } from "./address";
import { lasting } from "../../pages/replay/pace";
import { Replayer, type Viewer } from "./store";

const STEPS = 250;

/** A step that says who looks at it, so that a mix-up shows. */
function step(number: number, viewer: string): ReplayStep {
  return {
    step: number,
    events: [{ type: "turn_began", seat: number % 3 }],
    lines: [{ key: `line ${number}`, seats: {}, args: {} }],
    view: { moment: number, edition: viewer },
  } as unknown as ReplayStep;
}

let asked: string[] = [];
let refusals: Record<string, string> = {};
let secret: string | null = null;

beforeEach(() => {
  secret = "00";
  vi.useFakeTimers();
  asked = [];
  refusals = {};
  vi.stubGlobal("fetch", async (address: string) => {
    asked.push(address);
    const code = Object.entries(refusals).find(([part]) => address.includes(part))?.[1];
    if (code !== undefined) return Response.json({ code }, { status: 404 });
    const [, viewer = "", page = ""] = /replay\/(\w+)\/(\d+)$/.exec(address) ?? [];
    if (address.endsWith("/course")) return Response.json({ steps: STEPS, stops: [] });
    if (viewer === "") return Response.json({ secret, places: [{ kind: "person", name: "Ada", away: true }, { kind: "bot" }, { kind: "bot" }] });
    const first = Number(page) * 100 + 1;
    const last = Math.min(STEPS, first + 99);
    return Response.json({ steps: STEPS, page: Array.from({ length: last - first + 1 }, (_, place) => step(first + place, viewer)) });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Let all answers come. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await Promise.resolve();
  await vi.advanceTimersByTimeAsync(0);
}

async function opened(at = 1, viewer: Viewer = "all"): Promise<Replayer> {
  const replayer = new Replayer("t", ({ events }) => lasting(events));
  await replayer.open(at, viewer);
  await settled();
  return replayer;
}

const moment = (replayer: Replayer): number | undefined => replayer.table.getState().view?.moment;

test("opens where the link says, with the lines of all that was before", async () => {
  const replayer = await opened(123);
  expect(moment(replayer)).toBe(123);
  expect(replayer.table.getState().lines.map((line) => line.key)).toEqual(Array.from({ length: 123 }, (_, at) => `line ${at + 1}`));
  expect(asked.filter((address) => address.includes("/replay/"))).toHaveLength(3);
  expect(asked.find((address) => address.includes("/replay/"))).toMatch(/\/replay\/all\/1$/);
});

test("everybody was there then, whoever has gone since", async () => {
  const replayer = await opened();
  expect(replayer.table.getState().party?.places[0]).toMatchObject({ here: true, away: false });
});

test("only a step forward is shown in motion", async () => {
  const replayer = await opened(10);
  const events = (): number => replayer.table.getState().events.length;
  expect(events()).toBe(0);
  replayer.by(1);
  expect([moment(replayer), events()]).toEqual([11, 1]);
  replayer.by(-1);
  expect([moment(replayer), events()]).toEqual([10, 0]);
  replayer.go(200);
  expect([moment(replayer), events()]).toEqual([200, 0]);
});

test("stays within the game", async () => {
  const replayer = await opened(9999);
  expect(moment(replayer)).toBe(STEPS);
  replayer.by(1);
  expect(moment(replayer)).toBe(STEPS);
  replayer.by(-9999);
  expect(moment(replayer)).toBe(1);
  replayer.go(Number.NaN);
  expect(moment(replayer)).toBe(1);
});

test("other eyes see the same moment, and nothing of what the first saw", async () => {
  const replayer = await opened(150);
  replayer.see(2);
  await settled();
  expect(replayer.table.getState()).toMatchObject({ you: 2, view: { moment: 150, edition: "2" } });
  replayer.see("none");
  await settled();
  expect(replayer.table.getState()).toMatchObject({ you: null, view: { moment: 150, edition: "none" }, events: [] });
});

test("an answer that comes late does not show what nobody asks for any more", async () => {
  const replayer = await opened(150);
  replayer.see(1);
  replayer.see("all");
  await settled();
  expect(replayer.table.getState().view?.edition).toBe("all");
});

test("plays on by itself to the end, faster if wanted, and begins anew from there", async () => {
  const replayer = await opened(STEPS - 3);
  replayer.pace(2);
  replayer.play();
  await vi.advanceTimersByTimeAsync(450);
  expect(moment(replayer)).toBe(STEPS - 2);
  await vi.advanceTimersByTimeAsync(4 * 450);
  expect(moment(replayer)).toBe(STEPS);
  expect(replayer.state.getState().running).toBe(false);
  replayer.toggle();
  expect([moment(replayer), replayer.state.getState().running]).toEqual([1, true]);
  replayer.toggle();
  await vi.advanceTimersByTimeAsync(5000);
  expect(moment(replayer)).toBe(1);
});

test("nothing can be done at a table that is over", async () => {
  const replayer = await opened();
  const before = replayer.table.getState();
  const calls = asked.length;
  replayer.table.act({ type: "pass" });
  replayer.table.ask({ type: "start" });
  replayer.table.say({ phrase: "hello" });
  expect(replayer.table.getState()).toBe(before);
  expect(asked).toHaveLength(calls);
});

test("a game that goes on is not asked for", async () => {
  secret = null;
  const replayer = await opened();
  expect(replayer.state.getState().problem).toBe("not_ended");
  expect(asked).toEqual(["/api/tables/t"]);
});

test.each([
  ["/course", "not_ended"],
  ["/replay/all/0", "kicked"],
])("a refusal of %s is told", async (part, code) => {
  refusals = { [part]: code };
  const replayer = await opened();
  expect(replayer.state.getState().problem).toBe(code);
});

test.each([
  ["", { step: 1, viewer: "all" }],
  ["#e=123", { step: 123, viewer: "all" }],
  ["#e=7&as=none", { step: 7, viewer: "none" }],
  ["#e=7&as=2", { step: 7, viewer: 2 }],
  ["#e=-3&as=99", { step: 1, viewer: "all" }],
  ["#e=nonsense", { step: 1, viewer: "all" }],
] as const)("the address %s is read", (hash, spot) => {
  expect(spotOf(hash)).toEqual(spot);
  expect(spotOf(hashOf(spot))).toEqual(spot);
});

test("what is worth a look stays longer", () => {
  const event = { type: "turn_began", seat: 0 } as const;
  expect(lasting([event], () => 3000)).toBeGreaterThan(lasting([event]));
  expect(lasting([event], undefined, 2500)).toBe(lasting([event]) + 2500);
  expect(lasting([])).toBeGreaterThan(0);
});
