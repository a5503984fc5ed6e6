import { describe, expect, it } from "vitest";
import en from "@messages/en.json";
import { Catalogue, LANGUAGES, type TextFiles, type Texts } from "../../i18n/catalogue";
import { cardList, plain, wording } from "./wording";

const texts = new Catalogue("en", en);
const find = texts.find.bind(texts);
/** List the keys of a file of texts. */
const keysOf = (texts: Texts, path = ""): readonly string[] =>
  Object.entries(texts).flatMap(([key, text]) => (typeof text === "string" ? [path + key] : keysOf(text, `${path}${key}.`)));
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
    expect(await told(bid, 1)).toEqual(["You bid 40.", "Du bietest 40.", "Вы ставите 40.", "Je biedt 40."]);
    expect(await told(bid, 0)).toEqual(["Ben bids 40.", "Ben bietet 40.", "Ben ставит 40.", "Ben biedt 40."]);
    expect(await told(sold, 0)).toEqual(["You sell to Ben for 40.", "Du verkaufst für 40 an Ben.", "Вы продаёте лот за 40. Покупает Ben.", "Je verkoopt aan Ben voor 40."]);
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

  it("speaks to you on the stage and in prompts as well", async () => {
    const told = async (key: string, seats: Record<string, number>, args: Record<string, number>): Promise<readonly string[]> =>
      Promise.all(
        LANGUAGES.map(async (language) => {
          const all = await Catalogue.load(language);
          return plain(wording({ key, seats, args }, names, all.find.bind(all), 1));
        }),
      );
    expect(await told("play.stage.pays", { seat: 1, payee: 0 }, { price: 40 })).toEqual(["You pay 40 to Anna", "Du zahlst 40 an Anna", "Вы платите 40. Получает Anna", "Je betaalt 40 aan Anna"]);
    expect(await told("play.stage.pays", { seat: 0, payee: 1 }, { price: 40 })).toEqual(["Anna pays you 40", "Anna zahlt dir 40", "Anna платит вам 40", "Anna betaalt jou 40"]);
    expect((await told("phase.payment.other", { seat: 2, payee: 1 }, { price: 40 }))[0]).toBe("Clover has to pay you 40.");
    expect((await told("play.master.decides", { seat: 0, bidder: 1 }, { count: 3 }))[1]).toBe("Du hast bei 3 Karten zugeschlagen. Anna entscheidet.");
    expect((await told("log.bidding_restarted", { barred: 1 }, { count: 1 }))[0]).toBe("You are out of this auction, and no other bid stands.");
    expect((await told("log.bidding_continued", { seat: 2, barred: 1 }, { amount: 60 }))[2]).toBe("Вы вне этого аукциона. В силе ставка 60 (Clover).");
    expect((await told("log.bidding_continued", { seat: 1, barred: 2 }, { amount: 60 }))[1]).toBe("Clover ist bei dieser Versteigerung raus: Dein Gebot 60 gilt.");
    expect((await told("log.no_bidders_left", { barred: 1 }, { count: 2 }))[0]).toBe("You are out of this auction, and no bidders are left.");
  });

  it("lets you share a win with the others", async () => {
    const told = async (you: number): Promise<readonly string[]> =>
      Promise.all(
        LANGUAGES.map(async (language) => {
          const all = await Catalogue.load(language);
          const line = { key: "log.game_ended_complete", seats: { winner0: 0, winner1: 1, winner2: 2 }, args: { points: 560, count: 3 } };
          return plain(wording(line, names, all.find.bind(all), you));
        }),
      );
    expect(await told(1)).toEqual([
      "All quartets are complete. You share the win with Anna and Clover: 560 points each.",
      expect.stringContaining("sind vollständig. Du teilst dir den Sieg mit Anna und Clover: je 560 Punkte."),
      "Все квартеты собраны. Победа общая. Вместе с вами: Anna и Clover; очков у каждого: 560.",
      expect.stringContaining("Je deelt de winst met Anna en Clover: elk 560 punten."),
    ]);
    expect((await told(3))[0]).toBe("All quartets are complete. Anna, Ben and Clover share the win with 560 points each.");
  });

  /** All that a table can say, of any game. */
  const everything = async (): Promise<Catalogue> => {
    const after = import.meta.glob<Texts>(["../../games/*/texts.en.json", "../../games/*/theatre/theatre.en.json", "../../games/*/score/highlights.en.json"], { eager: true, import: "default" });
    const more = Object.values(after).map((texts) => async () => Promise.resolve({ default: texts }));
    return (await Catalogue.load("en")).with(more.map((file) => Object.fromEntries(LANGUAGES.map((language) => [language, file])) as TextFiles));
  };

  it("has words to you for everybody who is in a line and may read it", async () => {
    const all = await everything();
    // What somebody has laid, paid, taken or settled is open to them; these are for the others.
    const foreign = /_(count|hidden)_?(zero|one|other)?$|_(accepted|won|tied|tied_first)$/;
    const lines = Object.entries({ ...en.log, ...Object.fromEntries(Object.entries(en.party).map(([key, text]) => [`party.${key}`, text])) });
    // The two names of an offer stand beside their cards, whoever has won.
    const beside = new Set(["challenger", "challenged"]);
    const missing = lines.flatMap(([key, text]) => {
      const parts = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1] ?? ""));
      const roles = ["seat", "giver", "auctioneer", "payer", "payee", "barred", "winner", "loser", "winners", "challenger", "challenged"].filter((role) => parts.has(role));
      const needed = parts.has("winner") ? roles.filter((role) => !beside.has(role)) : roles;
      if (foreign.test(key)) return [];
      return needed.map((role) => `you.${role === "winners" ? "winner0" : role}.${key}`).filter((one) => all.find(one) === undefined);
    });
    expect(lines.length).toBeGreaterThan(100);
    expect(missing).toEqual([]);
  });

  it("has words to you only for what is said of somebody in that part", async () => {
    const all = await everything();
    const files = import.meta.glob<Texts>("../../games/**/*.en.json", { eager: true, import: "default" });
    const yours = Object.values(files).flatMap((texts) => ("you" in texts ? keysOf(texts["you"] as Texts) : []));
    expect(yours.length).toBeGreaterThan(100);
    for (const key of yours) {
      const [role = "", ...rest] = key.split(".");
      const said = [`log.${rest.join(".")}`, `play.${rest.join(".")}`, rest.join(".")].map((one) => all.find(one, { [role]: "SOMEBODY", winners: "SOMEBODY" }));
      expect(said.find((text) => text !== undefined), key).toContain("SOMEBODY");
    }
  });

  it("falls back to the key", () => {
    expect(plain(wording({ key: "log.unheard_of", seats: {}, args: {} }, names, find))).toBe("log.unheard_of");
  });
});

it("lists money cards by value", () => {
  expect(cardList([50, 0, 10, 0], find)).toBe("2×0, 10, 50");
});
