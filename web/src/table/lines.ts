/** The lines of the log that say something. */
import { useMemo } from "react";
import type { Line } from "../protocol/types";
import { useTable } from "./context";

const NOBODY_LEADS: readonly string[] = ["log.turn_began", "log.lot_revealed", "log.donkey_revealed", "log.bidding_restarted"];

export const COUNT = "log.counted_down";

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

/** Leave out the counts that went by: of a countdown the last one says enough. */
export function counted(lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ key }, at) => key !== COUNT || lines[at + 1]?.key !== COUNT);
}

/** Every line that says something, for those who are told and cannot look. */
export function useTold(): readonly Line[] {
  const lines = useTable((state) => state.lines);
  return useMemo(() => telling(lines), [lines]);
}

export function useLines(): readonly Line[] {
  const lines = useTable((state) => state.lines);
  return useMemo(() => counted(telling(lines)), [lines]);
}
