// @vitest-environment happy-dom
import { expect, it } from "vitest";
import type { ClassicView, CounterMade, GameEvent, TradeSettled } from "../../../protocol/types";
import { EMPTY, type TableState } from "../../../model/table/store";
import { type Box, lengthOf, type Part, partsOf, type Places } from "./choreography";
import { direct } from "./direct";
import { movesOf } from "./floor";
import { type Scene, scenesOf, type Step, type TradeScene } from "./scenes";

const OFFER = [0, 50, 130];
const COUNTER = [0, 0, 70, 20];
const seat = (herd: Record<string, number> = {}): object => ({ herd, cards: 7, pedigrees: [], purse: null, payable: null });
const viewOf = (more: object = {}): ClassicView =>
  ({ game: "kuhhandel", deck: 9, rules: { scoring: "multiply" }, seats: [seat({ cow: 1 }), seat({ cow: 1 }), seat()], phase: { phase: "turn", seat: 0 }, ...more }) as unknown as ClassicView;
const RESPONDING = { phase: "responding", challenger: 0, challenged: 1, animal: "cow", stake: 1, bout: 1, shown: true, count: 3, offer: null };
const SETTLED: TradeSettled = {
  type: "trade_settled", challenger: 0, challenged: 1, animal: "cow", stake: 1, bout: 1, accepted: false, tied: false, winner: 0,
  offer: OFFER, counter: COUNTER, to_challenger: COUNTER, to_challenged: OFFER, counts: [4, 3], counted: true, idle: 0,
};
/** What the server sends to those who do not trade. */
const UNSEEN: TradeSettled = { ...SETTLED, offer: null, counter: null, to_challenger: null, to_challenged: null };
const made = (cards: readonly number[] | null, count: number | null): CounterMade => ({ type: "counter_made", seat: 1, cards, count, shown: count !== null });

function stepOf(events: readonly GameEvent[], you: number | null, more: Partial<Step> = {}): Step {
  return { before: viewOf({ phase: RESPONDING }), now: viewOf(), events, you, ...more };
}

function tradeOf(step: Step): TradeScene {
  const scene = scenesOf(step).find((one) => one.scene === "trade");
  if (scene === undefined) throw new Error("no trade is played");
  return scene;
}

const BOX: Box = { x: 195, y: 400, w: 390, h: 300 };
const PLACES: Places = { stage: BOX, lot: { ...BOX, w: 100, h: 140 }, pot: { ...BOX, x: 280, w: 80 }, purses: [1, 2, 3].map((x) => ({ ...BOX, x: x * 100, y: 100 })), herds: [1, 2, 3].map((x) => ({ ...BOX, x: x * 100, y: 150 })), own: 0 };

/** Every card value and every sum that somebody on the stage shows. */
function values(parts: readonly Part[]): readonly number[] {
  return parts.flatMap(({ as }) => ("sum" in as ? [as.sum] : as.look === "money" && as.value !== null ? [as.value] : []));
}

/** What nobody may learn from a scene who was not told: no card, no sum, and nothing that is turned over. */
function leaks(scene: Scene): readonly string[] {
  const parts = partsOf(scene, PLACES);
  const known = scene.scene === "trade" ? scene.fans.flatMap(({ cards }) => cards ?? []) : [];
  return [...known.map((card) => `the card ${card}`), ...values(parts).map((value) => `${value} is shown`), ...parts.filter(({ turned }) => turned !== undefined).map(({ key }) => `${key} is turned`)];
}

it("turns both fans over for a trader, and counts what is in them", () => {
  const parts = partsOf(tradeOf(stepOf([made(COUNTER, 4), SETTLED], 0)), PLACES);
  expect(parts.filter(({ turned }) => turned !== undefined)).toHaveLength(7);
  expect(values(parts)).toEqual([...OFFER, ...COUNTER, 180, 90]);
});

it("never shows a card of a trade to anybody else, only how many there are", () => {
  const scene = tradeOf(stepOf([made(null, 4), UNSEEN], 2));
  expect(leaks(scene)).toEqual([]);
  expect(scene.fans.map(({ count }) => count)).toEqual([3, 4]);
  const looks = partsOf(scene, PLACES).map(({ as }) => as.look);
  expect(looks.filter((look) => look === "money")).toHaveLength(7);
  expect(looks).toContain("secret");
});

