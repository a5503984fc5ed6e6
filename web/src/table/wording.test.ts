import { describe, expect, it } from "vitest";
import en from "@messages/en.json";
import { Catalogue, LANGUAGES } from "../i18n/catalogue";
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

  it("speaks to the one it is about", async () => {
    const bid = { key: "log.bid_placed", seats: { seat: 1 }, args: { amount: 40 } };
    const sold = { key: "log.lot_sold", seats: { auctioneer: 0, seat: 1 }, args: { price: 40 } };
    const told = async (line: typeof bid | typeof sold, you: number): Promise<readonly string[]> =>
      Promise.all(
        LANGUAGES.map(async (language) => {
          const all = await Catalogue.load(language);
          return plain(wording(line, names, all.find.bind(all), you));
        }),
      );
    expect(await told(bid, 1)).toEqual(["You bid 40.", "Du bietest 40.", "Вы ставите 40."]);
    expect(await told(bid, 0)).toEqual(["Ben bids 40.", "Ben bietet 40.", "Ben ставит 40."]);
    expect(await told(sold, 0)).toEqual(["You sell to Ben for 40.", "Du verkaufst für 40 an Ben.", "Вы продаёте лот за 40. Покупает Ben."]);
    expect((await told(sold, 1))[1]).toBe("Anna verkauft für 40 an dich.");
  });

  it("speaks of the winner of a trade by part, and of the offers by name", async () => {
    const all = await Catalogue.load("en");
    const seats = { challenger: 0, challenged: 1, winner: 1, loser: 0 };
    const args = { animal: "cow", count: 1, offer: [0], offer_sum: 0, counter: [10], counter_sum: 10 };
    const line = { key: "log.trade_won_open", seats, args };
    const told = (you: number): string => plain(wording(line, names, all.find.bind(all), you));
    expect(told(1)).toBe("You have offered more and get 1 cow from Anna. Anna: 0 (0); You: 10 (10).");
    expect(told(0)).toBe("Ben has offered more and gets 1 cow from you. You: 0 (0); Ben: 10 (10).");
    expect(told(2)).toBe("Ben has offered more and gets 1 cow from Anna. Anna: 0 (0); Ben: 10 (10).");
  });

  it("falls back to the key", () => {
    expect(plain(wording({ key: "log.unheard_of", seats: {}, args: {} }, names, find))).toBe("log.unheard_of");
  });
});

it("lists money cards by value", () => {
  expect(cardList([50, 0, 10, 0], find)).toBe("2×0, 10, 50");
});
