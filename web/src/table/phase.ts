/** What the phase of the game is about, for showing it. */
import type { Animal, PhaseView } from "../protocol/types";

/** The seat that is asked now; null while everybody is, or nobody. */
export function asked(phase: PhaseView): number | null {
  switch (phase.phase) {
    case "turn":
      return phase.seat;
    case "bidding":
      return phase.polled;
    case "preemption":
      return phase.auctioneer;
    case "payment":
      return phase.payer;
    case "offering":
      return phase.challenger;
    case "responding":
      return phase.challenged;
    case "pedigree_hammer":
      return phase.auctioneer;
    case "pedigree_payment":
      return phase.payer;
    case "rat_round":
      return phase.polled;
    case "dividing":
    case "extra":
    case "covering":
      return phase.seat;
    case "countdown":
    case "ended":
    case "between":
      return null;
  }
}

export function lotOf(phase: PhaseView | undefined): Animal | null {
  return phase !== undefined && "lot" in phase ? phase.lot : null;
}

/** The bid that stands: who, and how much. */
export function standing(phase: PhaseView): { readonly seat: number; readonly amount: number } | null {
  switch (phase.phase) {
    case "bidding":
    case "preemption":
      return phase.high;
    case "payment":
      return { seat: phase.buyer === phase.auctioneer ? phase.payee : phase.payer, amount: phase.price };
    default:
      return null;
  }
}