it("has one covered card where not even the number is known", () => {
  const before = viewOf({ phase: { ...RESPONDING, shown: false, count: null } });
  const scene = tradeOf(stepOf([made(null, null), { ...UNSEEN, counts: null }], 2, { before }));
  expect(scene.fans.map(({ count, to }) => [count, to])).toEqual([[null, [null]], [null, [null]]]);
  const parts = partsOf(scene, PLACES);
  expect(parts.filter(({ as }) => as.look === "count")).toEqual([]);
  expect(parts.filter(({ as }) => as.look === "money" && as.covered === true)).toHaveLength(2);
});

it("would notice a leak: one card that slips into what others are sent", () => {
  const planted = { ...UNSEEN, counter: COUNTER };
  expect(leaks(tradeOf(stepOf([made(null, 4), planted], 2)))).not.toEqual([]);
});

it.each([
  ["both offers change hands", SETTLED, [1, 1, 1], [0, 0, 0, 0]],
  ["the winner pays alone", { ...SETTLED, to_challenger: [], to_challenged: [...OFFER, ...COUNTER] }, [1, 1, 1], [1, 1, 1, 1]],
  ["zeros go back", { ...SETTLED, to_challenger: [0, 70, 20], to_challenged: [0, 0, 50, 130] }, [1, 1, 1], [0, 1, 0, 0]],
  ["for others: both change hands", UNSEEN, [1, 1, 1], [0, 0, 0, 0]],
  ["for others: the winner pays alone", { ...UNSEEN, counts: [0, 7] }, [1, 1, 1], [1, 1, 1, 1]],
  ["for others: all goes back", { ...UNSEEN, counts: [3, 4] }, [0, 0, 0], [1, 1, 1, 1]],
] as [string, TradeSettled, number[], number[]][])("money goes where the event says: %s", (_, event, offer, counter) => {
  const { fans } = tradeOf(stepOf([made(null, 4), event], 2));
  // Which of two equal zeros goes back cannot be told, and need not be.
  const sum = (seats: readonly (number | null)[]): number => seats.filter((one) => one === 1).length;
  expect(fans.map(({ to }) => [to.length, sum(to)])).toEqual([offer, counter].map((to) => [to.length, sum(to)]));
});

it.each([
  ["animals run to the winner", SETTLED, 0],
  ["what nobody wants runs away from the winner", { ...SETTLED, animal: "rat" }, 1],
  ["nobody runs after a tie", { ...SETTLED, tied: true, winner: null }, null],
] as [string, TradeSettled, number | null][])("%s", (_, event, home) => {
  expect(tradeOf(stepOf([event], 0)).home).toBe(home);
});

it.each([0, 1, 7, 20])("keeps the time of a trade, however many cards are laid: %i", (count) => {
  const cards = Array<number>(count).fill(10);
  const scene = tradeOf(stepOf([{ ...SETTLED, offer: cards, counter: [...cards, 20], to_challenger: [...cards, 20], to_challenged: cards, stake: 2 }], 0));
  for (const { key, frames, turned } of partsOf(scene, PLACES)) {
    const times = [...frames.map(([time]) => time), lengthOf(scene)];
    expect(times, key).toEqual(times.toSorted((one, other) => one - other));
    expect(turned?.[1] ?? 0, key).toBeLessThanOrEqual(lengthOf(scene));
  }
});

it("needs no suspense for an offer that was accepted", () => {
  const scene = tradeOf(stepOf([{ ...SETTLED, accepted: true, counter: null, to_challenger: [] }], 0));
  expect(scene.fans).toHaveLength(1);
  expect(lengthOf(scene)).toBeLessThan(2000);
  expect(lengthOf(tradeOf(stepOf([SETTLED], 0)))).toBe(2500);
});

