/** The moments of a game of cow trades that are worth telling: out of the open log, the course, and what the coach says of it. */
import { byLanguage, type TextModule } from "../../../i18n/catalogue";
import type { Finished, Highlights, Moment } from "../../../model/game/game";
import { worth } from "../../../model/table/options";
import type { Animal, Exposed, Remark, Stop, TradeSettled } from "../../../protocol/types";
import { VALUE } from "../values";

interface Trade {
  readonly event: TradeSettled;
  /** Null where the course does not say. */
  readonly step: number | null;
  /** What it was about, in points. */
  readonly stake: number;
}

/** How many steps a trade takes at most, from the offer on. */
const STEPS = 6;

const stepOf = (stops: readonly Stop[], mark: Stop["marks"][number]): readonly number[] => stops.filter(({ marks }) => marks.includes(mark)).map(({ step }) => step);

function tradesOf({ log, stops }: Finished): readonly Trade[] {
  const steps = stepOf(stops, "trade");
  return log
    .filter((event): event is TradeSettled => event.type === "trade_settled" && event.winner !== null)
    .map((event, place) => ({ event, step: steps[place] ?? null, stake: (VALUE[event.animal as Animal] ?? 0) * event.stake }));
}

/** The first of those with the most. */
function most<T>(all: readonly T[], measure: (one: T) => number): T | undefined {
  const highest = Math.max(...all.map(measure));
  return all.find((one) => measure(one) === highest);
}

const cash = (cards: readonly number[] | null): number => worth(cards ?? []);
const picture = (animal: string): string => `/art/${animal}.svg`;

/** The offer that was worth least for what it was taken for, unseen; else the highest bid without the money. */
function bluff(trades: readonly Trade[], { log }: Finished): Moment | null {
  const taken = most(
    trades.filter(({ event, stake }) => event.accepted && event.offer !== null && cash(event.offer) < stake / 2),
    ({ event, stake }) => stake - cash(event.offer),
  );
  if (taken !== undefined) {
    const { challenger, challenged, animal, offer } = taken.event;
    return { kind: "bluff", image: picture(animal), seats: { seat: challenger, other: challenged }, args: { count: offer?.length ?? 0, sum: cash(offer) }, step: taken.step };
  }
  const bold = most(log.filter((event): event is Exposed => event.type === "exposed"), ({ amount, cards }) => amount - cash(cards));
  if (bold === undefined) return null;
  return { kind: "exposed", image: "/art/cat.svg", seats: { seat: bold.seat }, args: { amount: bold.amount, cash: cash(bold.cards) }, step: null };
}

/** What the coach holds against either of the two, in points. */
function regret(remarks: readonly Remark[], { event, step }: Trade): number {
  if (step === null) return 0;
  const about = remarks.filter((remark) => (remark.seat === event.challenger || remark.seat === event.challenged) && remark.step <= step && remark.step > step - STEPS);
  return about.reduce((sum, { cost }) => sum + cost, 0);
}

/**
 * The dearest trade that was fought out: by what the coach says it cost, and by what was at stake. It decided something
 * only if one of those got it who have won the game.
 */
function decider(trades: readonly Trade[], { remarks, result: { winners } }: Finished): Moment | null {
  const all = trades.filter(({ event }) => !event.accepted && event.offer !== null && event.counter !== null);
  const deciding = all.filter(({ event }) => event.winner !== null && winners.includes(event.winner));
  const fought = deciding.length > 0 ? most(deciding, (trade) => regret(remarks, trade) + trade.stake) : most(all, ({ stake }) => stake);
  if (fought === undefined || fought.event.winner === null) return null;
  const { winner, challenger, challenged, animal, stake, offer, counter } = fought.event;
  const [high, low] = winner === challenger ? [offer, counter] : [counter, offer];
  return {
    kind: deciding.length > 0 ? "trade" : "biggest",
    image: picture(animal),
    seats: { seat: winner, other: winner === challenger ? challenged : challenger },
    args: { high: cash(high), low: cash(low), animal, count: stake },
    step: fought.step,
  };
}

function richest({ stops }: Finished): Moment | null {
  const stop = most(stops, ({ money }) => Math.max(...money));
  if (stop === undefined) return null;
  const money = Math.max(...stop.money);
  return { kind: "rich", image: "/art/donkey.svg", seats: { seat: stop.money.indexOf(money) }, args: { money }, step: stop.step };
}

function winner({ result: { scores, winners } }: Finished): Moment | null {
  const [seat] = winners;
  const total = seat === undefined ? undefined : scores[seat]?.total;
  if (seat === undefined || total === undefined) return null;
  const others = scores.flatMap((score, other) => (winners.includes(other) ? [] : [score.total]));
  const points = total - Math.max(0, ...others);
  // With as many points as somebody else, something else has decided.
  const kind = winners.length > 1 ? "shared" : points > 0 ? "winner" : "even";
  return { kind, image: "/art/trophy.svg", seats: { seat }, args: { total, points }, step: null };
}

export function momentsOf(game: Finished): readonly Moment[] {
  const trades = tradesOf(game);
  return [bluff(trades, game), decider(trades, game), richest(game), winner(game)].filter((moment) => moment !== null);
}

const highlights: Highlights = {
  files: [byLanguage(import.meta.glob<TextModule>("./highlights.*.json"))],
  momentsOf,
};

export default highlights;
