import { expect, it } from "vitest";
import type { GameEvent } from "../../../protocol/types";
import { calledBy } from "./called";

const bid = (seat: number, amount: number): GameEvent => ({ type: "bid_placed", seat, amount, polled: null });
const pass = (seat: number): GameEvent => ({ type: "passed", seat, polled: null });

it.each([
  ["a bid is called out", [bid(1, 90)], false, { call: "bid", amount: 90 }],
  ["the last of several counts", [bid(1, 90), bid(2, 100), bid(1, 110)], true, { call: "bid", amount: 110 }],
  ["a higher bid of another ends it", [bid(2, 100)], false, null],
  ["whoever passes is out", [pass(1)], false, { call: "out" }],
  ["and stays so while others bid in the same step", [pass(1), bid(2, 100)], false, { call: "out" }],
  ["whoever leads only lets their bid stand", [pass(1)], true, undefined],
  ["another's pass changes nothing", [pass(2)], false, undefined],
  ["nobody calls any more when the lot is gone", [bid(1, 90), { type: "lot_taken", seat: 1, lot: "cat", price: 90 }], true, null],
  ["who cannot pay is at a loss", [{ type: "exposed", seat: 1, amount: 90, cards: [0] }], false, { call: "broke" }],
] as [string, GameEvent[], boolean, unknown][])("%s", (_, events, leads, call) => {
  expect(calledBy(1, events, leads)).toEqual(call);
});