it("pays and takes the lot, face up only for those who were told the cards", () => {
  const taken: GameEvent = { type: "lot_taken", seat: 1, lot: "cat", price: 90 };
  const paid = (cards: readonly number[] | null): GameEvent => ({ type: "paid", payer: 1, payee: 0, cards, count: 2, open: false });
  const [seen] = scenesOf(stepOf([paid([40, 50]), taken], 0));
  const [unseen] = scenesOf(stepOf([paid(null), taken], 2));
  if (seen === undefined || unseen === undefined) throw new Error("no sale is played");
  expect(values(partsOf(seen, PLACES))).toEqual([40, 50, 90]);
  expect(leaks(unseen)).toEqual([]);
  expect(partsOf(unseen, PLACES).filter(({ as }) => as.look === "money")).toHaveLength(2);
});

it("gives the pot to whoever takes what nobody wants", () => {
  const taken: GameEvent = { type: "rat_taken", seat: 1, cards: null, count: 3, again: false };
  const [scene] = scenesOf(stepOf([taken], 0));
  expect(scene).toEqual({ scene: "sale", payment: { payer: null, payee: 1, cards: null, count: 3 }, lot: { animal: "rat", buyer: 1 } });
  const money = partsOf(scene as Scene, PLACES).filter(({ as }) => as.look === "money");
  expect(money.map(({ frames }) => [frames[0]?.[1].x, frames.at(-1)?.[1].x])).toEqual([[280, 200], [280, 200], [280, 200]]);
});

it("lets a pedigree fly to whoever has won it, with or without money", () => {
  const taken = (price: number): GameEvent => ({ type: "pedigree_taken", seat: 2, animal: "horse", price, plans: null });
  const paid: GameEvent = { type: "paid", payer: 2, payee: 1, cards: null, count: 3, open: false };
  for (const [events, sounds] of [
    [[paid, taken(3)], [[560, "coins"], [760, "pedigree"]]],
    [[taken(0)], [[760, "pedigree"]]],
  ] as const) {
    const [scene] = scenesOf(stepOf(events, 0));
    const flies = partsOf(scene as Scene, PLACES).find(({ as }) => as.look === "pedigree");
    expect(flies?.as).toEqual({ look: "pedigree", animal: "horse" });
    expect([flies?.frames[0]?.[1].x, flies?.frames.at(-1)?.[1].x]).toEqual([BOX.x, 300]);
    expect(direct(stateOf(viewOf(), [], 1), stateOf(viewOf(), events, 2), true)?.sounds).toEqual(sounds);
  }
});

it("moves the faces of those who call, by transform and opacity alone, and holds nothing", () => {
  const phase = { phase: "bidding", passed: [0], calls: 0, high: { seat: 1, amount: 90 } };
  const act = (events: readonly GameEvent[], timers: TableState["timers"] = []): ReturnType<typeof direct> => direct(stateOf(viewOf(), [], 1), { ...stateOf(viewOf({ phase }), events, 2), timers }, true);
  const pass = { type: "passed", polled: null } as const;
  const calls = act([{ ...pass, seat: 0 }, { ...pass, seat: 1 }, { type: "bid_placed", seat: 1, amount: 90, polled: null }]);
  expect(calls?.holds).toBe(0);
  expect(calls?.entries.map(({ scene }) => scene)).toEqual([{ scene: "calls", calls: [{ seat: 0, call: "out" }, { seat: 1, call: "bid" }] }]);
  // Whoever leads and passes only lets the bid stand.
  expect(act([{ ...pass, seat: 1 }])).toBeNull();
  const last = { type: "called_out", calls: 2, seat: 1, amount: 90 } as const;
  expect(act([{ ...last, calls: 1 }])).toBeNull();
  const leans = act([last], [{ seat: null, at: Date.now() + 2500, lasts: 2500 } as TableState["timers"][number]]);
  const [from = 0, to = 0] = (leans?.entries ?? []).flatMap((entry) => [entry.from, entry.to]);
  expect(to - from).toBe(900);
  expect(Math.abs(to - 2500)).toBeLessThan(200);
  const moves = [...(calls?.entries ?? []), ...(leans?.entries ?? [])].flatMap(({ scene }) => (scene.scene === "calls" || scene.scene === "lean" ? movesOf(scene) : []));
  expect(new Set(moves.flatMap(({ frames }) => frames.flatMap((frame) => Object.keys(frame))))).toEqual(new Set(["transform", "opacity", "offset", "easing"]));
  expect(moves.map(({ delay, lasts }) => [delay, lasts])).toEqual([[0, 220], [90, 260], [90, 180], [0, 900]]);
});

