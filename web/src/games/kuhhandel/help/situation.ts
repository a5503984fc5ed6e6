/** What the help has to say at Kuhhandel's table, by phase and by one's part in it. */
import type { Args } from "../../../i18n/catalogue";
import type en from "./help.en.json";
import type { OwnPhase } from "../phase";

export type Situation = keyof (typeof en)["help"]["now"];

/** Tell what somebody is in the phase that goes on. */
export function situation(phase: OwnPhase, you: number | null): Situation {
  switch (phase.phase) {
    case "turn":
      return phase.seat === you ? "turn_own" : "turn_onlooker";
    case "bidding":
      if (you === null) return "bidding_onlooker";
      if (phase.auctioneer === you) return "bidding_auctioneer";
      if (phase.barred.includes(you)) return "bidding_barred";
      if (phase.high?.seat === you) return "bidding_leader";
      return phase.passed.includes(you) ? "bidding_passed" : "bidding_bidder";
    case "envelopes":
      if (you === null) return "envelopes_onlooker";
      if (phase.auctioneer === you) return "envelopes_auctioneer";
      return phase.barred.includes(you) ? "bidding_barred" : "envelopes_bidder";
    case "preemption":
      if (phase.auctioneer === you) return "preemption_auctioneer";
      return phase.high.seat === you ? "preemption_bidder" : "preemption_onlooker";
    case "payment":
      if (phase.payer === you) return "payment_payer";
      return phase.payee === you ? "payment_payee" : "payment_onlooker";
    case "offering":
    case "responding":
      if (phase.challenger === you) return `${phase.phase}_challenger`;
      return phase.challenged === you ? `${phase.phase}_challenged` : `${phase.phase}_onlooker`;
    case "ended":
    case "between":
      return phase.phase;
  }
}

/** Name the seats and sums of a phase for the texts about it. */
export function details(phase: OwnPhase, name: (seat: number) => string): Args {
  switch (phase.phase) {
    case "turn":
      return { seat: name(phase.seat) };
    case "bidding":
    case "envelopes":
      return { seat: name(phase.auctioneer) };
    case "preemption":
      return { seat: name(phase.auctioneer), bidder: name(phase.high.seat), amount: phase.high.amount };
    case "payment":
      return { seat: name(phase.payer), payee: name(phase.payee), price: phase.price };
    case "offering":
    case "responding":
      return { seat: name(phase.challenger), other: name(phase.challenged) };
    case "ended":
    case "between":
      return {};
  }
}
