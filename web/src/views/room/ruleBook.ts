/** Every house rule with its values, in groups that people think in. The words are the catalogue's. */
import type { Args } from "../../i18n/catalogue";
import type { ClassicRules, GameView, KuhfsteinRules, MasterRules } from "../../protocol/types";

/** The house rules of one game; each game has some that the others know nothing of. */
export type Rules = GameView["rules"];
type AllRules = ClassicRules & MasterRules & KuhfsteinRules;
export type RuleName = keyof AllRules;
type Values = { readonly [Name in RuleName]: readonly AllRules[Name][] };

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
  start_player: ["random", "seat:0", "seat:1", "seat:2", "seat:3", "seat:4", "seat:5"],
  pedigree_mode: ["realtime", "stepwise", "sealed"],
  slap: ["lottery", "reflex"],
  slap_tie: ["random", "seat_order"],
  rat_cover: ["auto", "player"],
  after_rat: ["must_auction", "turn_ends"],
  two_player_zero_cards: ["keep_start", "none"],
  division_donkey: ["on_laying", "off"],
  peek_next_back: [true, false],
  super_kuhhandel: [true, false],
  kassensturz: [true, false],
  bonus_layout: ["fixed", "random"],
  start_card: ["draw", "choose"],
  bonus_positions: [
    [13, 26, 39, 52],
    [10, 20, 30, 40],
    [16, 32, 48, 64],
  ],
  house_surround: ["orthogonal", "all8"],
  early_end: ["immediate", "finish_round"],
  final_tile: ["auto", "player"],
  extra_final_round: [true, false],
  bonus_optional: [true, false],
  allow_pass: [true, false],
};

export const GROUPS = {
  auction: ["auction_mode", "gavel", "overbid", "bluff_bids", "self_raise"],
  paying: ["overpay", "payment_visibility", "hand_counts"],
  trade: ["offer_count", "min_offer_cards", "min_counter_cards", "trade_money", "return_zero_cards"],
  tie: ["tie_money", "second_tie_money"],
  master: [
    "pedigree_mode",
    "slap",
    "slap_tie",
    "rat_cover",
    "after_rat",
    "two_player_zero_cards",
    "division_donkey",
    "peek_next_back",
    "super_kuhhandel",
    "kassensturz",
  ],
  variants: ["bonus_layout", "start_card"],
  track: ["bonus_positions", "bonus_optional"],
  land: ["house_surround", "final_tile"],
  scoring: ["scoring", "dove", "dove_multiplied", "tie_break"],
  course: ["start_player", "no_progress_limit", "allow_pass", "early_end", "extra_final_round"],
} as const satisfies Record<string, readonly RuleName[]>;

export type GroupName = keyof typeof GROUPS;

const NAMES: readonly RuleName[] = Object.values(GROUPS).flat();

/** List the rules that a game has, in the order of their groups. */
export function namesOf(rules: Rules): readonly RuleName[] {
  return NAMES.filter((name) => name in rules);
}

/** List the groups in which a game has rules, with those. */
export function groupsOf(rules: Rules): readonly (readonly [GroupName, readonly RuleName[]])[] {
  const groups = Object.entries(GROUPS) as [GroupName, readonly RuleName[]][];
  return groups.map(([group, names]) => [group, names.filter((name) => name in rules)] as const).filter(([, names]) => names.length > 0);
}

/** Tell the value of a rule; undefined for a rule that the game does not have. */
export function valueOf(rules: Rules, name: RuleName): unknown {
  return (rules as Partial<AllRules>)[name];
}

/** Whether two values of a rule are the same; some are lists. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

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
  if (Array.isArray(value)) {
    const positions = value.join(", ");
    return find(`${values}.any`, { positions }) ?? positions;
  }
  return find(`${values}.${String(value)}`) ?? String(value);
}

/** Tell the rules that differ from those of an edition. */
export function changes(rules: Rules, edition: Readonly<Record<string, unknown>> | undefined): Partial<AllRules> {
  if (edition === undefined) return {};
  const differing = namesOf(rules).filter((name) => !same(valueOf(rules, name), edition[name]));
  return Object.fromEntries(differing.map((name) => [name, valueOf(rules, name)]));
}
