/** Every house rule with its values, in groups that people think in. The words are the catalogue's. */
import type { Args } from "../../i18n/catalogue";
import type { HouseRules } from "../../protocol/types";

export type RuleName = keyof HouseRules;
type Values = { readonly [Name in RuleName]: readonly HouseRules[Name][] };

/** A rule that the protocol gains is missed here by the compiler. */
export const VALUES: Values = {
  auction_mode: ["open", "turns"],
  gavel: ["clock"],
  overbid: ["restart_excluded", "continue_excluded", "restart_all"],
  bluff_bids: ["allowed", "forbidden"],
  self_raise: [true, false],
  overpay: ["exact_if_possible", "irredundant", "any"],
  payment_visibility: ["private", "public"],
  offer_count: ["visible", "hidden", "offerer_choice"],
  hand_counts: ["auto", "public", "hidden"],
  min_offer_cards: [0, 1],
  min_counter_cards: [0, 1],
  trade_money: ["exchange", "winner_pays", "all_returned"],
  return_zero_cards: [true, false],
  tie_money: ["auto", "exchanged", "returned"],
  second_tie_money: ["as_tie", "returned"],
  scoring: ["multiply", "sum"],
  dove: [true, false],
  dove_multiplied: [true, false],
  no_progress_limit: [0, 20, 40, 60, 100, 200],
  tie_break: ["shared", "quartets", "money"],
  start_player: ["random", "seat:0", "seat:1", "seat:2", "seat:3", "seat:4"],
};

export const GROUPS = {
  auction: ["auction_mode", "gavel", "overbid", "bluff_bids", "self_raise"],
  paying: ["overpay", "payment_visibility", "hand_counts"],
  trade: ["offer_count", "min_offer_cards", "min_counter_cards", "trade_money", "return_zero_cards"],
  tie: ["tie_money", "second_tie_money"],
  scoring: ["scoring", "dove", "dove_multiplied", "tie_break"],
  course: ["start_player", "no_progress_limit"],
} as const satisfies Record<string, readonly RuleName[]>;

export const NAMES = Object.values(GROUPS).flat();

type Find = (key: string, args?: Args) => string | undefined;

/** Word the value of a rule. */
export function worded(find: Find, name: RuleName, value: unknown, seatName: (seat: number) => string): string {
  const values = `rule.${name}.values`;
  if (name === "no_progress_limit" && typeof value === "number" && value > 0) {
    return find(`${values}.any`, { count: value }) ?? String(value);
  }
  if (typeof value === "string" && value.startsWith("seat:")) {
    return seatName(Number(value.slice("seat:".length)));
  }
  return find(`${values}.${String(value)}`) ?? String(value);
}

/** Tell the rules that differ from those of an edition. */
export function changes(rules: HouseRules, edition: Readonly<Record<string, unknown>> | undefined): Partial<HouseRules> {
  if (edition === undefined) return {};
  return Object.fromEntries(NAMES.filter((name) => rules[name] !== edition[name]).map((name) => [name, rules[name]]));
}
