import { expect, test } from "vitest";
import type { BiddingView, Option } from "../../protocol/types";
import { hintFor } from "../master/hints";
import { hintsFor } from "./hints";

const BIDDING = { phase: "bidding", auctioneer: 1, high: { seat: 2, amount: 40 } } as BiddingView;
const NOTHING = { options: [], payable: [] };
const bids = (low: number): readonly Option[] => [{ option: "range", action: { type: "bid", amount: 0 }, field: "amount", low, high: 300, step: 10 }];

test("a turn is about the deck first, and about a trade where one is possible", () => {
  const turn = { phase: "turn", seat: 0 } as const;
  const trade: Option = { option: "choice", actions: [{ type: "trade", animal: "cow", seat: 2 }] };
  expect(hintsFor(turn, 0, { options: [{ option: "choice", actions: [{ type: "auction" }] }, trade], payable: [] })).toEqual(["turn", "trade"]);
  expect(hintsFor(turn, 0, { options: [trade], payable: [] })).toEqual(["trade"]);
  expect(hintsFor(turn, 1, { options: [], payable: [] })).toEqual([]);
});

test("a bluff is explained where every bid would be one", () => {
  expect(hintsFor(BIDDING, 0, { options: bids(50), payable: [0, 50] })).toEqual(["bidding"]);
  expect(hintsFor(BIDDING, 0, { options: bids(60), payable: [0, 50] })).toEqual(["bidding", "bluff"]);
  expect(hintsFor({ ...BIDDING, high: { seat: 0, amount: 50 } }, 0, { options: bids(60), payable: [0, 50] })).toEqual(["bidding"]);
});

test("who looks on gets none", () => {
  expect(hintsFor(BIDDING, null, NOTHING)).toEqual([]);
});

test("slap, rat and division are for who decides", () => {
  const countdown = { phase: "countdown", animal: "cow", auctioneer: 1, count: 6, barred: [2], limits: [], plan: 0 } as const;
  expect([0, 1, 2].map((you) => hintFor(countdown, you))).toEqual(["slap", null, null]);
  expect([0, 1].map((you) => hintFor({ phase: "rat_round", auctioneer: 1, polled: 0, pot: 0, laid: [] }, you))).toEqual(["rat", null]);
  expect([0, 1].map((you) => hintFor({ phase: "dividing", seat: 0, card: null }, you))).toEqual(["division", null]);
});
