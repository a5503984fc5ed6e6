/** The lines of the log that say something at Kuhhandel's table. */
import type { Line } from "../../protocol/types";

const NOBODY_LEADS: readonly string[] = ["log.turn_began", "log.lot_revealed", "log.donkey_revealed", "log.bidding_restarted"];

/**
 * Leave out the passes of whoever leads. They only mean that somebody lets their own bid stand, and
 * read as if they gave up.
 */
export function telling(lines: readonly Line[]): readonly Line[] {
  let leads: number | undefined;
  return lines.filter(({ key, seats }) => {
    if (key === "log.bid_placed" || key === "log.bidding_continued") leads = seats["seat"];
    else if (NOBODY_LEADS.includes(key)) leads = undefined;
    return key !== "log.passed" || leads === undefined || seats["seat"] !== leads;
  });
}
