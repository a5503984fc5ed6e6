/**
 * What is played after a step of the game, made of nothing but what this viewer was sent: the events of the step, and the
 * views before and after. Whoever was not told a card has no scene with it.
 */
import type { Animal, GameEvent, Kind, LotTaken, Paid, PedigreeTaken, RatTaken, TradeSettled } from "../../../protocol/types";
import { worth } from "../../../model/table/options";
import { type Call, calledBy } from "../auction/called";
import { standing } from "../phase";
import type { KuhhandelView } from "../view";
import { VALUE } from "../values";

/** Money that a trader has laid. */
export interface Fan {
  readonly seat: number;
  /** Null: this viewer must not know them. */
  readonly cards: readonly number[] | null;
  /** Null: not even how many. */
  readonly count: number | null;
  /** Who gets each of them; null: this viewer cannot tell. */
  readonly to: readonly (number | null)[];
}

export interface TradeScene {
  readonly scene: "trade";
  readonly animal: Kind;
  readonly stake: number;
  /** The offer, and what was laid against it unless the offer was accepted. */
  readonly fans: readonly Fan[];
  readonly challenger: number;
  readonly challenged: number;
  readonly winner: number | null;
  /** Where the animals go; null: nowhere, it is a tie. */
  readonly home: number | null;
}

export interface SaleScene {
  readonly scene: "sale";
  /** Without a payer it lay in the middle. */
  readonly payment: { readonly payer: number | null; readonly payee: number; readonly cards: readonly number[] | null; readonly count: number } | null;
  readonly lot: { readonly animal: Kind; readonly buyer: number; /** It is not the animal itself, but its pedigree. */ readonly pedigree?: true } | null;
}

export interface DonkeyScene {
  readonly scene: "donkey";
  readonly payout: number;
  readonly seats: number;
}

export interface QuartetScene {
  readonly scene: "quartet";
  readonly seat: number;
  readonly own: boolean;
  readonly animal: Animal;
  readonly value: number;
  /** What its owner has so far; null where more than quartets counts. */
  readonly sum: { readonly value: number; readonly quartets: number; readonly points: number } | null;
}

/** What those on the plank call in one step. */
export interface CallsScene {
  readonly scene: "calls";
  readonly calls: readonly { readonly seat: number; readonly call: Call["call"] }[];
}

/** All who are still in lean forward before the last call. */
export interface LeanScene {
  readonly scene: "lean";
}

export type Scene = TradeScene | SaleScene | DonkeyScene | QuartetScene | CallsScene | LeanScene;

export interface Step {
  readonly before: KuhhandelView | null;
  readonly now: KuhhandelView;
  readonly events: readonly GameEvent[];
  readonly you: number | null;
}

/** Whose the cards of a trader become, where they are known: those of the other, as many as the other gets of each value. */
function shared(laid: readonly number[], gets: readonly number[], own: number, other: number): readonly number[] {
  const left = [...gets];
  return laid.map((card) => {
    const found = left.indexOf(card);
    if (found < 0) return own;
    left.splice(found, 1);
    return other;
  });
}

/** Whose all cards of a trader become, by how many each of the two gets; null: that says too little. */
function counted(event: TradeSettled, laid: number | null, against: number | null, own: number, other: number): number | null {
  if (event.counts === null || laid === null || against === null) return null;
  const [ours = 0, theirs = 0] = own === event.challenger ? event.counts : event.counts.toReversed();
  if (ours === 0) return other;
  if (theirs === 0) return own;
  return theirs === laid ? other : own;
}

function trade(event: TradeSettled, { before, events }: Step): TradeScene {
  const { challenger, challenged, animal, stake, winner } = event;
  const phase = before?.phase;
  const offered = phase?.phase === "responding" ? phase.count : null;
  const countered = events.find((one) => one.type === "counter_made")?.count ?? null;
  const offers = event.offer?.length ?? offered;
  const counters = event.accepted ? 0 : (event.counter?.length ?? countered);
  const fan = (seat: number, other: number, cards: readonly number[] | null, count: number | null, against: number | null): Fan => {
    const gets = other === challenger ? event.to_challenger : event.to_challenged;
    const whole = event.accepted ? other : counted(event, count, against, seat, other);
    const to = cards !== null && gets !== null ? shared(cards, gets, seat, other) : Array<number | null>(count ?? 1).fill(whole);
    return { seat, cards, count, to };
  };
  const offer = fan(challenger, challenged, event.offer, offers, counters);
  const counter = fan(challenged, challenger, event.counter, counters, offers);
  const loser = winner === challenger ? challenged : challenger;
  return {
    scene: "trade",
    animal,
    stake,
    fans: event.accepted ? [offer] : [offer, counter],
    challenger,
    challenged,
    winner,
    // What has no value nobody wants: whoever bids more is rid of it.
    home: winner === null ? null : animal in VALUE ? winner : loser,
  };
}

