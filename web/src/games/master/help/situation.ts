/** What the help has to say in the phases that only Kuhhandel Master has, by one's part in them. */
import type { Args } from "../../../i18n/catalogue";
import type { MorePhase } from "../../kuhhandel/phase";
import type en from "./help.en.json";

export type Situation = keyof (typeof en)["help"]["now"];

/** Tell what somebody is in the phase that goes on. */
export function situation(phase: MorePhase, you: number | null): Situation {
  switch (phase.phase) {
    case "countdown":
      if (you === null) return "countdown_onlooker";
      if (phase.auctioneer === you) return "countdown_auctioneer";
      return phase.barred.includes(you) ? "countdown_barred" : "countdown_slapper";
    case "pedigree_hammer":
      if (phase.auctioneer === you) return "pedigree_hammer_auctioneer";
      return phase.high.seat === you ? "pedigree_hammer_bidder" : "pedigree_hammer_onlooker";
    case "pedigree_payment":
      if (phase.payer === you) return "pedigree_payment_payer";
      return phase.payee === you ? "pedigree_payment_payee" : "pedigree_payment_onlooker";
    case "rat_round":
      return phase.polled === you ? "rat_round_asked" : "rat_round_onlooker";
    case "rat_envelopes":
      return "rat_envelopes";
    case "dividing":
    case "extra":
    case "covering":
      return phase.seat === you ? `${phase.phase}_own` : `${phase.phase}_onlooker`;
  }
}

/** Name the seats and sums of a phase for the texts about it. */
export function details(phase: MorePhase, name: (seat: number) => string): Args {
  switch (phase.phase) {
    case "dividing":
    case "extra":
    case "covering":
      return { seat: name(phase.seat) };
    case "rat_round":
      return { seat: name(phase.polled) };
    case "countdown":
    case "rat_envelopes":
      return { seat: name(phase.auctioneer) };
    case "pedigree_hammer":
      return { seat: name(phase.auctioneer), bidder: name(phase.high.seat), amount: phase.high.amount };
    case "pedigree_payment":
      return { seat: name(phase.payer), payee: name(phase.payee), price: phase.price };
  }
}
