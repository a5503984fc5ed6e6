import { expect, it } from "vitest";
import type { Line } from "../../protocol/types";
import { earned, withoutLeaderPasses } from "./lines";

const line = (key: string, seat?: number): Line => ({ key: `log.${key}`, seats: seat === undefined ? {} : { seat }, args: {} });
const shown = (lines: readonly Line[]): readonly string[] =>
  withoutLeaderPasses(lines).map(({ key, seats }) => `${key.slice(4)} ${seats["seat"] ?? "-"}`);

it("leaves out that whoever leads does not raise their own bid", () => {
  const lines = [line("lot_revealed", 0), line("bid_placed", 1), line("passed", 2), line("passed", 1)];
  expect(shown(lines)).toEqual(["lot_revealed 0", "bid_placed 1", "passed 2"]);
});

it("tells a pass of who has been outbid", () => {
  const lines = [line("bid_placed", 1), line("bid_placed", 2), line("passed", 1)];
  expect(shown(lines)).toEqual(["bid_placed 1", "bid_placed 2", "passed 1"]);
});

it("begins anew with every lot", () => {
  const lines = [line("bid_placed", 1), line("turn_began", 1), line("lot_revealed", 0), line("passed", 1)];
  expect(shown(lines)).toContain("passed 1");
  expect(shown([line("bid_placed", 1), line("bidding_restarted"), line("passed", 1)])).toContain("passed 1");
  expect(shown([line("bidding_continued", 1), line("passed", 1)])).not.toContain("passed 1");
});

it("says what a line means for one's money", () => {
  const said = (key: string, seats: Record<string, number>, args: Record<string, unknown>, you = 0): number => earned({ key: `log.${key}`, seats, args }, you) + 0;
  const traders = { challenger: 0, challenged: 1 };
  const both = { offer_sum: 70, counter_sum: 100 };
  expect(said("donkey_revealed", { seat: 1 }, { payout: 100 })).toBe(100);
  expect(said("paid_open", { payer: 1, payee: 0 }, { sum: 60 })).toBe(60);
  expect(said("paid_count", { payer: 1, payee: 2 }, { count: 2 })).toBe(0);
  expect([0, 1, 2].map((you) => said("trade_won_open", traders, both, you))).toEqual([30, -30, 0]);
  expect([0, 1].map((you) => said("rat_trade_accepted_open", traders, { offer_sum: 70 }, you))).toEqual([-70, 70]);
  // At a tie both give as much, or take theirs back.
  expect(said("trade_tied_open", traders, { offer_sum: 70 })).toBe(0);
  expect(said("trade_tied_first_open", traders, { offer_sum: 70 })).toBe(0);
  expect(said("card_laid_open", { seat: 0 }, { card: 50, pot: 3 })).toBe(-50);
  expect([0, 1].map((you) => said("rat_taken_open", { seat: 1 }, { sum: 60, count: 3 }, you))).toEqual([0, 60]);
});