function bought(taken: LotTaken | PedigreeTaken): SaleScene["lot"] {
  return taken.type === "lot_taken" ? { animal: taken.lot, buyer: taken.seat } : { animal: taken.animal, buyer: taken.seat, pedigree: true };
}

function sale(paid: Paid | undefined, taken: LotTaken | PedigreeTaken | undefined): SaleScene | null {
  if (paid === undefined && taken === undefined) return null;
  return {
    scene: "sale",
    payment: paid === undefined || paid.count === 0 ? null : { payer: paid.payer, payee: paid.payee, cards: paid.cards, count: paid.count },
    lot: taken === undefined ? null : bought(taken),
  };
}

/** Whoever takes what nobody wants gets the money that was laid for it. */
function relieved({ seat, cards, count }: RatTaken): SaleScene {
  return { scene: "sale", payment: count === 0 ? null : { payer: null, payee: seat, cards, count }, lot: { animal: "rat", buyer: seat } };
}

/** Quartets that were not there before the step. */
function quartets({ before, now, you }: Step): readonly QuartetScene[] {
  if (before === null || before.seats.length !== now.seats.length) return [];
  return now.seats.flatMap(({ herd }, seat) => {
    const full = (Object.keys(VALUE) as Animal[]).filter((animal) => herd[animal] === 4);
    const value = worth(full.map((animal) => VALUE[animal]));
    // Where rats and pedigrees count as well, quartets alone say too little.
    const scoring = now.game === "kuhhandel" ? now.rules.scoring : null;
    const points = scoring === "multiply" ? value * full.length : value;
    const sum = scoring === null ? null : { value, quartets: full.length, points };
    return full
      .filter((animal) => before.seats[seat]?.herd[animal] !== 4)
      .map((animal): QuartetScene => ({ scene: "quartet", seat, own: seat === you, animal, value: VALUE[animal], sum }));
  });
}

function calls({ events, now }: Step): readonly CallsScene[] {
  const leads = standing(now.phase)?.seat;
  const all = now.seats.flatMap((_, seat) => {
    const call = calledBy(seat, events, seat === leads);
    return call === undefined || call === null ? [] : [{ seat, call: call.call }];
  });
  return all.length === 0 ? [] : [{ scene: "calls", calls: all }];
}

/** What is played on the plank, beside all else. */
export function onPlank(step: Step): readonly (CallsScene | LeanScene)[] {
  const last = step.events.some((event) => event.type === "called_out" && event.calls === 2) && step.now.phase.phase === "bidding";
  return [...calls(step), ...(last ? [{ scene: "lean" } as const] : [])];
}

/** The scenes of a step, in their order. */
export function scenesOf(step: Step): readonly Scene[] {
  const { events, now } = step;
  const settled = events.findLast((event) => event.type === "trade_settled");
  const sold = sale(events.findLast((event) => event.type === "paid"), events.findLast((event) => event.type === "lot_taken" || event.type === "pedigree_taken"));
  const taken = events.findLast((event) => event.type === "rat_taken");
  const payout = events.map((event) => (event.type === "lot_revealed" || event.type === "card_taken" ? event.payout : 0)).findLast((one) => one > 0);
  return [
    ...(settled === undefined ? [] : [trade(settled, step)]),
    ...(sold === null ? [] : [sold]),
    ...(taken === undefined ? [] : [relieved(taken)]),
    ...(payout === undefined ? [] : [{ scene: "donkey", payout, seats: now.seats.length } as const]),
    // One at a time: nobody has two in one step but after a trade that nobody saw.
    ...quartets(step).slice(-1),
  ];
}
