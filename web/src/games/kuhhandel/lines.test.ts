import { expect, it } from "vitest";
import type { Line } from "../../protocol/types";
import { telling } from "./lines";

const line = (key: string, seat?: number): Line => ({ key: `log.${key}`, seats: seat === undefined ? {} : { seat }, args: {} });
const shown = (lines: readonly Line[]): readonly string[] =>
  telling(lines).map(({ key, seats }) => `${key.slice(4)} ${seats["seat"] ?? "-"}`);

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
