import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Option, Pick, Range } from "../../protocol/types";
import { cheapest, cost, filled, offered, picksOf, quickBids, rangeOf, refusal, within, without, worth } from "./options";

const PAY: Pick = {
  option: "pick",
  action: { type: "pay", cards: [] },
  field: "cards",
  pool: [0, 0, 10, 10, 10, 50, 100],
  fewest: 0,
  least: 60,
  exact: true,
  lean: true,
  most: null,
};
const BID: Range = { option: "range", action: { type: "bid", amount: 0 }, field: "amount", low: 50, high: 100, step: 10 };

interface Vector {
  readonly option: Omit<Pick, "option" | "action" | "field">;
  readonly picks: readonly { readonly cards: readonly number[]; readonly code: string | null }[];
  readonly cheapest: { readonly worth: number; readonly count: number } | null;
}

// Made by the options of the rules: `python -m tests.engine.pick_vectors`.
const VECTORS = JSON.parse(readFileSync("../tests/data/picks.json", "utf8")) as readonly Vector[];

it.each(VECTORS.map((vector) => [JSON.stringify(vector.option), vector] as const))("a pick is judged as by the server: %s", (_, vector) => {
  const pick: Pick = { ...PAY, ...vector.option };
  for (const { cards, code } of vector.picks) expect(refusal(pick, cards), JSON.stringify(cards)).toBe(code);
  const best = cheapest(pick);
  expect(best && { worth: worth(best), count: best.length }).toEqual(vector.cheapest);
  if (best !== null) expect(refusal(pick, best)).toBeNull();
});

describe("a pick", () => {
  it.each([
    ["enough and not more", [10, 50], null],
    ["in another order", [50, 10], null],
    ["cards that are not there", [50, 50], "not_yours"],
    ["too little", [50], "too_little"],
    ["more than the exact sum", [10, 10, 50], "not_exact"],
    ["nothing", [], "too_little"],
  ])("%s", (_, cards, code) => {
    expect(refusal(PAY, cards)).toBe(code);
  });

  it("bars a card that could be left out", () => {
    expect(refusal({ ...PAY, exact: false }, [10, 100])).toBe("wasteful");
    expect(refusal({ ...PAY, exact: false }, [0, 100])).toBe("wasteful");
    expect(refusal({ ...PAY, exact: false }, [100])).toBeNull();
    expect(refusal({ ...PAY, exact: false, lean: false }, [0, 100])).toBeNull();
  });

  it("counts the cards", () => {
    const offer = { ...PAY, least: 0, exact: false, lean: false, fewest: 1, most: 2 };
    expect(refusal(offer, [])).toBe("too_few");
    expect(refusal(offer, [0, 0, 10])).toBe("too_many");
    expect(refusal(offer, [0, 0])).toBeNull();
  });

  it("is cheapest with the least sum and then the fewest cards", () => {
    expect(cheapest(PAY)).toEqual([10, 50]);
    expect(cheapest({ ...PAY, least: 50 })).toEqual([50]);
    expect(cheapest({ ...PAY, least: 90, exact: false })).toEqual([100]);
    expect(cheapest({ ...PAY, least: 190, exact: false })).toBeNull();
    expect(cheapest({ ...PAY, least: 0, exact: false, lean: false, fewest: 3 })).toEqual([0, 0, 10]);
    expect(cheapest({ ...PAY, least: 0 })).toEqual([]);
  });

  it("completes its action", () => {
    expect(filled(PAY, [10, 50])).toEqual({ type: "pay", cards: [10, 50] });
  });
});

describe("a range", () => {
  it("proposes bids within its limits", () => {
    expect(quickBids({ ...BID, high: 1000 })).toEqual([50, 60, 70, 90, 140]);
    expect(quickBids(BID)).toEqual([50, 60, 70, 90]);
    expect(quickBids({ ...BID, high: 50 })).toEqual([50]);
    expect(quickBids({ ...BID, low: 3, high: 30, step: 3 })).toEqual([3, 6, 9, 15, 30]);
  });

  it("holds wishes within its limits", () => {
    expect(within(BID, 10)).toBe(50);
    expect(within(BID, 75)).toBe(70);
    expect(within(BID, 400)).toBe(100);
  });

  it("completes its action", () => {
    expect(filled(BID, 70)).toEqual({ type: "bid", amount: 70 });
  });
});

describe("options", () => {
  const options: readonly Option[] = [
    { option: "choice", actions: [{ type: "auction" }, { type: "trade", animal: "cow", seat: 2 }] },
    BID,
    PAY,
  ];

  it("are found by the kind of action", () => {
    expect(offered(options, "trade")).toEqual([{ type: "trade", animal: "cow", seat: 2 }]);
    expect(offered(options, "pass")).toEqual([]);
    expect(rangeOf(options, "bid")).toBe(BID);
    expect(rangeOf([], "bid")).toBeNull();
    expect(picksOf(options, "pay")).toEqual([PAY]);
    expect(picksOf(options, "offer")).toEqual([]);
  });
});

describe("money", () => {
  it("has a true cost, as no change is given", () => {
    expect(cost([0, 10, 50, 60], 50)).toBe(50);
    expect(cost([0, 10, 50, 60], 20)).toBe(50);
    expect(cost([0, 10, 50, 60], 70)).toBeNull();
  });

  it("is taken out card by card", () => {
    expect(without([0, 0, 10], [0, 50])).toEqual([0, 10]);
  });
});
