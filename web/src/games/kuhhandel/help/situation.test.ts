import { expect, it } from "vitest";
import en from "./help.en.json";
import type { OwnPhase } from "../phase";
import { details, situation } from "./situation";

const BIDDING = { phase: "bidding", lot: "cat", auctioneer: 1, cap: 270, barred: [3], limits: [], bids: [], high: { seat: 2, amount: 40 }, passed: [4], calls: 0, polled: null };
const PHASES = [
  { phase: "turn", seat: 0 },
  BIDDING,
  { phase: "envelopes", lot: "cat", auctioneer: 1, cap: 270, barred: [3], limits: [] },
  { phase: "preemption", lot: "cat", auctioneer: 1, high: { seat: 2, amount: 40 } },
  { phase: "payment", lot: "cat", auctioneer: 1, payer: 0, payee: 1, buyer: 0, price: 40 },
  { phase: "offering", challenger: 0, challenged: 1, animal: "cow", stake: 1, bout: 1 },
  { phase: "responding", challenger: 0, challenged: 1, animal: "cow", stake: 1, bout: 1, count: 2 },
  { phase: "ended" },
  { phase: "between" },
] as unknown as OwnPhase[];

it("has words for every part in every phase, and uses all of them", () => {
  const used = new Set(PHASES.flatMap((phase) => [null, 0, 1, 2, 3, 4].map((you) => situation(phase, you))));
  expect([...used, "in_turns", "own_gavel"].toSorted()).toEqual(Object.keys(en.help.now).toSorted());
});

it("knows whom and what it speaks of", () => {
  for (const phase of PHASES) {
    for (const you of [null, 0, 1, 2, 3, 4]) {
      const wanted = [...en.help.now[situation(phase, you)].matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? "");
      expect(Object.keys(details(phase, String))).toEqual(expect.arrayContaining(wanted));
    }
  }
});

it.each([
  [1, "bidding_auctioneer"],
  [2, "bidding_leader"],
  [3, "bidding_barred"],
  [4, "bidding_passed"],
  [0, "bidding_bidder"],
  [null, "bidding_onlooker"],
] as const)("tells seat %s in an auction that it is %s", (you, told) => {
  expect(situation(BIDDING as unknown as OwnPhase, you)).toBe(told);
});