it("rains on every purse when a donkey comes", () => {
  const [scene] = scenesOf(stepOf([{ type: "lot_revealed", auctioneer: 1, lot: "donkey", payout: 100, donkeys: 2, cap: 900, polled: null }], 0));
  expect(scene).toEqual({ scene: "donkey", payout: 100, seats: 3 });
  const gains = partsOf(scene as Scene, PLACES).filter(({ as }) => as.look === "gain");
  expect(gains.map(({ frames }) => frames.at(-1)?.[1].x)).toEqual([100, 200, 300]);
  // Nothing lies on the numbers, which count meanwhile.
  expect(gains.every(({ frames }) => frames.every(([, { y }]) => y < 100 - BOX.h / 2))).toBe(true);
});

it("finds a quartet by comparing the herds, and counts all of its owner's", () => {
  const before = viewOf({ seats: [seat({ goose: 4, sheep: 3 }), seat({ sheep: 1 }), seat()] });
  const now = viewOf({ seats: [seat({ goose: 4, sheep: 4 }), seat(), seat()] });
  expect(scenesOf({ before, now, events: [], you: 0 })).toEqual([
    { scene: "quartet", seat: 0, own: true, animal: "sheep", value: 250, sum: { value: 290, quartets: 2, points: 580 } },
  ]);
});

const stateOf = (view: ClassicView, events: readonly GameEvent[], seq: number): TableState => ({ ...EMPTY, table: "t", seq, you: 0, view, events, lines: [] });

it("keeps the result of a trade back until it is played, and lets a donkey be bid for at once", () => {
  const before = stateOf(viewOf({ phase: RESPONDING }), [], 1);
  const trade = direct(before, stateOf(viewOf(), [made(COUNTER, 4), SETTLED], 2), true);
  expect(trade?.shown.view).toBe(before.view);
  expect(trade?.holds).toBe(2440);
  const now = viewOf({ phase: { phase: "bidding" }, seats: [seat(), seat(), seat()] });
  const donkey = direct(before, stateOf(now, [{ type: "lot_revealed", auctioneer: 1, lot: "donkey", payout: 50, donkeys: 1, cap: 900, polled: null }], 2), true);
  expect(donkey?.shown.view?.phase.phase).toBe("bidding");
  expect(donkey?.shown.lines).toBeUndefined();
});

it("is over when the server's pause is, but for a stamp on a table that shows the truth", () => {
  const before = stateOf(viewOf({ phase: RESPONDING, seats: [seat({ cow: 3 }), seat({ cow: 1 }), seat()] }), [], 1);
  const after = stateOf(viewOf({ seats: [seat({ cow: 4 }), seat(), seat()] }), [made(COUNTER, 4), SETTLED], 2);
  const act = direct(before, after, true);
  expect(act?.entries.map(({ scene, from }) => [scene.scene, from])).toEqual([["trade", 0], ["quartet", 2460]]);
  expect(act?.holds).toBeLessThanOrEqual(2500);
  expect(act?.sounds).toEqual([[40, "cards"], [1400, "cards"], [3220, "quartet"]]);
});

it("moves nothing and holds nothing for who wants it so; a stamp stands still", () => {
  const before = stateOf(viewOf({ phase: RESPONDING, seats: [seat({ cow: 3 }), seat({ cow: 1 }), seat()] }), [], 1);
  const after = stateOf(viewOf({ seats: [seat({ cow: 4 }), seat(), seat()] }), [SETTLED], 2);
  const act = direct(before, after, false);
  expect(act?.holds).toBe(0);
  // All of it is heard at once, as all of it is seen at once.
  expect(act?.sounds).toEqual([]);
  expect(act?.entries.map(({ scene }) => scene.scene)).toEqual(["quartet"]);
  const standing = act?.entries.flatMap(({ scene }) => partsOf(scene, PLACES)).filter(({ still }) => still !== undefined);
  expect(standing?.map(({ key }) => key)).toEqual(["card-0", "card-1", "card-2", "card-3", "stamp", "points"]);
});
