/** What the options of the server admit. They are the only rules that the page knows. */
import type { Choice, GameAction, Option, Pick, Range } from "../../protocol/types";

type Kind = GameAction["type"];

function isChoice(option: Option): option is Choice {
  return option.option === "choice";
}

/** List the actions that can be taken as they are. */
export function choices(options: readonly Option[]): readonly GameAction[] {
  return options.filter(isChoice).flatMap((option) => option.actions);
}

/** List the actions of a kind that can be taken as they are. */
export function offered<K extends Kind>(options: readonly Option[], kind: K): readonly Extract<GameAction, { type: K }>[] {
  return choices(options).filter((action): action is Extract<GameAction, { type: K }> => action.type === kind);
}

export function rangeOf(options: readonly Option[], kind: Kind): Range | null {
  const found = options.find((option): option is Range => option.option === "range" && option.action.type === kind);
  return found ?? null;
}

/** List the ways to lay cards for an action: more than one if its number of cards may be hidden. */
export function picksOf(options: readonly Option[], kind: Kind): readonly Pick[] {
  return options.filter((option): option is Pick => option.option === "pick" && option.action.type === kind);
}

/** Complete an action. */
export function filled(option: Pick | Range, value: number | readonly number[]): GameAction {
  // The server says in which field of which action the value belongs.
  return { ...option.action, [option.field]: value } as unknown as GameAction;
}

export function worth(cards: readonly number[]): number {
  return cards.reduce((sum, card) => sum + card, 0);
}

/** Take cards out of others, each as often as it is named. */
export function without(cards: readonly number[], taken: readonly number[]): readonly number[] {
  const left = [...cards];
  for (const card of taken) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}

/** Say why a pick is not admitted, by the code of the refusal; null if it is. */
export function refusal(pick: Pick, cards: readonly number[]): string | null {
  if (without(pick.pool, cards).length !== pick.pool.length - cards.length) return "not_yours";
  if (cards.length < pick.fewest) return "too_few";
  if (pick.most !== null && cards.length > pick.most) return "too_many";
  const sum = worth(cards);
  if (sum < pick.least) return "too_little";
  if (pick.exact && sum !== pick.least) return "not_exact";
  if (pick.lean && cards.some((card) => sum - card >= pick.least)) return "wasteful";
  return null;
}

/** Find the pick that is worth least, in as few cards as can be; null if nothing is admitted. */
export function cheapest(pick: Pick): readonly number[] | null {
  // For every sum that can be laid, the fewest cards that make it.
  const ways = new Map<number, readonly number[]>([[0, []]]);
  for (const card of pick.pool.toSorted((one, other) => other - one)) {
    // What this card makes possible must not be made with it once more.
    const before = [...ways];
    for (const [sum, cards] of before) {
      const known = ways.get(sum + card);
      if (known === undefined || known.length > cards.length + 1) ways.set(sum + card, [...cards, card]);
    }
  }
  for (const sum of [...ways.keys()].toSorted((one, other) => one - other)) {
    const cards = ways.get(sum) ?? [];
    const spare = without(pick.pool, cards).toSorted((one, other) => one - other);
    const enough = [...cards, ...spare.slice(0, Math.max(0, pick.fewest - cards.length))];
    if (refusal(pick, enough) === null) return enough.toSorted((one, other) => one - other);
  }
  return null;
}

/** In steps above the lowest. */
const RAISES = [0, 1, 2, 4, 9];

/** Propose some bids of a range, the lowest first. */
export function quickBids(range: Range): readonly number[] {
  return RAISES.map((raise) => range.low + raise * range.step).filter((amount) => within(range, amount) === amount);
}

/** Return the amount of a range that is nearest to a wish. */
export function within(range: Range, wish: number): number {
  const steps = Math.floor((Math.min(wish, range.high) - range.low) / range.step);
  return range.low + Math.max(0, steps) * range.step;
}

/** What a bid would really cost, as no change is given; null if the purse does not reach that far. */
export function cost(payable: readonly number[], amount: number): number | null {
  let least: number | null = null;
  for (const sum of payable) if (sum >= amount && (least === null || sum < least)) least = sum;
  return least;
}
