/** The lines of the log that say something at Kuhhandel's table. */
import type { Line } from "../../protocol/types";

const NOBODY_LEADS: readonly string[] = ["log.turn_began", "log.lot_revealed", "log.donkey_revealed", "log.bidding_restarted", "log.no_bidders_left"];

/**
 * Leave out the passes of whoever leads. They only mean that somebody lets their own bid stand, and
 * read as if they gave up.
 */
export function withoutLeaderPasses(lines: readonly Line[]): readonly Line[] {
  let leads: number | undefined;
  return lines.filter(({ key, seats }) => {
    if (key === "log.bid_placed" || key === "log.bidding_continued") leads = seats["seat"];
    else if (NOBODY_LEADS.includes(key)) leads = undefined;
    return key !== "log.passed" || leads === undefined || seats["seat"] !== leads;
  });
}

const CHANGES_HANDS = /^log\.(lot_(taken|free)|donkey_revealed|exposed|(rat_)?trade_(accepted|won|tied(?!_first))|dove_taken|game_ended|pedigree_(taken|free)|slap_exposed|rat_taken|card_taken|quartet_covered|paid_open)/;

/** What has changed hands, and for how much if one knows; not how it came to that. */
export function changesHands({ key }: Line): boolean {
  return CHANGES_HANDS.test(key);
}

const TRADED = /^log\.(rat_)?trade_(accepted|won|tied)_open$/;

/** What a line means for the money of a seat, as far as it says; 0 where it says nothing. */
export function earned({ key, seats, args }: Line, seat: number): number {
  const sum = (name: string): number => Number(args[name] ?? 0);
  const sign = (payer: string, payee: string): number => Number(seats[payee] === seat) - Number(seats[payer] === seat);
  if (key === "log.donkey_revealed" || key === "log.card_taken_donkey") return sum("payout");
  if (key.startsWith("log.paid_open")) return sign("payer", "payee") * sum("sum");
  if (TRADED.test(key)) return sign("challenger", "challenged") * (sum("offer_sum") - (key.includes("tied") ? sum("offer_sum") : sum("counter_sum")));
  if (key.startsWith("log.card_laid_open")) return -Number(seats["seat"] === seat) * sum("card");
  if (key.startsWith("log.rat_taken_open")) return Number(seats["seat"] === seat) * sum("sum");
  return 0;
}
