/** Hints for a first game of Kuhhandel Master, beside those of Kuhhandel. */
import type { PhaseView } from "../../protocol/types";

export const HINTS = ["slap", "rat", "division"] as const;
export type Hint = (typeof HINTS)[number];

/** The hint that fits a phase for somebody who has something to decide in it. */
export function hintFor(phase: PhaseView, you: number): Hint | null {
  switch (phase.phase) {
    case "countdown":
      return phase.auctioneer === you || phase.barred.includes(you) ? null : "slap";
    case "rat_round":
      return phase.polled === you ? "rat" : null;
    case "rat_envelopes":
      return "rat";
    case "dividing":
      return phase.seat === you ? "division" : null;
    default:
      return null;
  }
}
