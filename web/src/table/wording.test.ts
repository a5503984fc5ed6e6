import { describe, expect, it } from "vitest";
import en from "@messages/en.json";
import { Catalogue } from "../i18n/catalogue";
import { cardList, plain, wording } from "./wording";

const texts = new Catalogue("en", en);
const find = texts.find.bind(texts);
const names = ["Anna", "Ben", "Clover"];

describe("a line of the log", () => {
  it("names its seats", () => {
    const parts = wording({ key: "log.bid_placed", seats: { seat: 1 }, args: { amount: 40 } }, names, find);
    expect(parts[0]).toEqual({ text: "Ben", name: true });
    expect(plain(parts)).toBe("Ben bids 40.");
  });

  it("lists cards and inflects animals", () => {
    const seats = { challenger: 0, challenged: 1, winner: 0, loser: 1 };
    const args = { animal: "cow", count: 2, offer: [10, 0, 0], offer_sum: 10, counter: [], counter_sum: 0 };
    const text = plain(wording({ key: "log.trade_won_open", seats, args }, names, find));
    expect(text).toBe("Anna has offered more and gets 2 cows from Ben. Anna: 10 (2×0, 10); Ben: 0 (nothing).");
  });

  it("joins the winners", () => {
    const line = { key: "log.game_ended_complete", seats: { winner0: 0, winner1: 2 }, args: { points: 10, count: 2 } };
    expect(plain(wording(line, names, find))).toContain("Anna and Clover share the win");
  });

  it("falls back to the key", () => {
    expect(plain(wording({ key: "log.unheard_of", seats: {}, args: {} }, names, find))).toBe("log.unheard_of");
  });
});

it("lists money cards by value", () => {
  expect(cardList([50, 0, 10, 0], find)).toBe("2×0, 10, 50");
});
