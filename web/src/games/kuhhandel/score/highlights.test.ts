import { expect, test } from "vitest";
import type { GameEvent, Stop, TradeSettled } from "../../../protocol/types";
import { momentsOf } from "./highlights";

const TRADE: TradeSettled = { type: "trade_settled", challenger: 0, challenged: 1, animal: "pig", stake: 1, winner: 0, accepted: false, offer: [100], counter: [50], bout: 1, tied: false, counted: true, idle: 0, counts: null, to_challenger: null, to_challenged: null };
const stop = (step: number, marks: Stop["marks"], money: readonly number[]): Stop => ({ step, marks, money, animals: [], tiles: [], points: [], herds: [] });
const RESULT = { scores: [{ total: 800 }, { total: 1440 }], winners: [1] };
const LOG: readonly GameEvent[] = [
  { ...TRADE, animal: "rooster", accepted: true, offer: [0, 0], counter: null },
  { ...TRADE, winner: null },
  { ...TRADE, accepted: true, offer: [0, 0, 0, 10], counter: null },
  TRADE,
  { ...TRADE, animal: "cow", stake: 2, winner: 1, counter: [200, 50] },
];
const STOPS = [stop(1, [], [90, 90]), stop(10, ["trade"], [0, 640]), stop(30, ["trade"], [100, 200]), stop(40, ["trade"], [100, 200]), stop(50, ["trade"], [100, 200])];

test("a game is told in four moments: a bluff, the deciding trade, the most money, and who wins", () => {
  const told = momentsOf({ log: LOG, stops: STOPS, remarks: [], result: RESULT });
  expect(told.map(({ kind, seats, args, step }) => [kind, seats, args, step])).toEqual([
    ["bluff", { seat: 0, other: 1 }, { count: 4, sum: 10 }, 30],
    ["trade", { seat: 1, other: 0 }, { high: 250, low: 100, animal: "cow", count: 2 }, 50],
    ["rich", { seat: 1 }, { money: 640 }, 10],
    ["winner", { seat: 1 }, { total: 1440, points: 640 }, null],
  ]);
});

test("what the coach says a trade has cost counts as much as what it was about", () => {
  const line = { key: "", seats: {}, args: {} };
  const remarks = [{ step: 39, seat: 0, played: line, better: line, cost: 1500, reason: line }];
  const log = LOG.map((event) => (event === TRADE ? { ...TRADE, winner: 1 } : event));
  expect(momentsOf({ log, stops: STOPS, remarks, result: RESULT })[1]?.step).toBe(40);
});

test("a trade that somebody else won decided nothing: it was the biggest", () => {
  const told = momentsOf({ log: [...LOG.slice(0, 4), { ...TRADE, animal: "cow", stake: 2 }], stops: STOPS, remarks: [], result: RESULT });
  expect(told.map(({ kind }) => kind)).toEqual(["bluff", "biggest", "rich", "winner"]);
});

test("nothing is said that is not so: of cards nobody knows, of a lead that is none", () => {
  const closed = LOG.map((event) => ({ ...event, offer: null, counter: null }) as GameEvent);
  const even = { scores: [{ total: 800 }, { total: 800 }], winners: [1] };
  expect(momentsOf({ log: closed, stops: STOPS, remarks: [], result: even }).map(({ kind }) => kind)).toEqual(["rich", "even"]);
});

test("without an offer that was taken unseen, the boldest bid is told, and nothing at all where there is nothing to tell", () => {
  const exposed: GameEvent = { type: "exposed", seat: 1, amount: 300, cards: [0, 10] };
  expect(momentsOf({ log: [exposed], stops: STOPS, remarks: [], result: RESULT }).map(({ kind, args }) => [kind, args])[0]).toEqual(["exposed", { amount: 300, cash: 10 }]);
  expect(momentsOf({ log: [], stops: [], remarks: [], result: { scores: [], winners: [] } })).toEqual([]);
});
