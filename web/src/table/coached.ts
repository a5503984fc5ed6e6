/** Which hints somebody has had. Each is given once in a lifetime. */
import { keep, kept } from "../kept";
import type { LandPhaseView, PhaseView } from "../protocol/types";

export const HINTS = ["turn", "bidding", "gavel"] as const;
/** Who knows Kuhhandel may still be new to Kuhfstein. */
export const LAND_HINTS = ["land_action", "land_play", "land_confirm"] as const;
const ALL = [...HINTS, ...LAND_HINTS] as const;
export type Hint = (typeof ALL)[number];

const KEPT = "kuhstall.coached";

export function coached(): readonly Hint[] {
  const had = (kept(KEPT) ?? "").split(" ");
  return ALL.filter((hint) => had.includes(hint));
}

/** Note that hints were given, beside those that were before. */
export function noteCoached(hints: readonly Hint[]): void {
  const had = coached();
  keep(KEPT, ALL.filter((hint) => had.includes(hint) || hints.includes(hint)).join(" "));
}

/** Whether some of the hints of a game are still to be given. */
export function hintsLeft(hints: readonly Hint[]): boolean {
  const had = coached();
  return hints.some((hint) => !had.includes(hint));
}

/** The hint that fits Kuhfstein's phase: a card that can be played is worth more words than the turn. */
export function landHintFor(phase: LandPhaseView | undefined, you: number | null, mayPlay: boolean): Hint | null {
  if (you === null || phase?.phase !== "acting" || phase.seat !== you) return null;
  if (phase.doing === "confirm") return "land_confirm";
  return mayPlay ? "land_play" : "land_action";
}

/** The hint that fits what goes on for somebody who sits at the table. */
export function hintFor(phase: PhaseView | undefined, you: number | null, mayAuction: boolean): Hint | null {
  if (you === null) return null;
  switch (phase?.phase) {
    case "turn":
      return phase.seat === you && mayAuction ? "turn" : null;
    case "bidding":
      return "bidding";
    case "preemption":
      return phase.auctioneer === you ? "gavel" : null;
    default:
      return null;
  }
}
