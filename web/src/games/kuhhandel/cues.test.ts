import { expect, test } from "vitest";
import { EMOTES } from "../../model/table/emotes";
import type { GameEvent, GameView } from "../../protocol/types";
import { type Sight, toldApart } from "../twins";
import { cuesOf, heightOf } from "./cues";
import { reactionsOf } from "./reactions";
import { kuhhandelView } from "./view";

const view = (herds: readonly Readonly<Record<string, number>>[], moment = 1): GameView =>
  ({ game: "kuhhandel", deck: 9, moment, seats: herds.map((herd) => ({ herd, purse: null })) }) as unknown as GameView;
const heard = (herds: readonly Readonly<Record<string, number>>[], ...events: readonly object[]): readonly string[] => cuesOf(events as readonly GameEvent[], view(herds));

test("a lot is heard when it turns up, and a donkey's money with it", () => {
  expect(heard([], { type: "auction_began" }, { type: "lot_revealed", lot: "cow", payout: 0 })).toEqual(["cry.cow"]);
  expect(heard([], { type: "lot_revealed", lot: "donkey", payout: 50 })).toEqual(["cry.donkey", "coins"]);
});

test("the gavel calls once, twice, and falls", () => {
  const calls = [1, 2].map((calls) => ({ type: "called_out", calls }));
  expect(heard([{ cow: 1 }], ...calls, { type: "gavel_fell" }, { type: "paid" }, { type: "lot_taken", seat: 0, lot: "cow" })).toEqual(["once", "twice", "sold", "coins"]);
});

test("bids rise in pitch, and the hall murmurs with fewer voices as seats pass", () => {
  const auction = (passed: readonly number[], ...events: readonly object[]): readonly string[] =>
    cuesOf(events as readonly GameEvent[], { ...view([{}, {}, {}, {}, {}]), phase: { phase: "bidding", auctioneer: 0, barred: [], passed } } as unknown as GameView);
  const steps = Array.from({ length: 12 }, (_, step) => heightOf(10 * (step + 1)));
  expect(new Set(steps).size).toBe(12);
  expect(steps).toEqual(steps.toSorted((one, other) => one - other));
  expect([heightOf(10), heightOf(5000)]).toEqual([4, 48]);
  expect(auction([], { type: "bid_placed", seat: 1, amount: 10 })).toEqual(["bid+4", "murmur.4"]);
  expect(auction([2], { type: "passed", seat: 2 })).toEqual(["murmur.3"]);
  expect(auction([1, 2, 3], { type: "passed", seat: 1 })).toEqual(["murmur.1"]);
  expect(auction([1, 2, 3, 4], { type: "passed", seat: 4 })).toEqual([]);
});

test("the fourth animal is heard, wherever it comes from", () => {
  expect(heard([{ pig: 3 }, { pig: 4 }], { type: "lot_taken", seat: 1, lot: "pig" })).toEqual(["quartet"]);
  expect(heard([{ pig: 4 }], { type: "trade_settled", winner: 0, animal: "pig" })).toEqual(["cards", "quartet"]);
  expect(heard([{ rat: 4 }], { type: "trade_settled", winner: 0, animal: "rat" })).toEqual(["cards"]);
  expect(heard([{ pig: 4 }], { type: "trade_settled", winner: null, animal: "pig" })).toEqual(["cards"]);
});

test("who loses animals is not amused, if it is a bot", () => {
  const settled = { type: "trade_settled", challenger: 0, challenged: 1, winner: 0, animal: "goat", stake: 2 } as unknown as GameEvent;
  expect(reactionsOf([settled], view([{}, {}], 3), [1])).toEqual([{ seat: 1, emote: "😭" }]);
  expect(reactionsOf([settled], view([{}, {}], 3), [0])).toEqual([{ seat: 0, emote: "😉" }]);
  expect(reactionsOf([settled], view([{}, {}], 4), [0, 1])).toEqual([]);
});

const sum = (cards: readonly number[] | null | undefined): number => (cards ?? []).reduce((all, card) => all + card, 0);
const first = (events: readonly GameEvent[], type: string): Record<string, readonly number[] | null> | undefined => events.find((event) => event.type === type) as never;
const wealth = ({ view }: Sight): number => sum(kuhhandelView(view)?.seats.map(({ purse }) => sum(purse)));

/** Spoiled sounds and faces, each with the secret that it gives away. */
const LEAKS: Readonly<Record<string, (sight: Sight) => unknown>> = {
  "a coin for every ten that is paid": ({ events }) => Array.from({ length: sum(first(events, "paid")?.["cards"]) / 10 }, () => "coins"),
  "a sound for whoever has laid more": ({ events }) => {
    const settled = first(events, "trade_settled");
    return sum(settled?.["offer"]) > sum(settled?.["counter"]) ? "quartet" : "cards";
  },
  "a sound for every zero in an offer": ({ events }) => first(events, "offer_made")?.["cards"]?.filter((card) => card === 0).length,
  "a warning for those who are poor": (sight) => (wealth(sight) < 200 ? ["soon"] : []),
  "a bot that laughs when it is rich": (sight) => EMOTES[wealth(sight) % EMOTES.length],
  "a bot that winks at a covered offer": ({ events }) => EMOTES[(sum(first(events, "counter_made")?.["cards"]) / 10) % EMOTES.length],
  "a face that grows with the purse": (sight) => `scale(${1 + wealth(sight) / 1000})`,
  "a bubble that waits for the money": (sight) => 3000 + wealth(sight),
};

test.each(Object.entries(LEAKS))("a planted leak is caught: %s", (_, leak) => {
  expect(toldApart("kuhhandel", leak)).not.toEqual([]);
});
