/** What the phase of the game is about, for showing it. */
import type { BetweenView, BiddingView, EndedView, EnvelopesView, OfferingView, PaymentView, PhaseView, PreemptionView, RespondingView, TurnView } from "../../protocol/types";

/** The phases of Kuhhandel itself. */
export type OwnPhase = TurnView | BiddingView | EnvelopesView | PreemptionView | PaymentView | OfferingView | RespondingView | EndedView | BetweenView;
/** The phases that only a game built on it has. */
export type MorePhase = Exclude<PhaseView, OwnPhase>;

const OWN: Readonly<Record<OwnPhase["phase"], true>> = {
  turn: true,
  bidding: true,
  envelopes: true,
  preemption: true,
  payment: true,
  offering: true,
  responding: true,
  ended: true,
  between: true,
};

export function isOwnPhase(phase: PhaseView): phase is OwnPhase {
  return phase.phase in OWN;
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
