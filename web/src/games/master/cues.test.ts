import { expect, test } from "vitest";
import type { GameEvent, GameView } from "../../protocol/types";
import { type Sight, toldApart } from "../twins";
import { cuesOf } from "./cues";

const VIEW = { game: "master", deck: 9, moment: 1, seats: [{ herd: { cat: 4 } }, { herd: {} }] } as unknown as GameView;
const heard = (...events: readonly object[]): readonly string[] => cuesOf(events as readonly GameEvent[], VIEW);

test("a countdown ticks, and a hand falls on the table", () => {
  expect(heard({ type: "pedigree_revealed", animal: "horse" }, { type: "counted_down", count: 9 }, { type: "slapped", seat: 1 })).toEqual(["cry.horse", "count", "slap"]);
});

test("a card that somebody gets cries, unless it is money", () => {
  expect(heard({ type: "card_taken", seat: 0, card: "cat", money: false, payout: 0 })).toEqual(["cry.cat", "quartet"]);
  expect(heard({ type: "card_taken", seat: 1, card: "rat", money: false, payout: 0 })).toEqual(["cry.rat"]);
  expect(heard({ type: "card_taken", seat: 1, card: 50, money: true, payout: 0 })).toEqual(heard({ type: "card_taken", seat: 1, card: null, money: true, payout: 0 }));
});

const find = ({ events }: Sight, type: string): Record<string, unknown> | undefined => events.find((event) => event.type === type) as never;

const LEAKS: Readonly<Record<string, (sight: Sight) => unknown>> = {
  "the cry of a card that only one looks at": (sight) => find(sight, "division_began")?.["card"],
  "a ring for the money that was drawn": (sight) => typeof find(sight, "card_taken")?.["card"],
  "a tick for everybody who plans to slap": (sight) => (find(sight, "counted_down")?.["plans"] as readonly unknown[] | null | undefined)?.length,
  "coins for what lies beside a rat": (sight) => find(sight, "rat_taken")?.["cards"],
};

test.each(Object.entries(LEAKS))("a planted leak is caught: %s", (_, leak) => {
  expect(toldApart("master", leak)).not.toEqual([]);
});
